// ryad migrate --distribute: refused where there is no Citus; and what it asks of one, written down by a stand-in for its functions.
import assert from "node:assert/strict";
import {test} from "node:test";
import pg from "pg";
import {listDatasets, writeDataset} from "../../src/store/dataset.ts";
import {SPREAD} from "../../src/store/distribution.ts";
import {insertLoadRun} from "../../src/store/load-run.ts";
import {openStore} from "../../src/store/open.ts";
import {sampleDataset, sampleLoadRun} from "../../src/store/store-samples.kit.ts";
import {ryad} from "../command.ts";
import {createWarehouse, NEEDS_POSTGRES, type Warehouse} from "./servers.ts";

/** Writes down what is called, and refuses a table that was given before; it spreads nothing. A real Citus is asked by the conformance kit (RYAD_TEST_CITUS_URL). */
const STAND_IN = `
  create schema citus;
  create table citus.pg_dist_partition (logicalrelid oid unique, place serial, called text);
  create function citus.create_reference_table(given regclass) returns void language sql as
    $$ insert into citus.pg_dist_partition (logicalrelid, called) values (given, 'everywhere') $$;
  create function citus.create_distributed_table(given regclass, by text, colocate_with text) returns void language sql as
    $$ insert into citus.pg_dist_partition (logicalrelid, called) values (given, by || ' with ' || colocate_with) $$;
  create function citus.truncate_local_data_after_distributing_table(given regclass) returns void language sql as $$ $$;
  alter database ryad set search_path = public, citus`;

test("ryad migrate --distribute needs a Citus, spreads whole tables first and the others with their neighbours, and says so when there is nothing to do [scale.citus scale.distributed]", async (t) => {
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

test("servers that come to an empty place at once and are to spread it find it whole and spread, each table once [scale.citus]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  await warehouse.ask(STAND_IN);
  const place = {databaseUrl: warehouse.databaseUrl, distributed: true};
  const stores = await Promise.all(Array.from({length: 6}, () => openStore(place)));
  for (const store of stores) await store.close();
  const calls = await warehouse.ask("select logicalrelid::regclass::text as name from citus.pg_dist_partition");
  const wanted = Object.entries(SPREAD).filter(([, how]) => how !== "home");
  assert.deepEqual(calls.map(({name}) => name).sort(), wanted.map(([name]) => name).sort());
});

test("on many machines a read waits for a load that is being published and sees all of it, and a load waits for the reads that are going on [scale.distributed]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  assert.equal((await warehouse.ryad("migrate")).code, 0);
  await warehouse.ask(STAND_IN);
  assert.equal((await warehouse.ryad("migrate", "--distribute")).code, 0);
  const store = await openStore({databaseUrl: warehouse.databaseUrl});
  const order: string[] = [];
  const read = async (name: string): Promise<void> => {
    const {length} = await store.statistics.read((q) => listDatasets(q));
    order.push(`${name} saw ${length}`);
  };

  const publisher = new pg.Client({connectionString: warehouse.databaseUrl});
  await publisher.connect();
  // The moment of publishing: its commit is under way on the machines.
  await publisher.query("begin; lock table schema_version in access exclusive mode");
  const waiting = read("reader");
  await publisher.query(
    "insert into dataset (provider_code, code, key_prefix, name, revised, archival, changed_by, changed_at, spans, dimensions, series_count, territory_count, metadata) values ('p', 'd', 'aaaaa', 'n', 1, 0, 'c', 'c', '[]', '[]', 0, 0, '{}')",
  );
  await untilWaiting(warehouse.ask, 1);
  assert.equal(order.join(), "", "the reader waits");
  await publisher.query("commit");
  await waiting;
  assert.equal(order.join(), "reader saw 1");

  // A read that is going on holds the load back at its end.
  await publisher.query("begin; lock table schema_version in access share mode");
  const load = store.statistics
    .write(function* (q) {
      yield* insertLoadRun(q, sampleLoadRun(yield* writeDataset(q, sampleDataset())));
    })
    .then(() => void order.push("load landed"));
  await untilWaiting(warehouse.ask, 1);
  assert.equal(order.join(), "reader saw 1");
  await publisher.query("commit");
  await load;
  await read("reader");
  assert.deepEqual(order.slice(1), ["load landed", "reader saw 2"]);
  await publisher.end();
  await store.close();
});

/** Waits until so many connections wait for a lock. */
async function untilWaiting(ask: Warehouse["ask"], count: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const [row] = await ask("select count(*) as count from pg_catalog.pg_stat_activity where wait_event_type = 'Lock'");
    if (Number(row!["count"]) >= count) return;
    assert.ok(tries < 200, "nobody waits");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
