// The official client and conformance checks of the Model Context Protocol with the live service.
import assert from "node:assert/strict";
import {test} from "node:test";
import {type Json, startLive} from "./live.ts";
import {run} from "./tools.ts";

test("the protocol's own client calls every tool over HTTP [models.tools]", async (t) => {
  const live = await startLive(t);
  const {Client, StreamableHTTPClientTransport} = (await import("@modelcontextprotocol/client")) as Json;
  const headers = {authorization: `Bearer ${live.token}`};
  const client = new Client({name: "interop", version: "1"}, {});
  await client.connect(new StreamableHTTPClientTransport(new URL(`${live.origin}/mcp`), {requestInit: {headers}}));
  t.after(() => client.close());
  const {tools} = await client.listTools();
  const calls: Record<string, object> = {
    search: {query: "инфляция"},
    data: {dataset: "gdp", geo: "country", last: 2},
    vintages: {series: "ycowe7zbqp9rhk93"},
    verify: {claims: [{value: "5.59", query: "инфляция за двенадцать месяцев", period: "2025-12"}]},
    evidence: {series: "ycowe7zbqp9rhk93"},
    fetch: {id: "ycowe7zbqp9rhk93"},
  };
  assert.deepEqual(tools.map(({name}: Json) => name).sort(), Object.keys(calls).sort());
  for (const [name, given] of Object.entries(calls)) {
    const {isError = false, content, structuredContent} = await client.callTool({name, arguments: given});
    assert.deepEqual([isError, content.length, typeof structuredContent], [false, 1, "object"], name);
  }
});

/** The other scenarios want tools of the suite's own server. */
const SCENARIOS = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];

for (const scenario of SCENARIOS) {
  test(`the protocol's conformance scenario ${scenario} passes [models.stateless models.origin]`, async (t) => {
    const live = await startLive(t);
    const {code, stdout, stderr} = await run("conformance", [
      "server",
      "--url",
      `${live.origin}/mcp`,
      "--scenario",
      scenario,
    ]);
    assert.equal(code, 0, `${stdout}${stderr}`);
  });
}
