// `index:PERIOD`: the series with one period, or the mean of one year, as 100.
//
// A year is a base only if each of its periods has a value: the mean of ten months would be another base. A week is named by its date. A
// year of weeks ends with the last week that the calendar has before a week of a later year [derived.*].
import {type Day, dayText, firstDay, type PeriodOrdinal, type PeriodTable} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {WEEKS_A_YEAR, weekDay} from "../time/week.ts";
import {PERIODS_A_YEAR} from "./calendar-steps.ts";
import {
  createColumnsWriter,
  type DerivedColumns,
  findPeriod,
  type NoValueReason,
  type SeriesColumns,
} from "./columns.ts";

/** A period of the frequency of the series, the date of a week, or a year. */
export interface BasePeriod {
  readonly frequency: Exclude<Frequency, "W">;
  readonly ordinal: PeriodOrdinal;
}

/** 100 × x[t] / x[base] */
export function indexTo(input: SeriesColumns, base: BasePeriod, weeks: PeriodTable | null): DerivedColumns {
  const writer = createColumnsWriter(input, input.count);
  const found = baseValue(input, periodsIn(input, base, weeks));
  for (let at = 0; at < input.count; at++) {
    const period = input.period[at]!;
    if ("reason" in found) writer.miss(period, found.reason);
    else writer.add(period, (100 * input.value[at]!) / found.value, Math.max(input.asOf[at]!, found.asOf));
  }
  return writer.end();
}

/** The value that is taken as 100, or the reason why there is none. */
function baseValue(
  input: SeriesColumns,
  [from, to]: readonly [from: PeriodOrdinal, to: PeriodOrdinal],
): {readonly value: number; readonly asOf: Day} | {readonly reason: NoValueReason} {
  let sum = 0;
  let asOf = Number.NEGATIVE_INFINITY;
  let known = 0;
  for (let period = from; period <= to; period++) {
    const at = findPeriod(input, period);
    if (at === -1) continue;
    known++;
    sum += input.value[at]!;
    asOf = Math.max(asOf, input.asOf[at]!);
  }
  if (known === 0) return {reason: "input_missing"};
  if (known < to - from + 1) return {reason: "incomplete"};
  return sum > 0 ? {value: sum / known, asOf} : {reason: "not_comparable"};
}

/** Why the base is none for the series, with one that is; null: it is a base. */
export function unfitBase(
  {frequency, count, period}: SeriesColumns,
  base: BasePeriod,
  weeks: PeriodTable | null,
): string | null {
  if (spanOf(frequency, base, weeks) !== null) return null;
  const wanted =
    frequency === "W" ? "the date of a week that the dataset has" : `a period of the frequency ${frequency}`;
  const example = count === 0 ? null : baseText(frequency, period[count - 1]!, weeks);
  return `the base has to be a year or ${wanted}${example === null ? "" : `, as ${example}`}`;
}

/** The ordinals of the base in the frequency of the series. @throws RangeError if it is `unfitBase` */
export function periodsIn(
  {frequency}: Pick<SeriesColumns, "frequency">,
  base: BasePeriod,
  weeks: PeriodTable | null,
): readonly [from: PeriodOrdinal, to: PeriodOrdinal] {
  const span = spanOf(frequency, base, weeks);
  if (span === null)
    throw new RangeError(`a base of frequency ${base.frequency} for a series of frequency ${frequency}`);
  return span;
}

function spanOf(
  frequency: Frequency,
  base: BasePeriod,
  weeks: PeriodTable | null,
): readonly [from: PeriodOrdinal, to: PeriodOrdinal] | null {
  if (base.frequency === frequency) return [base.ordinal, base.ordinal];
  if (frequency === "W" && base.frequency === "D") {
    const at = weeks?.days.indexOf(base.ordinal) ?? -1;
    return at === -1 ? null : [weeks!.base + at, weeks!.base + at];
  }
  if (base.frequency !== "A") return null;
  if (frequency === "W") return [base.ordinal * WEEKS_A_YEAR, lastWeekOf(base.ordinal, weeks)];
  if (frequency === "D") return [firstDay("A", base.ordinal), firstDay("A", base.ordinal + 1) - 1];
  const periods = PERIODS_A_YEAR[frequency];
  return [base.ordinal * periods, (base.ordinal + 1) * periods - 1];
}

/** Without a week of a later year nobody knows whether the year is over: then it is the last number that a week can have. */
function lastWeekOf(year: number, weeks: PeriodTable | null): PeriodOrdinal {
  const last = (year + 1) * WEEKS_A_YEAR - 1;
  if (weeks === null || weeks.base + weeks.days.length - 1 <= last) return last;
  for (let week = last; week > last - WEEKS_A_YEAR; week--) if (weekDay(week, weeks) !== null) return week;
  return last;
}

/** A period as a base is written; null: a week without a date. */
function baseText(frequency: Frequency, period: PeriodOrdinal, weeks: PeriodTable | null): string | null {
  if (frequency === "W") {
    const day = weekDay(period, weeks);
    return day === null ? null : dayText(day);
  }
  if (frequency === "Q") return `${Math.floor(period / 4)}-Q${(period % 4) + 1}`;
  return dayText(firstDay(frequency, period)).slice(0, {D: 10, M: 7, A: 4}[frequency]);
}
