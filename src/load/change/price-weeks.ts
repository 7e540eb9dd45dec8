// Dates of a dataset's price weeks, and the first and last day of its weekly series by them.
//
// A weekly history is kept by (year, week); a release that only moves a date touches no history, yet moves what every weekly
// series says of its periods (CONTRACT 4). So the calendar is made anew after every change, from the weeks that occur.
import {readPriceWeeks} from "../../reference.ts";
import {Refusal} from "../../refusal.ts";
import {decodeHistory} from "../../statistics/history/decode.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {PeriodTable} from "../../statistics/time/period.ts";
import {checkWeeks, type PriceWeek, weekCalendar, weekOrdinal} from "../../statistics/time/week.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {scanHistories} from "../../store/series/history.ts";

/** Weeks in which each weekly series begins and ends, by series number. */
export type WeeklySpans = ReadonlyMap<number, {readonly first: number; readonly last: number}>;

const HISTORIES_A_PAGE = 1000;

/** Scans the weekly histories: the weeks that occur, ascending, and each series' first and last. */
export function* readWeeks(
  q: Queries,
  datasetId: number,
  weekly: ReadonlySet<number>,
): Script<{occurring: number[]; spans: WeeklySpans}> {
  const occurring = new Set<number>();
  const spans = new Map<number, {first: number; last: number}>();
  let after = 0;
  for (;;) {
    const page = yield* scanHistories(q, datasetId, after, HISTORIES_A_PAGE);
    for (const {number, estimates} of page) {
      after = number;
      if (!weekly.has(number)) continue;
      const {period, count} = decodeHistory(estimates);
      for (let row = 0; row < count; row++) occurring.add(period[row]!);
      spans.set(number, {first: period[0]!, last: period[count - 1]!});
    }
    if (page.length < HISTORIES_A_PAGE) break;
  }
  return {occurring: [...occurring].sort((a, b) => a - b), spans};
}

/**
 * The dataset's weeks over the built-in ones (CONTRACT 4).
 * @throws Refusal when two weeks stand on one date, or a week has no date to step from
 */
export function calendarOf(metadata: ReleaseMetadata, occurring: readonly number[]): PeriodTable {
  const known = new Map<number, PriceWeek>();
  for (const week of [...readPriceWeeks(), ...(metadata.weeks ?? [])])
    known.set(weekOrdinal(week.year, week.week), week);
  try {
    checkWeeks(metadata.weeks ?? []);
    return weekCalendar([...known.values()], occurring);
  } catch (error) {
    throw new Refusal((error as Error).message, 'give the dates of these weeks under "weeks" in dataset.json');
  }
}
