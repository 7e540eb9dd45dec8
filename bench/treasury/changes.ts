// The cost of a load by the size of its change: one value, 0.01 % and 1 % of the values of a period, and 1, 10 and 1,000 new series with a new
// class each, of datasets of 100,000 and of a million series.
//
// `node bin/node.js bench/treasury/changes.ts [--store postgres] [--largest N] [--rounds N]`. Processor time is that of the loader without the
// database; the log is what the cluster of the database wrote meanwhile. The first load of each dataset finds everything for the first time
// and is not counted.
import {mkdirSync} from "node:fs";
import {join} from "node:path";
import {parseArgs} from "node:util";
import pg from "pg";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import type {StoreLocation} from "../../src/store/open.ts";
import {median} from "../results.ts";
import {createProgress, createWorkFolder} from "../work-folder.ts";
import {logBytes} from "./postgres.ts";
import {createRevisions, type Loaded} from "./revision.ts";
import {makeTreasury} from "./treasury.ts";

const {values: options} = parseArgs({
  options: {
    store: {type: "string", default: "embedded"},
    largest: {type: "string", default: "1000000"},
    rounds: {type: "string", default: "3"},
  },
});
const SHARES = [0, 1e-4, 1e-2];
const ADDED = [1, 10, 1000];
const largest = Number(options.largest);
const sizes = [largest, largest / 10];

const work = createWorkFolder();
const progress = createProgress(process.stderr);
const database = options.store === "postgres" ? await startPostgres() : null;
try {
  const location: StoreLocation =
    database === null ? {dataFolder: join(work.path, "changes")} : {databaseUrl: await database.newDatabase()};
  if ("dataFolder" in location) mkdirSync(location.dataFolder);
  progress.show(`writing ${sizes.join(" and ")} series`);
  await makeTreasury(work, "databaseUrl" in location ? location.databaseUrl : location.dataFolder, sizes);
  const admin = "databaseUrl" in location ? new pg.Client({connectionString: location.databaseUrl}) : null;
  await admin?.connect();
  // else the database cleans and weighs the new rows by itself, and writes its log beside the loads
  await admin?.query("vacuum analyze");
  try {
    for (const [dataset, size] of sizes.entries()) await reviseDataset(location, admin, dataset, size);
  } finally {
    await admin?.end();
  }
} finally {
  await database?.stop();
  work.remove();
}

async function reviseDataset(
  location: StoreLocation,
  admin: pg.Client | null,
  dataset: number,
  size: number,
): Promise<void> {
  const revisions = createRevisions(work, location, dataset, size);
  await revisions.load();
  for (const share of SHARES) {
    const values = Math.max(1, Math.round(size * share));
    await measure(admin, `${size} series, ${values} values`, () => revisions.load(values));
  }
  for (const added of ADDED) await measure(admin, `${size} series, ${added} new series`, () => revisions.add(added));
}

async function measure(admin: pg.Client | null, name: string, load: () => Promise<Loaded>): Promise<void> {
  const loads: (Loaded & {readonly log: number})[] = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    progress.show(`${name}, round ${round + 1}`);
    const before = admin === null ? Number.NaN : await logBytes(admin);
    const loaded = await load();
    loads.push({...loaded, log: admin === null ? Number.NaN : (await logBytes(admin)) - before});
  }
  progress.clear();
  const of = (what: "seconds" | "processorSeconds" | "log") => median(loads.map((one) => one[what]));
  const log = admin === null ? "" : `  log ${(of("log") / 1000).toFixed(0)} kB`;
  console.log(`${name}: ${of("seconds").toFixed(2)} s  processor ${of("processorSeconds").toFixed(2)} s${log}`);
}
