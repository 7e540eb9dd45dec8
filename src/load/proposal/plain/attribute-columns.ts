// Columns of texts that tell no rows apart: the weather of a day, the mood of a report. As a class each of their members would be a series
// with gaps.
//
// A column is an attribute only if all rows of the sheet differ without it. Where the one column of values has no name of its own, the texts
// may say what it measures, and stay names.
import {COLUMN_WORDS} from "../../../country/plain-table-words.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import type {ColumnProfile, PlainRegion} from "./column-profile.ts";

export interface RowKeys {
  readonly region: PlainRegion;
  /** Columns of periods; empty: the headers of the values have them. */
  readonly time: readonly number[];
  /** Columns of territories and units. */
  readonly others: readonly number[];
  readonly values: readonly ColumnProfile[];
}

/** @param candidates columns of texts, none of which says the same as another one */
export function attributeColumns(
  candidates: readonly ColumnProfile[],
  {region, time, others, values}: RowKeys,
): ReadonlySet<ColumnProfile> {
  const found = new Set<ColumnProfile>();
  const [only, another] = values;
  if (time.length === 0 || only === undefined) return found;
  if (another === undefined && COLUMN_WORDS.value.test(only.header)) return found;
  const isIndicator = ({header}: ColumnProfile): boolean => COLUMN_WORDS.indicator.test(header);
  const open = candidates.filter((one) => !isIndicator(one));
  const keysWithout = (left: readonly ColumnProfile[]): number[] => [
    ...others,
    ...candidates.filter((one) => !found.has(one) && !left.includes(one)).map(({column}) => column),
  ];
  const areUniqueWithout = (left: readonly ColumnProfile[]): boolean =>
    areUnique([...time, ...keysWithout(left)], region);
  for (;;) {
    const round = open.filter(
      (one) => !found.has(one) && changesWithin(one, keysWithout([one]), region) && areUniqueWithout([one]),
    );
    // Where any of two columns tells the rows apart, nobody knows which of them is the name.
    if (round.length === 0 || (round.length > 1 && !areUniqueWithout(round))) return found;
    for (const one of round) found.add(one);
  }
}

/** As many rows as stand one below the other in the sample. */
const ROWS_IN_ORDER = 1000;

/** Whether members come back within one series, or change in most of its steps. A name that changes once is another definition. */
function changesWithin({cells}: ColumnProfile, series: readonly number[], {sheet, rows}: PlainRegion): boolean {
  const known = new Map<string, {last: string; seen: Set<string>}>();
  let [steps, changes] = [0, 0];
  for (const [at, row] of rows.slice(0, ROWS_IN_ORDER).entries()) {
    const member = cells[at]?.plain.trim() ?? "";
    const key = keyOf(sheet, row, series);
    const one = known.get(key);
    if (one === undefined) {
      known.set(key, {last: member, seen: new Set([member])});
      continue;
    }
    steps++;
    if (member === one.last) continue;
    if (one.seen.has(member)) return true;
    changes++;
    one.last = member;
    one.seen.add(member);
  }
  return changes > 1 && changes * 2 > steps;
}

function areUnique(columns: readonly number[], {sheet, header}: PlainRegion): boolean {
  const keys = new Set<string>();
  for (let row = header + 1; row <= sheet.rowCount; row++) {
    const key = keyOf(sheet, row, columns);
    if (key.length < columns.length) continue;
    if (keys.has(key)) return false;
    keys.add(key);
  }
  return true;
}

function keyOf(sheet: Sheet, row: number, columns: readonly number[]): string {
  return columns.map((column) => sheet.cell(row, column)?.plain.trim() ?? "").join("\u0001");
}
