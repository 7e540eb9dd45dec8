// `to:Q` and `to:A`: months or quarters as quarters or years, by their mean, sum, last value, or the product of their growth.
//
// A quarter of two months is no quarter: it gives nothing. Days and weeks have no whole group, since nobody knows on which of them a value
// belongs, so they are refused [derived.*].

import {growthOf} from "./annual-rate.ts";
import {PERIODS_A_YEAR} from "./calendar-steps.ts";
import type {ChainedForm} from "./chain.ts";
import {createColumnsWriter, type DerivedColumns, type SeriesColumns} from "./columns.ts";

export type AggregateBy = "mean" | "sum" | "end" | "chain";

/** @param form of rates, for `chain` @throws RangeError if the target is not coarser */
export function aggregate(
  input: SeriesColumns,
  target: "Q" | "A",
  by: AggregateBy,
  form: ChainedForm = "index_prev",
): DerivedColumns {
  const {frequency, count, period, value, asOf} = input;
  const each = PERIODS_A_YEAR[frequency] / PERIODS_A_YEAR[target];
  if (!(each > 1)) throw new RangeError(`${frequency} can't be taken together to ${target}`);
  const writer = createColumnsWriter({frequency: target, memory: input.memory}, Math.ceil(count / each) + 1);
  for (let from = 0; from < count; ) {
    const group = Math.floor(period[from]! / each);
    let to = from;
    let latest = asOf[from]!;
    for (; to < count && Math.floor(period[to]! / each) === group; to++) latest = Math.max(latest, asOf[to]!);
    if (to - from < each) writer.miss(group, "incomplete");
    else {
      const result = together(value.subarray(from, to), by, form);
      if (result === null) writer.miss(group, "not_comparable");
      else writer.add(group, result, by === "end" ? asOf[to - 1]! : latest);
    }
    from = to;
  }
  return writer.end();
}

function together(values: Float64Array, by: AggregateBy, form: ChainedForm): number | null {
  if (by === "end") return values.at(-1)!;
  if (by === "chain") {
    let product = 1;
    for (const value of values) {
      const growth = growthOf(value, form);
      if (!(growth > 0)) return null;
      product *= growth;
    }
    return form === "index_prev" ? 100 * product : 100 * (product - 1);
  }
  let sum = 0;
  for (const value of values) sum += value;
  return by === "sum" ? sum : sum / values.length;
}
