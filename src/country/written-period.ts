// A whole period in one text, with its year, in the writings of the world: "2024-01", "Q1 2024", "Jan-24", "2024 январь", "15.01.2024".
//
// A text that has two readings is never decided here: "03/04/2024" is 3 April or 4 March, and "2023/24" is one of two years. The column or
// a person decides, and the reading says how. Half-years, fiscal years and times of a day are no periods here.
import {once} from "../reference/reference.ts";
import {dayOf, daysAfter, parseDay, type StatedDay} from "../statistics/time/day.ts";
import type {CalendarWeek, DateWords, PartOfYear} from "./country.ts";
import {PERIOD_LANGUAGES} from "./period-languages.ts";
import {folded} from "./plain-text.ts";

/** How the texts of a column are meant that have two readings. */
export interface PeriodOrder {
  readonly first?: "day" | "month";
  /** Of a year that lies in two years: "2023/24". */
  readonly year?: "first" | "last";
}

export type WrittenPeriod =
  | {readonly kind: "year"; readonly year: number}
  | {readonly kind: "part"; readonly year: number; readonly words: PartOfYear}
  | {readonly kind: "day"; readonly date: DateWords & {readonly year: number}}
  | {readonly kind: "week"; readonly week: CalendarWeek}
  /** Two readings: which number is the day, or which year is meant. */
  | {readonly kind: "open"; readonly question: "day or month" | "which year"};

/** The reason why a text with two readings is no period. */
export const TWO_READINGS: Readonly<Record<(WrittenPeriod & {kind: "open"})["question"], string>> = {
  "day or month": "may have the day or the month first",
  "which year": "does not say which of the two years",
};

/** null: the text is no period that is known. */
export function readWrittenPeriod(text: string, order: PeriodOrder = {}): WrittenPeriod | null {
  const plain = folded(text).toLowerCase().replaceAll("ё", "е").replace(YEAR_WORD, "").trim();
  if (plain.length < 4 || plain.length > LONGEST) return null;
  return ofDigits(plain.replace(MIDNIGHT, ""), order) ?? ofQuarter(plain) ?? ofNames(plain);
}

/** Whether a text of a column of years is one that no series can have: the calendar goes from 1700 to 2199. */
export function isYearOutside(text: string): boolean {
  return /^-?\d{1,5}(?:\.0+)?$/.test(text) && !isYear(Number(text));
}

/** Whether a text may be a month or a year and the next one, as "2010-11": a column of nothing else is asked. */
export function mayBeTwoYears(text: string): boolean {
  const [, year, next] = TWO_YEARS.exec(folded(text)) ?? [];
  return next !== undefined && (Number(year) + 1) % 10 ** next.length === Number(next);
}

/** The number of a month or a quarter, or its name in any language, in a column beside the year; null: neither. */
export function readPartOfYear(text: string, periodsAYear: 4 | 12): PartOfYear | null {
  const plain = folded(text).toLowerCase().replaceAll("ё", "е").replace(/\.0+$/, "").replace(/\.$/, "");
  const digits = (periodsAYear === 12 ? /^m?(\d{1,2})$/ : /^q?(\d{1,2})$/).exec(plain)?.[1];
  const number = digits !== undefined ? Number(digits) : periodsAYear === 12 ? (monthNumbers().get(plain) ?? 0) : 0;
  const found =
    number > 0 ? ofPart(2000, periodsAYear, number) : periodsAYear === 4 ? ofQuarter(`${plain} 2000`) : null;
  return found?.kind === "part" ? found.words : null;
}

/** What all of two texts or more name: months or quarters, in short words too ("янв.", "I кв."). null: others, or numbers alone. */
export function partKind(texts: readonly string[]): "month" | "quarter" | null {
  if (texts.length < 2 || texts.some((text) => !/\p{L}/u.test(text))) return null;
  if (texts.every((text) => readPartOfYear(text, 12) !== null)) return "month";
  return texts.every((text) => readPartOfYear(text, 4) !== null) ? "quarter" : null;
}

