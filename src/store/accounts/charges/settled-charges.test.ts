import assert from "node:assert/strict";
import {test} from "node:test";
import {temporaryStore} from "../../../../test/warehouse.ts";
import {ensureAccount} from "../account.ts";
import {createSettledCharges} from "./settled-charges.ts";

test("the end of a service waits for charges that are being given back, also for one that begins in the same turn [files.price]", async (t) => {
  const {store} = await temporaryStore(t);
  const {id} = await store.accounts.write((q) => ensureAccount(q, "a@example.org", "free", "2026-01-01T00:00:00.000Z"));
  const of = {requestId: "r", accountId: id, month: "2026-01", day: "2026-01-01"};
  const {promise: gate, resolve: open} = Promise.withResolvers<void>();
  const gated = {
    ...store.charges,
    giveBack: async (charge: Parameters<typeof store.charges.giveBack>[0]) => {
      await gate;
      return store.charges.giveBack(charge);
    },
  };
  const charges = createSettledCharges(gated, () => {});
  await charges.charge({...of, values: 10, limit: null});
  setImmediate(() => void charges.giveBack({...of, values: 4}));
  let isClosed = false;
  const closed = charges.close().then(() => {
    isClosed = true;
  });
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isClosed, false);
  open();
  await closed;
  assert.equal(await store.charges.used(id, "2026-01"), 6);
});
