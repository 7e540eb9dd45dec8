// Periods in one text: a whole period in any writing, a year inside a longer text, the number of a part of the year.
//
// A text with two readings, such as 03/04/2024, is a problem unless the descriptor decides between them.
import type {Country} from "../../country/country.ts";
import {namesForeignPart} from "../../country/foreign-parts.ts";
import {numberIn} from "../../country/number-words.ts";
import {namesForecast} from "../../country/status-mark.ts";
import {
  isYearOutside,
  type PeriodOrder,
  readPartOfYear,
  readWrittenPeriod,
  TWO_READINGS,
} from "../../country/written-period.ts";
import type {UnitLabel} from "../../statistics/release/release.ts";
import type {Kind} from "./descriptor/descriptor.ts";
import type {Facts, Problem} from "./facts.ts";

const ORDERS: Readonly<Record<string, PeriodOrder>> = {
  "time, day first": {first: "day"},
  "time, month first": {first: "month"},
  "time, first year": {year: "first"},
  "time, last year": {year: "last"},
};

/** A whole period. A text with two readings is refused unless the descriptor decides between them. */
export function timeFacts(text: string, kind: Kind): Facts | Problem {
  const found = readWrittenPeriod(text, ORDERS[kind]);
  if (found === null) {
    const reason = isYearOutside(text.trim())
      ? "is a year outside of the calendar, which goes from 1700 to 2199"
      : "is not a period that is known";
    return {reason, kind: "period", text};
  }
  switch (found.kind) {
    case "year":
      return {year: found.year};
    case "part":
      return {year: found.year, words: found.words};
    case "day":
      return {date: found.date};
    case "week":
      return {words: found.week};
    case "open":
      return {reason: TWO_READINGS[found.question], kind: "period", text};
  }
}

/**
 * The whole period that stands where only a part of it is expected: "March 2024" under the year 2024, "15 Mar 2024" for a date of the
 * country. Its year must have four digits: "January 24" may be a month with the mark of a footnote.
 */
export function wholePeriodFacts(text: string, kind: "period" | "date"): Facts | null {
  const found = /\d{4}/.test(text) ? readWrittenPeriod(text) : null;
  if (kind === "date") return found?.kind === "day" ? {date: found.date} : null;
  return found?.kind === "part" || found?.kind === "week" ? (timeFacts(text, "time") as Facts) : null;
}

export function yearInside(text: string, country: Country): Facts | Problem {
  const {tables} = country;
  const short = tables.shortMonth?.(text);
  if (short) return short;
  const years = [...new Set([...text.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([year]) => year))];
  if (years.length !== 1) return {reason: "contains no year, or several", kind: "period", text};
  const [before = "", ...behind] = text.split(years[0]!);
  const after = behind.join(years[0]!);
  // FIX-country-21: "2023 Q1" is the whole text; with more words the quarter may be of another year.
  const quarter = before === "" ? /^[ :-]?Q([1-4])$/.exec(after)?.[1] : undefined;
  if (quarter !== undefined) return {year: Number(years[0]), ...numberedPart(quarter, 4)};
  // FIX-rosstat-60: "01.07.2024" is not the year 2024; its first and its last day are.
  const [, day, month] = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.$/.exec(before) ?? [];
  if (day !== undefined && !["1.1", "31.12"].includes(`${Number(day)}.${Number(month)}`))
    return {reason: "is a day inside its year", kind: "period", text};
  const words = tables.periodBeforeYear(before);
  // FIX-country-10: "2014/15" and "2019-01" are no years, nor is "janvier 2019" in a table of another language.
  const isJoined = BEFORE_YEAR.test(before) || AFTER_YEAR.test(after);
  const isPart = (one: string): boolean => tables.namesPartOfYear(one) || namesForeignPart(one);
  if ((words === null && (isJoined || isPart(before))) || AFTER_YEAR.test(after) || isPart(after))
    return {reason: "names a part of its year in unknown words", kind: "period", text};
  if (namesForecast(before + after)) return {reason: FORECAST, kind: "period", text};
  const unit = before === "" ? unitBeside(after, country) : null;
  if (unit === "unknown") return {reason: UNKNOWN_UNIT, kind: "unit", text};
  return {year: Number(years[0]), ...(words !== null && {words}), ...(unit !== null && {unit})};
}

const FORECAST = "is planned or expected, and says nothing of what was";
const UNKNOWN_UNIT = "names a unit in unknown words beside its year";

/** Whether a text has a year, and something beside it for which its values are refused. */
export function isRefusedYear(text: string, country: Country): boolean {
  const found = yearInside(text, country);
  return "reason" in found && (found.reason === FORECAST || found.reason === UNKNOWN_UNIT);
}

/** "2021 (thousand tonnes)", "2021, $bn": the unit of one column, which the unit of the table is not. */
function unitBeside(after: string, {units}: Country): UnitLabel | "unknown" | null {
  const words = /^[^(,]*(?:\(([^()]+)\)|,\s*([^(),]+))\s*$/.exec(after);
  const beside = (words?.[1] ?? words?.[2] ?? "").trim();
  if (beside === "") return null;
  return units.inside(beside) ?? (numberIn(beside) !== undefined || /[\p{Sc}%]/u.test(beside) ? "unknown" : null);
}

/** "01." and "1/", "Q1 " or "9M" before a year; "since "; "/15", "-01", "Q1", "IV" or "-W05" behind it. A whole date or a note such as "1)" is neither. */
const BEFORE_YEAR =
  /(?<![\d.])\d{1,2}[-/.–]$|(?<![A-Z\d])(?:\d{1,2}[HQSTKMW]|[HQSTKMW]\d{1,2})[ '’-]?$|\b(?:since|from|until|after|before|seit|depuis|desde) $/i;
const AFTER_YEAR =
  /^ ?[-/–—] ?\d{1,2}(?![\d)])|^\.\d\d(?!\d)|^(?:-?[HQSTKMW]| [HQST])-?\d{1,2}(?!\d)|^[ -]?(?:I{1,3}|IV)(?![\p{L}\d])/iu;

const ROMAN = ["I", "II", "III", "IV"];

/** "3", "III", "March", "Q3": the third month or quarter of its year. */
export function numberedPart(text: string, periodsAYear: 4 | 12): Facts | Problem {
  const roman = periodsAYear === 4 ? ROMAN.indexOf(text.trim()) : -1;
  const words = readPartOfYear(roman < 0 ? text : String(roman + 1), periodsAYear);
  return words === null
    ? {reason: `is not the number of a ${periodsAYear === 4 ? "quarter" : "month"}`, kind: "period", text}
    : {words};
}
