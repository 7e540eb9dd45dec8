// `ryad mcp`: the tools over standard input and output, as a model's program starts them.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {createInterface} from "node:readline";
import {test} from "node:test";
import {makeSampleFolder} from "./sample-folder.ts";

test("ryad mcp answers over standard input and output from a data folder, with nothing but messages on its output, and ends with its input [models.stdio]", async (t) => {
  const folder = await makeSampleFolder(t);
  const child = spawn("node", ["bin/ryad.js", "mcp", "--data", folder], {stdio: ["pipe", "pipe", "inherit"]});
  t.after(() => child.kill());
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({jsonrpc: "2.0", ...message})}\n`);
  // biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own
  const next = async (): Promise<any> => JSON.parse((await lines.next()).value as string);
  const clientInfo = {name: "test", version: "1"};
  send({id: 1, method: "initialize", params: {protocolVersion: "2025-06-18", capabilities: {}, clientInfo}});
  assert.equal((await next()).result.serverInfo.name, "ryad");
  send({method: "notifications/initialized"});
  send({id: 2, method: "tools/call", params: {name: "data", arguments: {series: ["z7w59v18z36wzfeo"], last: 1}}});
  const {result} = await next();
  assert.equal(result.structuredContent.series[0].observations[0].value, "5.59");
  child.stdin.end();
  const [code] = await new Promise<[number | null]>((resolve) => child.once("exit", (status) => resolve([status])));
  assert.equal(code, 0);
});
