// Steps that take two values of one series, or one value each of two series.
import type {PeriodBefore} from "./calendar-steps.ts";
import {createColumnsWriter, type DerivedColumns, findPeriod, type SeriesColumns} from "./columns.ts";

/** The result for a value and the one that it is compared with; NaN: they can't be compared. */
export type Combine = (value: number, base: number) => number;

/**
 * Each value with that of an earlier period. @param before how many periods earlier that is, or which period it is, ascending with its
 * argument
 */
export function pairWithin(input: SeriesColumns, before: number | PeriodBefore, combine: Combine): DerivedColumns {
  const writer = createColumnsWriter(input, input.count);
  const {count, period, value, asOf} = input;
  if (typeof before === "number" && hasNoGap(input)) {
    for (let at = 0; at < Math.min(before, count); at++) writer.miss(period[at]!, "input_missing");
    for (let at = before, base = 0; at < count; at++, base++)
      addCombined(writer, period[at]!, combine(value[at]!, value[base]!), Math.max(asOf[at]!, asOf[base]!));
    return writer.end();
  }
  for (let at = 0, base = 0; at < count; at++) {
    const own = period[at]!;
    const wanted = typeof before === "number" ? own - before : before(own);
    while (wanted !== null && base < count && period[base]! < wanted) base++;
    if (wanted === null || base === count || period[base] !== wanted) writer.miss(own, "input_missing");
    else addCombined(writer, own, combine(value[at]!, value[base]!), Math.max(asOf[at]!, asOf[base]!));
  }
  return writer.end();
}

/** Most series have no gap. Then the distance in periods is the distance in rows. */
function hasNoGap({count, period}: SeriesColumns): boolean {
  return count > 0 && period[count - 1]! - period[0]! === count - 1;
}

/** Each value of a series with the value of another series in the same period. */
export function pairBetween(one: SeriesColumns, other: SeriesColumns, combine: Combine): DerivedColumns {
  const writer = createColumnsWriter(one, one.count);
  for (let at = 0; at < one.count; at++) {
    const period = one.period[at]!;
    const beside = findPeriod(other, period);
    if (beside === -1) writer.miss(period, "input_missing");
    else
      addCombined(
        writer,
        period,
        combine(one.value[at]!, other.value[beside]!),
        Math.max(one.asOf[at]!, other.asOf[beside]!),
      );
  }
  return writer.end();
}

function addCombined(
  writer: ReturnType<typeof createColumnsWriter>,
  period: number,
  result: number,
  asOf: number,
): void {
  // of NaN and of infinite values this is NaN
  if (result - result === 0) writer.add(period, result, asOf);
  else writer.miss(period, "not_comparable");
}