/** What more than half of the texts name, and two of them at least: others beside them, such as "Annual", are none of these parts. */
export function mostPartKind(texts: readonly string[]): "month" | "quarter" | null {
  const isMost = (kind: "month" | "quarter"): boolean => {
    const named = texts.filter((text) => partKind([text, text]) === kind).length;
    return named >= 2 && named * 2 > texts.length;
  };
  return (["month", "quarter"] as const).find(isMost) ?? null;
}

const LONGEST = 40;
/** "2024 год", "янв. 2024 г." */
const YEAR_WORD = /(?<=\d)\s?(?:год[а-я]*|г\.?)$/;
/** The date counts as it is written: another zone would give another day. */
const MIDNIGHT = /[t ]00:00(?::00(?:[.,]0+)?)?(?:z|[+-]\d\d:?\d\d)?$/;
const TWO_YEARS = /^(\d{4})\s?[/–-]\s?(\d{2}|\d{4})$/;

function ofDigits(text: string, {first, year: meant}: PeriodOrder): WrittenPeriod | null {
  if (/^\d{4}(?:[.,]0+)?$/.test(text)) return ofYear(Number(text.slice(0, 4)));
  if (meant !== undefined && mayBeTwoYears(text)) return ofYear(Number(text.slice(0, 4)) + (meant === "last" ? 1 : 0));
  const whole = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? /^(\d{4})()(\d\d)(\d\d)$/.exec(text);
  if (whole !== null) return ofDay(Number(whole[1]), Number(whole[3]), Number(whole[4]));
  const [, one, sign, two, year] = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (year !== undefined) {
    const [a, b] = [Number(one), Number(two)];
    // No country writes the month first before a point.
    if (sign === "." || a > 12 || a === b) return ofDay(Number(year), b, a);
    if (b > 12) return ofDay(Number(year), a, b);
    if (first === undefined) return {kind: "open", question: "day or month"};
    return first === "day" ? ofDay(Number(year), b, a) : ofDay(Number(year), a, b);
  }
  // One digit behind a dash may be a quarter.
  const month = /^(\d{4})(?:-?m|年)(\d{1,2})月?$/.exec(text) ?? /^(\d{4})[-/.:]?(\d\d)$/.exec(text);
  if (month !== null && Number(month[2]) <= 12) return ofPart(Number(month[1]), 12, Number(month[2]));
  if (mayBeTwoYears(text)) return {kind: "open", question: "which year"};
  const behind = /^(\d\d)[-./](\d{4})$/.exec(text);
  if (behind !== null) return ofPart(Number(behind[2]), 12, Number(behind[1]));
  const week = /^(\d{4})-?w(\d\d)$/.exec(text);
  return week === null ? null : ofWeek(Number(week[1]), Number(week[2]));
}

function ofYear(year: number): WrittenPeriod | null {
  return isYear(year) ? {kind: "year", year} : null;
}

function isYear(year: number): boolean {
  return year >= 1700 && year <= 2199;
}

function ofDay(year: number, month: number, dayOfMonth: number): WrittenPeriod | null {
  const two = (number: number): string => String(number).padStart(2, "0");
  if (!isYear(year) || parseDay(`${year}-${two(month)}-${two(dayOfMonth)}`) === null) return null;
  return {kind: "day", date: {year, month, dayOfMonth}};
}

function ofPart(year: number, periodsAYear: 4 | 12, number: number): WrittenPeriod | null {
  if (!isYear(year) || number < 1 || number > periodsAYear) return null;
  const frequency = periodsAYear === 4 ? "Q" : "M";
  return {kind: "part", year, words: {kind: "part", frequency, periodsAYear, offset: number - 1, cumulative: false}};
}

/** ISO 8601: the first week has 4 January; weeks begin on Mondays. */
function ofWeek(year: number, week: number): WrittenPeriod | null {
  const monday = (of: number): StatedDay => {
    const fourth = dayOf(of, 1, 4);
    return daysAfter(fourth, -((((fourth + 3) % 7) + 7) % 7));
  };
  if (!isYear(year) || week < 1 || week > (monday(year + 1) - monday(year)) / 7) return null;
  return {kind: "week", week: {kind: "calendar week", year, week, day: daysAfter(monday(year), (week - 1) * 7)}};
}

const ROMAN: Readonly<Record<string, number>> = {i: 1, ii: 2, iii: 3, iv: 4};
const ORDINALS = ["first", "second", "third", "fourth"];

