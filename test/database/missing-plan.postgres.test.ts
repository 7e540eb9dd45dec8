// PostgreSQL's plan for the reasons of missing values, which each answer with the observations of a series reads.
import assert from "node:assert/strict";
import {test} from "node:test";
import pg from "pg";
import {readMissingOfSeries} from "../../src/store/datasets/missing.ts";
import {recordStatements} from "../../src/store/engines/postgres/sent-statements.fixture.ts";
import {openStore} from "../../src/store/open.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Plan[];
}

test("the reasons of one series are found by index, and their releases by the key of the dataset, not among all of the store [load.missing]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  await warehouse.ryad("migrate");
  const query = recordStatements();
  const store = await openStore({databaseUrl: warehouse.databaseUrl});
  t.after(() => store.close());
  assert.deepEqual(await store.statistics.read((q) => readMissingOfSeries(q, 1, 77)), []);
  const text = [...query].findLast((one) => one.includes("missing_value"))!;
  const filled = text.replace(/\$1\b/, "1").replace(/\$2\b/, "77");
  const client = new pg.Client({connectionString: warehouse.databaseUrl});
  await client.connect();
  // small tables are read whole whatever the query is
  await client.query("set enable_seqscan = off");
  const {rows} = await client.query<{"QUERY PLAN": [{Plan: Plan}]}>(`explain (format json) ${filled}`);
  await client.end();
  const found: string[] = [];
  const visit = (plan: Plan): void => {
    if (plan["Index Cond"] !== undefined) found.push(plan["Index Cond"]);
    for (const inner of plan.Plans ?? []) visit(inner);
  };
  visit(rows[0]!["QUERY PLAN"][0].Plan);
  assert.equal(found.length, 2, found.join());
  for (const one of found) assert.match(one, /dataset_id = (?:1|missing_value\.dataset_id)/);
});
