// Answers that their clients do not read: a bound on their bytes, and a least speed while there are many. Real connections.
import assert from "node:assert/strict";
import {once} from "node:events";
import {createServer, type Server} from "node:http";
import {type AddressInfo, connect, type Socket} from "node:net";
import {type TestContext, test} from "node:test";
import {createUnsentBytes, type UnsentBytes} from "../../src/api/auth/unsent-bytes.ts";
import {HANG_MS, until} from "../../src/work/patience.fixture.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {ONE_WORKER} from "../worker-stores.ts";
import {createApi} from "./client.ts";
import {daily, loadTidy} from "./packages.ts";

function ask(t: TestContext, port: number, head: string): Socket {
  const socket = connect({port, host: "127.0.0.1"});
  socket.on("error", () => {});
  t.after(() => socket.destroy());
  socket.write(`GET ${head}\r\n\r\n`);
  return socket;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

test("while a client does not read its answer, a further large answer is refused before it is charged, and a small one is given [unsent.bound]", {
  ...ONE_WORKER,
  timeout: HANG_MS,
}, async (t) => {
  const {store} = await temporaryStore(t);
  // The CSV has 15 MB: more than the system holds of a connection that nobody reads.
  const long = daily([20_000, 20_000, 20_000]);
  const rows = long.rows.map((row) => row.replace(",c", `,${"c".repeat(240)}`));
  await loadTidy(store, await temporaryFolder(t), {...long, rows});
  const api = await createApi(t, store, {settings: {unsentMemory: 8}, failing: true});
  await api.server.listen({port: 0, host: "127.0.0.1"});
  const path = "/api/v1/data?dataset=daily&format=csv";
  const deaf = ask(t, portOf(api.server.server), `${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${api.token}`);
  await once(deaf, "readable");
  const authorization = `Bearer ${await api.createToken("free")}`;
  for (const large of [
    path,
    "/api/v1/data?dataset=daily",
    "/api/v1/odata/observations?$filter=dataset_code eq 'daily'",
  ]) {
    const {status, headers, json} = await api.get(encodeURI(large), {authorization});
    assert.deepEqual([status, json.error.code, headers["retry-after"]], [500, "INTERNAL", "5"], large);
    assert.equal(headers["x-quota-values-remaining"], "1000000");
  }
  const overHttp = (end: string) =>
    fetch(`http://127.0.0.1:${portOf(api.server.server)}/api/v1/data?dataset=daily&end=${end}`, {
      headers: {authorization, "accept-encoding": "identity"},
    });
  const page = await overHttp("1900-12-31");
  assert.deepEqual(
    [page.status, page.headers.get("retry-after"), page.headers.get("x-quota-values-remaining")],
    [500, "5", "1000000"],
  );
  assert.equal((await overHttp("1900-01-31")).status, 200);
  assert.equal((await api.get(`${path}&end=1900-03-01`, {authorization})).status, 200);
  deaf.destroy();
  await until("the room is free", async () => (await api.get(path)).status === 200);
});

const BODY = Buffer.alloc(40 << 20);

/** A server whose answers are all counted, and three clients: what each reads is up to the test. */
async function openServer(t: TestContext, room: number): Promise<{unsent: UnsentBytes; port: number}> {
  const unsent = createUnsentBytes(room);
  const server = createServer((_request, response) => {
    unsent.count({raw: response, request: {reservation: null}}, BODY.length);
    response.end(BODY);
  });
  t.after(() => server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {unsent, port: portOf(server)};
}

/** Reads until it has at least this number of bytes, then pauses. */
async function readSome(socket: Socket, bytes: number): Promise<void> {
  for (let got = 0; got < bytes; ) {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) await once(socket, "readable");
    else got += chunk.length;
  }
}

test("while more than half of the room is taken, a reader below 32 kB a second over ten seconds is cut, and one above it is not [unsent.speed]", {
  timeout: HANG_MS,
}, async (t) => {
  const {unsent, port} = await openServer(t, 100 << 20);
  const [deaf, reader] = [ask(t, port, "/ HTTP/1.1\r\nHost: x"), ask(t, port, "/ HTTP/1.1\r\nHost: x")];
  await Promise.all([once(deaf, "readable"), once(reader, "readable")]);
  assert.equal(unsent.total, 2 * BODY.length);
  const cut = once(deaf, "close");
  for (let look = 0; look < 12; look++) {
    unsent.cutSlowReaders();
    await readSome(reader, 1 << 20);
  }
  deaf.resume();
  await cut;
  assert.equal(reader.destroyed, false);
  await until("its place is free", () => unsent.total === BODY.length);
});

test("with less than half of the room taken a slow reader keeps its time, and is cut after two minutes without a byte [unsent.speed unsent.stalled]", {
  timeout: HANG_MS,
}, async (t) => {
  const {unsent, port} = await openServer(t, 100 << 20);
  const deaf = ask(t, port, "/ HTTP/1.1\r\nHost: x");
  await once(deaf, "readable");
  for (let look = 0; look < 100; look++) unsent.cutSlowReaders();
  assert.equal(unsent.total, BODY.length);
  for (let look = 0; look < 130; look++) unsent.cutSlowReaders();
  await until("it is cut", () => unsent.total === 0);
});

test("the room of an answer whose client has reset its connection is free again, whether the answer got it before or after, alone or behind another [unsent.bound]", {
  timeout: HANG_MS,
}, async (t) => {
  for (const pipelined of [1, 2])
    for (const isReserved of [true, false]) {
      const unsent = createUnsentBytes(100 << 20);
      const answers: Parameters<UnsentBytes["count"]>[0][] = [];
      const server = createServer((request, response) => {
        const answer = {raw: response, request: {reservation: null}};
        if (isReserved) unsent.reserve(answer, 1000);
        request.socket.on("error", () => {});
        answers.push(answer);
      });
      t.after(() => server.close());
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const client = ask(t, portOf(server), Array(pipelined).fill("/ HTTP/1.1\r\nHost: x").join("\r\n\r\nGET "));
      await until("all have arrived", () => answers.length === pipelined);
      client.resetAndDestroy();
      await until("the server has seen it", () => answers[0]!.raw.destroyed);
      for (const answer of answers) {
        unsent.count(answer, BODY.length);
        answer.raw.end(BODY);
      }
      unsent.cutSlowReaders();
      assert.equal(unsent.total, 0, `${pipelined} ${isReserved}`);
    }
});
