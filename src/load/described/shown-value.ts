// A number as its format shows it, rounded the way spreadsheets do: by its first 15 digits, a half away from zero.
//
// The double nearest to 1.005 lies below it, so rounding the double itself would give 1.00 where everybody reads 1.01.

/** @param decimals that the format shows */
export function shownValue(value: number, decimals: number): number {
  const digits = Number(Math.abs(value).toPrecision(15));
  const size = shifted(Math.round(shifted(digits, decimals)), -decimals);
  return value < 0 ? -size : size;
}

/** The number with its decimal point moved to the right by so many places, in its decimal form, so that nothing is rounded on the way. */
function shifted(value: number, places: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}
