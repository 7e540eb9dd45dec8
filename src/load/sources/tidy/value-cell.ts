// The value of a cell: a plain decimal with point or comma, or one of the three marks for no value (CONTRACT 4).
//
// Strict: no blanks or marks between thousands, no plus, no percent sign. Short decimals are made of two exact doubles by one
// division, which gives the very double that Number() gives; the rest goes through Number() itself.

/** Empty, an ellipsis or a hyphen. */
export const NO_VALUE = Number.POSITIVE_INFINITY;

/** The value of bytes[start, end), NO_VALUE, or NaN when it is neither. Never another infinity. */
export function readValueCell(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  let mantissa = 0;
  let digits = 0;
  let decimals = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + byte - ZERO;
      digits++;
      if (decimals >= 0) decimals++;
    } else if ((byte === POINT || byte === COMMA) && decimals < 0 && digits > 0) decimals = 0;
    else return readValueText(bytes, start, end);
  }
  if (digits === 0 || digits > MAX_EXACT_DIGITS || decimals === 0) return readValueText(bytes, start, end);
  const size = decimals > 0 ? mantissa / POWERS[decimals]! : mantissa;
  return isNegative && size !== 0 ? -size : size;
}

const [MINUS, POINT, COMMA, ZERO, NINE] = [45, 46, 44, 48, 57];
/** 10 ** 15 < 2 ** 53: such a mantissa and its power of ten are exact. */
const MAX_EXACT_DIGITS = 15;
const POWERS = Float64Array.from({length: MAX_EXACT_DIGITS + 1}, (_, power) => Number(`1e${power}`));

function readValueText(bytes: Uint8Array, start: number, end: number): number {
  const text = new TextDecoder().decode(bytes.subarray(start, end)).trim();
  if (text === "" || text === "…" || text === "-") return NO_VALUE;
  if (!/^-?\d+([.,]\d+)?([eE][+-]?\d+)?$/.test(text)) return Number.NaN;
  const value = Number(text.replace(",", "."));
  // Too large for a double, or so small that nothing but zero would be left of it: another number than was written.
  if (!Number.isFinite(value) || (value === 0 && /^-?[\d.,]*[1-9]/.test(text))) return Number.NaN;
  return value === 0 ? 0 : value;
}
