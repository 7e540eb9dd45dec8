// Files that come to their place whole: written in a folder of their own beside it, then put there in one step.
//
// A run that is killed leaves such a folder; the next run for the same place removes it.
import {existsSync, linkSync, mkdtempSync, readdirSync, renameSync, rmSync} from "node:fs";
import {basename, dirname, join} from "node:path";
import {Refusal} from "../refusal.ts";
import {syncFolder} from "./sync-folder.ts";

const LEFTOVER = ".unfinished-";

/** Makes the folder, for its owner's eyes only, once leftovers are gone. Throws Refusal when it can't be made. */
export function makeFolderBeside(path: string): string {
  try {
    for (const name of readdirSync(dirname(path))) {
      if (name.startsWith(basename(path) + LEFTOVER)) removeFolderBeside(join(dirname(path), name));
    }
    return mkdtempSync(path + LEFTOVER);
  } catch (error) {
    throw new Refusal(`${path} can't be written: ${(error as Error).message}`);
  }
}

export function removeFolderBeside(folder: string): void {
  rmSync(folder, {recursive: true, force: true});
}

/** Puts a finished file in its place, over whatever file is there. */
export function replaceFile(finished: string, path: string): void {
  renameSync(finished, path);
  syncFolder(dirname(path));
}

/**
 * Puts a finished file in its place, where no file may be: unlike a rename a link never replaces one. A file system without
 * links has the look before only.
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
