// What a run found, as it stands in results.json.
import {readFileSync, writeFileSync} from "node:fs";
import type {GoalName} from "./goals.ts";
import type {Machine} from "./machine.ts";

export interface Measurement {
  readonly goal: GoalName;
  readonly state: "measured" | "skipped" | "failed";
  /** In the unit of the goal; null unless measured. */
  readonly value: number | null;
  /** What it was made of. */
  readonly figures: Readonly<Record<string, number>>;
  /** What a reader has to know of it: why it was skipped, or what went wrong. */
  readonly remarks: readonly string[];
}

export interface Results {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly mode: "quick" | "default" | "full";
  /** How long the whole run took. */
  readonly seconds: number;
  readonly machine: Machine;
  readonly measurements: readonly Measurement[];
}

export function writeResults(path: string, results: Results): void {
  writeFileSync(path, `${JSON.stringify(results, rounded, 2)}\n`);
}

export function readResults(path: string): Results {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Four digits: what is measured has no more. */
export function rounded(_key: string, value: unknown): unknown {
  if (typeof value !== "number" || Number.isInteger(value)) return value;
  return Number(value.toPrecision(4));
}
