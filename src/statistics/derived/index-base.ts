// `index:PERIOD`: the series with one period, or the mean of one year, as 100.
//
// A year is a base only if each of its periods has a value: the mean of ten months would be another base. Source: CONTRACT 6.9.
import {type Day, firstDay, type PeriodOrdinal} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {PERIODS_A_YEAR} from "./calendar-steps.ts";
import {
  createColumnsWriter,
  type DerivedColumns,
  findPeriod,
  type NoValueReason,
  type SeriesColumns,
} from "./columns.ts";

/** A period of the frequency of the series, or a year. */
export interface BasePeriod {
  readonly frequency: Exclude<Frequency, "W">;
  readonly ordinal: PeriodOrdinal;
}

/** 100 × x[t] / x[base] */
export function indexTo(input: SeriesColumns, base: BasePeriod): DerivedColumns {
  const writer = createColumnsWriter(input, input.count);
  const found = baseValue(input, base);
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
  base: BasePeriod,
): {readonly value: number; readonly asOf: Day} | {readonly reason: NoValueReason} {
  const [from, to] = periodsIn(input, base);
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

/** Whether the base is a period of the frequency, or a year of it. */
export function isBaseOf(frequency: Frequency, base: BasePeriod): boolean {
  return base.frequency === frequency || (base.frequency === "A" && frequency !== "W");
}

/** The ordinals of the base in the frequency of the series. @throws RangeError unless isBaseOf */
export function periodsIn({frequency}: Pick<SeriesColumns, "frequency">, base: BasePeriod): [from: number, to: number] {
  if (base.frequency === frequency) return [base.ordinal, base.ordinal];
  if (frequency === "W" || !isBaseOf(frequency, base))
    throw new RangeError(`a base of frequency ${base.frequency} for a series of frequency ${frequency}`);
  if (frequency === "D") return [firstDay("A", base.ordinal), firstDay("A", base.ordinal + 1) - 1];
  const periods = PERIODS_A_YEAR[frequency];
  return [base.ordinal * periods, (base.ordinal + 1) * periods - 1];
}
