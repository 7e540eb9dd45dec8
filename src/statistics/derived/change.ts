// `change` and `yoy`: the difference to the period before, and to the same period a year before, in the unit of the series.
//
// [derived.*]; FRED names them `chg` and `ch1`.
import type {PeriodTable} from "../time/day.ts";
import {previousPeriod, yearBefore} from "./calendar-steps.ts";
import type {DerivedColumns, SeriesColumns} from "./columns.ts";
import {pairWithin} from "./pairing.ts";

/** In the unit of both. */
export const difference = (value: number, base: number): number => value - base;

/** x[t] − x[t−1] */
export function change(input: SeriesColumns, weeks: PeriodTable | null): DerivedColumns {
  return pairWithin(input, previousPeriod(input.frequency, weeks), difference);
}

/** x[t] − x[a year before] */
export function yoy(input: SeriesColumns): DerivedColumns {
  return pairWithin(input, yearBefore(input.frequency), difference);
}
