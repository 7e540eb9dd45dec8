// Connections whose client neither reads nor disconnects: they must not keep memory and descriptors without limit.
import assert from "node:assert/strict";
import {once} from "node:events";
import {type AddressInfo, connect, type Socket} from "node:net";
import {type TestContext, test} from "node:test";
import {HANG_MS} from "../../src/work/patience.fixture.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {type Api, createApi} from "./client.ts";
import {daily, loadTidy, openWith} from "./packages.ts";

/** A server waits for minutes; a test shortens the time limits that exist, and sets no new ones. */
const SHORTENED_MS = 200;

async function listen(api: Api): Promise<number> {
  await api.server.listen({port: 0, host: "127.0.0.1"});
  const {server} = api.server;
  assert.ok(server.timeout > 0 && server.timeout <= 120_000, `a stalled connection is held for ${server.timeout} ms`);
  return (server.address() as AddressInfo).port;
}

/** A client that sends this, never closes its side, and reads only when the test says so. */
function stall(t: TestContext, port: number, text: string): Socket {
  const socket = connect({port, host: "127.0.0.1", allowHalfOpen: true});
  socket.on("error", () => {});
  t.after(() => socket.destroy());
  socket.write(text);
  return socket;
}

test("the connection of a client that stops reading is cut; its charge remains", {
  timeout: HANG_MS,
}, async (t) => {
  const {store} = await temporaryStore(t);
  // three series whose CSV is larger than all buffers between a server and a client that does not read
  const long = daily([20_000, 20_000, 20_000]);
  const rows = long.rows.map((row) => row.replace(",c", `,${"c".repeat(240)}`));
  await loadTidy(store, await temporaryFolder(t), {...long, rows});
  const api = await createApi(t, store);
  const port = await listen(api);
  const path = "/api/v1/data?dataset=daily&format=csv";
  const opened = once(api.server.server, "connection") as Promise<[Socket]>;
  const reader = stall(t, port, `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${api.token}\r\n\r\n`);
  await once(reader, "readable");
  // not before: a busy machine may need longer for the first piece
  (await opened)[0].setTimeout(SHORTENED_MS);
  const finished = () => api.events.find((event) => event.type === "request-finished");
  while (finished() === undefined) await new Promise(setImmediate);
  const {status, whole, values} = finished()!;
  assert.deepEqual([status, whole, values], [200, false, 60_000]);
});

test("a client that sent no valid request and does not disconnect after its 404 loses the connection [errors.unreadable-request]", {
  timeout: HANG_MS,
}, async (t) => {
  const api = await openWith(t, [daily([1])]);
  const port = await listen(api);
  const opened = once(api.server.server, "connection") as Promise<[Socket]>;
  const client = stall(t, port, "rubbish\r\n\r\n");
  const [connection] = await opened;
  connection.setTimeout(SHORTENED_MS);
  const closed = once(connection, "close");
  client.resume();
  await once(client, "end");
  await closed;
});
