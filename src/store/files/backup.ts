// A backup: consistent copies of the three parts in one file, made while a server serves and a load runs; and its restore.
//
// The order of copying makes the parts fit: statistics before sources, because a release's file is archived before the release; accounts
// last, so that every charge made before the backup began is in it. A restore is verified beside the old files, then swapped in. The rename
// of the finished folder to `restore.ready` decides: before it the old store is valid, after it the new one, even if this process dies; the
// next process that takes the folder's lock finishes the swap. The caller holds that lock, so no server is running.
import {copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync} from "node:fs";
import {dirname, join} from "node:path";
import {Refusal} from "../../service/refusal.ts";
import {StoreTooNew, type Versions} from "../schema/migration.ts";
import {MIGRATIONS} from "../schema/steps.ts";
import {makeFolderBeside, moveNewFile, refuseExisting, syncFolder} from "./atomic-file.ts";
import {
  type BackupManifest,
  type BackupWriter,
  COPY_ORDER,
  createBackupFile,
  type OnBytes,
  openBackupFile,
} from "./backup-file.ts";
import {createBackupStream, openBackupStream, STREAM} from "./backup-stream.ts";
import {
  copyDataFile,
  dataFilesIdentity,
  dataFileVersion,
  holdDataFiles,
  removeLogs,
  requireOwnParts,
} from "./data-files.ts";
import {dataFile, endMaking, holdsStore, makeFile} from "./data-folder.ts";
import {giveToFolderOwner} from "./file-owner.ts";

const UNFINISHED = "restore.unfinished";
const READY = "restore.ready";
/** What the operator wrote into the data folder, and no load brings back. */
const SOURCES = "sources.yaml";

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

/** No space, no quota, or a limit of the process to the size of files. */
function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EFBIG"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function fullDisk(folder: string, bytes: number, done: string): Refusal {
  return new Refusal(`the backup does not fit on the disk of ${folder}`, `it needs ${bytes} bytes there; ${done}`);
}

/** While the file is written, the copies of the parts that are not yet in it are beside it. */
function bytesOfBackup(folder: string): number {
  const sizes = COPY_ORDER.map((part) => statSync(dataFile(folder, part)).size);
  return sizes.reduce((sum, size) => sum + size, 0) + Math.max(...sizes);
}

/** Called with the folder of the copies, which have the schema of this program; returns one sentence for each fault. */
export type Inspect = (copies: string) => Promise<readonly string[]>;

/**
 * Writes the backup of a data folder into a file, completely or not at all.
 * @returns its size
 * @throws Refusal if the file exists already, can't be written, the folder has no complete store, or `inspect` finds faults in the copies
 */
export async function writeBackup(
  folder: string,
  path: string,
  now: Date,
  onBytes: OnBytes,
  inspect?: Inspect,
): Promise<number> {
  refuseExisting(path);
  return await withCopies(folder, path, inspect, ({copies, beside, versions, refuseReplaced}) => {
    const finished = join(beside, "backup");
    const writer = createBackupFile(finished, now);
    try {
      addParts(writer, folder, {copies, versions}, (part) => rmSync(dataFile(copies, part)), onBytes);
      writer.finish();
    } finally {
      writer.close();
    }
    refuseReplaced();
    moveNewFile(finished, path);
    return statSync(path).size;
  });
}

/**
 * Sends the backup to a descriptor, such as standard output; nothing is sent before all copies are made and inspected. They need room in the
 * data folder meanwhile.
 * @returns its size
 * @throws Refusal as `writeBackup`, and if the receiver stops
 */
export async function sendBackup(
  folder: string,
  descriptor: number,
  now: Date,
  onBytes: OnBytes,
  inspect?: Inspect,
): Promise<number> {
  return await withCopies(folder, join(folder, "backup"), inspect, ({copies, versions, refuseReplaced}) => {
    const stream = createBackupStream(descriptor, now);
    addParts(stream, folder, {copies, versions}, () => {}, onBytes);
    refuseReplaced();
    stream.finish();
    return stream.bytes;
  });
}

interface Copies {
  readonly copies: string;
  /** The folder of the copies, which is removed at the end. */
  readonly beside: string;
  readonly versions: Versions;
  /** Throws if the store was replaced since the copies were begun. */
  readonly refuseReplaced: () => void;
}

async function withCopies<T>(
  folder: string,
  path: string,
  inspect: Inspect = async () => [],
  work: (copies: Copies) => T,
): Promise<T> {
  await requireOwnParts(folder);
  const beside = makeFolderBeside(path);
  const identity = dataFilesIdentity(folder);
  try {
    const copies = join(beside.path, "copies");
    const versions = await copySoundParts(folder, copies, inspect);
    const refuseReplaced = (): void => {
      if (dataFilesIdentity(folder) === identity) return;
      throw new Refusal(`the store in ${folder} was replaced while it was copied`, "make the backup again");
    };
    return work({copies, beside: beside.path, versions, refuseReplaced});
  } catch (error) {
    throw isFull(error) ? fullDisk(dirname(path), bytesOfBackup(folder), "nothing was left there") : error;
  } finally {
    beside.remove();
  }
}

function addParts(
  writer: BackupWriter,
  folder: string,
  {copies, versions}: Pick<Copies, "copies" | "versions">,
  onAdded: (part: (typeof COPY_ORDER)[number]) => void,
  onBytes: OnBytes,
): void {
  for (const part of COPY_ORDER) {
    writer.add(part, versions[part], dataFile(copies, part), onBytes);
    onAdded(part);
  }
  if (!existsSync(join(folder, SOURCES))) return;
  copyFileSync(join(folder, SOURCES), join(copies, SOURCES));
  writer.addBeside(SOURCES, join(copies, SOURCES));
}

/** A run that is discarded between the copies of two parts takes its bytes along: the second copies are taken after it. */
const ATTEMPTS = 2;
const TOLD = 10;

/** @returns the schema versions */
async function copySoundParts(folder: string, copies: string, inspect: Inspect): Promise<Versions> {
  for (let attempt = 1; ; attempt++) {
    mkdirSync(copies, {mode: 0o700});
    const versions = {statistics: 0, sources: 0, accounts: 0};
    for (const part of COPY_ORDER) {
      makeFile(dataFile(copies, part), part);
      versions[part] = await copyDataFile(folder, part, dataFile(copies, part));
    }
    const isCurrent = COPY_ORDER.every((part) => versions[part] === MIGRATIONS[part].length);
    const faults = isCurrent ? await inspect(copies) : [];
    if (faults.length === 0) return versions;
    if (attempt === ATTEMPTS) throw damagedStore(folder, faults);
    rmSync(copies, {recursive: true});
  }
}

function damagedStore(folder: string, faults: readonly string[]): Refusal {
  const more = faults.length > TOLD ? [`… and ${faults.length - TOLD} more`] : [];
  const listed = [...faults.slice(0, TOLD), ...more].map((fault) => `  ${fault}`);
  return new Refusal(
    `the store in ${folder} is damaged, so no backup was made:\n${listed.join("\n")}`,
    "keep the backups that there are; ryad check --deep lists all faults, ryad restore --force puts a backup in place of the store",
  );
}
