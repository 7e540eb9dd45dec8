// Whether the files of a data folder make one whole store: all parts are there, or none is yet.
//
// A part that is missing or empty beside others was lost (a wrong mount, half a copy). Made anew without a word it would pass for a
// store that holds nothing, or knows no token. While a store is made for the first time a mark lies beside its parts: a making that
// was cut off is finished by the next, and refused by nobody.
import {closeSync, existsSync, fsyncSync, openSync, rmSync, statSync} from "node:fs";
import {join} from "node:path";
import {Refusal} from "../../refusal.ts";
import {PARTS, type Part} from "../schema/migration.ts";
import {syncFolder} from "./atomic-file.ts";

const MARK = "new-store.unfinished";

export function dataFile(folder: string, part: Part): string {
  return join(folder, `${part}.db`);
}

/** Whether any part of a store is in the folder. */
export function holdsStore(folder: string): boolean {
  return PARTS.some((part) => existsSync(dataFile(folder, part)));
}

/** For those who make no store. Throws Refusal where there is none, and one that names the parts which are missing or empty. */
export function requireWholeStore(folder: string): void {
  const {state, lost} = look(folder);
  if (state === "none")
    throw new Refusal(`there is no store in ${folder}`, "name the data folder with --data, or make one with ryad load");
  if (state === "begun")
    throw new Refusal(`the store in ${folder} is not made to its end`, "ryad serve or ryad load does the rest");
  if (state === "lost") throw lostParts(folder, lost);
}

/**
 * Before the parts are opened to be written: marks a store that is about to be made.
 * @returns whether it is: then parts may be empty, and `endMaking` has to follow once all are there
 * @throws Refusal that names the parts which are missing or empty
 */
export function beginMaking(folder: string): boolean {
  const {state, lost} = look(folder);
  if (state === "lost") throw lostParts(folder, lost);
  if (state === "none") {
    const descriptor = openSync(join(folder, MARK), "a");
    fsyncSync(descriptor);
    closeSync(descriptor);
    syncFolder(folder);
  }
  return state !== "whole";
}

/** All parts are there now. */
export function endMaking(folder: string): void {
  syncFolder(folder);
  rmSync(join(folder, MARK), {force: true});
}

/** The refusal for parts that are not there, or in which there is nothing. */
export function lostParts(folder: string, lost: readonly Part[]): Refusal {
  const words = lost.map((part) => `${part}.db is ${existsSync(dataFile(folder, part)) ? "empty" : "missing"}`);
  const others = PARTS.filter((part) => !lost.includes(part)).map((part) => `${part}.db`);
  const away = others.length === 0 ? "the empty files" : `the others (${others.join(", ")})`;
  return new Refusal(
    `${words.join(" and ")} in ${folder}`,
    `ryad restore --force puts a backup in its place; to begin anew, move ${away} away`,
  );
}

interface StoreFiles {
  readonly state: "none" | "begun" | "whole" | "lost";
  /** Parts that are missing or empty. */
  readonly lost: readonly Part[];
}

/** Others may make the store meanwhile: what is seen before and after the look for their mark has to be the same. */
function look(folder: string): StoreFiles {
  for (;;) {
    const before = sizes(folder);
    const isBegun = existsSync(join(folder, MARK));
    const after = sizes(folder);
    const lost = PARTS.filter((_, place) => !after[place]);
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
