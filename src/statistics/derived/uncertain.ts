// Derived values that rest on a value which its publisher had withdrawn: the steps are taken with these inputs and without them.
import type {PeriodOrdinal} from "../time/day.ts";
import type {SeriesColumns} from "./columns.ts";
import type {DerivedResult, RefusedStep} from "./derive.ts";

/** Periods whose value is another one, or none, when withdrawn inputs are left out. @param certain null: no input was withdrawn */
export function uncertainPeriods(
  {count, period, value}: SeriesColumns,
  certain: DerivedResult | RefusedStep | null,
): readonly PeriodOrdinal[] {
  if (certain === null) return [];
  // the rules look at no value, so nothing is refused here that was not refused before
  const kept = "refusal" in certain ? null : certain.columns;
  const periods: PeriodOrdinal[] = [];
  let row = 0;
  for (let at = 0; at < count; at++) {
    while (kept !== null && row < kept.count && kept.period[row]! < period[at]!) row++;
    const isSame =
      kept !== null && row < kept.count && kept.period[row] === period[at] && kept.value[row] === value[at];
    if (!isSame) periods.push(period[at]!);
  }
  return periods;
}
