// When a data folder was last backed up: a file beside the databases, because a backup only reads them.
//
// It is a hint for the operator. A folder that was restored or copied has none, and nothing depends on it.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {giveToFolderOwner} from "./file-owner.ts";

const NAME = "last-backup.json";

/** @throws what the file system does: the backup itself is complete */
export function noteBackup(dataFolder: string, at: Date): void {
  const path = join(dataFolder, NAME);
  writeFileSync(path, `${JSON.stringify({at: at.toISOString()})}\n`, {mode: 0o600});
  giveToFolderOwner(path);
}

/** ISO 8601, UTC; null: none is noted. */
export function readLastBackup(dataFolder: string): string | null {
  try {
    const {at} = JSON.parse(readFileSync(join(dataFolder, NAME), "utf8")) as {at?: unknown};
    return typeof at === "string" && !Number.isNaN(Date.parse(at)) ? at : null;
  } catch {
    return null;
  }
}
