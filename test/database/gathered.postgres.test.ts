// Servers that gather: many small requests are few transactions, and their results are those of requests one after another.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import pg from "pg";
import type {ChargeResult, Charging} from "../../src/store/accounts/charges/statements.ts";
import {readUsage} from "../../src/store/accounts/usage.ts";
import {openPool, prepared} from "../../src/store/engines/postgres/connection.ts";
import {createFences, fenceAnswer, WITH_FENCE} from "../../src/store/engines/postgres/marks.ts";
import {findBrokenUsage} from "../../src/store/faults.ts";
import {openStore, type Store} from "../../src/store/open.ts";
import {readLastChange} from "../../src/store/releases/load-run.ts";
import {all, mergeable, type Script} from "../../src/store/script.ts";
import {until} from "../../src/work/patience.fixture.ts";
import {createApi} from "../api/client.ts";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder} from "../warehouse.ts";
import {createWarehouse, NEEDS_POSTGRES, type Warehouse} from "./servers.ts";

const LIMIT = 1000;
const MOST_QUERIES = fc.record({
  server: fc.nat(2),
  accountId: fc.integer({min: 1, max: 4}),
  day: fc.constantFrom("2026-10-31", "2026-11-01", "2026-11-02"),
  values: fc.oneof(fc.integer({min: 0, max: 300}), fc.constantFrom(LIMIT, LIMIT + 1)),
  turn: fc.nat(3),
});

test("charges of three servers at once have results that they could have had one after another [limits.charge-reserved limits.quota-exceeded limits.charge-together scale.many-servers]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const stores = await openAll(t, warehouse, 3);
  let accounts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(MOST_QUERIES, {minLength: 1, maxLength: 60}), async (queries) => {
      accounts += 10;
      const charged = await Promise.all(
        queries.map(async ({server, accountId, day, values, turn}) => {
          for (let passed = 0; passed < turn; passed++) await new Promise(setImmediate);
          const limit = accountId % 2 === 0 ? null : LIMIT;
          const charging = {accountId: accounts + accountId, month: day.slice(0, 7), day, values, limit};
          return {charging, reserved: await stores[server]!.charges.charge(charging)};
        }),
      );
      const months = Map.groupBy(charged, ({charging}) => `${charging.accountId} ${charging.month}`);
      for (const [key, group] of months) {
        const [account, month] = key.split(" ") as [string, string];
        const used = judgeMonth(group);
        assert.equal(await stores[0]!.accounts.readOne((q) => readUsage(q, Number(account), month)), used, key);
      }
    }),
    {numRuns: 40},
  );
  assert.deepEqual(await stores[0]!.accounts.read(findBrokenUsage), []);
});

/** Accepted charges have the sums of some order; a refused one did not fit behind one of them. Returns the sum of all accepted. */
function judgeMonth(group: readonly {readonly charging: Charging; readonly reserved: ChargeResult}[]): number {
  const accepted = group.filter(({reserved}) => reserved.fits);
  // A charge of nothing leaves the sum as it is, so it may be at either end of the others with that sum.
  accepted.sort((a, b) => a.reserved.used - b.reserved.used || b.charging.values - a.charging.values);
  const sums = new Set([0]);
  let sum = 0;
  for (const {charging, reserved} of accepted) {
    sum += charging.values;
    assert.equal(reserved.used, sum);
    sums.add(sum);
  }
  for (const {charging, reserved} of group.filter((one) => !one.reserved.fits)) {
    assert.ok(sums.has(reserved.used), `${reserved.used} is a sum`);
    assert.ok(charging.limit !== null && charging.values + reserved.used > charging.limit);
  }
  const {limit} = group[0]!.charging;
  assert.ok(limit === null || sum <= limit);
  return sum;
}

