// The value scale of a line that a few outliers would flatten: prices of 1992 leave all later months one flat line.
//
// The outliers are drawn beyond the edge, and the chart says how many there are and how far they go. Nothing is left out of the data.

/** Fewer values than this are all in sight. */
const LEAST_VALUES = 20;
/** The largest share of values that may be cut at one edge. */
const SHARES = [0.02, 0.05, 0.1];
/** A line is flattened if all values need a scale this many times as high as the others. */
const FLATTENED = 6;
/** Room between the others and the edge, as a share of their range. */
const ROOM = 0.25;

export interface Clipping {
  readonly low: number;
  readonly high: number;
  /** Places of the values beyond the edges. */
  readonly beyond: readonly number[];
}

/** null: no outliers flatten the line. @param values null: no value */
export function clippingOf(values: readonly (number | null)[]): Clipping | null {
  const sorted = Float64Array.from(
    values.filter((value) => value !== null && Number.isFinite(value)) as number[],
  ).sort();
  if (sorted.length < LEAST_VALUES) return null;
  const last = sorted.length - 1;
  const [least, most] = [sorted[0]!, sorted[last]!];
  for (const share of SHARES) {
    const cut = Math.ceil(sorted.length * share);
    for (const [low, high] of [
      [least, sorted[last - cut]!],
      [sorted[cut]!, most],
      [sorted[cut]!, sorted[last - cut]!],
    ] as const) {
      const spread = high - low;
      // a rate that hardly ever changes has no spread, and its few changes are what is looked for
      if (spread <= 0 || most - least < FLATTENED * spread) continue;
      const edges = {low: Math.max(least, low - ROOM * spread), high: Math.min(most, high + ROOM * spread)};
      const beyond = [...values.keys()].filter((at) => {
        const value = values[at];
        return value !== null && value !== undefined && (value < edges.low || value > edges.high);
      });
      return {...edges, beyond};
    }
  }
  return null;
}
