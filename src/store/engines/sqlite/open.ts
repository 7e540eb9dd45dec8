// Opens the store in a data folder: one file for each part. An older store is first copied, then migrated.
import {existsSync, renameSync, rmSync} from "node:fs";
import {join} from "node:path";
import {Refusal} from "../../../service/refusal.ts";
import {createMemoryWindows} from "../../accounts/admission.ts";
import {createGroupedCharges} from "../../accounts/charges/charges.ts";
import {
  beginMaking,
  closeToOthers,
  dataFile,
  endMaking,
  lostParts,
  makeDataFolder,
  makeFile,
  requireWholeStore,
} from "../../files/data-folder.ts";
import {migrate, PARTS, readVersion, type StorePart, type Versions} from "../../migrations/migration.ts";
import {MIGRATIONS} from "../../migrations/steps.ts";
import {createProbe} from "../../readiness.ts";
import type {Engine} from "../../script.ts";
import type {SqliteFile} from "./connection.ts";
import {openSqlite, type SqliteEngine} from "./engine.ts";
import {bindParts, requireOneStore} from "./store-identity.ts";

/** Page sizes and time-outs by measurement: docs/decisions/0002-store.md. */
export const FILES: Readonly<Record<StorePart, Omit<SqliteFile, "path" | "readOnly">>> = {
  statistics: {synchronous: "full", pageSize: 8192, busySeconds: 60},
  // The archive of a load needs its bytes once on the disk, and not twice until the end of the load.
  sources: {synchronous: "full", pageSize: 16_384, busySeconds: 60, logPages: 64},
  accounts: {synchronous: "normal", pageSize: 4096, busySeconds: 10},
};

export interface FolderOptions {
  /** Nothing is created or migrated; a store that is missing or older is refused. */
  readonly readOnly?: boolean;
  /** Called with the names of account files that other users could read, and now can't. */
  readonly onClosed?: (files: readonly string[]) => void;
}

/** As openStore; only tests pass `migrations`. */
export async function openFolder(
  folder: string,
  {readOnly = false, onClosed = () => {}}: FolderOptions = {},
  migrations = MIGRATIONS,
) {
  if (readOnly) requireWholeStore(folder);
  else makeDataFolder(folder);
  const isNew = !readOnly && beginMaking(folder);
  const opened: SqliteEngine[] = [];
  const close = async (): Promise<void> => {
    for (const engine of opened) await engine.close();
  };
  const open = async (part: StorePart): Promise<Engine> => {
    const path = dataFile(folder, part);
    if (isNew) makeFile(path, part);
    // A load that ended for want of space may have left a long log because of a reader: then a service could not write any more.
    const engine = openSqlite({...FILES[part], path, readOnly}, () => {
      for (const one of opened) one.cutLog();
    });
    opened.push(engine);
    if (!isNew && (await readVersion(engine, part, migrations[part].length)) === 0) throw lostParts(folder, [part]);
    if (readOnly) await refuseOlder(engine, part, migrations[part].length);
    else await migrate(engine, part, migrations[part], (version) => copyBeforeChange(folder, part, version));
    return engine;
  };
  try {
    const closed = closeToOthers(folder);
    if (closed.length > 0) onClosed(closed);
    const [statistics, sources, accounts] = [await open("statistics"), await open("sources"), await open("accounts")];
    const engines = {statistics, sources, accounts};
    if (!readOnly) await bindParts(engines);
    await requireOneStore(folder, engines);
    if (isNew) endMaking(folder);
    return {
      ...engines,
      windows: createMemoryWindows(),
      charges: createGroupedCharges(accounts),
      probe: createProbe(statistics, accounts),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The statistics of a store that another process of the service has opened; only for reads. */
export async function openStatistics(folder: string): Promise<Engine> {
  return openSqlite({...FILES.statistics, path: dataFile(folder, "statistics"), readOnly: true});
}

/** As migrateStore; returns the versions found. */
export async function migrateFolder(folder: string): Promise<Versions> {
  const from = {statistics: 0, sources: 0, accounts: 0};
  for (const part of PARTS) {
    const path = dataFile(folder, part);
    if (!existsSync(path)) continue;
    const engine = openSqlite({...FILES[part], path, readOnly: true});
    try {
      from[part] = await readVersion(engine, part, MIGRATIONS[part].length);
    } finally {
      await engine.close();
    }
  }
  await (await openFolder(folder)).close();
  return from;
}

async function refuseOlder(engine: Engine, part: StorePart, known: number): Promise<void> {
  const version = await readVersion(engine, part, known);
  if (version === known) return;
  throw new Refusal(
    `the store's ${part} have schema version ${version}, this program works with version ${known}`,
    "ryad serve or ryad load brings it up to date, after making a copy",
  );
}

/** Copies the file beside itself before the migration, while the migrating connection keeps all writers out. */
function copyBeforeChange(folder: string, part: StorePart, version: number): void {
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
