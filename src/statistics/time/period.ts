// Periods of the calendar: days, months, quarters and years by number, the days on which they start and end, and bounds of periods.
//
// The number of a period (its ordinal) has a meaning only together with its frequency; never mix it with a Day, though for daily
// data the two are equal. Weeks are not here: they follow the source's own count (week.ts). A value belongs to a bound by the first
// day of its period: 2024-Q1 is outside `start=2024-02`, though most of the quarter comes later.
import {
  type Day,
  dayOf,
  FIRST_DAY,
  LAST_DAY,
  monthIndex,
  NO_DAY,
  parseCalendarDay,
  parseDay,
  parseDigits,
} from "./day.ts";
import type {Frequency} from "./frequency.ts";

/** D: the Day; W: year * 54 + week - 1; M: year * 12 + month - 1; Q: year * 4 + quarter - 1; A: the year. */
export type PeriodOrdinal = number;
export type CalendarFrequency = Exclude<Frequency, "W">;

/** First days of consecutive periods: the period `base + i` starts on `days[i]`. */
export interface PeriodTable {
  readonly base: PeriodOrdinal;
  readonly days: Int32Array;
}

/**
 * YYYY (A), YYYY-Qn (Q), YYYY-MM (M) or YYYY-MM-DD (D), within the supported days. Null for any other shape, for dates that
 * do not exist and for years outside 1700 … 2199.
 */
export function parsePeriod(text: string): {frequency: CalendarFrequency; ordinal: PeriodOrdinal} | null {
  if (text.length === 10) {
    const day = parseDay(text);
    return day === null ? null : {frequency: "D", ordinal: day};
  }
  const year = parseDigits(text, 0, 4);
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  if (text.length === 4) return {frequency: "A", ordinal: year};
  if (text.length !== 7 || text[4] !== "-") return null;
  if (text[5] === "Q") {
    const quarter = parseDigits(text, 6, 7);
    return quarter < 1 || quarter > 4 ? null : {frequency: "Q", ordinal: year * 4 + quarter - 1};
  }
  const month = parseDigits(text, 5, 7);
  return month < 1 || month > 12 ? null : {frequency: "M", ordinal: year * 12 + month - 1};
}

/** The period that contains the day. */
export function ordinalAt(frequency: CalendarFrequency, day: Day): PeriodOrdinal {
  return frequency === "D" ? day : Math.floor(monthIndex(day) / MONTHS[frequency]);
}

/** The first day of a period: of the month, the quarter, the year. */
export function firstDay(frequency: CalendarFrequency, ordinal: PeriodOrdinal): Day {
  return frequency === "D" ? ordinal : firstDayOfMonth(ordinal * MONTHS[frequency]);
}

/** The last day of the period that starts on `first`. A daily or weekly period ends on its own day: that is what a lag counts from. */
export function lastDay(frequency: Frequency, first: Day): Day {
  return frequency === "D" || frequency === "W" ? first : firstDayOfMonth(monthIndex(first) + MONTHS[frequency]) - 1;
}

const tables = new Map<CalendarFrequency, PeriodTable>();

/** The first days of every supported period of a frequency, from 1700 to 2199; built when first asked for and then kept. */
export function periodTable(frequency: CalendarFrequency): PeriodTable {
  const kept = tables.get(frequency);
  if (kept !== undefined) return kept;
  const base = ordinalAt(frequency, FIRST_DAY);
  const days = new Int32Array(ordinalAt(frequency, LAST_DAY) - base + 1);
  for (let i = 0; i < days.length; i++) days[i] = firstDay(frequency, base + i);
  const table = {base, days};
  tables.set(frequency, table);
  return table;
}

const FIRST_YEAR = 1700;
const LAST_YEAR = 2199;
const MONTHS = {M: 1, Q: 3, A: 12} as const;

function firstDayOfMonth(month: number): Day {
  const year = Math.floor(month / 12);
  return dayOf(year, month - year * 12 + 1, 1);
}

/** Both days are included; null leaves that side open. */
export interface Bounds {
  readonly from: Day | null;
  readonly to: Day | null;
}

/**
 * YYYY, YYYY-MM or YYYY-MM-DD of the years 0001 … 9999; a year or a month gives its first day at the start and its last at
 * the end. Null when the text is none of these. A bound may lie far outside the supported days: it then cuts off nothing or all.
 */
export function parseBound(text: string, side: "start" | "end"): Day | null {
  if (text.length === 10) return parseCalendarDay(text);
  const year = parseDigits(text, 0, 4);
  if (year < 1) return null;
  if (text.length === 4) return side === "start" ? firstDay("A", year) : lastDay("A", firstDay("A", year));
  const month = parseDigits(text, 5, 7);
  if (text.length !== 7 || text[4] !== "-" || month < 1 || month > 12) return null;
  const first = firstDay("M", year * 12 + month - 1);
  return side === "start" ? first : lastDay("M", first);
}

/**
 * The ordinals whose first day lies within the bounds, both ends included; `from` is greater than `to` when there are none.
 * `table` is the frequency's own: `periodTable`, or the week calendar of the dataset.
 */
export function periodWindow(
  bounds: Bounds,
  frequency: Frequency,
  table: PeriodTable,
): {from: PeriodOrdinal; to: PeriodOrdinal} {
  let from = table.base;
  let to = table.base + table.days.length - 1;
  if (frequency === "W") {
    // Dates ascend with the count; NO_DAY between them is smaller than any bound, so gaps are passed over from either end.
    const {from: start, to: end} = bounds;
    if (start !== null) while (from <= to && table.days[from - table.base]! < start) from++;
    if (end !== null) while (to >= from && !isUpTo(end, table.days[to - table.base]!)) to--;
    return {from, to};
  }
  if (bounds.from !== null) {
    const containing = ordinalAt(frequency, bounds.from);
    from = Math.max(from, firstDay(frequency, containing) < bounds.from ? containing + 1 : containing);
  }
  if (bounds.to !== null) to = Math.min(to, ordinalAt(frequency, bounds.to));
  return {from, to};
}

/** A week that has a day, on or before `end`. */
function isUpTo(end: Day, day: Day): boolean {
  return day !== NO_DAY && day <= end;
}
