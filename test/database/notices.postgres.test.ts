// Change notices over a line that works, one that has gone deaf without a word, and one that breaks.
import assert from "node:assert/strict";
import {test} from "node:test";
import {ensureAccount, setPlan} from "../../src/store/account.ts";
import {openStore, type Store} from "../../src/store/open.ts";
import {openProxy} from "./proxy.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

const NOW = "2026-07-15T12:00:00.000Z";
/** Some beats. */
const STILL_MS = 750;

/** How long it takes until the accounts are said to have changed after `act`. */
async function toldAfter(store: Store, act: () => Promise<unknown>): Promise<number> {
  const before = store.accounts.changes();
  await act();
  const done = performance.now();
  while (store.accounts.changes() === before) {
    assert.ok(performance.now() - done < 1000, "not told within a second");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return performance.now() - done;
}

async function moves(store: Store): Promise<number> {
  const before = store.accounts.changes()!;
  await new Promise((resolve) => setTimeout(resolve, STILL_MS));
  return store.accounts.changes()! - before;
}

test("a change is told of at once where notices come, within a second where they do not, and everything counts as changed after a break [scale.notices]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const proxy = await openProxy(t, warehouse.databaseUrl);
  const store = await openStore({databaseUrl: warehouse.databaseUrl, notifyUrl: proxy.databaseUrl});
  const other = await openStore({databaseUrl: warehouse.databaseUrl});
  const change = (plan: string) => other.accounts.write((q) => setPlan(q, "a@b.ru", plan));
  await other.accounts.write((q) => ensureAccount(q, "a@b.ru", "free", NOW));

  store.accounts.changes();
  while ((await moves(store)) > 0);
  const statistics = store.statistics.changes();
  t.diagnostic(`heard after ${(await toldAfter(store, () => change("owner"))).toFixed(1)} ms`);
  assert.equal(store.statistics.changes(), statistics, "what was not changed is not looked at again");

  // Deaf: the line stands, and nothing comes.
  proxy.onAnswered = () => null;
  t.diagnostic(`not heard, told after ${Math.round(await toldAfter(store, () => change("free")))} ms`);
  assert.ok((await moves(store)) >= 2);

  // Broken: reconnects, and counts everything as changed.
  proxy.onAnswered = (_piece, {client}) => {
    client.destroy();
    return null;
  };
  assert.ok((await moves(store)) >= 2);
  proxy.onAnswered = (piece) => piece;
  while ((await moves(store)) > 0);
  t.diagnostic(`heard again after ${(await toldAfter(store, () => change("owner"))).toFixed(1)} ms`);
  await Promise.all([store.close(), other.close()]);
});
