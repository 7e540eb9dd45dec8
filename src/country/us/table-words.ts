// The words of American tables: years, months, quarters, days, and numbers with commas between thousands.
import {readDecimal} from "../../statistics/decimal-text.ts";
import {parseDay} from "../../statistics/time/day.ts";
import type {DateWords, NumberReading, NumberText, PartOfYear, PeriodWords, TableWords} from "../country.ts";
import {folded, nameCode} from "../plain-text.ts";

export const TABLE_WORDS: TableWords = {
  year(text) {
    const digits =
      /^((?:17|18|19|20|21)\d\d)(?: ?(?:\(?\d\)|\*+|\(?[pr]\)|[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+[)\u207e]?))?$/i.exec(
        text,
      )?.[1];
    return digits === undefined ? null : Number(digits);
  },
  period: readPeriod,
  periodBeforeYear: (text) => readPeriod(text.replace(/^[( ]+|[ ,]+$/g, "")),
  namesPartOfYear: (text) =>
    /\b(?:q[1-4]|quarters?|qtr|half|weeks?|months?|ended)\b/i.test(text) || MONTH_INSIDE.test(text),
  date: readDate,
  dayIn(text) {
    for (const [fragment] of text.matchAll(DAY_INSIDE)) {
      const {year, month, dayOfMonth} = readDate(fragment) ?? {};
      const two = (part: number) => String(part).padStart(2, "0");
      const day = year == null ? null : parseDay(`${year}-${two(month!)}-${two(dayOfMonth!)}`);
      if (day !== null) return day;
    }
    return null;
  },
  number: readNumber,
  isTimes: () => false,
  currency: /^(?:USD|US)$/i,
  transformation: (words) => BASES.find(([pattern]) => pattern.test(words))?.[1] ?? null,
  footnotePeriod: () => null,
  codeOfName: (name) => nameCode(folded(name).toLowerCase()),
  withoutMarks: (text) =>
    folded(text)
      .replace(/(?:\s?\(\d\)|\s?\d\)|\*+)+$/, "")
      .trim(),
  leadIn: /^(?:of which|including)\s?:?\s*/i,
  leadInRow: /^\s*(?:of which|including)[^a-z]*$/i,
  remark: /^\(?(?:not )?seasonally adjusted|^\(?(?:preliminary|revised)\b/i,
  prose: /[a-z]{2,}\s+[a-z]+\s+[a-z]+/i,
  confidential: /\b(?:disclos|confidential)/i,
  layout: {
    navigation: /^(?:back to )?(?:table of )?contents$|^table \d+[.:]?$/i,
    passport: /^(?:passport|metadata|read ?me|about)\b/i,
    continued: /^\(?continued\)?\.?$/i,
    updated: /^(?:last )?(?:updated|released|release date|published|revised)(?: on)?:?/i,
    table: /^table \d+(?=[.:]?$)/i,
    otherYear:
      /\b(?:fiscal|financial|school|academic|crop|marketing) (?:years?|(?:19|20)\d\d)\b|\bFY ?\d{2,4}\b|\byears? (?:ended|ending|to)\b/i,
    wholeCountry: /\bunited states\b|\bu\.s\.(?= |$)/i,
    growth: /\b(?:index|growth|change|rate of)/i,
    noShare: /\b(?:index|median|average|dollars|points)\b/i,
    month: /^months?$/i,
    quarter: /^(?:quarter|qtr)$/i,
    note: /^(?:notes?|comments?|remarks?|footnotes?)\b/i,
    unit: /^units?(?: of measure(?:ment)?)?$/i,
    value: /^(?:obs_)?values?$/i,
    code: /^(?:#|no\.?$|number|code|id|fips|naics)/i,
    territory: /^(?:country|countries|geo|region|territory|territories|area|states?|location)(?![a-z\d])/i,
    total: /^(?:grand )?total\b/i,
    ending: () => null,
  },
};

const MONTHS = "january february march april may june july august september october november december".split(" ");
const MONTH_INSIDE = new RegExp(
  `\\b(?:${MONTHS.flatMap((month) => [month, month.slice(0, 3)]).join("|")}|sept)\\b`,
  "i",
);
const DAY_INSIDE = /[a-z]+\.? \d{1,2},? \d{4}|\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4}/gi;
const ORDINALS = ["first", "second", "third", "fourth"];

/** The number of the month, 0 for January; -1: not a month. "Sept." is the only abbreviation of four letters. */
function monthOf(word: string): number {
  const plain = word.toLowerCase().replace(/\.$/, "");
  const short = plain === "sept" ? "sep" : plain;
  return MONTHS.findIndex((month) => month === plain || (short.length === 3 && month.startsWith(short)));
}

/** "January", "Jan.", "M01", "Q1", "1st quarter", "Annual"; M13 is the average of a year. Spans of months have no name here. */
function readPeriod(text: string): PeriodWords | null {
  const words = text.trim().toLowerCase();
  const month = monthOf(words);
  if (month >= 0) return part("M", 12, month);
  const coded = /^m(0[1-9]|1[0-3])$/.exec(words)?.[1];
  if (coded !== undefined) return coded === "13" ? part("A", 1, 0) : part("M", 12, Number(coded) - 1);
  const quarter =
    /^q0?([1-4])$/.exec(words)?.[1] ?? /^([1-4])(?:st|nd|rd|th)? (?:quarter|qtr\.?)$/.exec(words)?.[1] ?? null;
  if (quarter !== null) return part("Q", 4, Number(quarter) - 1);
  const ordinal = ORDINALS.indexOf(/^(\w+) quarter$/.exec(words)?.[1] ?? "");
  if (ordinal >= 0) return part("Q", 4, ordinal);
  return /^(?:annual|annual average|year|a01)$/.test(words) ? part("A", 1, 0) : null;
}

function part(frequency: PartOfYear["frequency"], periodsAYear: number, offset: number): PartOfYear {
  return {kind: "part", frequency, periodsAYear, offset, cumulative: false};
}

/** "January 15, 2026", "Jan. 15", "1/15/2026" with the month first, "2026-01-15". */
function readDate(text: string): DateWords | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (iso !== null) return {year: Number(iso[1]), month: Number(iso[2]), dayOfMonth: Number(iso[3])};
  const digits = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (digits !== null) return {year: Number(digits[3]), month: Number(digits[1]), dayOfMonth: Number(digits[2])};
  const words = /^([a-z]+\.?) (\d{1,2})(?:,? (\d{4}))?$/i.exec(text);
  const month = words === null ? -1 : monthOf(words[1]!);
  if (words === null || month < 0) return null;
  return {year: words[3] === undefined ? null : Number(words[3]), month: month + 1, dayOfMonth: Number(words[2])};
}

/** A comma separates thousands, never decimals: "1,234" is 1234, and "3,2" is not a number. */
function readNumber(text: string, {percent}: NumberReading = {percent: false}): NumberText {
  const plain = text.replace(/[\s\u00a0\u2009]+/g, " ").trim();
  if (plain === "") return {kind: "missing", reason: "empty"};
  if (/^(?:-|–|—|--)$/.test(plain)) return {kind: "missing", reason: "none"};
  if (/^(?:\(?n\/?a\)?|…|\.{2,3})$/i.test(plain)) return {kind: "missing", reason: "not-available"};
  // (D): withheld to avoid disclosing data of single companies; (S): below the standards of publication
  if (/^\(?d\)$/i.test(plain)) return {kind: "missing", reason: "suppressed"};
  if (/^\(?s\)$/i.test(plain)) return {kind: "missing", reason: "not-published"};
  if (/^(?:\(x\)|x)$/i.test(plain)) return {kind: "missing", reason: "not-applicable"};
  // A mark without brackets of its own only after a blank: "101 1)", but not "1011)".
  const bare = plain.replace(/ ?\([pr\d]\)$| \d\)$| ?\*+$/i, "").replace(/^[\u2212\u2013](?=\d)/, "-");
  const share = /^(.*\d) ?%$/.exec(bare)?.[1];
  if (share !== undefined && !percent) return {kind: "unreadable", reason: "is in per cent, and its unit is not"};
  const digits = share ?? bare;
  if (!/^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(digits)) return {kind: "unreadable", reason: "is not a number"};
  const value = readDecimal(digits.replaceAll(",", ""));
  return value === null ? {kind: "unreadable", reason: "has more digits than can be kept"} : {kind: "value", value};
}

const BASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:over[- ]the[- ]year|year[- ]over[- ]year|12-month) percent change\b/i, "growth_yoy"],
  [/\b(?:over[- ]the[- ]month|month[- ]over[- ]month|1-month) percent change\b/i, "growth_mom"],
];
