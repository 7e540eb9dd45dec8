// The gaps of a release in one series: the periods that it covers without giving a value there [history.withdrawn].
//
// Only the release itself says which periods it covers, never other series of the store: so a history depends on nothing but the releases,
// and each series can be replayed alone. docs/decisions/0003-histories.md has the rules.
import type {PeriodOrdinal} from "../time/day.ts";
import type {MissingReason} from "../time/missing-periods.ts";
import type {Estimates} from "./estimates.ts";
import type {Gap, WithdrawalReason} from "./withdrawal.ts";

/** A sign without a meaning of its own, and a blank cell, say only that the value is not given any more. */
export const REASON_OF_SIGN: Readonly<Record<MissingReason, WithdrawalReason | null>> = {
  none: null,
  "not-available": "not_available",
  "not-published": "not_published",
  "not-applicable": "not_applicable",
  empty: null,
  suppressed: "suppressed",
};

/** What a release says about the periods of one series. */
export interface RowCoverage {
  /** The cells that the release has without a value, by period; asked only where a value is lacking. null: there are none. */
  readonly marks: (() => ReadonlyMap<PeriodOrdinal, WithdrawalReason>) | null;
  /** The columns of the table that has the series; null: the release does not have its row. */
  readonly columns: PeriodColumns | null;
  /** False: rows of the release could not be read, so an absent one says nothing. */
  readonly rowsCount: boolean;
  /** The release is declared as whole. Otherwise it covers nothing before the first and after the last old period that it gives for the series. */
  readonly isWhole: boolean;
}

/** A set of periods: `has[period - base]` is 1. */
export interface PeriodColumns {
  readonly base: PeriodOrdinal;
  readonly has: Uint8Array;
}

/** Corrections of two values say nothing of the one between them; a row with this many values for each hole is the row of a table. */
const GIVEN_FOR_EACH_HOLE = 4;

/** @param given the periods that the release gives, ascending. Gaps are ascending */
export function findGaps(
  history: Estimates,
  given: Int32Array,
  {columns, rowsCount, isWhole, ...row}: RowCoverage,
): Gap[] {
  const {lacking, first, last} = comparePeriods(history, given);
  if (lacking.length === 0) return [];
  const marks = row.marks?.();
  const isBetween = (period: PeriodOrdinal) => period > first && period < last;
  // A release of single values is no table with holes.
  const holes = lacking.reduce((sum, period) => sum + (isBetween(period) && !marks?.has(period) ? 1 : 0), 0);
  const hasNeighbours = holes * GIVEN_FOR_EACH_HOLE <= given.length;
  const gaps: Gap[] = [];
  for (const period of lacking) {
    const reason = marks?.get(period);
    if (reason !== undefined) gaps.push({period, reason});
    if (reason !== undefined || !rowsCount || columns === null) continue;
    const isColumn = columns.has[period - columns.base] === 1;
    if (isBetween(period) ? hasNeighbours || isColumn : isWhole && isColumn) gaps.push({period, reason: "withdrawn"});
  }
  return gaps;
}

/** The periods of the history that are not given, usually none, and the first and the last one that is given. */
function comparePeriods({period, count}: Estimates, given: Int32Array) {
  const lacking: PeriodOrdinal[] = [];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let index = 0;
  for (let row = 0; row < count; row++) {
    const current = period[row]!;
    if (row > 0 && period[row - 1] === current) continue;
    while (index < given.length && given[index]! < current) index++;
    if (given[index] === current) [first, last] = [Math.min(first, current), current];
    else lacking.push(current);
  }
  return {lacking, first, last};
}
