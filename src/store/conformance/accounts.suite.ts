// Tests of the use of accounts in a minute and in a month: never more than allowed, for any number of concurrent requests.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {createGroupedCharges, createSingleCharges} from "../accounts/charges/charges.ts";
import {chargeTogether, chargeValues} from "../accounts/charges/statements.ts";
import {giveBackValues, readUsage} from "../accounts/usage.ts";
import type {Queries} from "../engines/differences.ts";
import {findBrokenUsage} from "../faults.ts";
import {all, run, type Script} from "../script.ts";
import {type NewLocation, withStore} from "./samples.fixture.ts";

const [MONTH, DAY] = ["2026-11", "2026-11-20"];
const LIMIT = 1_000_000;

export function registerAccountTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: a charge that uses exactly the rest is accepted; one value more is refused completely and charges nothing [limits.quota-exceeded] [limits.rejected-free]`, () =>
    withStore(newLocation, async (store) => {
      const reserve = (values: number, month = MONTH) =>
        store.accounts.write((q) => chargeValues(q, {accountId: 1, month, day: DAY, values, limit: LIMIT}));
      assert.equal(await reserve(LIMIT + 1), null);
      assert.equal(await reserve(999_000), 999_000);
      assert.equal(await reserve(1_001), null);
      assert.equal(await reserve(1_000), LIMIT);
      assert.equal(await reserve(1), null);
      assert.equal(await reserve(0), LIMIT);
      assert.equal(await reserve(LIMIT, "2026-12"), LIMIT);
      assert.equal(await store.accounts.read((q) => readUsage(q, 1, MONTH)), LIMIT);
      assert.equal(await store.accounts.read((q) => readUsage(q, 2, MONTH)), 0);
      assert.equal(await usedOn(store.accounts, DAY), 2 * LIMIT);
    }));

  test(`${engine}: twenty charges of 60,000 at once on a quota of a million: sixteen are accepted, on any number of connections [limits.charge-reserved]`, () =>
    withStore(newLocation, async (store, again) => {
      const stores = [store, await again(), await again()];
      const charges = await Promise.all(
        Array.from({length: 20}, (_, attempt) =>
          stores[attempt % 3]!.accounts.write((q) =>
            chargeValues(q, {accountId: 1, month: MONTH, day: DAY, values: 60_000, limit: LIMIT}),
          ),
        ),
      );
      const taken = charges.filter((used) => used !== null).sort((a, b) => a - b);
      assert.deepEqual(
        taken,
        Array.from({length: 16}, (_, index) => (index + 1) * 60_000),
      );
      assert.equal(await store.accounts.read((q) => readUsage(q, 1, MONTH)), 960_000);
      assert.equal(await usedOn(store.accounts, DAY), 960_000);
    }));

  test(`${engine}: charges made together have the same results as one after another, and none is lost [limits.charge-reserved limits.quota-exceeded limits.charge-together]`, () =>
    withStore(newLocation, async (store, again) => {
      const charging = fc.record({
        accountId: fc.integer({min: 1, max: 20}),
        day: fc.constantFrom("2026-10-31", DAY),
        values: fc.oneof(fc.integer({min: 0, max: 700}), fc.constant(1001)),
      });
      const other = await again();
      let accounts = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(charging, {maxLength: 40}), {maxLength: 4}), async (groups) => {
          accounts += 100;
          const used = new Map<string, number>();
          for (const group of groups) {
            const limitOf = (accountId: number): number | null => (accountId % 3 === 0 ? null : 1000);
            const queries = group.map((one) => ({
              ...one,
              accountId: accounts + one.accountId,
              month: one.day.slice(0, 7),
              limit: limitOf(one.accountId),
            }));
            const together = await store.accounts.write((q) => chargeTogether(q, queries));
            for (const [index, {accountId, month, values, limit}] of queries.entries()) {
              const before = used.get(`${accountId} ${month}`) ?? 0;
              const fits = limit === null || before + values <= limit;
              used.set(`${accountId} ${month}`, fits ? before + values : before);
              assert.deepEqual(together[index], {fits, used: fits ? before + values : before});
            }
          }
          for (const [key, expected] of used) {
            const [accountId, month] = key.split(" ") as [string, string];
            assert.equal(await other.accounts.read((q) => readUsage(q, Number(accountId), month)), expected);
          }
        }),
        {numRuns: 30},
      );
      assert.deepEqual(await store.accounts.read(findBrokenUsage), []);
    }));

  test(`${engine}: each of several concurrent charges gets the use after it, on any number of servers [limits.charge-reserved limits.charge-together]`, () =>
    withStore(newLocation, async (store, again) => {
      const other = await again();
      for (const charges of [
        store.charges,
        createGroupedCharges(store.accounts),
        createSingleCharges(other.accounts),
      ]) {
        const month = MONTH;
        const ask = (accountId: number, values: number) =>
          charges.charge({accountId, month, day: DAY, values, limit: LIMIT});
        const before = await charges.used(1, MONTH);
        const told = await Promise.all(Array.from({length: 7}, () => ask(1, 60_000)));
        const fitting = told.filter(({fits}) => fits).map(({used}) => used);
        assert.deepEqual(
          fitting.sort((a, b) => a - b),
          Array.from(
            {length: Math.min(7, Math.floor((LIMIT - before) / 60_000))},
            (_, nth) => before + (nth + 1) * 60_000,
          ),
        );
        const after = before + fitting.length * 60_000;
        assert.equal(await charges.used(1, MONTH), after);
        for (const {fits, used} of told) if (!fits) assert.equal(used, after);
        await assert.rejects(ask(2, 0.5), RangeError);
        assert.equal((await ask(2, 1)).fits, true);
        await other.accounts.write((q) => giveBackValues(q, 1, MONTH, DAY, 30_000));
        assert.equal(await charges.used(1, MONTH), after - 30_000);
        await store.accounts.write((q) => giveBackValues(q, 1, MONTH, DAY, 10_000));
        assert.equal(await charges.used(1, MONTH), after - 40_000);
      }
    }));

  test(`${engine}: what a server knows of a month without asking is what the store has, also beside charges of others [limits.quota-headers]`, () =>
    withStore(newLocation, async (store, again) => {
      const other = await again();
      const action = fc.record({
        // several charges of an account to two days of a month are what can be mistaken
        kind: fc.constantFrom("charge", "charge", "charge", "charge", "giveBack", "ask", "other", "fail"),
        accountId: fc.integer({min: 1, max: 2}),
        day: fc.constantFrom("2026-10-31", "2026-11-19", DAY, DAY),
        values: fc.integer({min: 0, max: 200}),
      });
      let accounts = 100;
      let known = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(action, {maxLength: 6}), {maxLength: 5}), async (ticks) => {
          accounts += 10;
          for (const tick of ticks) {
            const acts = tick.map(async ({kind, day, values, ...of}) => {
              const accountId = accounts + of.accountId;
              const charging = {accountId, month: day.slice(0, 7), day, values, limit: 1000};
              if (kind === "charge") await store.charges.charge(charging);
              else if (kind === "giveBack") await store.charges.giveBack(charging);
              else if (kind === "ask") await store.charges.used(accountId, charging.month);
              else if (kind === "other") await other.charges.charge(charging);
              else await store.charges.charge({...charging, values: 0.5});
            });
            // a charge that is refused ends those of its group
            await Promise.allSettled(acts);
            await new Promise((resolve) => setImmediate(resolve));
            for (const id of [1, 2]) {
              const told = store.charges.recall(accounts + id);
              if (told === null) continue;
              known++;
              assert.equal(told.used, await store.accounts.readOne((q) => readUsage(q, accounts + id, told.month)));
            }
          }
        }),
        {numRuns: 60},
      );
      assert.equal(known > 0, store.accounts.name === "sqlite");
    }));

  test(`${engine}: a plan without quota is charged without limit, and a number that is not a count is refused [limits.plans]`, () =>
    withStore(newLocation, async (store) => {
      const reserve = (values: number) =>
        store.accounts.write((q) => chargeValues(q, {accountId: 1, month: MONTH, day: DAY, values, limit: null}));
      assert.equal(await reserve(2 ** 50), 2 ** 50);
      assert.equal(await reserve(60_000), 2 ** 50 + 60_000);
      for (const values of [-1, 0.5, Number.NaN, 2 ** 53]) await assert.rejects(reserve(values), RangeError);
    }));

  test(`${engine}: returned values can be used again, and are never more than were used [limits.charge-returned]`, () =>
    withStore(newLocation, async (store) => {
      await store.accounts.write((q) =>
        chargeValues(q, {accountId: 1, month: MONTH, day: DAY, values: 700, limit: LIMIT}),
      );
      await store.accounts.write((q) => giveBackValues(q, 1, MONTH, DAY, 300));
      assert.equal(await store.accounts.read((q) => readUsage(q, 1, MONTH)), 400);
      assert.equal(await usedOn(store.accounts, DAY), 400);
      await store.accounts.write((q) => giveBackValues(q, 1, MONTH, DAY, 401));
      await store.accounts.write((q) => giveBackValues(q, 9, MONTH, DAY, 5));
      assert.equal(await store.accounts.read((q) => readUsage(q, 1, MONTH)), 0);
      assert.equal(await usedOn(store.accounts, DAY), 0);
    }));

  test(`${engine}: any sequence of charges and returns has the result of plain arithmetic, and never exceeds the quota [limits.charge-reserved]`, () =>
    withStore(newLocation, async (store) => {
      let account = 0;
      const perform = fc.record({values: fc.integer({min: 0, max: 60}), isCharge: fc.boolean()});
      await fc.assert(
        fc.asyncProperty(
          fc.array(perform, {maxLength: 12}),
          fc.option(fc.integer({min: 0, max: 100})),
          async (acts, limit) => {
            account++;
            let used = 0;
            for (const {values, isCharge} of acts) {
              if (isCharge) {
                const fits = limit === null || used + values <= limit;
                if (fits) used += values;
                const charged = await store.accounts.write((q) =>
                  chargeValues(q, {accountId: account, month: MONTH, day: DAY, values, limit}),
                );
                assert.equal(charged, fits ? used : null);
              } else {
                used = Math.max(0, used - values);
                await store.accounts.write((q) => giveBackValues(q, account, MONTH, DAY, values));
              }
              assert.equal(await store.accounts.read((q) => readUsage(q, account, MONTH)), used);
            }
          },
        ),
        {numRuns: 40},
      );
    }));

  test(`${engine}: a month that is not the sum of its days is found, if either of the two is wrong or missing [command.check-deep]`, () =>
    withStore(newLocation, async (store) => {
      const charge = (account: number, month: string, day: string, values: number) =>
        store.accounts.write((q) => chargeValues(q, {accountId: account, month, day, values, limit: null}));
      for (const account of [1, 2, 3, 4]) {
        await charge(account, "2026-11", "2026-11-20", 10);
        await charge(account, "2026-11", "2026-11-21", 32);
        await charge(account, "2026-12", "2026-12-01", 5);
        await store.accounts.write((q) => giveBackValues(q, account, "2026-11", "2026-11-21", 2));
      }
      const broken = () => store.accounts.read((q) => findBrokenUsage(q));
      assert.deepEqual(await broken(), []);
      await store.accounts.write(function* (q) {
        yield* run(
          q.db
            .updateTable("usage")
            .set({used: 41})
            .where("account_id", "=", 2)
            .where("month", "=", "2026-11")
            .compile(),
        );
        yield* run(q.db.deleteFrom("usage").where("account_id", "=", 3).where("month", "=", "2026-12").compile());
        yield* run(q.db.deleteFrom("usage_day").where("account_id", "=", 4).where("day", "=", "2026-11-20").compile());
      });
      assert.deepEqual(await broken(), [
        "account 2 is charged 41 values in 2026-11, but its days have 40",
        "account 3 is charged 0 values in 2026-12, but its days have 5",
        "account 4 is charged 40 values in 2026-11, but its days have 30",
      ]);
    }));
}

/** Values booked to a day, of all accounts. */
async function usedOn(engine: {read<T>(script: (q: Queries) => Script<T>): Promise<T>}, day: string): Promise<number> {
  const rows = await engine.read(function* (q) {
    return yield* all(q.db.selectFrom("usage_day").select("used").where("day", "=", day).compile());
  });
  return rows.reduce((sum, row) => sum + row.used, 0);
}
