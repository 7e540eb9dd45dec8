// ryad migrate --distribute: refused without Citus; and its calls, recorded by a replacement for the functions of Citus.
import assert from "node:assert/strict";
import {test} from "node:test";
import {SPREAD} from "../../src/store/engines/postgres/distribution.ts";
import {openStore} from "../../src/store/open.ts";
import {ryad} from "../command.ts";
import {STAND_IN} from "./citus.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

test("ryad migrate --distribute needs a Citus, distributes reference tables first and the others with their neighbours, and reports when there is nothing to do [scale.citus scale.distributed]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const without = await warehouse.ryad("migrate", "--distribute");
  assert.equal(without.code, 1);
  assert.match(without.stderr, /the database has no Citus extension/);
  assert.equal((await ryad(["migrate", "--distribute"])).code, 2, "a data folder is on one machine");

  await warehouse.ask(STAND_IN);
  const done = await warehouse.ryad("migrate", "--distribute");
  assert.equal(done.code, 0, done.stderr);
  const calls = await warehouse.ask(
    "select logicalrelid::regclass::text as name, called from citus.pg_dist_partition order by place",
  );
  const wanted = Object.entries(SPREAD).filter(([, how]) => how !== "home");
  assert.deepEqual(calls.map(({name}) => name).sort(), wanted.map(([name]) => name).sort());
  const firstSpread = calls.findIndex(({called}) => called !== "everywhere");
  assert.ok(calls.slice(firstSpread).every(({called}) => called !== "everywhere"));
  const calledOf = (table: string): string | undefined => calls.find(({name}) => name === table)?.["called"];
  assert.equal(calledOf("dataset"), "everywhere");
  assert.equal(calledOf("catalogue"), "dataset_id with none");
  assert.equal(calledOf("history"), "dataset_id with catalogue");
  assert.equal(calledOf("usage_day"), "account_id with usage");
  assert.match(done.stdout, /^distributed: .*\bhistory\b/m);

  assert.match((await warehouse.ryad("migrate", "--distribute")).stdout, /^distributed: nothing to do$/m);
  // a table that a later step adds goes the way of the others without being asked
  await warehouse.ask("delete from citus.pg_dist_partition where logicalrelid = 'note'::regclass");
  assert.match((await warehouse.ryad("migrate")).stdout, /^distributed: note$/m);
});

test("servers that start at once on an empty database to be distributed find it complete and distributed, each table once [scale.citus]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  await warehouse.ask(STAND_IN);
  const location = {databaseUrl: warehouse.databaseUrl, distributed: true};
  const stores = await Promise.all(Array.from({length: 6}, () => openStore(location)));
  for (const store of stores) await store.close();
  const calls = await warehouse.ask("select logicalrelid::regclass::text as name from citus.pg_dist_partition");
  const wanted = Object.entries(SPREAD).filter(([, how]) => how !== "home");
  assert.deepEqual(calls.map(({name}) => name).sort(), wanted.map(([name]) => name).sort());
});
