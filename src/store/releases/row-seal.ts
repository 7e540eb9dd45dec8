// The seal of a row that is written once: the SHA-256 of its columns. Most facts of a release and of a load run (the parser, the time of
// loading) are in no other place of the store, so only the seal shows that a cell was changed.
//
// Part of released migrations, so it never changes: a column that a later step adds is not sealed here.
import {hash} from "node:crypto";
import {FIRST_TABLES} from "../schema/migrations/first-tables.ts";

type Cells = object;

/** Later loads change the counts. */
const OF_RELEASE = Object.keys(FIRST_TABLES.release.columns).filter((name) => !/^(?:new|revised)_values$/.test(name));
const OF_RUN = Object.keys(FIRST_TABLES.load_run.columns);

interface SealedFile {
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
}

/** @param files in order */
export function sealOfRelease(row: Cells, files: readonly SealedFile[]): string {
  return sealOf([...valuesOf(row, OF_RELEASE), ...files.flatMap(({name, sha256, size}) => [name, sha256, size])]);
}

export function sealOfRun(row: Cells): string {
  return sealOf(valuesOf(row, OF_RUN));
}

function valuesOf(row: Cells, names: readonly string[]): unknown[] {
  return names.map((name) => (row as Readonly<Record<string, unknown>>)[name]);
}

function sealOf(values: readonly unknown[]): string {
  return hash("sha256", JSON.stringify(values));
}
