// The files of a data folder: a store has all its parts, or none yet, and files with people in them are readable only by their owner.
//
// A part that is missing or empty beside others was lost (a wrong mount, half a copy). Made again silently, it would look like a store
// without data or tokens. While a store is created, a mark is beside its parts; an interrupted creation is finished by the
// next process. The engine gives a log the mode of its file, so a file is made with its mode before it is opened.
import {chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, statSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {Refusal} from "../../service/refusal.ts";
import {PARTS, type StorePart} from "../migrations/migration.ts";
import {syncFolder} from "./atomic-file.ts";
import {giveToFolderOwner, otherOwner} from "./file-owner.ts";

const MARK = "new-store.unfinished";

export function dataFile(folder: string, part: StorePart): string {
  return join(folder, `${part}.db`);
}

/** Whether any part of a store is in the folder. */
export function holdsStore(folder: string): boolean {
  return PARTS.some((part) => existsSync(dataFile(folder, part)));
}

/** For callers that create no store. @throws Refusal if there is none, or with the parts that are missing or empty */
export function requireWholeStore(folder: string): void {
  const {state, lost} = findStoreFiles(folder);
  if (state === "none")
    throw new Refusal(
      `there is no store in ${folder}`,
      "name the data folder with --data, or create one with ryad load",
    );
  if (state === "begun")
    throw new Refusal(`the creation of the store in ${folder} was interrupted`, "ryad serve or ryad load finishes it");
  if (state === "lost") throw lostParts(folder, lost);
}

/**
 * Marks a store that is about to be created, before its parts are opened for writing.
 * @returns whether it is being created: then parts may be empty, and `endMaking` must follow when all exist
 * @throws Refusal that names the parts which are missing or empty
 */
export function beginMaking(folder: string): boolean {
  const {state, lost} = findStoreFiles(folder);
  if (state === "lost") throw lostParts(folder, lost);
  if (state === "none") {
    const descriptor = openSync(join(folder, MARK), "a");
    fsyncSync(descriptor);
    closeSync(descriptor);
    giveToFolderOwner(join(folder, MARK));
    syncFolder(folder);
  }
  return state !== "whole";
}

/** All parts exist now. */
export function endMaking(folder: string): void {
  syncFolder(folder);
  rmSync(join(folder, MARK), {force: true});
}

/** The refusal for parts that are missing or empty. */
export function lostParts(folder: string, lost: readonly StorePart[]): Refusal {
  const words = lost.map((part) => `${part}.db is ${existsSync(dataFile(folder, part)) ? "empty" : "missing"}`);
  const others = PARTS.filter((part) => !lost.includes(part)).map((part) => `${part}.db`);
  const away = others.length === 0 ? "the empty files" : `the others (${others.join(", ")})`;
  return new Refusal(
    `${words.join(" and ")} in ${folder}`,
    `ryad restore --force replaces the store by a backup; to start with an empty store, move ${away} away`,
  );
}

interface StoreFiles {
  readonly state: "none" | "begun" | "whole" | "lost";
  /** Parts that are missing or empty. */
  readonly lost: readonly StorePart[];
}

/** Other processes may be creating the store: the sizes before and after the check for their mark must be equal. */
function findStoreFiles(folder: string): StoreFiles {
  for (;;) {
    const before = sizes(folder);
    const isBegun = existsSync(join(folder, MARK));
    const after = sizes(folder);
    const lost = PARTS.filter((_, index) => !after[index]);
    if (isBegun) return {state: "begun", lost};
    if (before.every((size) => size !== null && size > 0)) return {state: "whole", lost: []};
    if (before.join() !== after.join()) continue;
    return {state: after.every((size) => size === null) ? "none" : "lost", lost};
  }
}

/** null: there is no such file. */
function sizes(folder: string): (number | null)[] {
  return PARTS.map((part) => statSync(dataFile(folder, part), {throwIfNoEntry: false})?.size ?? null);
}

const OTHERS = 0o077;
/** Accounts, and the archive: messages of publishers name persons who are responsible. */
const OF_PEOPLE = /^(?:accounts|sources)\./;
/** Letters, and the databases of a restore. */
const FOLDERS_OF_PEOPLE = /^(?:outbox|restore\.(?:unfinished|ready))$/;

/** The mode of a new file of the part, before the mask of the process is applied. */
export function fileMode(part: StorePart): number {
  return part === "statistics" ? 0o666 : 0o600;
}

/** Creates an empty file of a part if there is none. */
export function makeFile(path: string, part: StorePart): void {
  closeSync(openSync(path, "a", fileMode(part)));
  giveToFolderOwner(path);
}

const NO_FOLDER: Readonly<Record<string, string>> = {
  EEXIST: "it is a file",
  ENOTDIR: "a part of its path is a file",
  EACCES: "this user may not write there",
  EROFS: "nothing may be written there",
};

/** Creates the data folder if there is none, readable only by its owner. @throws Refusal */
export function makeDataFolder(folder: string): void {
  if (statSync(folder, {throwIfNoEntry: false})?.isDirectory()) return;
  const parent = dirname(resolve(folder));
  try {
    mkdirSync(parent, {recursive: true});
    mkdirSync(folder, {mode: 0o700});
    giveToFolderOwner(folder);
  } catch (error) {
    if (statSync(folder, {throwIfNoEntry: false})?.isDirectory()) return;
    const {code = "", message} = error as NodeJS.ErrnoException;
    const owner = otherOwner(parent);
    throw new Refusal(
      `the data folder ${folder} can't be created: ${NO_FOLDER[code] ?? message}`,
      `${owner === null ? "" : `${owner}; `}name another with --data`,
    );
  }
}

/** The files with people in them, and the folders of such files, that other users can read; names are relative to the folder. */
export function openToOthers(folder: string): string[] {
  if (process.platform === "win32") return [];
  const names = readdirSync(folder).filter((name) => OF_PEOPLE.test(name) || FOLDERS_OF_PEOPLE.test(name));
  const within = names.flatMap((name) => (FOLDERS_OF_PEOPLE.test(name) ? namesIn(folder, name) : []));
  return [...names, ...within].filter((name) => (modeOf(join(folder, name)) & OTHERS) !== 0);
}

/** Makes these files and folders readable only by their owner; returns their names, without those of another user. */
export function closeToOthers(folder: string): string[] {
  return openToOthers(folder).filter((name) => {
    try {
      chmodSync(join(folder, name), modeOf(join(folder, name)) & 0o700);
      return true;
    } catch {
      return false;
    }
  });
}

function namesIn(folder: string, name: string): string[] {
  try {
    return readdirSync(join(folder, name)).map((file) => join(name, file));
  } catch {
    return [];
  }
}

/** 0: it has been deleted. */
function modeOf(path: string): number {
  return statSync(path, {throwIfNoEntry: false})?.mode ?? 0;
}
