// Calls of tools at /mcp for tests: the sample warehouse behind a server, and messages in either version of the protocol.
import assert from "node:assert/strict";
import {openStore} from "../../src/store/open.ts";
import {makeSampleFolder} from "../sample-folder.ts";
import {type Api, type ApiOptions, createApi, type Headers} from "./client.ts";

export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly [{readonly text: string}];
  // biome-ignore lint/suspicious/noExplicitAny: each tool has a shape of its own
  readonly structuredContent?: any;
}

export async function openSample(t: Parameters<typeof createApi>[0], options: ApiOptions = {}): Promise<Api> {
  const store = await openStore({dataFolder: await makeSampleFolder(t)});
  t.after(() => store.close());
  return await createApi(t, store, options);
}

export const POST_HEADERS = {"content-type": "application/json", accept: "application/json, text/event-stream"};

export async function post(api: Api, body: object, headers: Headers = {}): Promise<{status: number; text: string}> {
  const {statusCode, body: text} = await api.server.inject({
    ...{method: "POST", url: "/mcp", payload: JSON.stringify(body), headers: {...POST_HEADERS, ...headers}},
  });
  return {status: statusCode, text};
}

/** Answers of the older protocol come as an event with one line of data. */
export function messageOf(text: string): {result: ToolResult & {tools?: readonly object[]}; error?: {message: string}} {
  const line = text.startsWith("{")
    ? text
    : text
        .split("\n")
        .find((one) => one.startsWith("data: "))!
        .slice(6);
  return JSON.parse(line);
}

export async function callTool(api: Api, name: string, given: object, headers: Headers = {}): Promise<ToolResult> {
  const body = {jsonrpc: "2.0", id: 1, method: "tools/call", params: {name, arguments: given}};
  const {status, text} = await post(api, body, headers);
  assert.equal(status, 200, text);
  const {result, error} = messageOf(text);
  assert.equal(error, undefined, text);
  return result;
}

export const withToken = (api: Api): Headers => ({authorization: `Bearer ${api.token}`});
