// The result of a comparison with PostgreSQL: the content of results-postgres.json.
import {readFileSync, writeFileSync} from "node:fs";
import type {Machine} from "./machine.ts";
import type {PostgresMeasurement} from "./postgres-goals.ts";
import {rounded} from "./results.ts";

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
