// From values to places on a drawing, and round numbers to mark between them.

/** Values nearer to each other, by their own size, are drawn as one: round marks between them would need more digits than a mark has. */
const LEAST_SHARE = 1e-9;
/** What is smaller has no round numbers beside it any more. */
const LEAST_RANGE = 1e-290;

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Round values between them, ascending. */
  readonly ticks: readonly number[];
}

/** A scale that holds all values, with about so many ticks, its ends on ticks; one value alone gets room on both sides. */
export function valueScale(values: readonly number[], wanted = 5): Scale {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) [low, high] = [0, 1];
  const most = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= Math.max(most * LEAST_SHARE, LEAST_RANGE)) {
    const room = most > LEAST_RANGE ? most * 0.1 : 1;
    [low, high] = [low - room, high + room];
  }
  // where the values come near to zero the scale begins there
  if (low > 0 && low < (high - low) * 0.25) low = 0;
  const step = roundStep((high - low) / wanted);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const ticks = Array.from({length: last - first + 1}, (_, place) => tidy((first + place) * step));
  return {low: ticks[0]!, high: ticks.at(-1)!, ticks};
}

/** Share of the way from low to high. */
export function shareOf({low, high}: Pick<Scale, "low" | "high">, value: number): number {
  return (value - low) / (high - low);
}

/** 1, 2 or 5 times a power of ten, not below `least`. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * 0.999) ?? 10;
  return factor * power;
}

/** Without the digits that multiplying by a step made up. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
