// A page of observations for which all rows are gathered first: orders across series, $skip, conditions on values.
//
// The cursor's row is sorted like any other, even if a load has removed it from the selection, and the page begins after it. If a load may
// have moved it, the state is compared before any read (observation-set.ts).

import type {Value} from "../../../formats/odata/expression.ts";
import {keyAt} from "../../../statistics/catalogue/catalogue.ts";
import {compareCodes} from "../../../statistics/catalogue/code-order.ts";
import {NO_DAY} from "../../../statistics/time/day.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {Budget} from "../../../work/budget.ts";
import type {Steps} from "../../../work/pace.ts";
import {type EntityRow, type EntitySeries, keepNames, seriesRow} from "../row-properties.ts";
import {sortWithRests, weightOfComparison} from "../series/sorted-series.ts";
import {type Entry, ordinalOf} from "./observation-entries.ts";
import {type ObservationPage, overBudget, type RowReceiver} from "./observation-page.ts";
import type {RowBuffer} from "./row-buffer.ts";
import {compareKeys, type OrderKey} from "./row-order.ts";

export interface SortedRequest {
  readonly keys: readonly OrderKey[];
  readonly skip: number;
  /** The page begins after this row: a row of the buffer, or `count` for a row added after the last. */
  readonly cursor: number | null;
  readonly most: number;
}

/** Throws BAD_REQUEST when sorting takes more than the budget. */
export function* pageOfSorted(
  q: Queries,
  buffer: RowBuffer,
  {keys, skip, cursor, most}: SortedRequest,
  budget: Budget,
): Script<ObservationPage> {
  if (keys.some((key) => key.readsNames)) yield* keepNames(q, buffer.entries.series());
  const order = yield* sortedRows(buffer, keys, cursor, budget);
  yield;
  const start = cursor === null ? skip : order.indexOf(cursor) + 1;
  const rows = order.slice(start, start + most).filter((row) => row < buffer.columns.count);
  yield;
  const isLast = start + most >= order.length;
  const last = rows.at(-1);
  const isShown = new Uint8Array(buffer.entries.length);
  for (const row of rows) isShown[buffer.entry[row]!] = 1;
  return {
    rows: rows.length,
    next: isLast || last === undefined ? null : cursorAt(buffer, last),
    series: shownSeries(buffer, isShown),
    write: (take) => giveRows(buffer, rows, take),
  };
}

function* shownSeries({entries}: RowBuffer, isShown: Uint8Array): Generator<EntitySeries> {
  for (const [index, shown] of isShown.entries()) if (shown === 1) yield entries.seriesAt(index);
}

/** Rows that are written in one step. */
const ROWS_AT_ONCE = 1000;

function* giveRows(buffer: RowBuffer, rows: readonly number[], take: RowReceiver): Steps<void> {
  for (let index = 0; index < rows.length; ) {
    const first = rows[index]!;
    let end = index + 1;
    while (
      end < Math.min(rows.length, index + ROWS_AT_ONCE) &&
      rows[end] === rows[end - 1]! + 1 &&
      isSameSeries(buffer, rows[end]!, first)
    )
      end++;
    const {source, position} = seriesAt(buffer, first);
    take(source, position, buffer.columns, first, first + end - index);
    index = end;
    // a row of another series takes as long as many rows of the same one
    yield;
  }
}

/** The index of the row with a key and a period; -1 when the buffer has none. */
export function findRow(buffer: RowBuffer, key: string, ordinal: number): number {
  for (let row = 0; row < buffer.columns.count; row++) {
    if (keyOf(seriesAt(buffer, row)) !== key) continue;
    if (ordinalOf(entryAt(buffer, row), buffer.columns.period[row]!) === ordinal) return row;
  }
  return -1;
}

/** Rows of the buffer in order, with the number after the last for an added cursor row. */
function* sortedRows(
  buffer: RowBuffer,
  keys: readonly OrderKey[],
  cursor: number | null,
  budget: Budget,
): Script<number[]> {
  const {columns, entries} = buffer;
  const count = cursor === columns.count ? columns.count + 1 : columns.count;
  const rows = Array.from({length: count}, (_, row) => row);
  if (keys.length === 0 && count === columns.count) return rows;
  yield;
  const values: Value[][] = [];
  for (const key of keys) values.push(yield* readKey(key, buffer, rows, budget));
  const valueAt = (row: number, index: number): Value =>
    values[index]![keys[index]!.isOfRows ? row : buffer.entry[row]!]!;
  const seriesKeys = Array.from(entries.series(), keyOf);
  yield;
  const compare = (one: number, other: number): number =>
    compareKeys(keys, valueAt, one, other) ||
    compareCodes(seriesKeys[buffer.entry[one]!]!, seriesKeys[buffer.entry[other]!]!) ||
    columns.period[one]! - columns.period[other]!;
  return yield* sortWithRests(rows, compare, budget, refuse, weightOfComparison(keys));
}

/** The key's values for each row, or for each series if the key depends on the series alone. */
function* readKey(
  {read, weight, isOfRows}: OrderKey,
  buffer: RowBuffer,
  rows: readonly number[],
  budget: Budget,
): Script<Value[]> {
  const values: Value[] = [];
  const count = isOfRows ? rows.length : buffer.entries.length;
  for (let index = 0; index < count; index++) {
    budget.spend(weight);
    if (budget.isSpent()) refuse();
    values.push(read(isOfRows ? rowAt(buffer, index) : rowOf(buffer.entries.seriesAt(index))));
    if (budget.isRestDue()) yield* budget.rest();
  }
  return values;
}

function refuse(): never {
  throw overBudget("$orderby compares all rows");
}

function rowOf({source, position}: EntitySeries): EntityRow {
  return seriesRow(source, position);
}

function rowAt(buffer: RowBuffer, row: number): EntityRow {
  const {source, position} = seriesAt(buffer, row);
  const {period, mantissa, asOf, withdrawn} = buffer.columns;
  return {
    source,
    position,
    period: period[row]!,
    value: mantissa[row]!,
    asOf: asOf[row]!,
    withdrawn: withdrawn?.[row] ?? NO_DAY,
  };
}

function cursorAt(buffer: RowBuffer, row: number): ObservationPage["next"] {
  const entry = entryAt(buffer, row);
  return {key: keyOf(entry), ordinal: ordinalOf(entry, buffer.columns.period[row]!)};
}

function entryAt({entries, entry}: RowBuffer, row: number): Entry {
  return entries.at(entry[row]!);
}

function seriesAt({entries, entry}: RowBuffer, row: number): EntitySeries {
  return entries.seriesAt(entry[row]!);
}

function isSameSeries(buffer: RowBuffer, one: number, other: number): boolean {
  return buffer.entry[one] === buffer.entry[other];
}

function keyOf({source, position}: EntitySeries): string {
  return keyAt(source.catalogue, position);
}
