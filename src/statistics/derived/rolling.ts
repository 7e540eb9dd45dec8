// `rolling:N:mean` and `rolling:N:sum`: over a period and the N−1 before it. A window with a gap gives nothing.
//
// [derived.*].
import type {PeriodTable} from "../time/day.ts";
import {previousPeriod} from "./calendar-steps.ts";
import {createColumnsWriter, type DerivedColumns, type SeriesColumns} from "./columns.ts";

/** The longest window: a year of days, with the leap day. */
export const MOST_ROLLED = 366;

export function rolling(
  input: SeriesColumns,
  periods: number,
  by: "mean" | "sum",
  weeks: PeriodTable | null,
): DerivedColumns {
  const {frequency, count, period, value, asOf} = input;
  const writer = createColumnsWriter(input, count);
  const before = previousPeriod(frequency, weeks);
  // rows without a gap up to this one
  let run = 0;
  for (let at = 0; at < count; at++) {
    const previous = typeof before === "number" ? period[at]! - before : before(period[at]!);
    run = at > 0 && previous === period[at - 1] ? run + 1 : 1;
    if (run < periods) {
      writer.miss(period[at]!, "incomplete");
      continue;
    }
    let sum = 0;
    let latest = asOf[at]!;
    for (let row = at - periods + 1; row <= at; row++) {
      sum += value[row]!;
      if (asOf[row]! > latest) latest = asOf[row]!;
    }
    writer.add(period[at]!, by === "sum" ? sum : sum / periods, latest);
  }
  return writer.end();
}
