// One server per data folder, or one restore: a lock on `serve.lock` that the system itself lets go when its holder ends,
// however it ends.
//
// The lock is SQLite's own on an empty file, held by an open transaction; no process number is written down, so nothing can be
// stale after a SIGKILL and no number that was given to another process can mislead.
import {mkdirSync} from "node:fs";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {Refusal} from "../refusal.ts";
import {finishRestore} from "../store/restore.ts";

export interface ServeLock {
  release(): void;
}

/** SQLite's result codes. */
const BUSY = 5;
const NOT_A_DATABASE = 26;

/** Locks of this process; a connection that nothing refers to would be collected, and the lock with it. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock; a restore that died in the middle of its swap is carried out first.
 * @throws Refusal when another server, or a restore, holds the folder
 */
export function holdServeLock(dataFolder: string): ServeLock {
  mkdirSync(dataFolder, {recursive: true});
  const path = join(dataFolder, "serve.lock");
  const file = new DatabaseSync(path, {timeout: 0});
  try {
    file.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    file.close();
    throw refusalFor(error, dataFolder, path);
  }
  held.add(file);
  const release = (): void => {
    if (held.delete(file)) file.close();
  };
  try {
    finishRestore(dataFolder);
  } catch (error) {
    release();
    throw error;
  }
  return {release};
}

function refusalFor(error: unknown, dataFolder: string, path: string): unknown {
  const code = (error as {errcode?: number}).errcode ?? 0;
  if ((code & 0xff) === BUSY) {
    return new Refusal(
      `another ryad serve (or a restore) holds the data folder ${dataFolder} (${path})`,
      "stop it first; for several servers over the same figures set RYAD_DATABASE_URL=postgres://…",
    );
  }
  if ((code & 0xff) === NOT_A_DATABASE) {
    return new Refusal(`${path} is not a lock of this program`, "look what it is, and delete it when nobody needs it");
  }
  return error;
}
