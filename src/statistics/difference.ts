// Differences of published values, with the digits of the values: 101.3 less 101.2 is 0.1, not 0.09999999999999432.
//
// A value means the shortest decimal that is read back as its double; so does the result.

/** `later` less `earlier`, exact to the decimals of the more precise value (as far as a double can represent them). */
export function difference(later: number, earlier: number): number {
  const decimals = differenceDecimals(later, earlier);
  const exact = later - earlier;
  return decimals === null ? exact : Number(exact.toFixed(decimals));
}

/** Digits after the point of the more precise value, to which the difference is exact. null: more than a double can represent. */
export function differenceDecimals(later: number, earlier: number): number | null {
  const decimals = Math.max(decimalsOf(later), decimalsOf(earlier));
  return decimals > MOST_DECIMALS || Math.abs(later - earlier) >= 1e15 ? null : decimals;
}

/** The change to the later value in per cent of the earlier one, to two decimals; null if that has no meaning. */
export function relativeDifference(later: number, earlier: number): number | null {
  if (!(earlier > 0 && later >= 0)) return null;
  const share = Number(((later / earlier - 1) * 100).toFixed(2));
  return Number.isFinite(share) ? share : null;
}

const MOST_DECIMALS = 20;

/** Digits after the point of the shortest decimal. */
function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(Math.abs(value)).split("e");
  const behind = digits.split(".")[1]?.length ?? 0;
  return Math.max(0, behind - Number(exponent));
}
