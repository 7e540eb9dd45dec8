// The days of weekly series: a history has years and weeks, and the calendar of price weeks dates them.
//
// A release that only moves the date of a week changes no history, but the periods that every weekly series shows [week.moved]: so the
// calendar is made anew from the weeks that occur, after every change.
import {readPriceWeeks} from "../../reference/reference.ts";
import {Refusal} from "../../service/refusal.ts";
import {decodeHistory} from "../../statistics/history/decode.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {PeriodTable} from "../../statistics/time/day.ts";
import {checkWeeks, type PriceWeek, weekCalendar, weekOrdinal} from "../../statistics/time/week.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {scanHistories} from "../../store/series/history.ts";
import type {SeriesRecord} from "../../store/series/series.ts";

/** Sets the days of the weekly series. @returns the calendar of their weeks; null: there are none */
export function* dateWeeklySeries(
  q: Queries,
  datasetId: number,
  metadata: ReleaseMetadata,
  series: Map<number, SeriesRecord>,
): Script<PeriodTable | null> {
  const weekly = new Set<number>();
  for (const {frequency, number} of series.values()) if (frequency === "W") weekly.add(number);
  if (weekly.size === 0) return null;
  const {occurring, spans} = yield* readWeeks(q, datasetId, weekly);
  const calendar = calendarOf(metadata, occurring);
  for (const [number, {first, last}] of spans) {
    const days = {firstPeriod: calendar.days[first - calendar.base]!, lastPeriod: calendar.days[last - calendar.base]!};
    series.set(number, {...series.get(number)!, ...days});
  }
  return calendar;
}

/** The first and last week of each weekly series, by series number. */
export type WeeklySpans = ReadonlyMap<number, {readonly first: number; readonly last: number}>;

const HISTORIES_A_PAGE = 1000;

/**
 * Scans the weekly histories for the weeks that occur, ascending, and the first and last week of each series. A history has years and
 * weeks. A release that only moves the date of a week changes no history, but it changes the periods that every weekly series shows
 * [week.calendar]. So the calendar is built from the weeks that occur, after every change.
 */
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
 * The built-in weeks, replaced or extended by the dataset's own [week.calendar].
 * @throws Refusal if two weeks have the same date, or a week has no date to count from
 */
export function calendarOf(metadata: ReleaseMetadata, occurring: readonly number[]): PeriodTable {
  const own = metadata.weeks ?? [];
  const known = new Map<number, PriceWeek>();
  for (const week of [...readPriceWeeks(), ...own]) known.set(weekOrdinal(week.year, week.week), week);
  // A year in which the dataset dates a week differently follows another count: it has no weeks of the built-in list.
  const others = readPriceWeeks().filter((week) => known.get(weekOrdinal(week.year, week.week))!.day !== week.day);
  const otherYears = new Set(others.map(({year}) => year));
  const builtIn = readPriceWeeks().filter(({year}) => !otherYears.has(year));
  try {
    checkWeeks(own);
    return weekCalendar([...known.values()], occurring, [...builtIn, ...own]);
  } catch (error) {
    throw new Refusal((error as Error).message, 'give the dates of these weeks under "weeks" in dataset.json');
  }
}
