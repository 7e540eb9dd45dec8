// Opens the store in a PostgreSQL database, which any number of servers and commands share.
//
// The first process sets up an empty database. An older store is refused, not migrated: other servers may be using it, and no copy of it is
// made here; the operator runs `ryad migrate`.
import {Refusal} from "../../../service/refusal.ts";
import {createSingleCharges} from "../../accounts/charges/charges.ts";
import {createRowWindows} from "../../accounts/windows.ts";
import {
  type Migrations,
  migrateParts,
  PARTS,
  readVersions,
  type StorePart,
  type Versions,
} from "../../migrations/migration.ts";
import {createProbe} from "../../readiness.ts";
import type {Engine} from "../../script.ts";
import {createBatchedCharges, createBatchedWindows} from "./charges.ts";
import {openPool, type Pool} from "./connection.ts";
import {distributeTables, readSpread} from "./distribution.ts";
import {openPostgres} from "./engine.ts";
import {createMarks, sweepMarks} from "./marks.ts";
import {openNotices} from "./notices.ts";
import {readFromCopy} from "./replica.ts";

/** A replica that does not answer for this long is passed over. */
const REPLICA_SECONDS = 1;

export interface DatabaseLocation {
  readonly databaseUrl: string;
  /** A streaming replica that takes the reads of statistics; none when absent. */
  readonly readUrl?: string | null;
  /** Where change notices can be heard, when `databaseUrl` leads through a pooler. */
  readonly notifyUrl?: string | null;
  /** Most connections at a time to each address; 10 when absent. */
  readonly connections?: number;
  /** How long one piece of work may hold a connection; no limit when absent. */
  readonly workSeconds?: number | null;
  /** Opening or migrating the store also spreads the tables that are not yet spread over the machines of Citus. */
  readonly distributed?: boolean;
}

export interface DatabaseOptions {
  readonly readOnly?: boolean;
  /** Called with the failure when the replica is left out, with null when it is read again. */
  readonly onReplica?: (failure: Error | null) => void;
}

/**
 * @throws StoreTooNew; Refusal if the database can't be reached, or has an older store (with readOnly also if it has none), or a replica is
 *   named for a store that is spread over machines
 */
export async function openDatabase(
  location: DatabaseLocation,
  migrations: Migrations,
  {readOnly = false, onReplica = () => {}}: DatabaseOptions,
) {
  const distributed = await prepare(location, migrations, readOnly);
  const {databaseUrl, readUrl, notifyUrl} = location;
  // A replica knows nothing of the lock that keeps reads and commits apart there.
  if (distributed && readUrl)
    throw new Refusal(
      "a replica can't take the reads of a database that Citus spreads over machines",
      "unset RYAD_DATABASE_READ_URL",
    );
  const pool = openPool(poolOptions(location, databaseUrl));
  const copy = readUrl ? openPool({...poolOptions(location, readUrl), silentSeconds: REPLICA_SECONDS}) : null;
  const notices = openNotices(notifyUrl ?? databaseUrl, (channel, word) =>
    pool.query({text: "select pg_notify($1, $2)", values: [channel, word]}),
  );
  const engine = (part: StorePart, over = pool): Engine =>
    openPostgres(over, {part, notices, marks: null, distributed: distributed && part === "statistics"});
  const statistics = engine("statistics");
  const accounts = openPostgres(pool, {part: "accounts", notices, marks: createMarks(pool), distributed: false});
  if (location.workSeconds) await sweepMarks(pool).catch(() => {});
  return {
    statistics:
      copy === null
        ? statistics
        : readFromCopy(statistics, {engine: engine("statistics", copy), cut: copy.cut, tell: onReplica}),
    sources: engine("sources"),
    accounts,
    // On many machines a statement for several accounts would be a transaction over several of them.
    windows: distributed ? createRowWindows(accounts) : createBatchedWindows(pool),
    charges: distributed ? createSingleCharges(accounts) : createBatchedCharges(pool, accounts),
    probe: createProbe(statistics, accounts),
    async close() {
      await notices.close();
      // A replica that hangs would keep them open.
      copy?.cut();
      await Promise.all([pool.end(), copy?.end()]);
    },
  };
}

/**
 * Brings the store to the schema of this program, or creates it.
 * @returns the versions found, and the tables that were spread over the machines of Citus
 * @throws StoreTooNew; Refusal if the database can't be reached
 */
export async function migrateDatabase(
  location: DatabaseLocation,
  migrations: Migrations,
): Promise<{readonly from: Versions; readonly distributed: readonly string[]}> {
  return withMigrator(location, async (engine) => {
    const from = await migrateParts(engine, migrations, () => true);
    // Tables that a step has added to a spread store are spread too.
    const distributing = location.distributed || (await isDistributed(engine));
    return {from, distributed: distributing ? await distributeTables(engine) : []};
  });
}

/** Creates the store in an empty database; refuses a store with another schema. Returns whether its tables are distributed. */
async function prepare(location: DatabaseLocation, migrations: Migrations, readOnly: boolean): Promise<boolean> {
  const {versions, distributed} = await withMigrator(location, async (engine) => {
    if (!readOnly && isEmpty(await readVersions(engine, migrations))) await migrateParts(engine, migrations, isEmpty);
    const versions = await readVersions(engine, migrations);
    // Also if the tables exist: another opener may have created them and not spread them yet.
    if (!readOnly && location.distributed && isCurrent(versions, migrations)) await distributeTables(engine);
    return {versions, distributed: await isDistributed(engine)};
  });
  for (const part of PARTS) {
    const known = migrations[part].length;
    if (versions[part] === known) continue;
    throw new Refusal(
      `the store's ${part} have schema version ${versions[part]}, this program works with version ${known}`,
      "ryad migrate brings the database up to date: stop the servers of the older program and back it up first",
    );
  }
  return distributed;
}

async function isDistributed(engine: Engine): Promise<boolean> {
  return ((await readSpread(engine))?.size ?? 0) > 0;
}

function isCurrent(versions: Versions, migrations: Migrations): boolean {
  return PARTS.every((part) => versions[part] === migrations[part].length);
}

function isEmpty(versions: Versions): boolean {
  return PARTS.every((part) => versions[part] === 0);
}

/** Works on a separate connection without a time limit, because a step over a large table takes long. */
async function withMigrator<T>(location: DatabaseLocation, work: (engine: Engine) => Promise<T>): Promise<T> {
  const pool = await reachPool(location.databaseUrl);
  try {
    return await work(openPostgres(pool, {part: "statistics", notices: null, marks: null, distributed: false}));
  } finally {
    await pool.end();
  }
}

function poolOptions({connections = 10, workSeconds = null}: DatabaseLocation, url: string) {
  return {url, connections, workSeconds};
}

/** The address may contain a password, so no message repeats it, nor its host: a password with `@` or `/` puts a piece of itself there. */
async function reachPool(url: string): Promise<Pool> {
  let pool: Pool | undefined;
  try {
    pool = openPool({url, connections: 1, workSeconds: null});
    await pool.query({text: "select 1"});
    return pool;
  } catch (error) {
    await pool?.end();
    const {code, message} = error as {code?: string; message: string};
    const reason =
      code === "ENOTFOUND" || code === "EAI_AGAIN" ? "no machine has the name in its address" : message || code;
    throw new Refusal(
      `the PostgreSQL database can't be reached: ${reason}`,
      "see RYAD_DATABASE_URL; a password with signs such as @ / # is percent-encoded, or PGPASSWORD holds it",
    );
  }
}