const quarters = once(() => {
  const words = [...new Set(Object.values(PERIOD_LANGUAGES).flatMap(({quarter}) => quarter.split("|")))].join("|");
  const number = `(?:([1-4])(?:st|nd|rd|th|-й|-ый|er|º|\\.)?|(i{1,3}|iv)|(${ORDINALS.join("|")}))`;
  const year = "('?\\d{2}|\\d{4})";
  const gap = "[ .:/_-]{0,2}(?:of )?";
  return {
    // "2024-Q1", "2024 Q1", "2024:Q1", "Q1 2024", "Q1'24"
    signFirst: new RegExp(`^(?:(\\d{4})${gap}(?:${words})\\.? ?([1-4])|(?:${words})\\.? ?([1-4])${gap}${year})$`),
    // "1Q24", "1st quarter 2024", "I кв. 2024", "2024 I кв.": a number without its sign would be another number.
    numberFirst: new RegExp(`^${number} ?(?:${words})${gap}${year}$`),
    yearFirst: new RegExp(`^(\\d{4})${gap}${number} ?(?:${words})\\.?$`),
  };
});

function ofQuarter(text: string): WrittenPeriod | null {
  const {signFirst, numberFirst, yearFirst} = quarters();
  const signed = signFirst.exec(text);
  if (signed !== null) return ofPart(yearOf(signed[1] ?? signed[4]!), 4, Number(signed[2] ?? signed[3]));
  const number = ([digit, roman, ordinal]: readonly (string | undefined)[]): number =>
    digit !== undefined ? Number(digit) : roman !== undefined ? ROMAN[roman]! : ORDINALS.indexOf(ordinal!) + 1;
  const plain = withLatinRomans(text);
  const numbered = numberFirst.exec(plain);
  if (numbered !== null) return ofPart(yearOf(numbered[4]!), 4, number(numbered.slice(1, 4)));
  const behind = yearFirst.exec(plain);
  return behind === null ? null : ofPart(Number(behind[1]), 4, number(behind.slice(2, 5)));
}

/** Roman digits may be Cyrillic letters or the Roman signs of Unicode. */
function withLatinRomans(text: string): string {
  return text.replace(/(?<!\p{L})[ivіѵуⅰⅱⅲⅳ]+(?!\p{L})/gu, (digits) =>
    digits.normalize("NFKC").replaceAll("і", "i").replace(/[ѵу]/g, "v"),
  );
}

const monthNumbers = once(() => {
  const numbers = new Map<string, number>();
  for (const {months} of Object.values(PERIOD_LANGUAGES))
    for (const [at, names] of months.entries()) for (const name of names.split("|")) numbers.set(name, at + 1);
  return numbers;
});

function ofNames(text: string): WrittenPeriod | null {
  const word = "([\\p{L}]{3,})\\.?";
  const exec = (pattern: string): RegExpExecArray | null => new RegExp(`^${pattern}$`, "u").exec(text);
  const of = (name: string): number => monthNumbers().get(name) ?? 0;
  // "Jan-24", "January 2024", "янв. 2024"
  const monthFirst = exec(`${word}[ ,./'’-]{0,2}(\\d{2}|\\d{4})`);
  if (monthFirst !== null) return ofPart(yearOf(monthFirst[2]!), 12, of(monthFirst[1]!));
  const yearFirst = exec(`(\\d{4})[ ,./-]{0,2}${word}`);
  if (yearFirst !== null) return ofPart(Number(yearFirst[1]), 12, of(yearFirst[2]!));
  const dayFirst = exec(`(\\d{1,2})(?:\\.|st|nd|rd|th)?[ -]?(?:de )?${word}[ ,-]{0,2}(?:de )?(\\d{4})`);
  if (dayFirst !== null) return ofDay(Number(dayFirst[3]), of(dayFirst[2]!), Number(dayFirst[1]));
  const american = exec(`${word} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})`);
  return american === null ? null : ofDay(Number(american[3]), of(american[1]!), Number(american[2]));
}

/** Two digits are a year from 1950 to 2049. */
function yearOf(digits: string): number {
  const number = Number(digits.replace("'", ""));
  return number > 99 ? number : number < 50 ? 2000 + number : 1900 + number;
}