test("requests of three servers in one minute are each counted once [limits.window-every-request limits.shared-by-account scale.many-servers]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const stores = await openAll(t, warehouse, 3);
  const counts = await Promise.all(
    Array.from({length: 300}, async (_, index) => {
      if (index % 7 === 0) await new Promise(setImmediate);
      return {account: index % 5, ...(await stores[index % 3]!.windows.count(index % 5, 0))};
    }),
  );
  for (const [account, windows] of Map.groupBy(counts, (one) => one.account)) {
    // all in one, unless a slow machine has let a second window open in between
    for (const within of Map.groupBy(windows, ({openedAt}) => openedAt).values()) {
      const used = within.map((one) => one.used).sort((a, b) => a - b);
      assert.deepEqual(
        used,
        used.map((_, index) => index + 1),
        `account ${account}`,
      );
    }
    for (const {countedAt, openedAt} of windows) assert.ok(countedAt >= openedAt);
  }
});

test("a statement that was given up never passes its gate, and one that passed is told with its word [limits.charge-returned serve.outage]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  await (await openStore({databaseUrl: warehouse.databaseUrl})).close();
  const pool = openPool({url: warehouse.databaseUrl, connections: 2, workSeconds: null});
  const gates = createFences(pool);
  const statement = `${WITH_FENCE}, ${fenceAnswer("$4::text")} select id from gate`;
  const pass = async (words: readonly string[], word: string) =>
    (await pool.query(prepared(statement, [...words, word]))).rows.length === 1;

  const late = gates.next();
  assert.equal(await late.hasPassed(), null);
  assert.equal(await pass(late.words, "late"), false, "the row of a new gate");
  const first = gates.next();
  assert.equal(await pass(first.words, "1 2"), true);
  first.free();
  const second = gates.next();
  assert.equal(second.words[0], first.words[0], "the same row again");
  assert.equal(await second.hasPassed(), null);
  assert.equal(await pass(second.words, "late"), false, "the row of a gate in use");
  assert.equal(await second.hasPassed(), null);
  const third = gates.next();
  assert.equal(await pass(third.words, "5 6"), true);
  for (const _ of [1, 2]) assert.equal(await third.hasPassed(), "5 6");
  assert.equal(await pass(third.words, "again"), false, "a statement is not sent twice");
  await pool.end();
});

test("a read that fails fails alone: the others of its snapshot are answered [scale.many-servers]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const [store] = await openAll(t, warehouse, 1);
  const number = (text: string) =>
    function* (): Script<number> {
      const rows = yield* all({sql: `select ${text}::integer as n`, parameters: []});
      return (rows[0] as {n: number}).n;
    };
  const twice = function* (): Script<number> {
    return (yield* number("1")()) + (yield* number("2")());
  };
  const refused = function* (): Script<number> {
    yield* number("3")();
    throw new Error("refused by itself");
  };
  const outcomes = await Promise.allSettled(
    [twice, number("1 / (1 - 1)"), refused, twice, number("7")].map((script) => store!.statistics.read(script)),
  );
  const told = outcomes.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as Error).message));
  assert.deepEqual(told, [3, "division by zero", "refused by itself", 3, 7]);
  assert.equal(await store!.statistics.read(number("8")), 8);
});

test("what reads ask with other numbers is one statement, each gets its own rows, and the one that makes it fail fails alone [scale.many-servers]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const [store] = await openAll(t, warehouse, 1);
  const text = "select $1::integer + place as sum, 60 / $2::integer as share from generate_series(1, $1) as place";
  const ask = (numbers: readonly number[]) =>
    store!.statistics.read(function* (): Script<string> {
      const rows = yield* all<{sum: number; share: number}>(mergeable({sql: text, parameters: numbers}));
      return rows.map(({sum, share}) => `${sum} ${share}`).join(", ");
    });
  const told = async (queries: readonly (readonly number[])[]) =>
    (await Promise.allSettled(queries.map(ask))).map((one) =>
      one.status === "fulfilled" ? one.value : (one.reason as Error).message,
    );
  assert.deepEqual(
    await told([
      [1, 2],
      [0, 5],
      [2, 3],
      [1, 2],
      [2, 4],
    ]),
    ["2 30", "", "3 20, 4 20", "2 30", "3 15, 4 15"],
  );
  assert.deepEqual(
    await told([
      [1, 1],
      [1, 0],
      [2, 6],
    ]),
    ["2 60", "division by zero", "3 10, 4 10"],
  );
});

