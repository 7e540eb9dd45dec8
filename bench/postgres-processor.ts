// The price of a small answer on PostgreSQL: processor time of the server and the database together, in bare `node:http` answers of the same
// bytes and headers, and the commits of an answer.
//
// 16 connections ask in turns with the embedded store. The database's time is that of its main process with all its children, the ended
// ones too; what others do in the same cluster would be counted.
import {readdirSync, readFileSync} from "node:fs";
import pg from "pg";
import type {PostgresBench, Side} from "./postgres-sides.ts";
import {createProfiles} from "./profile.ts";
import {makeReaders, measureLoad} from "./readers.ts";
import {alternate, median, missingTools} from "./results.ts";
import {type MeasuredServer, startBare, withServer} from "./server.ts";
import {askOnce} from "./slice-speed.ts";
import {luaSlices, SLICES, type SliceShape} from "./warehouses.ts";

const CONNECTIONS = 16;
/** No server answers more over these connections. */
const MOST_ANSWERS_A_SECOND = 9000;
const MOST_VALUES_A_SECOND = 10_000_000;
/** Statements that only count: they are taken off again. */
const OWN_COMMITS = 1;

/** The embedded store must be closed: only one process may serve a folder. */
export async function compareProcessor(bench: PostgresBench): Promise<void> {
  const missing = missingTools(bench.machine, ["wrk"]);
  if (missing !== null) {
    for (const goal of ["answer-50-processor", "answer-50-commits", "answer-6000-processor"] as const)
      bench.report(goal, null, {}, [missing]);
    return;
  }
  const {locations} = bench;
  const parts = {work: bench.work, profiles: createProfiles(null)};
  const folder = "dataFolder" in locations.embedded ? locations.embedded.dataFolder : "";
  const databaseUrl = "databaseUrl" in locations.postgres ? locations.postgres.databaseUrl : "";
  await withServer(parts, folder, {}, (embedded) =>
    withServer(parts, folder, {databaseUrl}, (postgres) => compare(bench, {embedded, postgres}, databaseUrl)),
  );
}

async function compare(
  {work, locations, datasets, rounds, seconds, progress, report}: PostgresBench,
  servers: Readonly<Record<Side, MeasuredServer>>,
  databaseUrl: string,
): Promise<void> {
  const admin = new pg.Client({connectionString: databaseUrl});
  await admin.connect();
  const main = await mainProcess(admin);
  const small = await askOnce(locations.postgres, servers.postgres, SLICES.small);
  const bare = await startBare(work, {headers: small.headers, body: Buffer.from(small.body).toString()});
  const askBare = () =>
    measureLoad(work, {
      ...bare,
      requests: {path: "/", headers: []},
      connections: CONNECTIONS,
      seconds: Math.max(1, seconds / 3),
    });
  const ask = async (side: Side, shape: SliceShape, round: number) => {
    progress.show(`processor time of ${shape.values} values, round ${round + 1} of ${rounds}, ${side}`);
    const perSecond = Math.min(MOST_ANSWERS_A_SECOND, MOST_VALUES_A_SECOND / shape.values);
    const readers = await makeReaders(locations[side], {requests: perSecond * seconds, values: shape.values});
    const requests = {luaRequest: luaSlices(shape, datasets), ...readers, seed: round};
    const {origin, pid} = servers[side];
    const [before, committed] = [familySeconds(main), await commits(admin)];
    const figures = await measureLoad(work, {origin, pid, requests, connections: CONNECTIONS, seconds});
    if (figures.failed > 0) throw new Error(`${figures.failed} answers of ${side} failed`);
    const database = (1000 * (familySeconds(main) - before)) / figures.answers;
    const commitsEach = ((await commits(admin)) - committed - OWN_COMMITS) / figures.answers;
    return {...figures, database, commits: commitsEach, bare: (await askBare()).cpu};
  };
  for (const [goal, shape] of [
    ["answer-50-processor", SLICES.small],
    ["answer-6000-processor", SLICES.middle],
  ] as const) {
    await ask("embedded", shape, 100);
    await ask("postgres", shape, 100);
    const found = await alternate(rounds, {
      embedded: (round) => ask("embedded", shape, round),
      postgres: (round) => ask("postgres", shape, round),
    });
    const of = (side: Side, name: "cpu" | "bare" | "answersPerSecond" | "p99") =>
      median(found[side].map((figures) => figures[name]));
    const database = median(found.postgres.map((figures) => figures.database));
    const bareMs = median([...found.embedded, ...found.postgres].map((figures) => figures.bare));
    report(goal, (of("postgres", "cpu") + database) / bareMs, {
      serverMs: of("postgres", "cpu"),
      databaseMs: database,
      embeddedMs: of("embedded", "cpu"),
      bareMs,
      answersPerSecond: of("postgres", "answersPerSecond"),
      embeddedAnswersPerSecond: of("embedded", "answersPerSecond"),
      p99: of("postgres", "p99"),
    });
    if (goal === "answer-50-processor")
      report("answer-50-commits", median(found.postgres.map((figures) => figures.commits)), {});
  }
  await admin.end();
  bare.stop();
}

/** Transactions of all servers; each connection of the database tells its own at most once a second. */
async function commits(admin: pg.Client): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const {rows} = await admin.query<{commits: string}>(
    "select xact_commit as commits from pg_catalog.pg_stat_database where datname = current_database()",
  );
  return Number(rows[0]!.commits);
}

/** The process that has started the database's others; throws where it does not run on this machine. */
export async function mainProcess(admin: pg.Client): Promise<number> {
  const {rows} = await admin.query<{pid: number}>("select pg_backend_pid() as pid");
  return Number(statOf(rows[0]!.pid)[1]);
}

/** Processor time in seconds of a process and all its children. */
export function familySeconds(main: number): number {
  let ticks = 0;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = statOf(Number(name));
      const isMain = Number(name) === main;
      if (!isMain && Number(fields[1]) !== main) continue;
      const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [
        number,
        number,
        number,
        number,
      ];
      ticks += user + system + (isMain ? endedUser + endedSystem : 0);
    } catch {
      // It has ended meanwhile, and is counted in the main process.
    }
  }
  return ticks / TICKS_A_SECOND;
}

/** The fields of /proc/PID/stat from the state on. */
function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
}

const TICKS_A_SECOND = 100;
