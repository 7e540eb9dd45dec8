// Tests of deleted accounts: an owner who returns gets no new quota, and after the month nothing is kept.
import assert from "node:assert/strict";
import {test} from "node:test";
import {deleteAccount, ensureAccount, forgetLeftAccounts} from "../accounts/account.ts";
import {chargeValues} from "../accounts/charges/statements.ts";
import {readUsage, readUsageDays} from "../accounts/usage.ts";
import {countRequest} from "../accounts/windows.ts";
import {findBrokenAccounts, findBrokenUsage} from "../faults.ts";
import {all} from "../script.ts";
import {type NewLocation, NOW, withStore} from "./samples.fixture.ts";

export function registerLeftAccountTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: an owner who deletes an account and returns within the month continues with its use, any number of times [account-site.delete-renews-nothing]`, () =>
    withStore(newLocation, async (store) => {
      const comeBack = (email: string, now: string) => store.accounts.write((q) => ensureAccount(q, email, null, now));
      const use = (id: number, day: string, values: number) =>
        store.accounts.write((q) => chargeValues(q, {accountId: id, month: day.slice(0, 7), day, values, limit: null}));
      const leave = (id: number, now: string) => store.accounts.write((q) => deleteAccount(q, id, now));
      const {id} = await comeBack("a@b.ru", NOW);
      await use(id, "2026-11-20", 5);
      const opened = await store.accounts.write((q) => countRequest(q, id, 1000));
      await leave(id, NOW);
      const other = (await comeBack("other@b.ru", NOW)).id;
      assert.notEqual(other, id);
      for (const [used, day] of [
        [6, "2026-11-21"],
        [7, "2026-11-22"],
      ] as const) {
        const back = await comeBack("A@b.ru", `${day}T10:00:00.000Z`);
        assert.deepEqual(back, {id, plan: "free", disabledAt: null});
        assert.equal(await use(id, day, 1), used);
        await leave(id, `${day}T11:00:00.000Z`);
        // an answer in progress
        assert.equal(await use(id, day, 0), used);
      }
      const {id: last} = await comeBack("a@b.ru", "2026-11-30T23:59:59.999Z");
      const again = await store.accounts.write((q) => countRequest(q, last, 2000));
      assert.deepEqual([again.openedAt, again.used], [opened.openedAt, opened.used + 1]);
      assert.deepEqual(await store.accounts.read((q) => readUsageDays(q, last, "2026-11")), [
        {day: "2026-11-20", used: 5},
        {day: "2026-11-21", used: 1},
        {day: "2026-11-22", used: 1},
      ]);
      assert.deepEqual(await store.accounts.read((q) => findBrokenUsage(q)), []);
      await leave(last, "2026-11-30T23:59:59.999Z");
      const next = await comeBack("a@b.ru", "2026-12-01T00:00:00.000Z");
      assert.notEqual(next.id, id);
      assert.equal(await store.accounts.read((q) => readUsage(q, next.id, "2026-12")), 0);
      assert.equal(await store.accounts.read((q) => readUsage(q, other, "2026-11")), 0);
    }));

  test(`${engine}: the rest of a deleted account is deleted after the month, with or without other visitors [account-site.delete-swept]`, () =>
    withStore(newLocation, async (store) => {
      const ids: number[] = [];
      const rows = () =>
        store.accounts.read(function* (q) {
          const counts = [(yield* all(q.db.selectFrom("account").select("id").compile())).length];
          for (const table of ["usage", "usage_day", "minute_window"] as const) {
            let count = 0;
            for (const id of ids) {
              const own = q.db.selectFrom(table).select("account_id").where("account_id", "=", id);
              count += (yield* all(own.compile())).length;
            }
            counts.push(count);
          }
          return counts;
        });
      for (const email of ["a@b.ru", "c@d.ru"]) {
        const {id} = await store.accounts.write((q) => ensureAccount(q, email, null, NOW));
        ids.push(id);
        await store.accounts.write((q) =>
          chargeValues(q, {accountId: id, month: "2026-11", day: "2026-11-20", values: 5, limit: null}),
        );
        await store.accounts.write((q) => countRequest(q, id, 1000));
        await store.accounts.write((q) => deleteAccount(q, id, NOW));
      }
      const sweep = (now: string) => store.accounts.write((q) => forgetLeftAccounts(q, now));
      await sweep("2026-11-30T23:59:59.999Z");
      assert.deepEqual(await rows(), [2, 2, 2, 2]);
      await sweep("2026-12-01T00:00:00.000Z");
      assert.deepEqual(await rows(), [0, 0, 0, 0]);
    }));

  test(`${engine}: an account that was left within the hour stays, so that no request in progress can write to one that is gone; rows without an account are swept [account-site.no-orphans]`, () =>
    withStore(newLocation, async (store) => {
      const charge = (id: number) =>
        store.accounts.write(function* (q) {
          yield* chargeValues(q, {accountId: id, month: "2026-11", day: "2026-11-30", values: 5, limit: null});
          yield* countRequest(q, id, 1000);
        });
      const sweep = (now: string) => store.accounts.write((q) => forgetLeftAccounts(q, now));
      const broken = () => store.accounts.read((q) => findBrokenAccounts(q));
      const {id} = await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
      await store.accounts.write((q) => deleteAccount(q, id, "2026-11-30T23:59:59.999Z"));
      await sweep("2026-12-01T00:59:59.999Z");
      await charge(id);
      assert.deepEqual(await broken(), []);
      await sweep("2026-12-01T01:00:00.000Z");
      assert.deepEqual(await broken(), []);
      await charge(id);
      assert.equal((await broken()).length, 3);
      await sweep("2026-12-01T01:00:00.000Z");
      assert.deepEqual(await broken(), []);
    }));
}
