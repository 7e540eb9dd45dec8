// The digits of a value that is computed here, where nobody published them: one rule for tiles, tables, charts and headlines, so that a number
// is not 5.9 on one page and 5.87 on another. Files have all digits; a published value has those of its publisher.
//
// Per cent have one decimal, as statistical offices print them. A script of its own: the chart of a series does not need it.

/** What a computed value is counted in. */
export type ComputedUnit = "percent" | "points" | "other";

const DECIMALS: Readonly<Record<Exclude<ComputedUnit, "other">, number>> = {percent: 1, points: 2};
const SIGNIFICANT = 5;

/**
 * Per cent with one decimal and points with two; one that would become 0 keeps its first two digits. Others with five significant digits, at
 * most three behind the mark, and of a large value the whole numbers.
 * @param like a value of the same column: both get as many decimals, and a small one two digits at least
 */
export function computedDigits(value: number, unit: ComputedUnit, like = value): number {
  if (!Number.isFinite(value)) return value;
  if (unit !== "other") {
    const shown = Number(value.toFixed(DECIMALS[unit]));
    return shown === 0 && value !== 0 ? Number(value.toPrecision(2)) : shown;
  }
  const decimals = Math.max(decimalsOf(like), 2 - wholeDigits(value));
  return Number(value.toFixed(Math.min(100, Math.max(0, decimals))));
}

function decimalsOf(value: number): number {
  const whole = wholeDigits(value);
  return whole > 0 ? Math.min(3, SIGNIFICANT - whole) : SIGNIFICANT - 1 - whole;
}

function wholeDigits(value: number): number {
  return value === 0 ? SIGNIFICANT : Math.floor(Math.log10(Math.abs(value))) + 1;
}
