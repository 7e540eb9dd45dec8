// A page of observations out of rows that were all gathered first: orders that go across series, $skip, conditions on values.
//
// The cursor is a row like any other: it takes part in the sorting even where a load has taken it out of the selection, and the
// page begins behind it. Where a load may have moved it, its state is compared before anything is read (observation-set.ts).

import type {Value} from "../../formats/odata/expression.ts";
import {keyAt} from "../../statistics/catalogue.ts";
import {compareCodes} from "../../statistics/code-order.ts";
import {type Entry, ordinalOf} from "./observation-entries.ts";
import type {ObservationPage} from "./observation-page.ts";
import type {RowBuffer} from "./row-buffer.ts";
import {compareKeys, type OrderKey} from "./row-order.ts";
import type {Row} from "./row-properties.ts";

export interface SortedRequest {
  readonly keys: readonly OrderKey[];
  readonly skip: number;
  /** The row to begin behind: a row of the buffer, or its count for the one that was added behind the last. */
  readonly cursor: number | null;
  readonly most: number;
}

export function pageOfSorted(buffer: RowBuffer, {keys, skip, cursor, most}: SortedRequest): ObservationPage {
  const order = sortedRows(buffer, keys, cursor);
  const start = cursor === null ? skip : order.indexOf(cursor) + 1;
  const rows = order.slice(start, start + most).filter((row) => row < buffer.columns.count);
  const isLast = start + most >= order.length;
  const last = rows.at(-1);
  return {
    rows: rows.length,
    next: isLast || last === undefined ? null : cursorAt(buffer, last),
    write(take) {
      for (let place = 0; place < rows.length; ) {
        const first = rows[place]!;
        let end = place + 1;
        while (end < rows.length && rows[end] === rows[end - 1]! + 1 && isSameSeries(buffer, rows[end]!, first)) end++;
        const {source, position} = entryAt(buffer, first);
        take(source, position, buffer.columns, first, first + end - place);
        place = end;
      }
    },
  };
}

/** The place of the row with a key and a period; -1 when the buffer has none. */
export function findRow(buffer: RowBuffer, key: string, ordinal: number): number {
  for (let row = 0; row < buffer.columns.count; row++) {
    const entry = entryAt(buffer, row);
    if (keyOf(entry) === key && ordinalOf(entry, buffer.columns.period[row]!) === ordinal) return row;
  }
  return -1;
}

/** Rows of the buffer in order; a cursor that is none of them among them, under the number behind the last. */
function sortedRows(buffer: RowBuffer, keys: readonly OrderKey[], cursor: number | null): number[] {
  const {columns, entries} = buffer;
  const count = cursor === columns.count ? columns.count + 1 : columns.count;
  const rows = Array.from({length: count}, (_, row) => row);
  if (keys.length === 0 && count === columns.count) return rows;
  const values = keys.map((key) =>
    key.isOfRows ? rows.map((row) => key.read(rowAt(buffer, row))) : seriesValues(key, entries),
  );
  const valueAt = (row: number, place: number): Value =>
    values[place]![keys[place]!.isOfRows ? row : buffer.entry[row]!]!;
  const seriesKeys = entries.map(keyOf);
  return rows.sort(
    (one, other) =>
      compareKeys(
        keys,
        (place) => valueAt(one, place),
        (place) => valueAt(other, place),
      ) ||
      compareCodes(seriesKeys[buffer.entry[one]!]!, seriesKeys[buffer.entry[other]!]!) ||
      columns.period[one]! - columns.period[other]!,
  );
}

function seriesValues(key: OrderKey, entries: readonly Entry[]): Value[] {
  return entries.map(({source, position}) => key.read({source, position, period: 0, value: 0, asOf: 0}));
}

function rowAt(buffer: RowBuffer, row: number): Row {
  const {source, position} = entryAt(buffer, row);
  const {period, mantissa, asOf} = buffer.columns;
  return {source, position, period: period[row]!, value: mantissa[row]!, asOf: asOf[row]!};
}

function cursorAt(buffer: RowBuffer, row: number): ObservationPage["next"] {
  const entry = entryAt(buffer, row);
  return {key: keyOf(entry), ordinal: ordinalOf(entry, buffer.columns.period[row]!)};
}

function entryAt(buffer: RowBuffer, row: number): Entry {
  return buffer.entries[buffer.entry[row]!]!;
}

function isSameSeries(buffer: RowBuffer, one: number, other: number): boolean {
  return buffer.entry[one] === buffer.entry[other];
}

function keyOf({source, position}: Entry): string {
  return keyAt(source.catalogue, position);
}
