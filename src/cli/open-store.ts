// The store of a call: opened for one piece of work and closed after it, whatever happens.
//
// Only commands that may create a store (serve, load, token create) do so; for the others a folder without a store is a mistake in the
// call, not an empty warehouse.
import type {Settings} from "../settings.ts";
import {isRestoreUnfinished} from "../store/files/backup.ts";
import {requireWholeStore} from "../store/files/data-folder.ts";
import {type OpenOptions, openStore, type Store, type StorePlace} from "../store/open.ts";
import {holdServeLock} from "./serve/serve-lock.ts";

export type Access = "make" | "change" | "read";

export async function withStore<T>(
  settings: Settings,
  access: Access,
  work: (store: Store) => Promise<T>,
  onClosed?: OpenOptions["onClosed"],
): Promise<T> {
  finishInterruptedRestore(settings);
  if (access !== "make") refuseMissing(settings);
  const store = await openStore(storePlace(settings), {readOnly: access === "read", ...(onClosed && {onClosed})});
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The place that a command opens: it reads and writes in the same place, without a time limit. */
export function storePlace({databaseUrl, databaseConnections: connections, dataFolder}: Settings): StorePlace {
  return databaseUrl === null ? {dataFolder} : {databaseUrl, connections};
}

/** The place that a server opens: with the replica for reads, and a time limit for every query. */
export function servedPlace(settings: Settings): StorePlace {
  const {databaseReadUrl: readUrl, databaseNotifyUrl: notifyUrl, databaseTimeout: workSeconds} = settings;
  return settings.databaseUrl === null
    ? storePlace(settings)
    : {...storePlace(settings), readUrl, notifyUrl, workSeconds};
}

/** @throws Refusal if the folder has no store, or only a part of one */
export function refuseMissing({databaseUrl, dataFolder}: Settings): void {
  if (databaseUrl === null) requireWholeStore(dataFolder);
}

/** Taking the folder's lock completes an interrupted restore, so the holder never finds one half done. */
export function finishInterruptedRestore({databaseUrl, dataFolder}: Settings): void {
  if (databaseUrl === null && isRestoreUnfinished(dataFolder)) holdServeLock(dataFolder).release();
}
