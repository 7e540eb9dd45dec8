// The digits of a number in a headline, a chart or a difference. Tables of values and files have all digits of the publisher.

/** A publisher that means its digits writes no more of them; longer fractions come from the arithmetic of its program. */
export const MOST_DECIMALS = 6;
const [DIGITS, LEAST_DECIMALS] = [5, 2];

/** The value itself up to 6 decimals; a longer one has 5 significant digits and at least 2 decimals: 30.312035661218424 is 30.312. */
export function fewDigits(value: number): number {
  if (!Number.isFinite(value) || Number(value.toFixed(MOST_DECIMALS)) === value) return value;
  const before = Math.floor(Math.log10(Math.abs(value))) + 1;
  return Number(value.toFixed(Math.min(100, Math.max(LEAST_DECIMALS, DIGITS - before))));
}
