// Change notices over a connection that works, one that silently stops delivering, and one that breaks.
import {test} from "node:test";
import {ensureAccount, setPlan} from "../../src/store/accounts/account.ts";
import {openStore, type Store} from "../../src/store/open.ts";
import {within} from "../../src/work/patience.fixture.ts";
import {openProxy} from "./proxy.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

const NOW = "2026-07-15T12:00:00.000Z";

/** Waits until the accounts are said to have changed after `act`. */
async function untilNoticed(store: Store, perform: () => Promise<unknown>): Promise<void> {
  const before = store.accounts.changes();
  await perform();
  await within(1, "not told", () => store.accounts.changes() !== before);
}

/** Waits until everything has counted as changed at two beats, without any change. */
async function untilAssumed(store: Store): Promise<void> {
  const before = store.statistics.changes()!;
  await within(2, "changes are not assumed", () => store.statistics.changes()! >= before + 2);
}

/**
 * Waits until a change of the accounts is noticed without checking the statistics again. A late echo of a beat makes everything count as
 * changed.
 */
async function untilHeard(store: Store, perform: () => Promise<unknown>): Promise<void> {
  await within(10, "no notice comes", async () => {
    const before = store.statistics.changes();
    await untilNoticed(store, perform);
    return store.statistics.changes() === before;
  });
}

test("a change is noticed at once with notices, within a second without, and everything counts as changed after a break [scale.notices]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const proxy = await openProxy(t, warehouse.databaseUrl);
  const store = await openStore({databaseUrl: warehouse.databaseUrl, notifyUrl: proxy.databaseUrl});
  const other = await openStore({databaseUrl: warehouse.databaseUrl});
  const change = (plan: string) => other.accounts.write((q) => setPlan(q, "a@b.ru", plan));
  await other.accounts.write((q) => ensureAccount(q, "a@b.ru", "free", NOW));

  await untilHeard(store, () => change("owner"));

  // Silent: the connection is open, and nothing arrives.
  proxy.onAnswered = () => null;
  await untilNoticed(store, () => change("free"));
  await untilAssumed(store);

  // Broken: reconnects, and counts everything as changed.
  proxy.onAnswered = (_piece, {client}) => {
    client.destroy();
    return null;
  };
  await untilAssumed(store);
  proxy.onAnswered = (chunk) => chunk;
  await untilHeard(store, () => change("owner"));
  await Promise.all([store.close(), other.close()]);
});
