// A backup: consistent copies of the three parts in one file, made while a server serves and a load runs.
//
// The order of copying makes the parts fit: statistics before sources, because a release's file is archived before the release; accounts
// last, so that every charge made before the backup began is in it. restore.ts puts one back.
import {copyFileSync, existsSync, mkdirSync, rmSync, statSync} from "node:fs";
import {dirname, join} from "node:path";
import {Refusal} from "../../service/refusal.ts";
import type {Versions} from "../migrations/migration.ts";
import {MIGRATIONS} from "../migrations/steps.ts";
import {makeFolderBeside, moveNewFile, refuseExisting} from "./atomic-file.ts";
import {type BackupWriter, createBackupFile, type OnBytes} from "./backup-file.ts";
import {COPY_ORDER} from "./backup-manifest.ts";
import {createBackupStream} from "./backup-stream.ts";
import {copyDataFile, dataFilesIdentity, requireOwnParts} from "./data-files.ts";
import {dataFile, makeFile} from "./data-folder.ts";

/** A file that the operator wrote into the data folder. No load can make it again. */
export const SOURCES = "sources.yaml";

/** No space, no quota, or a limit of the process to the size of files. */
export function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EFBIG"].includes((error as NodeJS.ErrnoException).code ?? "");
}

export function fullDisk(folder: string, bytes: number, done: string): Refusal {
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

const MOST_SAID = 10;

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
  const more = faults.length > MOST_SAID ? [`… and ${faults.length - MOST_SAID} more`] : [];
  const listed = [...faults.slice(0, MOST_SAID), ...more].map((fault) => `  ${fault}`);
  return new Refusal(
    `the store in ${folder} is damaged, so no backup was made:\n${listed.join("\n")}`,
    "keep the backups that there are; ryad check --deep lists all faults, ryad restore --force puts a backup in place of the store",
  );
}
