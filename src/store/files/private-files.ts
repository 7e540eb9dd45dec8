// Files that are their owner's alone: the accounts, in which addresses of people are, with their log and their copies.
//
// The engine gives a log the mode of its file, so the file is made with its mode before the engine opens it.
import {chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {Refusal} from "../../refusal.ts";
import type {Part} from "../schema/migration.ts";

const OTHERS = 0o077;
const OF_ACCOUNTS = /^accounts\./;

/** The mode of a new file that holds the part; the mask of the process takes from it. */
export function fileMode(part: Part): number {
  return part === "accounts" ? 0o600 : 0o666;
}

/** Makes the file of a part, empty, where there is none. */
export function makeFile(path: string, part: Part): void {
  closeSync(openSync(path, "a", fileMode(part)));
}

/** Makes the data folder where there is none, for its owner alone. Throws Refusal. */
export function makeDataFolder(folder: string): void {
  if (statSync(folder, {throwIfNoEntry: false})?.isDirectory()) return;
  try {
    mkdirSync(dirname(resolve(folder)), {recursive: true});
    mkdirSync(folder, {mode: 0o700});
  } catch (error) {
    if (statSync(folder, {throwIfNoEntry: false})?.isDirectory()) return;
    throw new Refusal(
      `the data folder ${folder} can't be made: ${(error as Error).message}`,
      "name another with --data",
    );
  }
}

/** Takes the accounts' files from the eyes of all but their owner; gives the names of those that others could read. */
export function closeToOthers(folder: string): string[] {
  if (process.platform === "win32") return [];
  return readdirSync(folder).filter((name) => OF_ACCOUNTS.test(name) && closeFile(join(folder, name)));
}

/** false: it was closed, has gone meanwhile, or is another user's. */
function closeFile(path: string): boolean {
  const mode = statSync(path, {throwIfNoEntry: false})?.mode ?? 0;
  if ((mode & OTHERS) === 0) return false;
  try {
    chmodSync(path, mode & 0o700);
    return true;
  } catch {
    return false;
  }
}
