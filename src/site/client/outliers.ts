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

/**
 * null: no outliers flatten the line.
 * @param values null: no value
 * @param since the place of the first value after a declared break inside the series: values before it are in another unit of account
 * @param sorted the finite values from there on, ascending: a server sorts many of them in steps
 */
export function clippingOf(
  values: readonly (number | null)[],
  since = 0,
  sorted = new Float64Array(finite(values.slice(Math.max(0, since)))).sort(),
): Clipping | null {
  return since > 0 ? clippingBefore(values, since, sorted) : clippingOfOutliers(values, sorted);
}

export function finite(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null && Number.isFinite(value)) as number[];
}

/** Room for a point at an edge, as a share of the range. */
const ROOM_OF_POINT = 0.03;

/** The edges of a scale with room for the points at them; where values are beyond an edge, it stays. */
export function edgesWithRoom(values: readonly (number | null)[], {low, high}: Clipping): [number, number] {
  const known = values.filter((value) => value !== null);
  const room = (high - low) * ROOM_OF_POINT;
  return [least(known) < low ? low : low - room, most(known) > high ? high : high + room];
}

/** The values after a break set the scale if those before it would flatten them. */
function clippingBefore(
  values: readonly (number | null)[],
  since: number,
  sorted: Float64Array,
): Clipping | null {
  if (sorted.length === 0) return null;
  const own = clippingOfOutliers(values.slice(since), sorted) ?? {low: sorted[0]!, high: sorted.at(-1)!};
  const beyond = indexesBeyond(values, own);
  const before = values.filter((value, at) => value !== null && at < since) as number[];
  const spread = own.high - own.low;
  const whole = Math.max(own.high, most(before)) - Math.min(own.low, least(before));
  return spread > 0 && whole >= FLATTENED * spread && beyond.length > 0 ? {...own, beyond} : null;
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
}

function most(values: readonly number[]): number {
  return values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
}

function indexesBeyond(values: readonly (number | null)[], {low, high}: Pick<Clipping, "low" | "high">): number[] {
  const beyond: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value !== null && value !== undefined && (value < low || value > high)) beyond.push(at);
  }
  return beyond;
}

function clippingOfOutliers(values: readonly (number | null)[], sorted: Float64Array): Clipping | null {
  if (sorted.length < LEAST_VALUES) return null;
  const last = sorted.length - 1;
  const [lowest, highest] = [sorted[0]!, sorted[last]!];
  for (const share of SHARES) {
    const cut = Math.ceil(sorted.length * share);
    for (const [low, high] of [
      [lowest, sorted[last - cut]!],
      [sorted[cut]!, highest],
      [sorted[cut]!, sorted[last - cut]!],
    ] as const) {
      const spread = high - low;
      // a rate that hardly ever changes has no spread, and its few changes are what is looked for
      if (spread <= 0 || highest - lowest < FLATTENED * spread) continue;
      const edges = {low: Math.max(lowest, low - ROOM * spread), high: Math.min(highest, high + ROOM * spread)};
      return {...edges, beyond: indexesBeyond(values, edges)};
    }
  }
  return null;
}
