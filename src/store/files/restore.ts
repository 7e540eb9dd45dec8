// A backup put into a data folder: verified and laid out beside what is there first, then swapped in.
//
// The one moment that counts is the rename of the finished folder to `restore.ready`: before it the old store stands, from it on
// the new one does, even if this process dies; whoever takes the folder's lock next carries the swap out. The caller holds that
// lock all the while, so no server is there.
import {existsSync, mkdirSync, renameSync, rmSync} from "node:fs";
import {join} from "node:path";
import {Refusal} from "../../refusal.ts";
import {StoreTooNew} from "../schema/migration.ts";
import {MIGRATIONS} from "../schema/migrations/migrations.ts";
import {syncFolder} from "./atomic-file.ts";
import {type BackupManifest, COPY_ORDER, type OnBytes, openBackupFile} from "./backup-file.ts";
import {dataFileVersion, holdDataFiles, removeLogs} from "./data-files.ts";
import {dataFile, endMaking, holdsStore} from "./data-folder.ts";

const UNFINISHED = "restore.unfinished";
const READY = "restore.ready";

/**
 * Restores a backup into a folder that the caller has locked.
 * @param force replaces a store that is there
 * @throws Refusal when there is one and not `force`, when another process uses it, or naming what is wrong with the backup; then
 * what was there stands untouched
 */
export async function restoreBackup(
  path: string,
  folder: string,
  force: boolean,
  onBytes: OnBytes,
): Promise<BackupManifest> {
  if (!force && holdsStore(folder)) {
    throw new Refusal(`${folder} holds a store already`, "--force replaces it; ryad backup keeps it first");
  }
  const unfinished = join(folder, UNFINISHED);
  rmSync(unfinished, {recursive: true, force: true});
  try {
    mkdirSync(unfinished, {recursive: true, mode: 0o700});
    const manifest = await layOut(path, unfinished, onBytes);
    const hold = holdDataFiles(folder);
    try {
      renameSync(unfinished, join(folder, READY));
      syncFolder(folder);
      // there a file that is open can't be replaced, and needs no other guard
      if (process.platform === "win32") hold.release();
      finishRestore(folder);
    } finally {
      hold.release();
    }
    return manifest;
  } finally {
    rmSync(unfinished, {recursive: true, force: true});
  }
}

/** Whether a restore died after its decisive moment: nobody may open the folder's files before it is finished. */
export function isRestoreUnfinished(folder: string): boolean {
  return existsSync(join(folder, READY));
}

/** Carries the swap of a restore out that had come to its decisive moment; else nothing. The caller holds the folder's lock. */
export function finishRestore(folder: string): void {
  const ready = join(folder, READY);
  if (!existsSync(ready)) return;
  for (const part of COPY_ORDER) {
    const file = dataFile(ready, part);
    if (!existsSync(file)) continue;
    removeLogs(folder, part);
    renameSync(file, dataFile(folder, part));
  }
  endMaking(folder);
  rmSync(ready, {recursive: true});
  syncFolder(folder);
}

/** All of the backup as files in a folder, every byte of them verified. */
async function layOut(path: string, folder: string, onBytes: OnBytes): Promise<BackupManifest> {
  const backup = openBackupFile(path);
  try {
    const {members} = backup.manifest;
    if (members.map(({part}) => part).join() !== COPY_ORDER.join()) throw new Refusal(`${path} is not a whole backup`);
    for (const {part, schema_version} of members) {
      const known = MIGRATIONS[part].length;
      if (schema_version > known) throw new StoreTooNew(part, schema_version, known);
    }
    for (const member of members) {
      const file = dataFile(folder, member.part);
      backup.extract(member, file, onBytes);
      const version = await dataFileVersion(member.part, file);
      if (version !== member.schema_version)
        throw new Refusal(
          `${path}: ${member.name} has schema version ${version}, its manifest says ${member.schema_version}`,
        );
    }
    syncFolder(folder);
    return backup.manifest;
  } finally {
    backup.close();
  }
}
