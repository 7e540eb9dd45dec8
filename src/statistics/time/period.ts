// Periods of the calendar: days, months, quarters and years by number, and the days on which they start and end.
//
// The number of a period (its ordinal) has a meaning only together with its frequency; never mix it with a Day, though for
// daily data the two are equal. Weeks are not here: they follow the source's own count, not the calendar (week.ts).
import type {Day} from "./day.ts";
import {dayOf, FIRST_DAY, LAST_DAY, monthIndex, parseDay, parseDigits} from "./day.ts";
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
