// The newest values of a history as columns for steps, without those that their publisher has withdrawn: these are neither a value nor a base.
import type {SeriesColumns} from "../derived/columns.ts";
import {createObservations, openWindow, readOrdinals, valueAt, withdrawnIn} from "../history/window.ts";
import type {Day, PeriodTable} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";

/** @param since values before this day are left out */
export function valuesInForce(
  history: Uint8Array,
  periods: PeriodTable,
  frequency: Frequency,
  since: Day,
): SeriesColumns {
  const within = {from: periods.base, to: periods.base + periods.days.length - 1, asOf: null};
  const window = openWindow(history, within);
  const columns = createObservations();
  readOrdinals(window, columns);
  const withdrawn = new Set(withdrawnIn(window, within).map((span) => span.period));
  const [period, asOf] = [new Int32Array(columns.count), new Int32Array(columns.count)];
  const value = new Float64Array(columns.count);
  let count = 0;
  for (let row = 0; row < columns.count; row++) {
    const ordinal = columns.period[row]!;
    if (periods.days[ordinal - periods.base]! < since || withdrawn.has(ordinal)) continue;
    period[count] = ordinal;
    value[count] = valueAt(columns, row);
    asOf[count++] = columns.asOf[row]!;
  }
  return {frequency, count, period, value, asOf};
}
