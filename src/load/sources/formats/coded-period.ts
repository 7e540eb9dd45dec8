// Periods as coded files write them: SDMX, JSON-stat, Eurostat, PC-Axis, the Office for National Statistics.
//
// A text in none of these forms may have another common writing (country/written-period.ts).
//
// FIX-country-04: a half-year or a span is no period of this program. It is refused with that reason: as a year or a quarter it would be a wrong number.
import {needsFrequency, readWholePeriod, type WholePeriod} from "../../../country/whole-period.ts";
import {
  type Day,
  dayOf,
  daysAfter,
  firstDay,
  lastDay,
  ordinalAt,
  parseDay,
  type StatedDay,
} from "../../../statistics/time/day.ts";
import {FREQUENCIES} from "../../../statistics/time/frequency.ts";
import {isoWeekOf, weekOrdinal} from "../../../statistics/time/week.ts";

export type CodedPeriod = WholePeriod;

/** The period of a text; a text: the reason why it is none. */
export function codedPeriod(text: string, frequency: string | null): CodedPeriod | string {
  const coded = readPeriod(text.trim().toUpperCase());
  const unclear = frequency === null || frequency === "" ? needsFrequency(text) : null;
  const found = coded === UNKNOWN ? (unclear ?? readWholePeriod(text) ?? UNKNOWN) : coded;
  if (typeof found === "string" || frequency === null || frequency === "") return found;
  if (frequency === "S" || frequency === "H") return HALF_YEAR;
  // INSEE calls quarters T, for trimestriel; the period itself says that it is one.
  const wanted = frequency === "B" ? "D" : frequency === "T" && found.frequency === "Q" ? "Q" : frequency;
  if (found.frequency === wanted) return found;
  if (!FREQUENCIES.some((known) => known === wanted))
    return `has the frequency ${frequency}, which this program does not have`;
  return (
    (found.frequency === "D" ? boundedBy(found.ordinal, wanted) : null) ??
    `does not agree with the frequency ${frequency}`
  );
}

/** Whether a text has a form of coded files, not any common writing: of several lists of texts, the one in these forms has the periods. */
export function isCodedForm(text: string): boolean {
  return typeof readPeriod(text.trim().toUpperCase()) !== "string";
}

/**
 * FIX-country-13: the period that begins or ends on a day. A month is never a longer period: "2024-04" of a quarterly series may be the fourth
 * quarter, and "2000-01" of an annual one the year 2000/01.
 */
function boundedBy(day: Day, frequency: string): CodedPeriod | null {
  if (frequency === "W") {
    const {year, week, monday} = isoWeekOf(day);
    return day === monday || day === monday + 6 ? (partOfYear(year, "W", week) as CodedPeriod) : null;
  }
  if (frequency !== "M" && frequency !== "Q" && frequency !== "A") return null;
  const ordinal = ordinalAt(frequency, day);
  const first = firstDay(frequency, ordinal);
  return day === first || day === lastDay(frequency, first) ? {frequency, ordinal} : null;
}

/**
 * FIX-country-09: the reason why none of these texts is a period; null: they may be. "2010-11" is a month of SDMX and a school year of many
 * offices: if each is a year and the next one, they are no months without a word that says so.
 */
export function ambiguityOf(texts: readonly string[]): string | null {
  const isDouble = (text: string): boolean => {
    const [, year, next] = /^\d\d(\d\d)-(\d\d)$/.exec(text.trim()) ?? [];
    return next !== undefined && (Number(year) + 1) % 100 === Number(next);
  };
  return texts.length > 0 && texts.every(isDouble) ? "may be a month, or a year and the next one" : null;
}

const HALF_YEAR = "is a half-year, which this program does not have";

function readPeriod(text: string): CodedPeriod | string {
  const day = parseDay(text.replace(/T00:00:00(?:\.0+)?Z?$/, "").replace(/^(\d{4})M(\d\d)D(\d\d)$/, "$1-$2-$3"));
  if (day !== null) return {frequency: "D", ordinal: day};
  const [, digits, sign, number] = /^(\d{4})(?:[- ]?([A-Z])?-?(\d{1,3})?)?$/.exec(text) ?? [];
  if (digits === undefined) return readNamedMonth(text);
  const year = Number(digits);
  if (year < 1700 || year > 2199) return "is not a year from 1700 to 2199";
  if (sign === undefined && number === undefined) return {frequency: "A", ordinal: year};
  if (number === undefined) return sign === "A" ? {frequency: "A", ordinal: year} : UNKNOWN;
  return partOfYear(year, sign ?? (number.length === 2 && /^\d{4}-/.test(text) ? "M" : "?"), Number(number));
}

function partOfYear(year: number, sign: string, number: number): CodedPeriod | string {
  if (AVERAGES[sign] === number) return "is an annual average, which is no value of a period of its kind";
  if ((sign === "S" || sign === "H" || sign === "B") && number >= 1 && number <= 2) return HALF_YEAR;
  if (sign === "T") return "is a third of a year, which this program does not have";
  if (sign === "A" && number === 1) return {frequency: "A", ordinal: year};
  if (sign === "Q" && number >= 1 && number <= 4) return {frequency: "Q", ordinal: year * 4 + number - 1};
  if (sign === "M" && number >= 1 && number <= 12) return {frequency: "M", ordinal: year * 12 + number - 1};
  if (sign === "W" && number >= 1 && number <= weeksIn(year))
    return {
      frequency: "W",
      ordinal: weekOrdinal(year, number),
      week: {year, week: number, day: mondayOf(year, number)},
    };
  return UNKNOWN;
}

/** The numbers behind the last period of a year, which the Bureau of Labor Statistics gives the average of the year. */
const AVERAGES: Readonly<Record<string, number>> = {M: 13, Q: 5, S: 3};

const UNKNOWN = "is not a period that is known";
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** "1988 JAN", "1988 JANUARY" */
function readNamedMonth(text: string): CodedPeriod | string {
  const [, year, name] = /^(\d{4}) ([A-Z]{3})[A-Z]*$/.exec(text) ?? [];
  const month = MONTHS.indexOf(name ?? "");
  return month < 0 ? UNKNOWN : {frequency: "M", ordinal: Number(year) * 12 + month};
}

/** ISO 8601: the first week has 4 January; weeks begin on Mondays. */
function mondayOf(year: number, week: number): StatedDay {
  const fourth = dayOf(year, 1, 4);
  return daysAfter(fourth, (week - 1) * 7 - ((((fourth + 3) % 7) + 7) % 7));
}

function weeksIn(year: number): number {
  return (mondayOf(year + 1, 1) - mondayOf(year, 1)) / 7;
}
