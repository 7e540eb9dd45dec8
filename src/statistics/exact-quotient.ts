// The quotient of two decimal numbers as the nearest double: 12,3456 for 100 is 0.123456, never 0.12345600000000001.
//
// Dividing two doubles rounds three times; here the decimals are divided as integers and rounded once, at the end.

/** Both are decimals, with or without a point. The divisor must not be zero. */
export function exactQuotient(dividend: string, divisor: string): number {
  const over = parseDecimal(dividend);
  const under = parseDecimal(divisor);
  const scaled = over.digits * 10n ** BigInt(DIGITS + under.decimals);
  const whole = scaled / under.digits;
  // If the digits are half-way between two doubles, a remainder decides.
  const rest = scaled % under.digits === 0n ? "0" : "1";
  return Number(`${whole}${rest}e-${DIGITS + over.decimals + 1}`);
}

/** More digits than a double can distinguish, also after the zeros of a small quotient. */
const DIGITS = 40;

function parseDecimal(text: string): {digits: bigint; decimals: number} {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!;
  return {digits: BigInt(`${sign}${whole}${fraction}`), decimals: fraction.length};
}
