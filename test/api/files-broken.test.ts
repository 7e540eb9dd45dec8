// Files whose client goes away: what it did not get is not charged (CONTRACT 6.6). Real connections, which are reset.
import assert from "node:assert/strict";
import {type AddressInfo, connect, type Socket} from "node:net";
import {type TestContext, test} from "node:test";
import type {Store} from "../../src/store/open.ts";
import {HANG_MS, until, within} from "../../src/work/patience.fixture.ts";
import {ONE_WORKER} from "../worker-stores.ts";
import {FIRST, fileOf, openFiles, usedBy} from "./dataset-files.ts";

/** The store, with charges that wait at a gate, before they are made or after. */
function gatedCharges(isBefore: boolean) {
  const {promise: gate, resolve: open} = Promise.withResolvers<void>();
  const waiting = {count: 0};
  const wait = async (): Promise<void> => {
    waiting.count++;
    await gate;
  };
  const over = (store: Store): Store => ({
    ...store,
    charges: {
      ...store.charges,
      async charge(charging) {
        if (isBefore) await wait();
        const result = await store.charges.charge(charging);
        if (!isBefore) await wait();
        return result;
      },
    },
  });
  return {over, open, waiting};
}

/** Sends the requests at once over one connection. */
function ask(t: TestContext, port: number, token: string, paths: readonly string[]): Socket {
  const socket = connect({port, host: "127.0.0.1"});
  socket.on("error", () => {});
  t.after(() => socket.destroy());
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${token}\r\n\r\n`).join(""));
  return socket;
}

for (const [when, isBefore] of [
  ["before the charge is made", true],
  ["after it is made and before the first byte", false],
] as const)
  test(`a file whose client resets its connection ${when} costs nothing, alone or behind another one [files.price]`, {
    ...ONE_WORKER,
    timeout: HANG_MS,
  }, async (t) => {
    for (const requests of [1, 2]) {
      const charges = gatedCharges(isBefore);
      const api = await openFiles(t, [FIRST], {}, charges.over);
      const {address, rows} = await fileOf(api, "latest.csv.gz");
      let closed = 0;
      api.server.server.on("connection", (socket) => socket.on("close", () => closed++));
      await api.server.listen({port: 0, host: "127.0.0.1"});
      const {port} = api.server.server.address() as AddressInfo;
      const token = await api.createToken("free");
      const client = ask(t, port, token, Array<string>(requests).fill(address));
      await until("all charges wait", () => charges.waiting.count === requests);
      client.resetAndDestroy();
      await until("the server has seen it", () => closed === 1);
      charges.open();
      const count = (type: string): number => api.events.filter((event) => event.type === type).length;
      await until("all are charged", () => count("values-charged") === requests);
      await within(5, "what nobody got is not given back", () => count("values-given-back") === requests);
      assert.equal(await usedBy(api, token), 0);
      assert.equal((await api.get(address, {"x-api-key": token})).status, 200);
      assert.equal(await usedBy(api, token), rows);
    }
  });

test("a file whose client has gone before the charge is not charged at all [files.price]", {
  ...ONE_WORKER,
  timeout: HANG_MS,
}, async (t) => {
  const api = await openFiles(t, [FIRST]);
  const {promise: gate, resolve: open} = Promise.withResolvers<void>();
  let [isWaiting, closed] = [false, 0];
  api.server.addHook("preHandler", async ({raw}) => {
    if (!raw.url!.endsWith(".csv.gz")) return;
    isWaiting = true;
    await gate;
  });
  const answered = new Promise<void>((resolve) => {
    api.server.addHook("onSend", async ({raw}) => {
      if (raw.url!.endsWith(".csv.gz")) resolve();
    });
  });
  const {address} = await fileOf(api, "latest.csv.gz");
  api.server.server.on("connection", (socket) => socket.on("close", () => closed++));
  await api.server.listen({port: 0, host: "127.0.0.1"});
  const token = await api.createToken("free");
  const client = ask(t, (api.server.server.address() as AddressInfo).port, token, [address]);
  await until("it waits", () => isWaiting);
  client.resetAndDestroy();
  await until("the server has seen it", () => closed === 1);
  open();
  await answered;
  assert.equal(await usedBy(api, token), 0);
  assert.equal(api.events.filter(({type}) => type === "values-charged").length, 0);
});
