// What three kinds of data cost: many territories and few titles, a class and a title for each series, long daily series.
//
// `node bin/node.js bench/treasury/kinds.ts [--small]` loads a package of each kind by the command into both engines, starts a server, and
// prints the table that docs/scaling.md computes with. Only bytes and processor time: they hardly depend on other work of the machine.
import {mkdirSync, statSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {parseArgs} from "node:util";
import pg from "pg";
import {weighCatalogue} from "../../src/statistics/catalogue/build-catalogue.ts";
import {listDatasets} from "../../src/store/datasets/dataset.ts";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore} from "../../src/store/open.ts";
import {all} from "../../src/store/script.ts";
import {readCatalogue} from "../../src/store/series/catalogue.ts";
import {createProfiles} from "../profile.ts";
import {withServer} from "../server.ts";
import {randomNumbers, randomWalk, writeTidyPackage} from "../source-files.ts";
import {figureText} from "../subject.ts";
import {createWorkFolder, processorSeconds} from "../work-folder.ts";
import {runLoad, writeNewDataset} from "./revision.ts";
import {createVisitor} from "./visitor.ts";

/** Bytes of log since the cluster was made. */
const WRITTEN = "pg_current_wal_insert_lsn() - '0/0'::pg_lsn";

const {values: options} = parseArgs({options: {small: {type: "boolean", default: false}}});
const size = options.small ? 20 : 1;
const KINDS: Readonly<Record<string, (folder: string) => number>> = {
  "80 territories, few titles, 300 months": (folder) => writeTidyPackage(folder, 2_400_000 / size),
  "a class and a title each, 5 quarters": (folder) => writeNewDataset(folder, 0, 100_000 / size),
  "40 daily series of 30 years": (folder) => writeDaily(folder, Math.ceil(40 / size)),
};

const work = createWorkFolder();
const database = await startPostgres();
if (database === null) throw new Error("there is no PostgreSQL for this platform");
try {
  const empty = join(work.path, "empty");
  mkdirSync(empty);
  await (await openStore({dataFolder: empty})).close();
  const base = await serverOver(empty);
  const baseLog = await logOf(await database.newDatabase(), async (url) =>
    (await openStore({databaseUrl: url})).close(),
  );
  for (const [nth, [kind, write]] of Object.entries(KINDS).entries()) {
    const [source, folder] = [join(work.path, `kind-${nth}`), join(work.path, `data-${nth}`)];
    const values = write(source);
    const {loaded} = await runLoad(work, {dataFolder: folder}, source);
    const {series, catalogue, search} = await storedOf(folder);
    const server = await serverOver(folder);
    const disk = statSync(join(folder, "statistics.db")).size;
    const log = await logOf(await database.newDatabase(), async (databaseUrl) => {
      await (await openStore({databaseUrl})).close();
      await runLoad(work, {databaseUrl}, source);
    });
    const figures = {
      ...{series, values, "bytes on disk a series": disk / series, "bytes on disk a value": disk / values},
      "archive, bytes a value": statSync(join(folder, "sources.db")).size / values,
      "catalogue in memory, bytes a series": catalogue / series,
      "stored for search, bytes a series": search / series,
      "server over an empty one after its first search, MB": server.megabytes - base.megabytes,
      "the same, processor ms": 1000 * (server.seconds - base.seconds),
      "load, processor µs a value": (1e6 * loaded.processorSeconds) / values,
      "PostgreSQL: log of the load, bytes a value": (log.bytes - baseLog.bytes) / values,
      "PostgreSQL: disk, bytes a series": (log.size - baseLog.size) / series,
    };
    console.log(`\n${kind}`);
    for (const [name, figure] of Object.entries(figures)) console.log(`  ${name}: ${figureText(figure)}`);
  }
} finally {
  await database.stop();
  work.remove();
}

/** Days of 30 years in order, as rates are published. @returns the number of values */
function writeDaily(folder: string, count: number): number {
  mkdirSync(folder);
  const random = randomNumbers(3);
  const rows: string[] = ["indicator;class;geo;period;value\n"];
  for (let one = 0; one < count; one++) {
    const walk = randomWalk(random);
    for (let day = Date.UTC(1996, 0, 1); day < Date.UTC(2026, 0, 1); day += 86_400_000)
      rows.push(`rate;C${one};643;${new Date(day).toISOString().slice(0, 10)};${walk.rounded(walk())}\n`);
  }
  const description = {
    ...{provider: "showdata", dataset: "daily", name: "Daily rates", published_at: "2026-01-10", freq: "D"},
    units: [{code: "RUB", name: "рубль"}],
  };
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(description));
  writeFileSync(join(folder, "observations.csv"), rows.join(""));
  return rows.length - 1;
}

async function serverOver(folder: string): Promise<{readonly megabytes: number; readonly seconds: number}> {
  return withServer({work, profiles: createProfiles(null)}, folder, {}, async (server) => {
    const visitor = await createVisitor(folder, server.origin, [], 1);
    await visitor.searchFor("доходы от продажи");
    visitor.leave();
    return {megabytes: server.memory()!.now, seconds: processorSeconds(server.pid)!};
  });
}

async function storedOf(dataFolder: string) {
  const store = await openStore({dataFolder});
  try {
    return await store.statistics.read(function* (q) {
      const [dataset] = yield* listDatasets(q);
      const chunks = yield* all(q.db.selectFrom("search_piece").select("bytes").compile());
      const search = chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
      const catalogue = weighCatalogue((yield* readCatalogue(q, dataset!.id))!);
      return {series: dataset!.seriesCount, catalogue, search};
    });
  } finally {
    await store.close();
  }
}

/** The log that the cluster writes while the database is used, and the size of the database after it. */
async function logOf(url: string, use: (url: string) => Promise<unknown>) {
  const admin = new pg.Client({connectionString: url});
  await admin.connect();
  const ask = async (expression: string): Promise<number> =>
    Number((await admin.query<{figure: string}>(`select ${expression} as figure`)).rows[0]!.figure);
  try {
    const before = await ask(WRITTEN);
    await use(url);
    return {bytes: (await ask(WRITTEN)) - before, size: await ask("pg_database_size(current_database())")};
  } finally {
    await admin.end();
  }
}
