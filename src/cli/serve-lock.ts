// One server per data folder, or one restore: a lock on `serve.lock` that ends with its holder, however it ends.
import {mkdirSync} from "node:fs";
import {join} from "node:path";
import {Refusal} from "../refusal.ts";
import {type ProcessLock, takeProcessLock} from "../store/process-lock.ts";
import {finishRestore} from "../store/restore.ts";

/** SQLite's result code. */
const NOT_A_DATABASE = 26;

/**
 * Takes the lock; a restore that died in the middle of its swap is carried out first.
 * @throws Refusal when another server, or a restore, holds the folder
 */
export function holdServeLock(dataFolder: string): ProcessLock {
  mkdirSync(dataFolder, {recursive: true});
  const lock = takeLock(join(dataFolder, "serve.lock"));
  if (lock === null) {
    throw new Refusal(
      `another ryad serve (or a restore) holds the data folder ${dataFolder}`,
      "stop it first; for several servers over the same figures set RYAD_DATABASE_URL=postgres://…",
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

function takeLock(path: string): ProcessLock | null {
  try {
    return takeProcessLock(path);
  } catch (error) {
    if ((((error as {errcode?: number}).errcode ?? 0) & 0xff) !== NOT_A_DATABASE) throw error;
    throw new Refusal(`${path} is not a lock of this program`, "look what it is, and delete it when nobody needs it");
  }
}
