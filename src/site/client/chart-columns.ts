// The values of a chart: every estimate of a series from the server, those known on the day of a vintage, and the columns that uPlot draws.
//
// One file, because each costs its headers on a first visit. Columns stand over one row of days, with an empty cell wherever a line has a gap.
import {DAY_SECONDS} from "./time-marks.ts";

export interface ShownEstimates {
  /** Days of publication, ascending, counted from 1970-01-01. */
  readonly vintages: readonly number[];
  /** First days of periods; sorted, and within a period by day of publication. */
  readonly period: readonly number[];
  /** Places in `vintages`. */
  readonly published: readonly number[];
  /** null: not a number. */
  readonly value: readonly (number | null)[];
}

export interface Values {
  readonly period: readonly number[];
  readonly value: readonly (number | null)[];
}

/** For each period the last estimate published up to this vintage; periods not yet published are absent. */
export function valuesAtVintage({period, published, value}: ShownEstimates, vintage: number): Values {
  const known: {period: number[]; value: (number | null)[]} = {period: [], value: []};
  for (let row = 0; row < period.length; row++) {
    if (published[row]! > vintage) continue;
    const last = known.period.length - 1;
    if (known.period[last] === period[row]) known.value[last] = value[row]!;
    else {
      known.period.push(period[row]!);
      known.value.push(value[row]!);
    }
  }
  return known;
}

export async function fetchEstimates(address: string): Promise<ShownEstimates> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as ShownEstimates;
}

/** Room above and below a single value, as a share of it, as the server draws it. */
const SHARE_OF_ONE = 0.1;

/**
 * One column of days, in seconds, for all lines, and the row of the first line at each day. For a gap in the first line a day without a
 * value is added, so that the line breaks there; half a day for the break at `since`.
 */
export function joinLines(lines: readonly Values[], gapDays: number, since: number | null) {
  const all = new Set(lines.flatMap(({period}) => period));
  if (since !== null) all.add(since - 0.5);
  for (const {period} of lines) {
    for (const [at, day] of period.entries()) if (at > 0 && day - period[at - 1]! > gapDays) all.add(day - 1);
  }
  const sorted = [...all].sort((one, other) => one - other);
  const position = new Map(sorted.map((day, at) => [day, at]));
  const rowOf = new Map<number, number>();
  const columns = lines.map(({period, value}, line) => {
    const column: (number | null | undefined)[] = new Array(sorted.length).fill(undefined);
    for (const [row, day] of period.entries()) {
      column[position.get(day)!] = value[row]!;
      if (line === 0) rowOf.set(position.get(day)!, row);
      if (row > 0 && day - period[row - 1]! > gapDays) column[position.get(day - 1)!] = null;
    }
    if (since !== null) column[position.get(since - 0.5)!] = null;
    return column;
  });
  return {days: sorted.map((day) => day * DAY_SECONDS), columns, rowOf};
}

/** The rows of values without a neighbour in their line: null breaks a line, undefined does not. */
export function isolatedRows(column: ArrayLike<number | null | undefined>): number[] {
  const said = Array.from({length: column.length}, (_, row) => row).filter((row) => column[row] !== undefined);
  return said.filter(
    (row, at) =>
      column[row] !== null && [said[at - 1], said[at + 1]].every((next) => next === undefined || column[next] === null),
  );
}

/** Values that Page Up and Page Down step over. */
const PAGE = 12;

/** The row to which a key leads; undefined: the key has no meaning here. @param shown rows with a value in view, ascending @param row null: none yet */
export function rowByKey(key: string, shown: readonly number[], row: number | null): number | undefined {
  const last = shown.length - 1;
  const now = row === null ? -1 : shown.findIndex((one) => one >= row);
  const indexes: Readonly<Record<string, number>> = {
    ...{ArrowRight: now + 1, PageDown: now + PAGE, Home: 0, End: last},
    ...(now < 0 ? {ArrowLeft: last, PageUp: last} : {ArrowLeft: now - 1, PageUp: now - PAGE}),
  };
  const index = indexes[key];
  return index === undefined ? undefined : shown[Math.max(0, Math.min(last, index))];
}

/** The range around a single value; null for several values, which set the range themselves. */
export function rangeOfOne(lines: readonly Values[]): [number, number] | null {
  const values = new Set(lines.flatMap(({value}) => value).filter((value) => value !== null));
  const [only] = values;
  if (only === undefined || values.size > 1) return null;
  const room = only === 0 ? 1 : Math.abs(only) * SHARE_OF_ONE;
  return [only - room, only + room];
}
