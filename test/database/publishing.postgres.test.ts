// Publishing during reads and dumps: a release is seen whole or not at all, and nothing waits for long operations.
//
// The tests check the order of events. The time limit only ends a test that would wait without end.
import assert from "node:assert/strict";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import type pg from "pg";
import {LOAD_MEMORY_LIMIT} from "../../src/load/run.ts";
import {verifyStore} from "../../src/load/verify/verification.ts";
import {listDatasets} from "../../src/store/datasets/dataset.ts";
import {PUBLISH, READ_BETWEEN_COMMITS, waitForReads} from "../../src/store/engines/postgres/lock.ts";
import {openStore, type Store} from "../../src/store/open.ts";
import {listReleases} from "../../src/store/releases/release.ts";
import {HANG_MS, until} from "../../src/work/patience.fixture.ts";
import {ryad} from "../command.ts";
import {temporaryFolder, writePackage} from "../warehouse.ts";
import {KINDS, newStore} from "./citus.ts";

const MANY_MACHINES = KINDS.filter((kind) => kind !== "one PostgreSQL");

for (const kind of KINDS) {
  test(`${kind}: a load lands and reads go on while a dump holds every table [scale.publishing]`, {
    timeout: HANG_MS,
  }, async (t) => {
    const location = await newStore(t, kind);
    if ("skip" in location) return t.skip(location.skip);
    const loads = await writeLoads(t, location.databaseUrl);
    await loads.first();
    const store = await openStore(location);
    t.after(() => store.close());
    const [dump, watch] = [await location.connect(), await location.connect()];
    await holdEveryTable(dump);

    const seen: number[] = [];
    let isLanded = false;
    const landed = loads.second().then(() => {
      isLanded = true;
    });
    const reading = (async () => {
      do seen.push(await countReleases(store));
      while (!isLanded);
      seen.push(await countReleases(store));
    })();
    const work = Promise.all([landed, reading]);
    const waited = await Promise.race([work.then(() => []), untilWaiting(watch, "relation")]);
    await dump.query("commit");
    await work;
    assert.deepEqual(waited, [], "nobody waits for the dump");
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      seen,
    );
    assert.deepEqual([seen[0], seen.at(-1)], [1, 2]);
  });
}

for (const kind of MANY_MACHINES) {
  test(`${kind}: a read waits for a commit that is under way and sees all of it [scale.publishing]`, {
    timeout: HANG_MS,
  }, async (t) => {
    const location = await newStore(t, kind);
    if ("skip" in location) return t.skip(location.skip);
    const store = await openStore(location);
    t.after(() => store.close());
    const [publisher, watch] = [await location.connect(), await location.connect()];
    await publisher.query("begin");
    await publisher.query(PUBLISH.sql);
    const reading = store.statistics.read((q) => listDatasets(q));
    await untilWaiting(watch, "advisory");
    // It comes after the read had to wait, so a snapshot of that time would lack it.
    await publisher.query(
      "insert into dataset (provider_code, code, key_prefix, name, revised, archival, changed_by, changed_at, spans, dimensions, series_count, territory_count, metadata) values ('p', 'd', 'aaaaa', 'n', 1, 0, 'c', 'c', '[]', '[]', 0, 0, '{}')",
    );
    await publisher.query("commit");
    assert.equal((await reading).length, 1);
  });

  test(`${kind}: a load that waits for a long read lets others pass, tries again, and lands once [scale.publishing]`, {
    timeout: HANG_MS,
  }, async (t) => {
    const location = await newStore(t, kind);
    if ("skip" in location) return t.skip(location.skip);
    const loads = await writeLoads(t, location.databaseUrl);
    await loads.first();
    const store = await openStore(location);
    t.after(() => store.close());
    const [long, watch] = [await location.connect(), await location.connect()];
    await long.query(READ_BETWEEN_COMMITS.join("; "));
    const order: string[] = [];
    const landed = loads.second().then(() => void order.push("load landed"));
    for (const one of ["first", "second"]) {
      await untilWaiting(watch, "advisory");
      order.push(`${one} read saw ${await countReleases(store)}`);
    }
    order.push("long read ends");
    await long.query("commit");
    await landed;
    assert.deepEqual(order, ["first read saw 1", "second read saw 1", "long read ends", "load landed"]);

    const findings: string[] = [];
    const onFinding = (finding: string) => void findings.push(finding);
    const {releases} = await verifyStore(store, {deep: true, memoryLimit: LOAD_MEMORY_LIMIT, onFinding});
    assert.deepEqual({releases, findings}, {releases: 2, findings: []});
  });

  test(`${kind}: a write that finds no moment without a read is told who reads, and is undone [scale.publishing]`, {
    timeout: HANG_MS,
  }, async (t) => {
    const location = await newStore(t, kind);
    if ("skip" in location) return t.skip(location.skip);
    const [long, writer] = [await location.connect(), await location.connect()];
    await long.query("set application_name = 'ryad on elsewhere, process 7'");
    await long.query(READ_BETWEEN_COMMITS.join("; "));
    await writer.query("begin; update schema_version set version = 99");
    const patience = {trySeconds: 0.05, pauseSeconds: 0.01, longestPauseSeconds: 0.02, allSeconds: 0.2};
    await assert.rejects(
      waitForReads(writer, patience),
      /^Refusal: nothing can be published while a read is running \(ryad on elsewhere, process 7.*, for \d+ seconds\); waited 0.2 seconds, nothing was changed$/,
    );
    assert.equal((await long.query("select 1 from schema_version where version = 99")).rowCount, 0);
  });
}

