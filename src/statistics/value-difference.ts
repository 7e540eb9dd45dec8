// What a release changes in the values that readers see: how many are new, changed and gone, and the series that change most.
//
// Only the latest estimates count: a superseded one is seen by nobody. Each series has one row, that of its largest change; a series that
// only gets new periods has none. A value is measured against the smaller of old and new, so a lost decimal mark weighs as much as one
// that was added.
import {type SeriesDimensions, seriesTitleRaw} from "./catalogue/catalogue.ts";
import {type Estimates, sameValue} from "./history/estimates.ts";
import {isWithdrawnOn, withdrawnSpans} from "./history/withdrawn.ts";
import {periodText} from "./time/week.ts";

export interface ChangedSeriesRow {
  /** Of the series, 16 letters. */
  readonly key: string;
  /** Its codes, joined by a bar. */
  readonly title: string;
  readonly period: string;
  readonly before: number;
  /** null: the value is gone. */
  readonly after: number | null;
  readonly newValues: number;
  readonly changedValues: number;
  readonly goneValues: number;
}

export interface ValueDifference {
  readonly newValues: number;
  readonly changedValues: number;
  readonly goneValues: number;
  /** All series with changed or gone values; `rows` has the first of them. */
  readonly changedSeries: number;
  /** At most MOST_ROWS, the largest change first. */
  readonly rows: readonly ChangedSeriesRow[];
}

export const MOST_ROWS = 50;

export interface DifferenceCount {
  add(series: SeriesDimensions & {readonly key: string}, before: Estimates | null, after: Estimates | null): void;
  list(): ValueDifference;
}

export function createDifferenceCount(): DifferenceCount {
  let rows: SizedRow[] = [];
  const sums = {newValues: 0, changedValues: 0, goneValues: 0, changedSeries: 0};
  const keepLargest = (): void => {
    rows = rows.sort((a, b) => b.size - a.size).slice(0, MOST_ROWS);
  };
  return {
    add(series, before, after) {
      const found = compareEstimates(before, after);
      sums.newValues += found.newValues;
      sums.changedValues += found.changedValues;
      sums.goneValues += found.goneValues;
      if (found.most === null) return;
      sums.changedSeries++;
      const {newValues, changedValues, goneValues, most} = found;
      const {period, size, ...values} = most;
      const names = {key: series.key, title: seriesTitleRaw(series), period: periodText(series.frequency, period)};
      rows.push({row: {...names, ...values, newValues, changedValues, goneValues}, size});
      if (rows.length >= 4 * MOST_ROWS) keepLargest();
    },
    list() {
      keepLargest();
      return {...sums, rows: rows.map(({row}) => row)};
    },
  };
}

interface SizedRow {
  readonly row: ChangedSeriesRow;
  readonly size: number;
}

interface LargestChange {
  readonly period: number;
  readonly before: number;
  readonly after: number | null;
  readonly size: number;
}

interface ComparedSeries {
  newValues: number;
  changedValues: number;
  goneValues: number;
  /** null: only new values, or nothing changes. */
  most: LargestChange | null;
}

function compareEstimates(before: Estimates | null, after: Estimates | null): ComparedSeries {
  const [old, now] = [shownRows(before), shownRows(after)];
  const found: ComparedSeries = {newValues: 0, changedValues: 0, goneValues: 0, most: null};
  const note = (change: LargestChange): void => {
    if (found.most === null || change.size > found.most.size) found.most = change;
  };
  for (let was = 0, is = 0; was < old.length || is < now.length; ) {
    const period = was < old.length ? before!.period[old[was]!]! : Number.POSITIVE_INFINITY;
    const given = is < now.length ? after!.period[now[is]!]! : Number.POSITIVE_INFINITY;
    if (given < period) {
      found.newValues++;
      is++;
      continue;
    }
    const value = before!.value[old[was++]!]!;
    if (period < given) {
      found.goneValues++;
      note({period, before: value, after: null, size: -1});
      continue;
    }
    const other = after!.value[now[is++]!]!;
    if (sameValue(value, other)) continue;
    found.changedValues++;
    note({period, before: value, after: other, size: changeSize(value, other)});
  }
  return found;
}

function changeSize(before: number, after: number): number {
  return Math.abs(after - before) / Math.min(Math.abs(before), Math.abs(after));
}

/** The row of the latest value of each period that is not withdrawn, ascending. */
function shownRows(estimates: Estimates | null): readonly number[] {
  if (estimates === null) return [];
  const {count, period} = estimates;
  const open = withdrawnSpans(estimates).filter((span) => isWithdrawnOn(span, null));
  const withdrawn = new Set(open.map((span) => span.period));
  const rows: number[] = [];
  for (let row = 0; row < count; row++) {
    const isLatest = row + 1 === count || period[row + 1] !== period[row];
    if (isLatest && !withdrawn.has(period[row]!)) rows.push(row);
  }
  return rows;
}
