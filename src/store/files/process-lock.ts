// A lock on a file that the system itself lets go when its holder ends, however it ends.
//
// It is SQLite's own lock on an empty file, held by an open transaction; no process number is written down, so nothing can be
// stale after a SIGKILL and no number that was given to another process can mislead.
import {DatabaseSync} from "node:sqlite";
import {isBusy} from "../engines/sqlite/connection.ts";

export interface ProcessLock {
  /** A second call does nothing. */
  release(): void;
}

/** Locks of this process; a connection that nothing refers to would be collected, and the lock with it. */
const held = new Set<DatabaseSync>();

/** Takes the lock, making the file; null when another holds it. Throws when the file is no lock or can't be made. */
export function takeProcessLock(path: string): ProcessLock | null {
  const file = new DatabaseSync(path, {timeout: 0});
  try {
    file.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    file.close();
    if (isBusy(error)) return null;
    throw error;
  }
  held.add(file);
  return {
    release() {
      if (held.delete(file)) file.close();
    },
  };
}
