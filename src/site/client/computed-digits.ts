// The digits of a value that is computed here, where nobody published them. A script of its own: the chart of a series does not need it.

const SIGNIFICANT = 5;

/**
 * A value that is computed, where nobody published its digits: five significant ones, at most three behind the mark, and of a large value the whole
 * numbers. Files have all digits. @param like a value of the same column: both get as many decimals, and a small one two digits at least
 */
export function computedDigits(value: number, like = value): number {
  const decimals = Math.max(decimalsOf(like), 2 - wholeDigits(value));
  return Number.isFinite(value) ? Number(value.toFixed(Math.min(100, Math.max(0, decimals)))) : value;
}

function decimalsOf(value: number): number {
  const whole = wholeDigits(value);
  return whole > 0 ? Math.min(3, SIGNIFICANT - whole) : SIGNIFICANT - 1 - whole;
}

function wholeDigits(value: number): number {
  return value === 0 ? SIGNIFICANT : Math.floor(Math.log10(Math.abs(value))) + 1;
}
