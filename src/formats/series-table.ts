// Values of series as tables for people: long (a row for each value, in the columns of the slice) and wide (a row for each period).
//
// Only for the download buttons of the site. Rows are made one at a time as they are written, and writing gives way after each chunk: a
// series may have 60,000 values.
import type {RowList} from "../statistics/row-list.ts";
import type {SeriesStatus} from "../statistics/status.ts";
import {type Day, dayText} from "../statistics/time/day.ts";
import {createTextChunks} from "./body-parts.ts";
import {csvCell, csvHead} from "./table-csv.ts";

/** The description of a series; an unknown name is empty, and so is the code of a dimension that the series lacks. */
export interface TableSeries {
  readonly key: string;
  readonly title: string;
  /** Optional dimensions that its dataset has, by the names of `dimensionTexts`. */
  readonly dimensions: readonly string[];
  readonly classification: string;
  readonly className: string;
  readonly measure: string;
  readonly transformation: string;
  readonly frequency: string;
  readonly unit: string;
  readonly unitName: string;
  readonly territory: string;
  readonly territoryName: string;
  readonly level: string;
  readonly lastPeriod: Day;
  readonly status: SeriesStatus;
  /** Ascending by period. */
  readonly values: RowList<TableValue>;
}

export interface TableValue {
  /** First day of the period. */
  readonly first: Day;
  readonly value: number;
  /** Day of publication of this estimate. */
  readonly day: Day;
}

export type TableCell = string | number | null;

export interface SeriesTable {
  readonly head: readonly string[];
  /** May be gone through several times. */
  readonly rows: Iterable<readonly TableCell[]>;
}

/** Columns of dimensions that a dataset may lack: each is there if one of the series has it. */
const DIMENSIONS = ["classification", "measure", "transformation", "unit"] as const;
type Dimension = (typeof DIMENSIONS)[number];

/** The columns of a CSV slice with `labels=1`. */
export function longTable(series: readonly TableSeries[]): SeriesTable {
  const has = new Set(series.flatMap(({dimensions}) => dimensions));
  const when = <T>(dimension: Dimension, cells: readonly T[]): readonly T[] => (has.has(dimension) ? cells : []);
  return {
    head: [
      "series_key",
      ...when("classification", ["class", "class_label"]),
      ...when("measure", ["measure"]),
      ...when("transformation", ["transformation"]),
      "freq",
      ...when("unit", ["unit"]),
      ...["geo", "geo_label", "geo_level", "period", "value", "as_of", "last_period", "status"],
    ],
    rows: {[Symbol.iterator]: () => longRows(series, when)},
  };
}

function* longRows(
  series: readonly TableSeries[],
  when: <T>(dimension: Dimension, cells: readonly T[]) => readonly T[],
): Generator<readonly TableCell[]> {
  for (const one of series) {
    const before = [
      one.key,
      ...when("classification", [one.classification, one.className]),
      ...when("measure", [one.measure]),
      ...when("transformation", [one.transformation]),
      one.frequency,
      ...when("unit", [one.unit]),
      ...[one.territory, one.territoryName, one.level],
    ];
    const after = [dayText(one.lastPeriod), one.status];
    for (const {first, value, day} of one.values)
      yield [...before, dayText(first), known(value), dayText(day), ...after];
  }
}

/** A column for each series, headed by its title, unit and key; a period without a value leaves an empty cell. */
export function wideTable(series: readonly TableSeries[]): SeriesTable {
  return {
    head: [
      "period",
      ...series.map(({title, unitName, key}) => [title, unitName, key].filter((part) => part !== "").join(" · ")),
    ],
    rows: {[Symbol.iterator]: () => wideRows(series)},
  };
}

function* wideRows(series: readonly TableSeries[]): Generator<readonly TableCell[]> {
  const indexes = series.map(() => 0);
  const dayAt = (at: number): Day => series[at]!.values.at(indexes[at]!)?.first ?? Number.POSITIVE_INFINITY;
  for (;;) {
    const day = Math.min(...series.map((_, at) => dayAt(at)));
    if (day === Number.POSITIVE_INFINITY) return;
    const cells = series.map(({values}, at) => (dayAt(at) === day ? known(values.at(indexes[at]!++)!.value) : null));
    yield [dayText(day), ...cells];
  }
}

/** Letters between two pauses of the writer: about a millisecond. */
const CHUNK = 1 << 14;

/** The parts of the file. `comma`: for spreadsheets of countries with a decimal comma. */
export function* tableToCsv(
  {head, rows}: SeriesTable,
  decimal: "point" | "comma",
  bom: boolean,
): Generator<undefined, Buffer[]> {
  const cell = (value: TableCell, nth: number): string => {
    if (value === null) return "";
    if (typeof value === "string") return csvCell(value, head[nth] ?? "");
    const text = JSON.stringify(value);
    return decimal === "comma" ? text.replace(".", ",") : text;
  };
  const parts = createTextChunks();
  let text = `${bom ? "\uFEFF" : ""}${csvHead(head)}\n`;
  for (const row of rows) {
    text += `${row.map(cell).join(";")}\n`;
    if (text.length < CHUNK) continue;
    parts.add(text);
    text = "";
    yield;
  }
  parts.add(text);
  return parts.end();
}

/** A cell without a number is empty. */
function known(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
