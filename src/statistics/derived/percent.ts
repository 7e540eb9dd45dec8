// `pct`, `yoy_pct` and `ytd_pct`: the change in per cent of the period before, of the same period a year before, and of December before.
//
// A base of zero or below has no such change [derived.*]; FRED names the first two `pch` and `pc1`.
import type {PeriodTable} from "../time/day.ts";
import {decemberBefore, previousPeriod, yearBefore} from "./calendar-steps.ts";
import type {DerivedColumns, SeriesColumns} from "./columns.ts";
import {pairWithin} from "./pairing.ts";

/** NaN: the base is zero or below. */
export const percentOf = (value: number, base: number): number => (base > 0 ? 100 * (value / base - 1) : Number.NaN);

/** 100 × (x[t] / x[t−1] − 1) */
export function pct(input: SeriesColumns, weeks: PeriodTable | null): DerivedColumns {
  return pairWithin(input, previousPeriod(input.frequency, weeks), percentOf);
}

/** 100 × (x[t] / x[a year before] − 1) */
export function yoyPct(input: SeriesColumns): DerivedColumns {
  return pairWithin(input, yearBefore(input.frequency), percentOf);
}

/** 100 × (x[t] / x[December before] − 1); of quarters the fourth one before. @throws RangeError for other frequencies */
export function ytdPct(input: SeriesColumns): DerivedColumns {
  const december = decemberBefore(input.frequency);
  if (december === null) throw new RangeError(`frequency ${input.frequency} has no December`);
  return pairWithin(input, december, percentOf);
}
