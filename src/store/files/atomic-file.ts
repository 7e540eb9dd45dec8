// Files that appear whole: written in a folder beside their place, then moved there in one step.
//
// A killed run leaves such a folder; the next run that writes a file of any name beside it removes it. A folder with a held lock belongs to
// a running process, and stays.
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
import {Refusal} from "../../refusal.ts";
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

/** Makes the folder for a file after removing leftovers. Throws Refusal when it can't be made. */
export function makeFolderBeside(path: string): FolderBeside {
  try {
    removeLeftovers(dirname(path));
    const {folder, lock} = makeLockedFolder(path);
    return {path: folder, remove: () => removeFolder(folder, lock)};
  } catch (error) {
    const parent = dirname(path);
    if (!existsSync(parent))
      throw new Refusal(`${path} can't be written: there is no folder ${parent}`, "make the folder first");
    throw new Refusal(`${path} can't be written: ${(error as Error).message}`, "name a place that this user may write");
  }
}

/** Puts a finished file in its place, over whatever file is there. */
export function replaceFile(finished: string, path: string): void {
  renameSync(finished, path);
  giveToFolderOwner(path);
  syncFolder(dirname(path));
}

/**
 * Puts a finished file in its place, where no file may be: unlike a rename a link never replaces one. A file system without
 * links has only the check before.
 * @throws Refusal when there is a file
 */
export function placeNewFile(finished: string, path: string): void {
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

/** @throws Refusal when there is a file of that name */
export function refuseExisting(path: string): void {
  if (!existsSync(path)) return;
  throw new Refusal(
    `${path} is there already and is not overwritten`,
    "give it a name of its own, such as one with the day in it",
  );
}

const ATTEMPTS = 10;

/** Until its lock is held a new folder looks like a leftover, and another run may remove it: then another is made. */
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
    if (attempt === ATTEMPTS) throw new Error("other runs take its folder away again and again");
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
    // Another run may have taken it away in between.
    if (existsSync(folder)) throw error;
  }
}

/** An empty folder of a run that was killed before it locked it; a folder with content is not ours. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It belongs to another program, or its run has just locked it: it stays.
  }
}

function removeFolder(folder: string, lock: ProcessLock): void {
  lock.release();
  rmSync(folder, {recursive: true, force: true});
}

/** Where the system can't do it (Windows), names are as safe as it makes them. */
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
