// What `npm run bench:search` found, as it stands in search-results.json.
import {readFileSync, writeFileSync} from "node:fs";
import type {Machine} from "./machine.ts";
import type {SearchSpeed} from "./search-speed.ts";

/** How well one part of the judged questions is answered. */
export interface Judged {
  readonly part: "tune" | "aside";
  readonly questions: number;
  /** Share of them whose series is among the first five. */
  readonly recallAt5: number;
  /** Mean of one over the place of the right series; 0 where it is not among the first fifty. */
  readonly meanReciprocalRank: number;
}

export interface Warehouse {
  /** Where the questions were asked. */
  readonly name: string;
  readonly datasets: number;
  readonly series: number;
  /** Names of files that are missing. */
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

function rounded(_key: string, value: unknown): unknown {
  return typeof value !== "number" || Number.isInteger(value) ? value : Number(value.toPrecision(4));
}
