// Columns of one series' observations, as readers fill them and writers take them.
//
// They are reused from series to series: whoever needs a value later copies it.

/**
 * Value i is mantissa[i] when decimals is below zero, else mantissa[i] / 10**decimals. `period` (its first day) and `asOf`
 * are Days. Ascending by period; only the first `count` places mean anything.
 */
export interface Observations {
  count: number;
  period: Int32Array;
  asOf: Int32Array;
  mantissa: Float64Array;
  decimals: number;
}

export function createObservations(): Observations {
  return {count: 0, decimals: 0, ...columnsFor(512)};
}

/** Makes room for `count` observations; what was there is lost when it has to grow. */
export function growObservations(observations: Observations, count: number): void {
  if (observations.period.length < count) Object.assign(observations, columnsFor(count * 2));
}

function columnsFor(capacity: number): Pick<Observations, "period" | "asOf" | "mantissa"> {
  return {
    period: new Int32Array(capacity),
    asOf: new Int32Array(capacity),
    mantissa: new Float64Array(capacity),
  };
}
