// `minus:KEY`, `over:KEY` and `real:KEY`: a series beside another one in the same periods.
//
// `real` divides by a price index whose last period is 1, so the values are in prices of that period. A price index of rates on the period
// before is joined to an index first, and one of months is taken together for quarters and years [derived.*].
import type {PeriodTable} from "../time/day.ts";
import {aggregate} from "./aggregate.ts";
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

/** What a price index has, and of which values it takes the prices away. */
export interface PriceForm {
  readonly form: "index" | "index_prev";
  /** The calendar of the prices. */
  readonly weeks: PeriodTable | null;
  /** The values are of the end of their period, and not of all of it. */
  readonly isOfEnd: boolean;
}

/**
 * x[t] × p[last] / p[t]. The prices of a year or a quarter are the mean of a finer index, as in national accounts; of a stock at its end they are
 * those of the last period.
 */
export function real(input: SeriesColumns, prices: SeriesColumns, {form, weeks, isOfEnd}: PriceForm): DerivedColumns {
  if (prices.count === 0) return pairBetween(input, prices, () => Number.NaN);
  const levels = form === "index" ? prices : chainFrom(prices, prices.period[prices.count - 1]!, form, weeks).columns;
  const {frequency} = input;
  const isFiner = prices.frequency !== frequency && (frequency === "Q" || frequency === "A");
  const index = isFiner ? aggregate(levels, frequency, isOfEnd ? "end" : "mean").columns : levels;
  const last = index.count - 1;
  if (last < 0) return pairBetween(input, index, () => Number.NaN);
  const [end, known] = [index.value[last]!, isFiner ? index.asOf[last]! : prices.asOf[prices.count - 1]!];
  const based = {...index, asOf: Int32Array.from(index.asOf, (day) => Math.max(day, known))};
  return pairBetween(input, based, (value, base) => (base > 0 && end > 0 ? (value * end) / base : Number.NaN));
}
