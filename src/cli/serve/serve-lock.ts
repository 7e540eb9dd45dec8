// One server or restore per data folder: a lock on `serve.lock` that is released when its process ends, in any way.
import {dirname, join} from "node:path";
import {Refusal} from "../../refusal.ts";
import {finishRestore} from "../../store/files/backup.ts";
import {makeDataFolder} from "../../store/files/data-folder.ts";
import {otherOwner} from "../../store/files/file-owner.ts";
import {type ProcessLock, takeProcessLock} from "../../store/files/process-lock.ts";

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
