// The period of a DataService row: from its words where it has some, else from its date.
//
// FIX-cbr-09: beside the words "Jan 2021" the date is the first day of the NEXT month, the moment at which January was complete; read as
// the period it would move every value on by one. Where there are no words, the figures are stocks on that date.
import type {Day} from "../../../statistics/time/day.ts";
import type {CalendarFrequency} from "../../../statistics/time/period.ts";
import {firstDay, ordinalAt, type PeriodOrdinal} from "../../../statistics/time/period.ts";
import type {ServiceRow} from "./data-service-shapes.ts";
import {parseDottedDay, parseMidnight} from "./written-day.ts";

const FREQUENCIES: Readonly<Record<string, CalendarFrequency>> = {day: "D", month: "M", quarter: "Q", year: "A"};
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTHS_RU = ["янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"];

export interface ServicePeriod {
  readonly frequency: CalendarFrequency;
  readonly ordinal: PeriodOrdinal;
}

/** @returns the period, or why it can't be told */
export function servicePeriod({
  words,
  date,
  periodicity,
}: Pick<ServiceRow, "words" | "date" | "periodicity">): ServicePeriod | string {
  const frequency = FREQUENCIES[periodicity.toLowerCase()];
  if (frequency === undefined) return "unknown periodicity";
  const day = parseMidnight(date) ?? parseDottedDay(date);
  if (words === null) return day === null ? "is no day" : {frequency, ordinal: ordinalAt(frequency, day)};
  const ordinal = frequency === "M" ? monthOf(words) : null;
  if (ordinal === null) return "unknown words for a period";
  if (day !== null && !isEndOf(day, ordinal)) return "words and date are of different months";
  return {frequency, ordinal};
}

/** The ordinal of "Jan 2021" or «Янв 2021», also with the month written out. */
function monthOf(words: string): PeriodOrdinal | null {
  const [, name, year] = /^([a-zа-я]{3,9})\.? (\d{4})$/i.exec(words) ?? [];
  if (name === undefined) return null;
  const start = name.toLowerCase().slice(0, 3);
  const month = Math.max(MONTHS.indexOf(start), MONTHS_RU.indexOf(start));
  return month < 0 ? null : Number(year) * 12 + month;
}

function isEndOf(day: Day, ordinal: PeriodOrdinal): boolean {
  return day === firstDay("M", ordinal + 1);
}
