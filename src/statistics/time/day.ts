// The calendar: days as numbers, their periods (days, months, quarters and years), and bounds of periods.
//
// A day is the number of days since 1970-01-01 in the Gregorian calendar. The number of a period (its ordinal) has a meaning only together
// with its frequency. Never mix it with a Day, although the two are equal for daily data. Weeks follow the source's count (week.ts). Bounds
// apply to the first day of a value's period: 2024-Q1 is outside `start=2024-02`, although most of the quarter is later. There is no clock,
// no time zone and no Date object here, because these functions run once for each value of an answer.
import type {Frequency} from "./frequency.ts";

/** Days since 1970-01-01. */
export type Day = number;

declare const stated: unique symbol;

/**
 * A day that a text or a date gave. Releases and weeks take no other number: a day that is missing is null, and can't become 0, which is
 * 1970-01-01.
 */
export type StatedDay = Day & {readonly [stated]: true};

/** The supported days are 1700-01-01 … 2199-12-31; data about other days are refused when they are loaded. */
export const FIRST_DAY: Day = dayOf(1700, 1, 1);
export const LAST_DAY: Day = dayOf(2199, 12, 31);

/** Marks a period without a day in a period table. Smaller than any day. */
export const NO_DAY: Day = -2147483648;

/** A real date YYYY-MM-DD within the supported days; null: any other text, also with a blank at the end. */
export function parseDay(text: string): StatedDay | null {
  const day = parseCalendarDay(text);
  return day === null || day < FIRST_DAY || day > LAST_DAY ? null : day;
}

/** The day in UTC. @param ms milliseconds since 1970-01-01 */
export function dayAt(ms: number): StatedDay {
  return Math.floor(ms / 86_400_000) as StatedDay;
}

/** The day by which datasets are judged: the setting RYAD_TODAY, or the day of `now` in UTC. */
export function todayOf(setting: string | null, now: Date): StatedDay {
  const today = setting === null ? dayAt(now.getTime()) : parseDay(setting);
  if (today === null || !(today >= FIRST_DAY && today <= LAST_DAY))
    throw new RangeError(`${setting ?? now.toISOString()} is not a supported day`);
  return today;
}

/** A real date YYYY-MM-DD of any year 0001 … 9999, as in bounds; null: any other text. */
export function parseCalendarDay(text: string): StatedDay | null {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return null;
  const year = parseDigits(text, 0, 4);
  const month = parseDigits(text, 5, 7);
  const dayOfMonth = parseDigits(text, 8, 10);
  if (year < 1 || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month)) return null;
  return dayOf(year, month, dayOfMonth);
}

/** The number in text[from, to); -1: a character there is not a digit. */
export function parseDigits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = number * 10 + digit;
  }
  return number;
}

const texts = new Array<string | undefined>(LAST_DAY - FIRST_DAY + 1);

/** YYYY-MM-DD. Texts of supported days are cached, so the same day always gives the same string. */
export function dayText(day: Day): string {
  return texts[day - FIRST_DAY] ?? writeDayText(day);
}

/** The day of a date; months are numbered from 1. The caller must give a real date: 31 April is not refused here. */
export function dayOf(year: number, month: number, dayOfMonth: number): StatedDay {
  // Years begin on 1 March, so that the leap day is the last day of a year, and are counted in eras of 400 years.
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + dayOfMonth - 1;
  const days = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return (era * 146097 + days - 719468) as StatedDay;
}

export function daysAfter(day: StatedDay, count: number): StatedDay {
  return (day + count) as StatedDay;
}

/** The calendar month of a day as year * 12 + month - 1, so that the difference of two is a number of months. */
export function monthIndex(day: Day): number {
  const era = Math.floor((day + 719468) / 146097);
  const dayOfEra = day + 719468 - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  return (era * 400 + yearOfEra) * 12 + monthFromMarch + 2;
}

function writeDayText(day: Day): string {
  const month = monthIndex(day);
  const year = Math.floor(month / 12);
  if (!Number.isInteger(day) || year < 0 || year > 9999) throw new RangeError(`${day} is not a day of the calendar`);
  const monthOfYear = month - year * 12 + 1;
  const dayOfMonth = day - dayOf(year, monthOfYear, 1) + 1;
  const text = `${padded(year, 4)}-${padded(monthOfYear, 2)}-${padded(dayOfMonth, 2)}`;
  if (day >= FIRST_DAY && day <= LAST_DAY) texts[day - FIRST_DAY] = text;
  return text;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function padded(number: number, width: number): string {
  return String(number).padStart(width, "0");
}

/** D: the Day; W: year * 54 + week - 1; M: year * 12 + month - 1; Q: year * 4 + quarter - 1; A: the year. */
export type PeriodOrdinal = number;
export type CalendarFrequency = Exclude<Frequency, "W">;

/** First days of consecutive periods: the period `base + i` starts on `days[i]`. */
export interface PeriodTable {
  readonly base: PeriodOrdinal;
  readonly days: Int32Array;
}

/**
 * YYYY (A), YYYY-Qn (Q), YYYY-MM (M) or YYYY-MM-DD (D), within the supported days. null: any other form, a date that does not exist, or a
 * year outside 1700 … 2199.
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

/** The first day of a period. */
export function firstDay(frequency: CalendarFrequency, ordinal: PeriodOrdinal): StatedDay {
  return frequency === "D" ? (ordinal as StatedDay) : firstDayOfMonth(ordinal * MONTHS[frequency]);
}

/** The last day of the period that starts on `first`. A daily or weekly period ends on its own day; a lag is counted from that day. */
export function lastDay<Given extends Day>(frequency: Frequency, first: Given): Given {
  if (frequency === "D" || frequency === "W") return first;
  return (firstDayOfMonth(monthIndex(first) + MONTHS[frequency]) - 1) as Given;
}

/** The first day of the first period and the last day of the last. RangeError: one is no period. */
export function daysOfSpan([from, to]: readonly [string, string]): {first: StatedDay; last: StatedDay} {
  const [start, end] = [parsePeriod(from), parsePeriod(to)];
  if (start === null || end === null) throw new RangeError(`${from} … ${to} has no days`);
  return {
    first: firstDay(start.frequency, start.ordinal),
    last: lastDay(end.frequency, firstDay(end.frequency, end.ordinal)),
  };
}

const tables = new Map<CalendarFrequency, PeriodTable>();

/** The first days of all supported periods of a frequency, from 1700 to 2199; built on first use and then kept. */
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

function firstDayOfMonth(month: number): StatedDay {
  const year = Math.floor(month / 12);
  return dayOf(year, month - year * 12 + 1, 1);
}

/** Both days are included; null: no bound on that side. */
export interface Bounds {
  readonly from: Day | null;
  readonly to: Day | null;
}

/**
 * YYYY, YYYY-MM or YYYY-MM-DD of the years 0001 … 9999; a year or a month means its first day for "start" and its last day for "end". null:
 * any other text. A bound far outside the supported days excludes nothing or everything.
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
 * The ordinals whose first day is within the bounds, both included; `from` is greater than `to` if there are none. `table` is the
 * frequency's: `periodTable`, or the week calendar of the dataset.
 */
export function periodWindow(
  bounds: Bounds,
  frequency: Frequency,
  table: PeriodTable,
): {from: PeriodOrdinal; to: PeriodOrdinal} {
  let from = table.base;
  let to = table.base + table.days.length - 1;
  if (frequency === "W") {
    // Dates ascend with the ordinals. NO_DAY between them is smaller than any bound, so gaps are skipped from both ends.
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
