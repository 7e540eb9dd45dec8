// The number of a claim, with the digits as written, and its comparison with a published value.
//
// A claim is rounded to its last digit: 99 agrees with 98.8, and 99.0 does not. Everything is counted in whole decimals: with doubles a
// value exactly between two claims would agree with one of them by chance.

/** `digits` times ten to the power of minus `decimals`. */
export interface Decimal {
  readonly digits: bigint;
  readonly decimals: number;
}

const MOST_DIGITS = 30;
const BLANKS = "[ \\u00a0\\u2009\\u202f']";
const GROUPED_BY_BLANKS = new RegExp(`^\\d{1,3}(?:${BLANKS}\\d{3})+(?=$|[.,])`);
const PLAIN = /^\d+(?:[.,]\d+)?$/;
/** A single comma before three digits is a decimal comma; only with a second group or a point it divides thousands. */
const GROUPED_BY_COMMAS = /^\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)$/;
const GROUPED_BY_POINTS = /^\d{1,3}(?:(?:\.\d{3}){2,}(?:,\d+)?|\.\d{3},\d+)$/;

/** null: not a number, or more than 30 digits. */
export function readClaim(text: string): Decimal | null {
  const [, sign = "", rest = ""] = /^([-+\u2212\u2012\u2013]?)\s*(.*)$/su.exec(text.trim())!;
  let number = rest.replace(GROUPED_BY_BLANKS, (grouped) => grouped.replace(/\D/g, ""));
  if (GROUPED_BY_COMMAS.test(number)) number = number.replaceAll(",", "");
  else if (GROUPED_BY_POINTS.test(number)) number = number.replaceAll(".", "");
  if (!PLAIN.test(number)) return null;
  const [whole = "", fraction = ""] = number.split(/[.,]/);
  if (whole.length + fraction.length > MOST_DIGITS) return null;
  const digits = BigInt(whole + fraction);
  return {digits: sign === "" || sign === "+" ? digits : -digits, decimals: fraction.length};
}

/** The shortest decimal of a published value; null: it is not finite. */
export function decimalOf(value: number): Decimal | null {
  if (!Number.isFinite(value)) return null;
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return {digits: BigInt(whole + fraction), decimals: fraction.length - Number(exponent)};
}

export type Agreement = "exact" | "rounded";

/**
 * null: the value, rounded to the last digit of the claim, is another number [verify.rounded].
 *
 * @param half where a value half-way goes: away from zero, as 15.5 to 16; or to both neighbours, since of 94.35 the decline may be 5.65 or 5.7
 */
export function agreementOf(claim: Decimal, value: Decimal, half: "away" | "both" = "both"): Agreement | null {
  const decimals = Math.max(claim.decimals, value.decimals, 0);
  const [said, published] = [scaled(claim, decimals), scaled(value, decimals)];
  if (said === published) return "exact";
  const twice = 2n * magnitude(said - published);
  const step = 10n ** BigInt(decimals - claim.decimals);
  if (twice === step && half === "away") return magnitude(said) > magnitude(published) ? "rounded" : null;
  return twice <= step ? "rounded" : null;
}

function magnitude(number: bigint): bigint {
  return number < 0n ? -number : number;
}

/**
 * Whether a value can agree with the claim: false where it is so far away that no digits have to be compared, which takes most of the time in a
 * history of sixty thousand days. The margin is a thousand times what numbers of the machine lose.
 */
export function mayAgree(claim: Decimal): (value: number) => boolean {
  const number = Number(claim.digits) / 10 ** claim.decimals;
  const margin = 0.501 / 10 ** claim.decimals + Math.abs(number) * 1e-12;
  return (value) => !(Math.abs(value - number) > margin);
}

function scaled({digits, decimals}: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - decimals);
}

/** Times ten to the power. */
export function shifted({digits, decimals}: Decimal, power: number): Decimal {
  return {digits, decimals: decimals - power};
}

/** With as many decimals. */
export function plus(claim: Decimal, whole: number): Decimal {
  if (claim.decimals < 0) return plus({digits: scaled(claim, 0), decimals: 0}, whole);
  return {digits: claim.digits + BigInt(whole) * 10n ** BigInt(claim.decimals), decimals: claim.decimals};
}

/** Digits from the first that is not zero. */
export function significantDigits({digits}: Decimal): number {
  return digits === 0n ? 0 : String(digits < 0n ? -digits : digits).length;
}
