// Ending a real HTTP server under real connections.
import assert from "node:assert/strict";
import {once} from "node:events";
import {createServer, get, type IncomingMessage, type RequestListener, type Server} from "node:http";
import {type AddressInfo, connect} from "node:net";
import {test} from "node:test";
import {type GracefulStop, watchConnections} from "./graceful-stop.ts";

const BODY = Buffer.alloc(40_000_000, "x");

async function listening(listener: RequestListener): Promise<{server: Server; stopper: GracefulStop; port: number}> {
  const server = createServer(listener);
  const stopper = watchConnections(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {server, stopper, port: (server.address() as AddressInfo).port};
}

async function answerOf(port: number): Promise<IncomingMessage> {
  const [answer] = await once(get({port, host: "127.0.0.1", agent: false}), "response");
  return answer as IncomingMessage;
}

async function sizeOf(answer: IncomingMessage): Promise<number> {
  let size = 0;
  for await (const piece of answer) size += (piece as Buffer).length;
  return size;
}

test("an answer that a slow reader has hardly begun is finished, although Node holds it for handed over [serve.sigterm]", async () => {
  const {stopper, port} = await listening((_request, response) => response.end(BODY));
  const answer = await answerOf(port);
  const stopped = stopper.stop(8000);
  await assert.rejects(once(connect(port, "127.0.0.1"), "connect"), /ECONNREFUSED/);
  assert.equal(await sizeOf(answer), BODY.length);
  assert.equal(await stopped, 0);
});

test("an answer that is still being made is finished, and its connection closed [serve.sigterm]", async () => {
  let finish: () => void = () => {};
  const {stopper, port, server} = await listening((_request, response) => {
    finish = () => response.end("done");
  });
  const asked = answerOf(port);
  await once(server, "request");
  const stopped = stopper.stop(8000);
  finish();
  assert.equal(await sizeOf(await asked), 4);
  assert.equal(await stopped, 0);
});

test("a reader that does not read at all is cut at the limit, and counted [serve.sigterm]", async () => {
  const {stopper, port} = await listening((_request, response) => response.end(BODY));
  const answer = await answerOf(port);
  answer.pause();
  answer.on("error", () => {});
  assert.equal(await stopper.stop(100), 1);
  answer.destroy();
});

test("connections that ask nothing do not hold the end up", async () => {
  const {stopper, port, server} = await listening((_request, response) => response.end("x"));
  const accepted = once(server, "connection");
  const idle = connect({port, host: "127.0.0.1", allowHalfOpen: true});
  idle.on("error", () => {});
  await accepted;
  assert.equal(await stopper.stop(50), 0);
  idle.destroy();
});
