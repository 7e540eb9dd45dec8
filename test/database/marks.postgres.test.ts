// Marks of writers: as many rows as there were concurrent writers, for any number of writes.
import assert from "node:assert/strict";
import {test} from "node:test";
import {chargeValues} from "../../src/store/accounts/charges/statements.ts";
import {giveBackValues} from "../../src/store/accounts/usage.ts";
import {countRequest} from "../../src/store/accounts/windows.ts";
import {openStore} from "../../src/store/open.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

test("writers use the same few rows for their marks again and again [serve.outage]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const store = await openStore({databaseUrl: warehouse.databaseUrl, connections: 3});
  const month = "2026-07";
  for (let turn = 0; turn < 20; turn++) {
    const writes = Array.from({length: 5}, async (_, account) => {
      await store.accounts.write((q) => countRequest(q, account, turn));
      await store.accounts.write((q) =>
        chargeValues(q, {accountId: account, month, day: "2026-07-15", values: 10, limit: null}),
      );
      await store.accounts.write((q) => giveBackValues(q, account, month, "2026-07-15", 5));
    });
    await Promise.all(writes);
    const failing = store.accounts.write(function* (q) {
      yield* chargeValues(q, {accountId: 1, month, day: "2026-07-15", values: 10, limit: null});
      throw new Error("no");
    });
    await assert.rejects(failing, /no/);
  }
  const [marks] = await warehouse.ask("select count(*) as rows from writer_mark");
  assert.ok(Number(marks!["rows"]) <= 6, `${marks!["rows"]} rows`);
  const [used] = await warehouse.ask("select sum(used) as used from usage");
  assert.equal(used!["used"], String(20 * 5 * 5));
  await store.close();
});
