// Numbers as EMISS writes nearly all of them, read from their bytes: digits, at most one decimal comma, a minus.

/**
 * The number of bytes[from, to); NaN for anything else, which is for number-text.ts. Both the digits as one integer and the power
 * of ten are exact doubles, so their quotient is the double nearest to the text.
 */
export function readPlainNumber(bytes: Uint8Array, from: number, to: number): number {
  const isNegative = bytes[from] === MINUS;
  const first = isNegative ? from + 1 : from;
  if (first === to || to - first > MOST_LENGTH) return Number.NaN;
  let digits = 0;
  let comma = -1;
  for (let at = first; at < to; at++) {
    const byte = bytes[at]!;
    if (byte >= ZERO && byte <= NINE) digits = digits * 10 + (byte - ZERO);
    else if (byte === COMMA && comma < 0 && at > first) comma = at;
    else return Number.NaN;
  }
  const decimals = comma < 0 ? 0 : to - comma - 1;
  if ((comma >= 0 && decimals === 0) || digits > Number.MAX_SAFE_INTEGER) return Number.NaN;
  const size = decimals === 0 ? digits : digits / POWERS_OF_TEN[decimals]!;
  return isNegative && size !== 0 ? -size : size;
}

const [MINUS, COMMA, ZERO, NINE] = [45, 44, 48, 57];
/** Sixteen digits, or fifteen and a comma. */
const MOST_LENGTH = 16;
const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
