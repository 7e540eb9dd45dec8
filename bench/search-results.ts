// The result of `npm run bench:search`: the content of search-results.json.
import {readFileSync, writeFileSync} from "node:fs";
import {type Machine, rounded} from "./results.ts";
import type {SearchSpeed} from "./search-speed.ts";

/** The quality of the answers to one part of the judged questions. */
export interface Judged {
  readonly part: "tune" | "aside";
  readonly questions: number;
  /** Share of questions whose series is among the first five. */
  readonly recallAt5: number;
  /** Mean of 1 divided by the place of the right series; 0 if it is not among the first fifty. */
  readonly meanReciprocalRank: number;
}

export interface Warehouse {
  /** The store that answered the questions. */
  readonly name: string;
  readonly datasets: number;
  readonly series: number;
  /** Names of missing files. */
  readonly missing: readonly string[];
  readonly judged: readonly Judged[];
}

export interface SearchResults {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly machine: Machine;
  readonly warehouses: readonly Warehouse[];
  readonly speed: SearchSpeed;
}

export function writeSearchResults(path: string, results: SearchResults): void {
  writeFileSync(path, `${JSON.stringify(results, rounded, 2)}\n`);
}

export function readSearchResults(path: string): SearchResults {
  return JSON.parse(readFileSync(path, "utf8"));
}
