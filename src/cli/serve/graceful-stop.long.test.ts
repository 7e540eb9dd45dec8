// Stopping a real HTTP server with real connections.
import assert from "node:assert/strict";
import {once} from "node:events";
import {createServer, get, type IncomingMessage, type RequestListener, type Server} from "node:http";
import {type AddressInfo, connect} from "node:net";
import {test} from "node:test";
import {Worker} from "node:worker_threads";
import {HANG_MS} from "../../work/patience.fixture.ts";
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
  for await (const chunk of answer) size += (chunk as Buffer).length;
  return size;
}

test("an answer that a slow client has hardly begun to read is finished, although Node counts it as sent [serve.sigterm]", async () => {
  const {stopper, port, server} = await listening((_request, response) => response.end(BODY));
  const answer = await answerOf(port);
  const stopped = stopper.stop(HANG_MS);
  while (server.listening) await new Promise(setImmediate);
  await assert.rejects(once(connect(port, "127.0.0.1"), "connect"), /ECONNREFUSED/);
  assert.equal(await sizeOf(answer), BODY.length);
  assert.equal(await stopped, 0);
});

test("an answer that is still being written is finished, and closes its connection [serve.sigterm]", async () => {
  let finish: () => void = () => {};
  const {stopper, port, server} = await listening((_request, response) => {
    finish = () => response.end("done");
  });
  const query = answerOf(port);
  await once(server, "request");
  const stopped = stopper.stop(HANG_MS);
  while (server.listening) await new Promise(setImmediate);
  finish();
  const answer = await query;
  assert.equal(answer.headers.connection, "close");
  assert.equal(await sizeOf(answer), 4);
  assert.equal(await stopped, 0);
});

test("the connection of a client that does not read is cut at the limit, and counted [serve.sigterm]", async () => {
  const {stopper, port} = await listening((_request, response) => response.end(BODY));
  const answer = await answerOf(port);
  answer.pause();
  answer.on("error", () => {});
  assert.equal(await stopper.stop(100), 1);
  answer.destroy();
});

/** Clients in their own thread: each sends its requests over a connection and counts the complete answers. */
const CLIENTS = `
const {connect} = require("node:net");
const {parentPort, workerData: {port, clients, text, sent, host}} = require("node:worker_threads");
let [whole, ended] = [0, 0];
for (let client = 0; client < clients; client++) {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.write(text, () => {
    Atomics.add(sent, 0, 1);
    Atomics.notify(sent, 0);
  });
  socket.on("error", () => {});
  socket.on("data", (bytes) => { answer += bytes; });
  socket.on("close", () => {
    whole += answer.split("\\r\\n\\r\\nwhole").length - 1;
    if (++ended === clients) parentPort.postMessage(whole);
  });
}
`;

/** Stops a server so busy that it has not yet seen the clients' requests; returns the number of complete answers. */
async function stopBeforeAccepting(clients: number, requests: number): Promise<{whole: number; cut: number}> {
  const {stopper, port} = await listening((_request, response) => response.end("whole"));
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const text = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests);
  const worker = new Worker(CLIENTS, {eval: true, workerData: {port, clients, text, sent}});
  const whole = once(worker, "message") as Promise<[number]>;
  // this thread blocks meanwhile, as in a long computation
  for (let done = 0; done < clients; done = Atomics.load(sent, 0)) Atomics.wait(sent, 0, done);
  return {cut: await stopper.stop(HANG_MS), whole: (await whole)[0]};
}

test("requests that were sent before the end began are answered, however many wait to be accepted [serve.sigterm-waiting]", async () => {
  assert.deepEqual(await stopBeforeAccepting(100, 1), {cut: 0, whole: 100});
});

test("of several requests on a connection all are answered that were sent before the end began [serve.sigterm-waiting]", async () => {
  assert.deepEqual(await stopBeforeAccepting(10, 20), {cut: 0, whole: 200});
});

test("a connection that was open before the end began gets its answer, and is then closed [serve.sigterm-waiting]", async () => {
  const {stopper, port, server} = await listening((_request, response) => response.end("whole"));
  const accepted = once(server, "connection");
  const client = connect({port, host: "127.0.0.1", allowHalfOpen: true});
  await Promise.all([accepted, once(client, "connect")]);
  const written = new Promise((resolve) => client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n", resolve));
  const stopped = stopper.stop(HANG_MS);
  await written;
  let answer = "";
  for await (const bytes of client) answer += String(bytes);
  assert.match(answer, /\r\n\r\nwhole$/);
  client.destroy();
  assert.equal(await stopped, 0);
});

test("idle connections do not delay the end", async () => {
  const {stopper, port, server} = await listening((_request, response) => response.end("x"));
  const accepted = once(server, "connection");
  const idle = connect({port, host: "127.0.0.1", allowHalfOpen: true});
  idle.on("error", () => {});
  await accepted;
  assert.equal(await stopper.stop(50), 0);
  idle.destroy();
});
