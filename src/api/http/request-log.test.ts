// The header Server-Timing, and the ids of requests.
import assert from "node:assert/strict";
import {once} from "node:events";
import {readFileSync} from "node:fs";
import {createServer, type ServerResponse} from "node:http";
import {type AddressInfo, connect} from "node:net";
import {test} from "node:test";
import type {FastifyRequest} from "fastify";
import {createRequestIds, reportWhenFinished, startStages} from "./request-log.ts";

test("each stage lasts from the end of the previous one, and the total from the arrival, as in the file's example", () => {
  const times = [100.412, 101.4464, 101.61];
  const stages = startStages(100, () => times.shift()!);
  stages.end("who");
  stages.end("read");
  const header = stages.header();
  assert.equal(header, "who;dur=0.412, read;dur=1.034, total;dur=1.61");
  assert.ok(readFileSync(new URL("./request-log.ts", import.meta.url), "utf8").includes(`\`${header}\``));
});

test("a stage that took no time is present, with 0", () => {
  const stages = startStages(5, () => 5);
  stages.end("what");
  assert.equal(stages.header(), "what;dur=0, total;dur=0");
});

test("ids of requests have the form of UUIDs, and no two are the same", () => {
  const next = createRequestIds();
  const ids = Array.from({length: 2000}, next);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("a request whose client has gone before the report begins is reported once, as of a client that has gone", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
  client.destroy();
  await once(response, "close");
  const events: unknown[] = [];
  const request = {
    id: "1",
    method: "GET",
    arrivedAt: 0,
    errorCode: null,
    charge: {values: 3},
    reader: null,
    is404: true,
  };
  reportWhenFinished(request as unknown as FastifyRequest, response, ({type, ...event}) => {
    events.push([type, (event as {status?: number}).status, (event as {values?: number}).values]);
  });
  response.end();
  await new Promise(setImmediate);
  assert.deepEqual(events, [["request-finished", 499, 3]]);
});
