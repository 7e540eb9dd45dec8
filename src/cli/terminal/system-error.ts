// Errors of the operating system in words for people: what, where and what to do.
//
// An unlisted code keeps the system's message: a raw text is better than a wrong guess.
import {existsSync} from "node:fs";
import {dirname} from "node:path";
import {Refusal} from "../../service/refusal.ts";
import {otherOwner} from "../../store/files/file-owner.ts";

/** The refusal for an error of a system call; null for any other error, and for codes that say too little. */
export function systemRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !("syscall" in error)) return null;
  const {code = "", path} = error as NodeJS.ErrnoException;
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  if (words === undefined || path === undefined) return null;
  const owner = words === FORBIDDEN ? otherOwner(path, dirname(path)) : null;
  return new Refusal(
    `${path} ${words.what}`,
    owner === null ? words.hint : `${owner}; name another place, or run the command as its owner`,
  );
}

/** The refusal for a file that cannot be written. */
export function unwritable(path: string, error: unknown): Refusal {
  const {code, message} = error as NodeJS.ErrnoException;
  const parent = dirname(path);
  return code === "ENOENT" && !existsSync(parent)
    ? new Refusal(`${path} can't be written: there is no folder ${parent}`, "make the folder first")
    : new Refusal(`${path} can't be written: ${message}`, "name a place that this user may write");
}

interface Words {
  readonly what: string;
  readonly hint: string;
}

const FORBIDDEN: Words = {
  what: "may not be read or written by this user",
  hint: "check who owns it, or name another place",
};
const NO_FOLDER: Words = {what: "is a file where a folder is needed", hint: "name a folder"};

const WORDS: Readonly<Record<string, Words>> = {
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: {what: "is on a read-only file system", hint: "name another place"},
  ENOSPC: {what: "can't be written: the disk is full", hint: "free some space and run the command again"},
  EEXIST: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  EISDIR: {what: "is a folder where a file is needed", hint: "name a file"},
  ENOENT: {what: "does not exist", hint: "check the path; a folder must be created first"},
};