test("reads of one snapshot know its state, which a load changes, so what they remember is never that of another [scale.many-servers]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const [store, other] = await openAll(t, warehouse, 2);
  const statesOf = () =>
    Promise.all(
      [1, 2, 3].map(() =>
        store!.statistics.read(function* (q): Script<number | null> {
          const before = store!.statistics.stateRead();
          yield* readLastChange(q);
          assert.equal(store!.statistics.stateRead(), before);
          return before;
        }),
      ),
    );
  const folder = await temporaryFolder(t);
  assert.deepEqual(await statesOf(), [null, null, null], "nothing was loaded");
  await loadTidy(other!, folder, {rows: ["x,643,2024,1"]});
  const [first, ...same] = await statesOf();
  assert.deepEqual(same, [first, first]);
  assert.equal(typeof first, "number");
  assert.deepEqual(await statesOf(), [first, first, first]);
  await loadTidy(other!, folder, {rows: ["x,643,2024,2"], published_at: "2026-07-10"});
  const [second] = await statesOf();
  assert.notEqual(second, first);
  assert.equal(store!.statistics.stateRead(), null, "between reads");
});

const CLIENTS = 32;
const ASKS = 40;
/** One by one an answer takes three. On a slow machine groups are smaller; the bench measures the goal of 0.3. */
const MOST_COMMITS_AN_ANSWER = 1;
const SLICE = "/api/v1/data?dataset=demo&geo=country";

test("many clients need less than one transaction for a slice, and each slice is charged [limits.charge-together scale.many-servers]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const {databaseUrl} = warehouse;
  const first = await openStore({databaseUrl});
  await loadTidy(first, await temporaryFolder(t), {rows: ["x,643,2024,1", "x,643,2025,2"]});
  const {createToken} = await createApi(t, first);
  const clients = Array.from({length: CLIENTS}, (_, number) => createToken("academic", `reader${number}@example.org`));
  const tokens = await Promise.all(clients);
  await first.close();
  const before = await commitsOf(warehouse);

  const store = await openStore({databaseUrl});
  const api = await createApi(t, store);
  const client = async (token: string): Promise<void> => {
    for (let query = 0; query < ASKS; query++) {
      const {status} = await api.get(`${SLICE}&limit=${1 + (query % 7)}`, {"x-api-key": token});
      assert.equal(status, 200);
    }
  };
  await Promise.all(tokens.map(client));
  await store.close();
  const share = ((await commitsOf(warehouse)) - before) / (CLIENTS * ASKS);
  t.diagnostic(`${share} transactions an answer`);
  assert.ok(share < MOST_COMMITS_AN_ANSWER, `${share} transactions an answer`);
  const [charged] = await warehouse.ask("select sum(used) as used from usage");
  assert.equal(Number(charged!["used"]), CLIENTS * ASKS * 2);
});

/** Transactions of the database. A connection has told all of its own when it is closed. */
async function commitsOf({cluster}: Warehouse): Promise<number> {
  const client = new pg.Client({connectionString: cluster.address("postgres")});
  await client.connect();
  try {
    await until("no connection is open", async () => {
      const {rows} = await client.query("select 1 from pg_catalog.pg_stat_activity where datname = 'ryad'");
      return rows.length === 0;
    });
    const {rows} = await client.query<{commits: string}>(
      "select xact_commit as commits from pg_catalog.pg_stat_database where datname = 'ryad'",
    );
    return Number(rows[0]!.commits);
  } finally {
    await client.end();
  }
}

async function openAll(
  t: {after(end: () => unknown): void},
  {databaseUrl}: Warehouse,
  count: number,
): Promise<readonly Store[]> {
  const stores: Store[] = [];
  for (let made = 0; made < count; made++) stores.push(await openStore({databaseUrl}));
  t.after(() => Promise.all(stores.map((store) => store.close())));
  return stores;
}
