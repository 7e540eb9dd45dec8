// Files that appear complete: written in a folder beside their place, then moved there in one step.
//
// A killed run leaves such a folder; the next run that writes a file of any name beside it removes it. A folder with a lock that is in use
// belongs to a running process and is kept.
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import {dirname, join} from "node:path";
import {Refusal} from "../../service/refusal.ts";
import {giveToFolderOwner} from "./file-owner.ts";
import {type ProcessLock, takeProcessLock} from "./process-lock.ts";

export interface FolderBeside {
  /** Readable only by its owner. */
  readonly path: string;
  /** Removes the folder with its content. */
  remove(): void;
}

const SUFFIX = ".unfinished-";
const NAMES = /\.unfinished-\w{6}$/;
const LOCK = "ryad.lock";

/** Creates the folder for a file after removing leftovers. @throws Refusal if it can't be created */
export function makeFolderBeside(path: string): FolderBeside {
  try {
    removeLeftovers(dirname(path));
    const {folder, lock} = makeLockedFolder(path);
    return {path: folder, remove: () => removeFolder(folder, lock)};
  } catch (error) {
    const parent = dirname(path);
    if (!existsSync(parent))
      throw new Refusal(`${path} can't be written: there is no folder ${parent}`, "make the folder first");
    throw new Refusal(
      `${path} can't be written: ${(error as Error).message}`,
      "name a place where this user may write",
    );
  }
}

/** Moves a finished file to its place, and replaces a file that is there. */
export function replaceFile(finished: string, path: string): void {
  renameSync(finished, path);
  giveToFolderOwner(path);
  syncFolder(dirname(path));
}

/**
 * Moves a finished file to its place, where there must be no file: unlike a rename, a link never replaces one. A file system without links
 * has only the check before.
 * @throws Refusal if there is a file
 */
export function moveNewFile(finished: string, path: string): void {
  try {
    linkSync(finished, path);
  } catch (error) {
    refuseExisting(path);
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw error;
    renameSync(finished, path);
  }
  giveToFolderOwner(path);
  syncFolder(dirname(path));
}

/** @throws Refusal if there is a file with that name */
export function refuseExisting(path: string): void {
  if (!existsSync(path)) return;
  throw new Refusal(
    `${path} exists already and is not overwritten`,
    "give another name, for example with the day in it",
  );
}

const ATTEMPTS = 10;

/** Until it is locked, a new folder looks like a leftover and another run may remove it; then another one is created. */
function makeLockedFolder(path: string): {readonly folder: string; readonly lock: ProcessLock} {
  for (let attempt = 1; ; attempt++) {
    const folder = mkdtempSync(path + SUFFIX);
    try {
      const lock = takeProcessLock(join(folder, LOCK));
      if (lock !== null && existsSync(join(folder, LOCK))) return {folder, lock};
      lock?.release();
    } catch (error) {
      if (existsSync(folder) || attempt === ATTEMPTS) throw error;
    }
    if (attempt === ATTEMPTS) throw new Error("other runs remove its folder again and again");
  }
}

function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (!NAMES.test(name)) continue;
    if (existsSync(join(folder, LOCK))) removeDead(folder);
    else removeEmpty(folder);
  }
}

function removeDead(folder: string): void {
  try {
    const lock = takeProcessLock(join(folder, LOCK));
    if (lock !== null) removeFolder(folder, lock);
  } catch (error) {
    // Another run may have removed it in the meantime.
    if (existsSync(folder)) throw error;
  }
}

/** An empty folder of a run that was killed before it locked it; a folder with content is not ours. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It belongs to another program, or its run has just locked it, so it is kept.
  }
}

function removeFolder(folder: string, lock: ProcessLock): void {
  lock.release();
  rmSync(folder, {recursive: true, force: true});
}

/** If the system can't do it (Windows), the names are as safe as the system makes them. */
export function syncFolder(folder: string): void {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(folder, "r");
    fsyncSync(descriptor);
  } catch (error) {
    if (process.platform !== "win32" && (error as NodeJS.ErrnoException).code !== "EINVAL") throw error;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
