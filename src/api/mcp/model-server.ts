// The tools as a server of the Model Context Protocol: the protocol itself is the library's.
//
// A server is made for each request, for there are no sessions. The library is loaded by the first request: most services answer no model.
import type {McpServer} from "@modelcontextprotocol/server";
import type {TObject} from "typebox";
import {ToolRefusal} from "./api-call.ts";
import type {ModelTool, ToolContext} from "./tool.ts";
import {DATA_TOOL} from "./tools/data.ts";
import {EVIDENCE_TOOL} from "./tools/evidence.ts";
import {FETCH_TOOL} from "./tools/fetch.ts";
import {SEARCH_TOOL} from "./tools/search.ts";
import {VERIFY_TOOL} from "./tools/verify.ts";
import {VINTAGES_TOOL} from "./tools/vintages.ts";

export const MODEL_TOOLS: readonly ModelTool[] = [
  SEARCH_TOOL,
  DATA_TOOL,
  VINTAGES_TOOL,
  VERIFY_TOOL,
  EVIDENCE_TOOL,
  FETCH_TOOL,
];

const MODEL_INSTRUCTIONS =
  "Published economic statistics as time series. A usual way: search for a series, then data for its values. Each value has a claim, an address where anybody can check it.";

type Protocol = typeof import("@modelcontextprotocol/server");

export async function loadProtocol(): Promise<Protocol> {
  return await import("@modelcontextprotocol/server");
}

/** @param version of the program */
export function createModelServer(
  {McpServer: Server, fromJsonSchema}: Protocol,
  context: ToolContext,
  version: string,
): McpServer {
  const server = new Server({name: "ryad", title: "Ryad", version}, {instructions: MODEL_INSTRUCTIONS});
  for (const tool of MODEL_TOOLS) {
    const {name, title, description, input} = tool;
    const annotations = {readOnlyHint: true, idempotentHint: true, openWorldHint: false};
    server.registerTool(
      name,
      {title, description, inputSchema: fromJsonSchema(schemaOf(input)), annotations},
      async (given: unknown) => await answerOf(tool, context, given),
    );
  }
  return server;
}

/** As plain JSON: a schema of typebox has marks of its own. */
function schemaOf(input: TObject): Parameters<Protocol["fromJsonSchema"]>[0] {
  return {...(JSON.parse(JSON.stringify(input)) as object), additionalProperties: false};
}

async function answerOf(
  tool: ModelTool,
  context: ToolContext,
  given: unknown,
): Promise<{content: [{type: "text"; text: string}]; structuredContent?: Record<string, unknown>; isError?: boolean}> {
  try {
    const {text, data} = await tool.run(context, given as never);
    return {content: [{type: "text", text}], structuredContent: data};
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
    return {content: [{type: "text", text: error.message}], isError: true};
  }
}
