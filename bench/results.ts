// The result of a run: the content of results.json.
import {readFileSync, writeFileSync} from "node:fs";
import type {GoalName} from "./goals.ts";
import type {Machine} from "./machine.ts";

export interface Measurement {
  readonly goal: GoalName;
  readonly state: "measured" | "skipped" | "failed";
  /** In the unit of the goal; null if not measured. */
  readonly value: number | null;
  /** The figures behind the value. */
  readonly figures: Readonly<Record<string, number>>;
  /** Explanations for a reader: why it was skipped, or the error. */
  readonly remarks: readonly string[];
}

export interface Results {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly mode: "quick" | "default" | "full";
  /** Duration of the whole run. */
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

/** Four digits: a measurement has no more. */
export function rounded(_key: string, value: unknown): unknown {
  if (typeof value !== "number" || Number.isInteger(value)) return value;
  return Number(value.toPrecision(4));
}
