// A trial of size: servers over millions of series of the Treasury's kind are started, searched, read and loaded into, and their memory is told.
//
// `node bin/node.js bench/treasury/trial.ts [--series N] [--folder FOLDER]` is one server over a data folder; `--servers 3` are three
// over one PostgreSQL. A FOLDER with such a store of N series is used as it is, and keeps what the trial loads; without one a store is made.
// A second trial over the same folder says `--after 10`: its releases must be later than those of the first.
import {existsSync, mkdirSync} from "node:fs";
import {join} from "node:path";
import {parseArgs} from "node:util";
import {startPostgres, type TestPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import type {StoreLocation} from "../../src/store/open.ts";
import {createProfiles} from "../profile.ts";
import {median, quantile} from "../results.ts";
import {type MeasuredServer, startServer} from "../server.ts";
import {createProgress, createWorkFolder, processorSeconds} from "../work-folder.ts";
import {createRevisions} from "./revision.ts";
import {makeTreasury} from "./treasury.ts";
import {createVisitor} from "./visitor.ts";

const {values: options} = parseArgs({
  options: {
    series: {type: "string", default: "5000000"},
    folder: {type: "string"},
    servers: {type: "string", default: "0"},
    asks: {type: "string", default: "200"},
    after: {type: "string", default: "0"},
  },
});
const MIDDLE = 1;
const MIDDLE_SERIES = 100_000;
const LARGEST = 1_000_000;
const series = Number(options.series);
const count = Number(options.servers);
const asks = Number(options.asks);
const after = Number(options.after);
const largest = Math.min(LARGEST, series / 2);
const others = (series - largest) / MIDDLE_SERIES;
if (!Number.isInteger(others) || others < 1) throw new Error("--series is a multiple of 200,000");
const sizes = [largest, ...new Array<number>(others).fill(MIDDLE_SERIES)];

const work = createWorkFolder();
const progress = createProgress(process.stderr);
const database = count > 0 ? await startPostgres() : null;
const servers: MeasuredServer[] = [];
try {
  const location = await makeLocation(database);
  for (let nth = 0; nth < Math.max(1, count); nth++) servers.push(await startOne(location, nth));
  for (const [nth, server] of servers.entries()) await readFrom(location, server, nth);
  await loadInto(location);
  for (const [nth, server] of servers.entries()) await readFrom(location, server, 100 + nth);
  for (const server of servers) {
    const {now, peak, own} = server.memory()!;
    tell("memory of a server at the end, MB", {now, own, peak});
  }
} finally {
  for (const server of servers) await server.stop();
  await database?.stop();
  work.remove();
}

async function makeLocation(server: TestPostgres | null): Promise<StoreLocation> {
  const folder = options.folder ?? join(work.path, "trial");
  const location = server === null ? {dataFolder: folder} : {databaseUrl: await server.newDatabase()};
  if (server === null && existsSync(join(folder, "statistics.db"))) return location;
  if (server === null) mkdirSync(folder, {recursive: true});
  progress.show(`writing ${series} series`);
  const made = await makeTreasury(work, "databaseUrl" in location ? location.databaseUrl : folder, sizes);
  tell("the store was made", {...made, peakMegabytes: made.peakMegabytes ?? Number.NaN});
  return location;
}

async function startOne(location: StoreLocation, nth: number): Promise<MeasuredServer> {
  const parts = {work, profiles: createProfiles(null)};
  const [folder, databaseUrl] =
    "databaseUrl" in location ? [work.path, location.databaseUrl] : [location.dataFolder, ""];
  const server = await startServer(parts, folder, {databaseUrl});
  const listening = (performance.now() - server.startedAt) / 1000;
  const visitor = await createVisitor(location, server.origin, sizes, nth);
  await visitor.searchFor("доходы от продажи");
  visitor.leave();
  tell("started and searched", {
    listening,
    searched: (performance.now() - server.startedAt) / 1000,
    processorSeconds: processorSeconds(server.pid) ?? Number.NaN,
    megabytes: server.memory()!.now,
    peakMegabytes: server.memory()!.peak,
  });
  return server;
}

/** Searches, and slices of all datasets in turns. */
async function readFrom(location: StoreLocation, server: MeasuredServer, seed: number): Promise<void> {
  const visitor = await createVisitor(location, server.origin, sizes, seed);
  const before = processorSeconds(server.pid)!;
  const [searches, slices]: [number[], number[]] = [[], []];
  for (let nth = 0; nth < asks; nth++) searches.push(await visitor.search());
  const between = processorSeconds(server.pid)!;
  for (let nth = 0; nth < asks; nth++) slices.push(await visitor.page(nth % sizes.length));
  visitor.leave();
  tell("searched and read", {
    searchP50: median(searches),
    searchP99: quantile(searches, 0.99),
    searchProcessorMs: (1000 * (between - before)) / asks,
    sliceP50: median(slices),
    sliceP99: quantile(slices, 0.99),
    sliceProcessorMs: (1000 * (processorSeconds(server.pid)! - between)) / asks,
    megabytes: server.memory()!.now,
    peakMegabytes: server.memory()!.peak,
  });
}

/** One revised value in a dataset of 100,000 series, twice, and one in the largest. */
async function loadInto(location: StoreLocation): Promise<void> {
  const middle = createRevisions(work, location, MIDDLE, MIDDLE_SERIES, after);
  for (const revisions of [middle, middle, createRevisions(work, location, 0, largest, after)]) {
    const before = servers.map(({pid}) => processorSeconds(pid)!);
    const loaded = await revisions.load();
    // a server looks every two seconds
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const busy = servers.map(({pid}, nth) => processorSeconds(pid)! - before[nth]!);
    tell("loaded one revised value", {...loaded, mostOfAServer: Math.max(...busy)});
  }
}

function tell(what: string, figures: Readonly<Record<string, number>>): void {
  const texts = Object.entries(figures).map(([name, figure]) => `${name} ${Number(figure.toPrecision(3))}`);
  progress.clear();
  console.log(`${what}: ${texts.join("  ")}`);
}
