// Facts about a value from the texts around it, how they are joined, and the period that they give. Later facts replace earlier ones.
import type {DateWords, PeriodWords} from "../../country/country.ts";
import type {UnitLabel} from "../../statistics/release/release.ts";
import type {Territory} from "../../statistics/territory.ts";
import {
  type Day,
  firstDay,
  ordinalAt,
  type PeriodOrdinal,
  parseDay,
  type StatedDay,
} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {isoWeekOf, type PriceWeek, weekOrdinal} from "../../statistics/time/week.ts";
import type {ProblemKind} from "../source.ts";

export interface NamedCode {
  readonly code: string;
  readonly name: string;
  /** The code was made from the name, so two names that differ must not have it. */
  readonly isMade?: true;
}

/** A fact that is absent or undefined is unknown. */
export interface Facts {
  readonly indicator?: NamedCode | undefined;
  /** One for each text, outermost first. */
  readonly classes?: readonly NamedCode[] | undefined;
  readonly measure?: NamedCode | undefined;
  readonly transformation?: string | undefined;
  readonly unit?: UnitLabel | undefined;
  readonly territory?: Territory | undefined;
  /** A name that several territories had one after another: the period of each value decides between them. */
  readonly era?: string | undefined;
  readonly year?: number | undefined;
  readonly words?: PeriodWords | undefined;
  readonly date?: DateWords | undefined;
  /** What the descriptor's words changed, for the explanation of a value. */
  readonly steps?: readonly string[] | undefined;
}

/** A text that does not read as its kind. */
export interface Problem {
  readonly reason: string;
  readonly text: string;
  /** The kind of words that are unknown; absent: the cell itself. */
  readonly kind?: ProblemKind;
  /** What the text says all the same: with an exception that gives the rest, its name is not lost. */
  readonly partial?: Facts;
  /** The column of the label that could not be read. */
  readonly column?: number;
}

/** Classes and steps are added, all other facts are replaced. */
export function joined(first: Facts, second: Facts): Facts {
  // Each member by its name: this is done for every value, and an object made by spreading costs ten times as much.
  return {
    indicator: second.indicator ?? first.indicator,
    classes: inOrder(first.classes, second.classes),
    measure: second.measure ?? first.measure,
    transformation: second.transformation ?? first.transformation,
    unit: second.unit ?? first.unit,
    territory: second.territory ?? first.territory,
    era: second.era ?? first.era,
    year: second.year ?? first.year,
    words: second.words ?? first.words,
    date: second.date ?? first.date,
    steps: inOrder(first.steps, second.steps),
  };
}

function inOrder<T>(first: readonly T[] | undefined, second: readonly T[] | undefined): readonly T[] | undefined {
  return first === undefined ? second : second === undefined ? first : [...first, ...second];
}

export function isProblem(found: Facts | Problem): found is Problem {
  return "reason" in found;
}

export interface ValuePeriod {
  readonly frequency: Frequency;
  readonly ordinal: PeriodOrdinal;
  /** Summed from January on. */
  readonly cumulative: boolean;
  /** Of a week by ISO 8601, which the calendar of the dataset gets. */
  readonly week?: PriceWeek;
}

/** The period of a date: one that begins on it, one that it is in, or the week whose day it is. Without it a date is a day. */
export type DateMeaning = "week" | "month" | "quarter" | "in month" | "in quarter" | "in year";

const OF_DATES: Readonly<Record<Exclude<DateMeaning, "week">, "M" | "Q" | "A">> = {
  month: "M",
  quarter: "Q",
  "in month": "M",
  "in quarter": "Q",
  "in year": "A",
};

export interface PeriodReading {
  /** Every period of the table is cumulative: "January", "Q1", "year" beside "January-February". */
  readonly allCumulative: boolean;
  /** Stocks have other dates than 1 January too. */
  readonly monthlyStocks: boolean;
  readonly dates?: DateMeaning | undefined;
}

export function periodOfFacts(
  {year, words, date}: Pick<Facts, "year" | "words" | "date">,
  reading: PeriodReading,
): ValuePeriod | Problem {
  if (date !== undefined) {
    const of = date.year ?? year;
    const day = of === undefined ? null : dayOfDate(date, of);
    if (day === null) return {reason: "has no real date above or beside it", text: "", kind: "period"};
    return dated(day, reading.dates);
  }
  if (words?.kind === "calendar week") {
    const ordinal = weekOrdinal(words.year, words.week);
    return {frequency: "W", ordinal, cumulative: false, week: {year: words.year, week: words.week, day: words.day}};
  }
  if (year === undefined) return {reason: "has no year above or beside it", text: "", kind: "period"};
  if (words === undefined) return {frequency: "A", ordinal: year, cumulative: false};
  if (words.kind === "week") return {reason: "is under a week, which this table can't have", text: "", kind: "period"};
  if (words.kind === "stock") {
    return reading.monthlyStocks
      ? {frequency: "M", ordinal: year * 12 + words.month - 1, cumulative: false}
      : {frequency: "A", ordinal: year, cumulative: false};
  }
  const {frequency, periodsAYear, offset} = words;
  if (!reading.allCumulative) return {frequency, ordinal: year * periodsAYear + offset, cumulative: words.cumulative};
  // FIX-rosstat-05: beside cumulative words the first month, the first quarter and the whole year are cumulative too, so all are one series.
  if (!words.cumulative && offset > 0)
    return {reason: "is not cumulative, but other periods of the table are", text: "", kind: "period"};
  const month = (offset + 1) * (12 / periodsAYear) - 1;
  return {frequency: "M", ordinal: year * 12 + month, cumulative: true};
}

/** A week has its number by ISO 8601. FIX-country-12: "2024-01-31" is January only if a person says that dates are in their months; else a longer period needs its first day. */
export function dated(day: Day, of: PeriodReading["dates"]): ValuePeriod | Problem {
  if (of === "week") {
    const {year, week} = isoWeekOf(day);
    return {
      frequency: "W",
      ordinal: weekOrdinal(year, week),
      cumulative: false,
      week: {year, week, day: day as StatedDay},
    };
  }
  const frequency = of === undefined ? "D" : OF_DATES[of];
  const ordinal = ordinalAt(frequency, day);
  if (of?.startsWith("in ") !== true && firstDay(frequency, ordinal) !== day)
    return {reason: `is not the first day of a ${of}`, text: "", kind: "period"};
  return {frequency, ordinal, cumulative: false};
}

/** The transformation of a value whose period is cumulative; a rate on the same span of last year gets "_ytd" too. */
export function cumulativeTransformation(transformation: string): string {
  return transformation === "level" || transformation === "pct_yoy" ? `${transformation}_ytd` : transformation;
}

/** The day of a date whose year is known; null: the calendar has no such day. */
export function dayOfDate({month, dayOfMonth}: DateWords, year: number | null): StatedDay | null {
  return year === null
    ? null
    : parseDay(`${year}-${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`);
}
