// A calendar day as a number: days since 1970-01-01 in the Gregorian calendar, negative before.
//
// A day is not a period: the ordinal of a month or a quarter is another number (period.ts). Nothing here knows a clock or a
// time zone, and no Date object is made: these run once per value of an answer.

/** Days since 1970-01-01. */
export type Day = number;

/** The supported days are 1700-01-01 … 2199-12-31; what is published about other days is refused where it comes in. */
export const FIRST_DAY: Day = dayOf(1700, 1, 1);
export const LAST_DAY: Day = dayOf(2199, 12, 31);

/** Marks a period without a day in a period table. Smaller than any day. */
export const NO_DAY: Day = -2147483648;

/** A real date written YYYY-MM-DD within the supported days; null for anything else, a blank at the end included. */
export function parseDay(text: string): Day | null {
  const day = parseCalendarDay(text);
  return day === null || day < FIRST_DAY || day > LAST_DAY ? null : day;
}

/** The day against which datasets are judged: the setting RYAD_TODAY, or the day of `now` in UTC. */
export function todayOf(setting: string | null, now: Date): Day {
  const today = parseDay(setting ?? now.toISOString().slice(0, 10));
  if (today === null) throw new RangeError(`${setting ?? now.toISOString()} is not a supported day`);
  return today;
}

/** A real date written YYYY-MM-DD of any year 0001 … 9999, as bounds may name it; null for anything else. */
export function parseCalendarDay(text: string): Day | null {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return null;
  const year = parseDigits(text, 0, 4);
  const month = parseDigits(text, 5, 7);
  const dayOfMonth = parseDigits(text, 8, 10);
  if (year < 1 || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month)) return null;
  return dayOf(year, month, dayOfMonth);
}

/** The number written in text[from, to), or -1 when a character there is not one of 0-9. */
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

/** YYYY-MM-DD. Texts of supported days are kept, so the same day always gives the same string. */
export function dayText(day: Day): string {
  return texts[day - FIRST_DAY] ?? writeDayText(day);
}

/** The day of a date; month counts from 1. The caller must give a real date: 31 April is not refused here. */
export function dayOf(year: number, month: number, dayOfMonth: number): Day {
  // Years are counted from 1 March, so that the leap day is the last of its year, in eras of 400 years.
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + dayOfMonth - 1;
  return era * 146097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719468;
}

/** The calendar month of a day as year * 12 + month - 1, so that a difference of two is a number of months. */
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
