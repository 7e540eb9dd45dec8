// What was published of a series on one day: its new values, its revised ones, and the revision that moved a value the most.
//
// Moves are per cent of the value before. From zero any move is beyond all bounds: its per cent is Infinity.
import type {Day, PeriodOrdinal} from "../time/day.ts";
import type {Estimates} from "./estimates.ts";

export interface Revision {
  readonly period: PeriodOrdinal;
  readonly before: number;
  readonly after: number;
  /** Of the value before; at least 0. */
  readonly percent: number;
}

export interface DayChanges {
  readonly newValues: number;
  readonly revisedValues: number;
  /** null: no value was revised. */
  readonly largest: Revision | null;
}

export function changesOfDay({count, period, day, value}: Estimates, published: Day): DayChanges {
  let [newValues, revisedValues] = [0, 0];
  let largest: Revision | null = null;
  for (let row = 0; row < count; row++) {
    if (day[row] !== published) continue;
    if (row === 0 || period[row - 1] !== period[row]) {
      newValues++;
      continue;
    }
    revisedValues++;
    const [before, after] = [value[row - 1]!, value[row]!];
    const percent = (Math.abs(after - before) / Math.abs(before)) * 100;
    if (largest === null || percent > largest.percent) largest = {period: period[row]!, before, after, percent};
  }
  return {newValues, revisedValues, largest};
}
