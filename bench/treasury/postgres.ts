// One revised value in a dataset of 100,000 series on PostgreSQL: the time of the load, the log that it writes, and its cost for a server.
//
// The log is that of the whole cluster between the start and the end of the load; it has whole pages after each checkpoint.
import pg from "pg";
import type {PostgresBench} from "../postgres-sides.ts";
import {createProfiles} from "../profile.ts";
import {median, missingTools} from "../results.ts";
import {withServer} from "../server.ts";
import {costs, reviseOften} from "./measure-loads.ts";
import {createRevisions} from "./revision.ts";
import type {TreasurySizes} from "./store.ts";
import {makeTreasury} from "./treasury.ts";

const SMALL_SERIES = 1000;

export async function measureRevisions(bench: PostgresBench): Promise<void> {
  const {work, machine, revisedSeries, rounds, progress, report} = bench;
  const missing = missingTools(machine, ["proc"]);
  if (missing !== null) {
    for (const goal of ["revised-load", "revised-log", "revised-server"] as const) report(goal, null, {}, [missing]);
    return;
  }
  const location = await bench.newLocation("postgres");
  const databaseUrl = "databaseUrl" in location ? location.databaseUrl : "";
  const sizes: TreasurySizes = {all: [SMALL_SERIES, revisedSeries], small: 0, middle: 1, large: 1};
  progress.show(`writing ${revisedSeries} series with a class and a title each`);
  await makeTreasury(work, databaseUrl, sizes.all);
  const admin = new pg.Client({connectionString: databaseUrl});
  await admin.connect();
  const revisions = createRevisions(work, location, sizes.middle, revisedSeries);
  const logs: number[] = [];
  const load = async () => {
    const before = await logBytes(admin);
    const loaded = await revisions.load();
    logs.push((await logBytes(admin)) - before);
    return loaded;
  };
  const parts = {work, profiles: createProfiles(null)};
  const show = (text: string): void => progress.show(text);
  const {first, loads, servers} = await withServer(parts, work.path, {databaseUrl}, (server) =>
    reviseOften({location, server, sizes, load, rounds, show}),
  ).finally(() => admin.end());
  const [firstLog, ...counted] = logs as [number, ...number[]];
  const figures = {...costs(loads), firstSeconds: first.seconds, series: revisedSeries};
  report("revised-load", median(loads.map(({seconds}) => seconds)), figures);
  report("revised-log", median(counted) / 1e6, {
    least: Math.min(...counted) / 1e6,
    most: Math.max(...counted) / 1e6,
    first: firstLog / 1e6,
  });
  report("revised-server", median(servers), {least: Math.min(...servers), most: Math.max(...servers)});
}

/** Bytes of log that the cluster has written since it was made. */
export async function logBytes(admin: pg.Client): Promise<number> {
  const {rows} = await admin.query<{bytes: string}>("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes");
  return Number(rows[0]!.bytes);
}
