// A part of the year in Russian words, as in EMISS and in the headers of workbooks (the year is in another place).
//
// Unknown words give null, and the observation is refused: a guessed period is a wrong number. "I полугодие" is the first six months, so
// it is cumulative; a second half-year has no frequency here.
import {dayOf, parseDay, type StatedDay} from "../../statistics/time/day.ts";
import type {PartOfYear, SourcePeriodWords, SourceWeek, StockDate} from "../country.ts";

export function parsePeriodWords(text: string): SourcePeriodWords | null {
  const words = text
    .replace(/[\s\u00a0\u202f\u2009]+/g, " ")
    .trim()
    .toLowerCase()
    .replaceAll("ё", "е");
  return parseMonths(words) ?? parseQuarter(words) ?? parseYear(words) ?? parseStock(words) ?? parseSourceWeek(words);
}

/** The day on which the prices of a week were registered, if the words have it; `year` is the year of the count. */
export function registrationDay({week, date}: SourceWeek, year: number): StatedDay | null {
  if (date === null) return null;
  // The first week may be dated in December, the last one in January.
  const step = week <= 2 && date.month === 12 ? -1 : week >= 51 && date.month === 1 ? 1 : 0;
  const of = date.year ?? year + step;
  const padded = `${of}-${String(date.month).padStart(2, "0")}-${String(date.dayOfMonth).padStart(2, "0")}`;
  return parseDay(padded) === null ? null : dayOf(of, date.month, date.dayOfMonth);
}

export const MONTHS = "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь".split(" ");
export const MONTHS_OF = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(" ");
const MONTHS_SHORT = "янв фев мар апр мая июн июл авг сен окт ноя дек".split(" ");
const QUARTERS = ["i", "ii", "iii", "iv"];

/** Words of a whole year, and of one date that means the year. */
const YEAR_WORDS: ReadonlySet<string> = new Set([
  "значение показателя за год",
  "на конец года",
  "раз в год на определенную дату",
  "на начало учебного года",
]);

function parseMonths(words: string): PartOfYear | null {
  const [left, right, ...more] = words.split(/ ?[-–—] ?/);
  const first = MONTHS.indexOf(left!);
  if (first < 0 || more.length > 0) return null;
  if (right === undefined) return monthly(first, false);
  // FIX-fedstat-01: spans from January on are cumulative, at their last month; other spans have no name here.
  const last = MONTHS.indexOf(right);
  return first === 0 && last > 0 ? monthly(last, true) : null;
}

function parseQuarter(words: string): PartOfYear | null {
  // FIX-fedstat-02: Roman digits are Latin letters, Cyrillic letters, or the Roman signs of Unicode.
  const parts = /^([ivіѵуⅰⅱⅲⅳ]+|[1-4]) (квартал|полугодие)$/.exec(words);
  if (!parts) return null;
  const digit = parts[1]!.normalize("NFKC").replaceAll("і", "i").replace(/[ѵу]/g, "v");
  const number = QUARTERS.includes(digit) ? QUARTERS.indexOf(digit) : "1234".indexOf(digit);
  if (number < 0) return null;
  if (parts[2] === "квартал") return {kind: "part", frequency: "Q", periodsAYear: 4, offset: number, cumulative: false};
  // FIX-fedstat-03: the first half-year is January to June.
  return number === 0 ? monthly(5, true) : null;
}

function parseYear(words: string): PartOfYear | null {
  return YEAR_WORDS.has(words) ? {kind: "part", frequency: "A", periodsAYear: 1, offset: 0, cumulative: false} : null;
}

function parseStock(words: string): StockDate | null {
  const month = MONTHS_OF.indexOf(/^на 1 ([а-я]+)$/.exec(words)?.[1] ?? "");
  return month < 0 ? null : {kind: "stock", month: month + 1};
}

function parseSourceWeek(words: string): SourceWeek | null {
  // FIX-fedstat-04: "12 неделя 2026", "01 неделя ( на 10 января)", "9 неделя (на 3 мар 2022)".
  const parts = /^(\d{1,2}) неделя(?: (\d{4})(?: ?г(?:\.|ода?)?)?)?(?: ?\((.*)\))?$/.exec(words);
  if (!parts) return null;
  const week = Number(parts[1]);
  if (week < 1 || week > 54) return null;
  const year = parts[2] === undefined ? null : Number(parts[2]);
  if (parts[3] === undefined) return {kind: "week", week, year, date: null};
  const date = parseBracketDate(parts[3]);
  return date === null ? null : {kind: "week", week, year, date};
}

function parseBracketDate(words: string): SourceWeek["date"] {
  const parts = /(?:^|[^\d])(\d{1,2}) ([а-я]+)\.?(?: (\d{4})(?: ?г(?:\.|ода?)?)?)? ?$/.exec(words);
  if (!parts) return null;
  const month = MONTHS_OF.includes(parts[2]!) ? MONTHS_OF.indexOf(parts[2]!) : MONTHS_SHORT.indexOf(parts[2]!);
  if (month < 0) return null;
  return {year: parts[3] === undefined ? null : Number(parts[3]), month: month + 1, dayOfMonth: Number(parts[1])};
}

function monthly(month: number, cumulative: boolean): PartOfYear {
  return {kind: "part", frequency: "M", periodsAYear: 12, offset: month, cumulative};
}

/** dd.mm.yyyy; null: any other text. */
export function parseDottedDay(text: string): StatedDay | null {
  const parts = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text.trim());
  return parts === null ? null : parseDay(`${parts[3]}-${parts[2]}-${parts[1]}`);
}

/**
 * The date of an ISO 8601 time at midnight ("2025-01-17T00:00:00+03:00"); null for any other text or hour. The date is taken as written:
 * a conversion to UTC would give the day before (FIX-cbr-04).
 */
export function parseMidnight(text: string): StatedDay | null {
  const parts = /^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text.trim());
  return parts === null ? null : parseDay(parts[1]!);
}
