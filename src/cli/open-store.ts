// The store of a call: opened for one piece of work and closed after it, whatever happens.
//
// Only commands that may begin a store (serve, load, token create) make one; to the others a folder without a store is a
// mistake in the call, not an empty warehouse.
import type {Settings} from "../settings.ts";
import {isRestoreUnfinished} from "../store/files/backup.ts";
import {requireWholeStore} from "../store/files/data-folder.ts";
import {openStore, type Store, type StorePlace} from "../store/open.ts";
import {holdServeLock} from "./serve/serve-lock.ts";

export type Access = "make" | "change" | "read";

/** Opens the store that the settings name, does the work and closes the store. */
export async function withStore<T>(settings: Settings, access: Access, work: (store: Store) => Promise<T>): Promise<T> {
  finishInterruptedRestore(settings);
  if (access !== "make") refuseMissing(settings);
  const store = await openStore(storePlace(settings), {readOnly: access === "read"});
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** What a command opens: it reads where it writes, and takes the time it needs. */
export function storePlace({databaseUrl, databaseConnections: connections, dataFolder}: Settings): StorePlace {
  return databaseUrl === null ? {dataFolder} : {databaseUrl, connections};
}

/** What a server opens: with the copy that takes the reads, and an end to every question. */
export function servedPlace(settings: Settings): StorePlace {
  const {databaseReadUrl: readUrl, databaseNotifyUrl: notifyUrl, databaseTimeout: workSeconds} = settings;
  return settings.databaseUrl === null
    ? storePlace(settings)
    : {...storePlace(settings), readUrl, notifyUrl, workSeconds};
}

/** @throws Refusal when the folder holds no store, or one that lacks a part */
export function refuseMissing({databaseUrl, dataFolder}: Settings): void {
  if (databaseUrl === null) requireWholeStore(dataFolder);
}

/** Whoever holds the folder's lock finds no restore half done: taking it carries the rest out. */
export function finishInterruptedRestore({databaseUrl, dataFolder}: Settings): void {
  if (databaseUrl === null && isRestoreUnfinished(dataFolder)) holdServeLock(dataFolder).release();
}
