// `minus:KEY`, `over:KEY` and `real:KEY`: a series beside another one in the same periods.
//
// `real` divides by a price index whose last period is 1, so the values are in prices of that period. A price index of rates on the period
// before is joined to an index first [derived.*].
import type {PeriodTable} from "../time/day.ts";
import {chainFrom} from "./chain.ts";
import type {DerivedColumns, SeriesColumns} from "./columns.ts";
import {pairBetween} from "./pairing.ts";

/** x[t] − y[t] */
export function minus(one: SeriesColumns, other: SeriesColumns): DerivedColumns {
  return pairBetween(one, other, (value, base) => value - base);
}

/** x[t] / y[t]; nothing where y is 0. */
export function over(one: SeriesColumns, other: SeriesColumns): DerivedColumns {
  return pairBetween(one, other, (value, base) => (base === 0 ? Number.NaN : value / base));
}

/** x[t] × p[last] / p[t]. @param weeks the calendar of the prices */
export function real(
  input: SeriesColumns,
  prices: SeriesColumns,
  form: "index" | "index_prev",
  weeks: PeriodTable | null,
): DerivedColumns {
  const last = prices.count - 1;
  if (last < 0) return pairBetween(input, prices, () => Number.NaN);
  const index = form === "index" ? prices : chainFrom(prices, prices.period[last]!, "index_prev", weeks).columns;
  const based = {...index, asOf: Int32Array.from(index.asOf, (day) => Math.max(day, prices.asOf[last]!))};
  const end = index.value[index.count - 1]!;
  return pairBetween(input, based, (value, base) => (base > 0 && end > 0 ? (value * end) / base : Number.NaN));
}
