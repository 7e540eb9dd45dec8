// A lock on a file, which the system releases when its holder ends, even if it is killed.
//
// It is SQLite's own lock on an empty file, held by an open transaction. No process number is written, so no stale lock stays after a
// SIGKILL, and a number that another process has now can't mislead.
import {DatabaseSync} from "node:sqlite";
import {isBusy} from "../engines/sqlite/connection.ts";
import {giveToFolderOwner} from "./file-owner.ts";

export interface ProcessLock {
  /** A second call does nothing. */
  release(): void;
}

/** Locks of this process; an unreferenced connection would be garbage-collected, and the lock released. */
const held = new Set<DatabaseSync>();

/** Takes the lock and creates its file; null: another process has it. Throws if the file is not a lock or can't be created. */
export function takeProcessLock(path: string): ProcessLock | null {
  const file = new DatabaseSync(path, {timeout: 0});
  giveToFolderOwner(path);
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
