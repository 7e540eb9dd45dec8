// The restore of a backup: verified beside the old files, then swapped in.
//
// The rename of the finished folder to `restore.ready` decides: before it the old store is valid, after it the new one, even if this process
// dies; the next process that takes the lock of the folder finishes the swap. The caller holds that lock, so no server is running.
import {existsSync, mkdirSync, renameSync, rmSync} from "node:fs";
import {dirname, join} from "node:path";
import {Refusal} from "../../service/refusal.ts";
import {StoreTooNew} from "../migrations/migration.ts";
import {MIGRATIONS} from "../migrations/steps.ts";
import {syncFolder} from "./atomic-file.ts";
import {fullDisk, isFull, SOURCES} from "./backup.ts";
import type {OnBytes} from "./backup-file.ts";
import {type BackupManifest, COPY_ORDER} from "./backup-manifest.ts";
import {openBackupFile} from "./backup-reader.ts";
import {openBackupStream, STREAM} from "./backup-stream.ts";
import {dataFileVersion, holdDataFiles, removeLogs} from "./data-files.ts";
import {dataFile, endMaking, holdsStore} from "./data-folder.ts";
import {giveToFolderOwner} from "./file-owner.ts";

const UNFINISHED = "restore.unfinished";

const READY = "restore.ready";

/**
 * Restores a backup into a folder that the caller has locked.
 * @param path STREAM: standard input
 * @param force replaces a store that is there, and its sources.yaml, which stays beside it as sources.yaml.replaced (or .replaced-2, and so on)
 * @throws Refusal if there is one and not `force`, if another process uses it, or with the fault of the backup; then nothing was changed
 */
export async function restoreBackup(
  path: string,
  folder: string,
  force: boolean,
  onBytes: OnBytes,
): Promise<BackupManifest> {
  if (!force && holdsStore(folder)) {
    throw new Refusal(
      `${folder} already has a store`,
      "--force replaces it; make a backup of it first with ryad backup",
    );
  }
  const unfinished = join(folder, UNFINISHED);
  rmSync(unfinished, {recursive: true, force: true});
  try {
    mkdirSync(unfinished, {recursive: true, mode: 0o700});
    giveToFolderOwner(unfinished);
    const manifest = await layOut(path, unfinished, onBytes);
    if (!force && existsSync(join(folder, SOURCES))) rmSync(join(unfinished, SOURCES), {force: true});
    const hold = holdDataFiles(folder);
    try {
      renameSync(unfinished, join(folder, READY));
      syncFolder(folder);
      // On Windows an open file can't be replaced, so it needs no other guard.
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

/** Whether a restore died after its rename: the folder's files must not be opened before it is finished. */
export function isRestoreUnfinished(folder: string): boolean {
  return existsSync(join(folder, READY));
}

/** Finishes the swap of a restore that died after its rename; otherwise does nothing. The caller holds the folder's lock. */
export function finishRestore(folder: string): void {
  const ready = join(folder, READY);
  if (!existsSync(ready)) return;
  for (const part of COPY_ORDER) {
    const file = dataFile(ready, part);
    if (!existsSync(file)) continue;
    removeLogs(folder, part);
    renameSync(file, dataFile(folder, part));
  }
  const [own, restored] = [join(folder, SOURCES), join(ready, SOURCES)];
  if (existsSync(restored)) {
    if (existsSync(own)) renameSync(own, freeName(`${own}.replaced`));
    renameSync(restored, own);
  }
  endMaking(folder);
  rmSync(ready, {recursive: true});
  syncFolder(folder);
}

/** The path, or the first of path-2, path-3 and so on that nobody has. */
function freeName(path: string): string {
  let free = path;
  for (let nth = 2; existsSync(free); nth++) free = `${path}-${nth}`;
  return free;
}

/** Writes the backup as files into a folder; every byte is verified. */
async function layOut(path: string, folder: string, onBytes: OnBytes): Promise<BackupManifest> {
  const backup = path === STREAM ? openBackupStream(process.stdin.fd) : openBackupFile(path);
  try {
    const {members} = backup.manifest;
    if (members.flatMap(({part}) => part ?? []).join() !== COPY_ORDER.join())
      throw new Refusal(`${path} is not a complete backup`);
    for (const {part, name, schema_version} of members) {
      // Its name would be a path of the data folder.
      if (part === null && name !== SOURCES) throw new Refusal(`${path} has ${JSON.stringify(name)}, which is no part`);
      const known = part === null ? 0 : MIGRATIONS[part].length;
      if (part !== null && schema_version! > known) throw new StoreTooNew(part, schema_version!, known);
    }
    for (const member of members) {
      const file = member.part === null ? join(folder, SOURCES) : dataFile(folder, member.part);
      try {
        backup.extract(member, file, onBytes);
      } catch (error) {
        const bytes = members.reduce((sum, {size}) => sum + size, 0);
        throw isFull(error) ? fullDisk(dirname(folder), bytes, "nothing was changed") : error;
      }
      giveToFolderOwner(file);
      if (member.part === null) continue;
      const version = await dataFileVersion(member.part, file);
      if (version !== member.schema_version)
        throw new Refusal(
          `${path}: ${member.name} has schema version ${version}, its manifest says ${member.schema_version}`,
        );
    }
    backup.finish();
    syncFolder(folder);
    return backup.manifest;
  } finally {
    backup.close();
  }
}
