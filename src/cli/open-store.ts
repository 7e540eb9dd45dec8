// The store of a call: opened for one piece of work and closed after it, whatever happens.
//
// Only commands that may create a store (serve, load, token create) do so; for the others a folder without a store is a mistake in the
// call, not an empty warehouse. One server or restore has a data folder: a lock on `serve.lock` is released when its process ends, in any way. `pull.lock` is
// the same for `ryad pull`: two of them would write the same waiting pages.

import {dirname, join} from "node:path";
import {Refusal} from "../service/refusal.ts";
import type {Settings} from "../settings/settings.ts";
import {makeDataFolder, requireWholeStore} from "../store/files/data-folder.ts";
import {otherOwner} from "../store/files/file-owner.ts";
import {type ProcessLock, takeProcessLock} from "../store/files/process-lock.ts";
import {finishRestore, isRestoreUnfinished} from "../store/files/restore.ts";
import {type OpenOptions, openStore, type Store, type StoreLocation} from "../store/open.ts";

export type StoreAccess = "make" | "change" | "read";

export async function withStore<T>(
  settings: Settings,
  access: StoreAccess,
  work: (store: Store) => Promise<T>,
  onClosed?: OpenOptions["onClosed"],
): Promise<T> {
  finishInterruptedRestore(settings);
  if (access !== "make") refuseMissing(settings);
  const store = await openStore(storeLocation(settings), {readOnly: access === "read", ...(onClosed && {onClosed})});
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The place that a command opens: it reads and writes in the same place, without a time limit. */
export function storeLocation({databaseUrl, databaseConnections: connections, dataFolder}: Settings): StoreLocation {
  return databaseUrl === null ? {dataFolder} : {databaseUrl, connections};
}

/** The place that a server opens: with the replica for reads, and a time limit for every query. */
export function servedLocation(settings: Settings): StoreLocation {
  const {databaseReadUrl: readUrl, databaseNotifyUrl: notifyUrl, databaseTimeout: workSeconds} = settings;
  return settings.databaseUrl === null
    ? storeLocation(settings)
    : {...storeLocation(settings), readUrl, notifyUrl, workSeconds};
}

/** @throws Refusal if the folder has no store, or only a part of one */
export function refuseMissing({databaseUrl, dataFolder}: Settings): void {
  if (databaseUrl === null) requireWholeStore(dataFolder);
}

/** Taking the folder's lock completes an interrupted restore, so the holder never finds one half done. */
export function finishInterruptedRestore({databaseUrl, dataFolder}: Settings): void {
  if (databaseUrl === null && isRestoreUnfinished(dataFolder)) holdServeLock(dataFolder).release();
}

/** SQLite's result codes. */
const [READ_ONLY, CANT_OPEN, NOT_A_DATABASE] = [8, 14, 26];

/**
 * Takes the lock; first completes a restore that was interrupted in the middle of its swap.
 * @throws Refusal if another server or a restore holds the folder
 */
export function holdServeLock(dataFolder: string): ProcessLock {
  makeDataFolder(dataFolder);
  const lock = takeLock(join(dataFolder, "serve.lock"));
  if (lock === null) {
    throw new Refusal(
      `another ryad serve (or a restore) holds the data folder ${dataFolder}`,
      "it may run in another window: use that server, or stop it first; for several servers over the same data set RYAD_DATABASE_URL=postgres://…",
    );
  }
  try {
    finishRestore(dataFolder);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Takes the lock of what `ryad pull` keeps in the folder until it is applied.
 * @throws Refusal if another pull works there
 */
export function holdPullLock(dataFolder: string): ProcessLock {
  makeDataFolder(dataFolder);
  const lock = takeLock(join(dataFolder, "pull.lock"));
  if (lock !== null) return lock;
  throw new Refusal(
    `another ryad pull works in the data folder ${dataFolder}`,
    "wait until it ends, or stop it first: one pull takes several datasets, --dataset CODES",
  );
}

const NAME_ANOTHER = "name another with --data";

function takeLock(path: string): ProcessLock | null {
  try {
    return takeProcessLock(path);
  } catch (error) {
    const code = ((error as {errcode?: number}).errcode ?? 0) & 0xff;
    if (code === READ_ONLY || code === CANT_OPEN)
      throw new Refusal(
        `${path} can't be written by this user`,
        `${otherOwner(path, dirname(path)) ?? "see who owns the data folder"}: run the command as its owner, or ${NAME_ANOTHER}`,
      );
    if (code !== NOT_A_DATABASE) throw error;
    throw new Refusal(`${path} is not a lock of this program`, "check what it is, and delete it if it is not needed");
  }
}