test("a replica is refused where the tables are spread: it knows nothing of the lock [scale.publishing]", {
  timeout: HANG_MS,
}, async (t) => {
  const location = await newStore(t, "a stand-in for Citus");
  if ("skip" in location) return t.skip(location.skip);
  await assert.rejects(
    openStore({...location, readUrl: location.databaseUrl}),
    /^Refusal: a replica can't take the reads of a database that Citus spreads/,
  );
});

/** As pg_dump does for all of its time. */
async function holdEveryTable(client: pg.Client): Promise<void> {
  await client.query("begin isolation level repeatable read, read only");
  const {rows} = await client.query<{name: string}>(
    "select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()",
  );
  assert.ok(rows.length > 30);
  await client.query(`lock table ${rows.map(({name}) => `"${name}"`).join(", ")} in access share mode`);
}

async function countReleases(store: Store): Promise<number> {
  return store.statistics.read(function* (q) {
    const [dataset] = yield* listDatasets(q);
    return (yield* listReleases(q, dataset!.id)).length;
  });
}

/** Until a connection waits for a lock of the kind; gives the kind. */
async function untilWaiting(client: pg.Client, kind: "relation" | "advisory"): Promise<string[]> {
  const text = `select 1 from pg_catalog.pg_locks where not granted and locktype = $1
    and database = (select oid from pg_catalog.pg_database where datname = current_database())`;
  await until(
    `somebody waits for a lock of kind ${kind}`,
    async () => (await client.query(text, [kind])).rowCount! > 0,
  );
  return [kind];
}

/** Two releases of one dataset; the second brings one value that differs. */
async function writeLoads(t: TestContext, databaseUrl: string) {
  const folder = await temporaryFolder(t);
  const load = async (day: string, value: number): Promise<void> => {
    const path = await writePackage(
      join(folder, day),
      {provider: "showdata", dataset: "demo", name: "demo", published_at: day},
      "indicator,class,geo,period,value",
      [`x,a,643,2023,1`, `x,b,643,2023,${value}`],
    );
    const {code, stderr} = await ryad(["load", path], {RYAD_DATABASE_URL: databaseUrl});
    assert.equal(code, 0, stderr);
  };
  return {first: () => load("2025-01-10", 2), second: () => load("2025-02-10", 3)};
}
