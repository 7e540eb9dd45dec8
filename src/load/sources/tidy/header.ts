// The header of an observations file: its delimiter and the place of each column.

import {Refusal} from "../../../service/refusal.ts";
import {findNearName} from "../../../text/near-name.ts";
import type {SourceFile} from "../../source.ts";
import {createCsvScanner, MAX_CELLS} from "./csv-scanner.ts";

const COLUMNS = [
  "indicator",
  "class",
  "measure",
  "transformation",
  "freq",
  "unit",
  "geo",
  "geo_label",
  "period",
  "week",
  "value",
] as const;
export type TidyColumn = (typeof COLUMNS)[number];

export const DIMENSION_COLUMNS = [
  "indicator",
  "class",
  "measure",
  "transformation",
  "unit",
  "freq",
  "geo",
  "geo_label",
] as const satisfies readonly TidyColumn[];

export const NO_INDEX = -1;

export interface TidyHeader {
  /** Code of the byte between cells. */
  readonly delimiter: number;
  readonly width: number;
  /** Place of each existing column, from 0. */
  readonly columnIndexes: Partial<Readonly<Record<TidyColumn, number>>>;
  /** The same places in the form for reading rows: DIMENSION_COLUMNS in their order, the others by name; NO_PLACE: no such column. */
  readonly dimensions: readonly number[];
  readonly period: number;
  readonly week: number;
  readonly value: number;
}

const DELIMITERS = [",", ";", "\t"].map((delimiter) => delimiter.charCodeAt(0));
/** Enough to hold the first line. */
export const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Reads the header of a file from its first MAX_HEADER_BYTES.
 * @throws Refusal for missing, unknown or repeated columns
 */
export function readTidyHeader(file: Pick<SourceFile, "name">, start: Uint8Array): TidyHeader {
  const beginning = start.subarray(0, MAX_HEADER_BYTES);
  const [best] = DELIMITERS.map((delimiter) => ({delimiter, names: readNames(file.name, beginning, delimiter)})).sort(
    (a, b) => knownIn(b.names) - knownIn(a.names),
  );
  const {delimiter, names} = best!;
  if (names.length === 0) {
    const what =
      start.length > MAX_HEADER_BYTES ? `has a first line of more than ${MAX_HEADER_BYTES} bytes` : "is empty";
    throw new Refusal(`${file.name} ${what}`, "its first line must name the columns");
  }
  const columnIndexes: Partial<Record<TidyColumn, number>> = {};
  for (const [index, name] of names.entries()) {
    const column = COLUMNS.find((one) => one === name);
    if (column === undefined) refuseUnknown(file.name, name, index);
    else if (columnIndexes[column] !== undefined) throw new Refusal(`${file.name} has the column ${column} twice`);
    else columnIndexes[column] = index;
  }
  for (const column of ["indicator", "geo", "value"] as const) {
    if (columnIndexes[column] === undefined)
      throw new Refusal(
        `${file.name} lacks the column ${column}`,
        `it has ${names.join(", ")}; docs/tidy-package.md explains each column`,
      );
  }
  if (columnIndexes.period === undefined && columnIndexes.week === undefined) {
    throw new Refusal(`${file.name} lacks the column period (or week)`, `it has ${names.join(", ")}`);
  }
  const indexOf = (column: TidyColumn): number => columnIndexes[column] ?? NO_INDEX;
  return {
    delimiter,
    width: names.length,
    columnIndexes,
    dimensions: DIMENSION_COLUMNS.map(indexOf),
    period: indexOf("period"),
    week: indexOf("week"),
    value: indexOf("value"),
  };
}

function readNames(fileName: string, beginning: Uint8Array, delimiter: number): string[] {
  const scanner = createCsvScanner(fileName, delimiter);
  scanner.feed(beginning);
  if (beginning.length < MAX_HEADER_BYTES) scanner.finish();
  if (!scanner.next()) return [];
  const {bytes, start, end} = scanner;
  const text = new TextDecoder();
  return Array.from({length: Math.min(scanner.count, MAX_CELLS)}, (_, cell) =>
    text.decode(bytes.subarray(start[cell], end[cell])).trim(),
  );
}

function knownIn(names: readonly string[]): number {
  return names.filter((name) => (COLUMNS as readonly string[]).includes(name)).length;
}

function refuseUnknown(fileName: string, name: string, index: number): never {
  if (name === "")
    throw new Refusal(`${fileName}: column ${index + 1} of the header has no name`, "remove it from the file");
  const near = findNearName(name, COLUMNS);
  throw new Refusal(
    `${fileName} has an unknown column ${JSON.stringify(name.slice(0, 80))}${near === null ? "" : `; ${near} was probably meant`}`,
    `the columns are ${COLUMNS.join(", ")}; remove all others`,
  );
}
