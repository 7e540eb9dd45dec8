// The result of a run: the content of results.json.

import {execFileSync} from "node:child_process";
import {existsSync, readFileSync, statfsSync, writeFileSync} from "node:fs";
import {availableParallelism, cpus, loadavg, tmpdir, totalmem} from "node:os";
import {fileURLToPath} from "node:url";
import type {Goal, GoalName} from "./goals.ts";

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

// The machine of a run, and which of the programs for the bench are installed.
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
  /** null: not installed. */
  readonly nginx: string | null;
  readonly wrk: string | null;
  /** Load average of the minute before the run; above a quarter of the cores the machine was not quiet. */
  readonly loadBefore: number;
  /** Stores are in the folder for temporary files; if that is in memory, no write reaches a disk. */
  readonly storesIn: "memory" | "disk";
}

const TMPFS = 0x01021994;

export type Tool = "nginx" | "wrk" | "proc" | "publishers' files";

/** Real files, which are no part of the project. */
export const PUBLISHERS_FILES = fileURLToPath(new URL("../../shared/data/", import.meta.url));

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryGigabytes: totalmem() / 1e9,
    system: `${distribution()}, ${process.platform}, ${process.arch}`,
    node: process.versions.node,
    sqlite: process.versions["sqlite"] ?? "unknown",
    nginx: versionOf("nginx", "-v"),
    wrk: versionOf("wrk", "-v"),
    loadBefore: loadavg()[0]!,
    storesIn: statfsSync(tmpdir()).type === TMPFS ? "memory" : "disk",
  };
}

/** The missing tools, in words; null if none is missing. */
export function missingTools(machine: Machine, tools: readonly Tool[]): string | null {
  const missing = tools.flatMap((tool) => {
    if (tool === "proc") return process.platform === "linux" ? [] : ["this system has no /proc to read memory from"];
    if (tool === "publishers' files") return existsSync(PUBLISHERS_FILES) ? [] : ["needs ../shared/data"];
    return machine[tool] === null ? [`${tool} is not installed`] : [];
  });
  return missing.length === 0 ? null : missing.join("; ");
}

/** Both print their version on standard error, and wrk exits with 1. */
function versionOf(program: string, word: string): string | null {
  const version = (said: unknown): string => /\d+(\.\d+)+/.exec(String(said))?.[0] ?? "unknown";
  try {
    return version(execFileSync("/bin/sh", ["-c", `${program} ${word} 2>&1`], {encoding: "utf8"}));
  } catch (error) {
    const {status, stdout} = error as {status?: number; stdout?: string};
    return status === 127 ? null : version(stdout);
  }
}

function distribution(): string {
  try {
    return /PRETTY_NAME="?([^"\n]*)/.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "unknown";
  } catch {
    return process.platform;
  }
}

// Rounds in which all sides are measured in turn: the speed of a machine changes over time, so only figures of one round are compared.

/** Runs every side once per round, one after the other. Gives the figures of each side by round. */
export async function alternate<Side extends string, T>(
  rounds: number,
  sides: Readonly<Record<Side, (round: number) => Promise<T>>>,
): Promise<Record<Side, T[]>> {
  const names = Object.keys(sides) as Side[];
  const found = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Side, T[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) found[name].push(await sides[name](round));
  }
  return found;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

// The goals of PostgreSQL compared with the embedded store, one row per figure; `npm run bench -- --store postgres` measures them.
const OF_EMBEDDED = "× embedded";

export const POSTGRES_GOALS = {
  page: {
    subject: "page",
    what: "a page of 100 series × 300 values: version and histories in one snapshot, and every value of the histories",
    unit: OF_EMBEDDED,
    atMost: 3,
  },
  "page-fetch": {subject: "page", what: "the same, until the histories have arrived", unit: OF_EMBEDDED},
  "answer-30000": {
    subject: "answer",
    what: "30,000 values, JSON, uncached, 1 connection: the whole answer, charged",
    unit: OF_EMBEDDED,
    atMost: 3,
  },
  "answer-50": {
    subject: "answer",
    what: "50 values, JSON, uncached, 1 connection: the whole answer, charged",
    unit: OF_EMBEDDED,
  },
  "answer-50-processor": {
    subject: "answer",
    what: "50 values, 16 connections: processor time of server and database together",
    unit: "× bare node:http",
    atMost: 30,
  },
  "answer-50-commits": {
    subject: "answer",
    what: "the same: transactions of the database for an answer",
    unit: "an answer",
    atMost: 0.3,
  },
  "answer-6000-processor": {
    subject: "answer",
    what: "6,000 values, 16 connections: processor time of server and database together",
    unit: "× bare node:http",
  },
  "first-load": {subject: "load", what: "`ryad load` of a tidy package, from its start to its end", unit: OF_EMBEDDED},
  "revised-load": {
    subject: "treasury",
    what: "`ryad load` of one revised value in a dataset of 100,000 series with a class and a title each",
    unit: "s",
    atMost: 0.5,
  },
  "revised-log": {subject: "treasury", what: "the same: log that the database writes", unit: "MB", atMost: 1},
  "revised-server": {
    subject: "treasury",
    what: "the same: processor time of a server, with a search and a slice after it",
    unit: "ms",
    atMost: 50,
  },
} as const satisfies Record<string, Goal>;

export type PostgresGoal = keyof typeof POSTGRES_GOALS;

export interface PostgresMeasurement {
  readonly goal: PostgresGoal;
  /** Time of PostgreSQL divided by that of the embedded store, the median of the rounds; null: not measured. */
  readonly value: number | null;
  readonly figures: Readonly<Record<string, number>>;
  readonly remarks: readonly string[];
}

// The result of a comparison with PostgreSQL: the content of results-postgres.json.
export interface PostgresResults {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly quick: boolean;
  readonly seconds: number;
  readonly machine: Machine;
  readonly postgres: string;
  readonly series: number;
  readonly rounds: number;
  readonly measurements: readonly PostgresMeasurement[];
}

export function writePostgresResults(path: string, results: PostgresResults): void {
  writeFileSync(path, `${JSON.stringify(results, rounded, 2)}\n`);
}

export function readPostgresResults(path: string): PostgresResults {
  return JSON.parse(readFileSync(path, "utf8"));
}
