// Opening the store: three files in a data folder, or one PostgreSQL database (open-database.ts); refused when it is too new.
//
// Statistics, sources and accounts are apart so that a load never keeps a charge waiting, and figures can be rebuilt without
// touching a token.
import {renameSync, rmSync} from "node:fs";
import {join} from "node:path";
import {Refusal} from "../refusal.ts";
import {type Charges, createGroupedCharges} from "./accounts/charges.ts";
import {createMemoryWindows, type MinuteWindows} from "./accounts/windows.ts";
import type {DatabasePlace} from "./engines/postgres/open.ts";
import type {SqliteFile} from "./engines/sqlite/connection.ts";
import {openSqlite, type SqliteEngine} from "./engines/sqlite/engine.ts";
import {refuseUnfinishedCopy} from "./files/copy/unfinished-copy.ts";
import {closeToOthers, makeDataFolder, makeFile} from "./files/private-files.ts";
import {beginMaking, dataFile, endMaking, lostParts, requireWholeStore} from "./files/whole-store.ts";
import {type Migrations, migrate, type Part, readVersion} from "./schema/migration.ts";
import {ACCOUNTS_MIGRATIONS} from "./schema/migrations/accounts.ts";
import {SOURCES_MIGRATIONS} from "./schema/migrations/sources.ts";
import {STATISTICS_MIGRATIONS} from "./schema/migrations/statistics.ts";
import type {Engine} from "./script.ts";

export interface Store {
  readonly statistics: Engine;
  /** Archived source files; never served. */
  readonly sources: Engine;
  readonly accounts: Engine;
  readonly windows: MinuteWindows;
  readonly charges: Charges;
  close(): Promise<void>;
}

export type StorePlace = {readonly dataFolder: string} | DatabasePlace;

export const MIGRATIONS: Migrations = {
  statistics: STATISTICS_MIGRATIONS,
  sources: SOURCES_MIGRATIONS,
  accounts: ACCOUNTS_MIGRATIONS,
};

/** Page sizes and time-outs by measurement: docs/decisions/0002-store.md. */
export const FILES: Readonly<Record<Part, Omit<SqliteFile, "path" | "readOnly">>> = {
  statistics: {synchronous: "full", pageSize: 8192, busySeconds: 60},
  sources: {synchronous: "full", pageSize: 16_384, busySeconds: 60},
  accounts: {synchronous: "normal", pageSize: 4096, busySeconds: 10},
};

/**
 * Opens the store, making it first where there is none. An older one in a data folder is migrated after it was copied; an older one
 * in a database is refused (migrate-store.ts).
 * @param options readOnly: nothing is made or migrated; a store that is missing or older is refused
 * @throws StoreTooNew, Refusal, also for an unfinished copy of another store
 */
export async function openStore(place: StorePlace, options: OpenOptions = {}): Promise<Store> {
  const readOnly = options.readOnly ?? false;
  const store = await ("databaseUrl" in place ? openDatabase(place, readOnly) : openFolder(place.dataFolder, options));
  try {
    if (options.unfinishedCopy !== true) await refuseUnfinishedCopy(store.statistics);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

export interface OpenOptions {
  readonly readOnly?: boolean;
  /** Opens an unfinished copy too: who does is about to go on with it. */
  readonly unfinishedCopy?: boolean;
  /** Told the names of files of accounts that others could read; now they can't. */
  readonly onClosed?: (files: readonly string[]) => void;
}

/** The driver of a database is read only where there is one: whoever opens a folder does not wait for it. */
async function openDatabase(place: DatabasePlace, readOnly: boolean): Promise<Store> {
  const {openDatabase: open} = await import("./engines/postgres/open.ts");
  return open(place, MIGRATIONS, readOnly);
}

/** As openStore; `migrations` are given by tests alone. */
export async function openFolder(
  folder: string,
  {readOnly = false, onClosed = () => {}}: OpenOptions = {},
  migrations = MIGRATIONS,
): Promise<Store> {
  if (readOnly) requireWholeStore(folder);
  else makeDataFolder(folder);
  const isNew = !readOnly && beginMaking(folder);
  const opened: SqliteEngine[] = [];
  const close = async (): Promise<void> => {
    for (const engine of opened) await engine.close();
  };
  const open = async (part: Part): Promise<Engine> => {
    const path = dataFile(folder, part);
    if (isNew) makeFile(path, part);
    const engine = openSqlite({...FILES[part], path, readOnly});
    opened.push(engine);
    if (!isNew && (await readVersion(engine, part, migrations[part].length)) === 0) throw lostParts(folder, [part]);
    if (readOnly) await refuseOlder(engine, part);
    else await migrate(engine, part, migrations[part], (version) => copyBeforeChange(folder, part, version));
    return engine;
  };
  try {
    const closed = closeToOthers(folder);
    if (closed.length > 0) onClosed(closed);
    const [statistics, sources, accounts] = [await open("statistics"), await open("sources"), await open("accounts")];
    if (isNew) endMaking(folder);
    return {
      ...{statistics, sources, accounts},
      windows: createMemoryWindows(),
      charges: createGroupedCharges(accounts),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function refuseOlder(engine: Engine, part: Part): Promise<void> {
  const known = MIGRATIONS[part].length;
  const version = await readVersion(engine, part, known);
  if (version === known) return;
  throw new Refusal(
    `the store's ${part} have schema version ${version}, this program works with version ${known}`,
    "ryad serve or ryad load brings it up to date, after making a copy",
  );
}

/** Copies the file as it is before the migration, beside it; called while the migrating connection keeps all writers out. */
function copyBeforeChange(folder: string, part: Part, version: number): void {
  const copy = join(folder, `${part}.version-${version}.db`);
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, {force: true});
  makeFile(unfinished, part);
  const reader = openSqlite({...FILES[part], path: dataFile(folder, part), readOnly: true});
  try {
    reader.copyTo(unfinished);
  } finally {
    void reader.close();
  }
  renameSync(unfinished, copy);
}
