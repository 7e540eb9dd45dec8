// Reads a decimal for every reader: the nearest double, or null if the result would be another number than the text.
//
// Only digits with one point, a minus and an exponent are read: `Number` also accepts "0x1F", "" and " 1 ", and reads "1e-400" as 0.

/** null: not a decimal, too large, so small that it would become zero, or a whole number with more digits than a double has. */
export function readDecimal(text: string): number | null {
  if (!DECIMAL.test(text)) return null;
  const value = Number(text);
  if (!Number.isFinite(value)) return null;
  if (value === 0) return /^-?[\d.]*[1-9]/.test(text) ? null : 0;
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER || !/^-?\d+$/.test(text) || isKept(text) ? value : null;
}

/** The reason why `readDecimal` gives null. */
export function decimalFault(text: string): string {
  return /^-?\d{16,}$/.test(text) && Number.isFinite(Number(text))
    ? "has more digits than can be kept"
    : "is not a number";
}

const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether the double is exactly the whole number, or is written like it: 9007199254740993 would be published as 9007199254740992. */
function isKept(text: string): boolean {
  const value = Number(text);
  const [digits, exponent] = String(Math.abs(value)).split("e+") as [string, string?];
  const shortest = exponent === undefined ? digits : digits.replace(".", "").padEnd(Number(exponent) + 1, "0");
  return BigInt(text) === BigInt(value) || shortest === text.replace(/^-?0*/, "");
}
