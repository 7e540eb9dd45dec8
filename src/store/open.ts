// The store: all data of a warehouse, in three files of a data folder (engines/sqlite) or in one PostgreSQL database (engines/postgres).
//
// Statistics, sources and accounts are separate parts, so that a load never delays a charge, and the figures can be rebuilt without
// touching a token. Other files use the store by scripts (script.ts).
import type {Charges} from "./accounts/charges/charges.ts";
import type {MinuteWindows} from "./accounts/windows.ts";
import type {DatabaseLocation, DatabaseOptions} from "./engines/postgres/open.ts";
import {type FolderOptions, migrateFolder, openFolder} from "./engines/sqlite/open.ts";
import {refuseUnfinishedCopy} from "./files/copy/unfinished-copy.ts";
import {PARTS, type Versions} from "./migrations/migration.ts";
import {MIGRATIONS} from "./migrations/steps.ts";
import type {Probe} from "./readiness.ts";
import type {Engine} from "./script.ts";

export interface Store {
  readonly statistics: Engine;
  /** Archived source files; never served. */
  readonly sources: Engine;
  readonly accounts: Engine;
  readonly windows: MinuteWindows;
  readonly charges: Charges;
  readonly probe: Probe;
  close(): Promise<void>;
}

export type StoreLocation = {readonly dataFolder: string} | DatabaseLocation;

export interface OpenOptions extends FolderOptions, DatabaseOptions {
  /** Opens an unfinished copy too, for the command that continues it. */
  readonly unfinishedCopy?: boolean;
}

/**
 * Opens the store, and creates it if there is none. An older one in a data folder is copied and migrated; an older one in a database
 * is refused (migrateStore).
 * @throws StoreTooNew, Refusal, also for an unfinished copy of another store
 */
export async function openStore(location: StoreLocation, options: OpenOptions = {}): Promise<Store> {
  const store =
    "databaseUrl" in location
      ? await (await postgres()).openDatabase(location, MIGRATIONS, options)
      : await openFolder(location.dataFolder, options);
  try {
    if (options.unfinishedCopy !== true) await refuseUnfinishedCopy(store.statistics);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

export interface Migrated {
  /** Versions before, by part; 0: there was no store. */
  readonly from: Versions;
  /** Versions of this program. */
  readonly to: Versions;
  /** Tables that were spread over the machines of Citus. */
  readonly distributed: readonly string[];
}

/**
 * Brings the store to the schema of this program, or creates it. An older one in a data folder is copied first.
 * @throws StoreTooNew, Refusal
 */
export async function migrateStore(location: StoreLocation): Promise<Migrated> {
  const to = Object.fromEntries(PARTS.map((part) => [part, MIGRATIONS[part].length])) as unknown as Versions;
  if ("databaseUrl" in location) return {...(await (await postgres()).migrateDatabase(location, MIGRATIONS)), to};
  return {from: await migrateFolder(location.dataFolder), to, distributed: []};
}

/** The driver is imported only for a database, so that opening a folder does not wait for it. */
function postgres() {
  return import("./engines/postgres/open.ts");
}
