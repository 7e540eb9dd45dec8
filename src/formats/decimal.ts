// Numbers as the shortest decimal that reads back as the same double, straight into bytes: the very text of JSON.stringify.
//
// n / 10^decimals with n below 2^51 has one decimal of at most 16 digits that reads back as it, its own, so the digits of n
// are the shortest text once zeros behind the point are gone. What is small enough for an exponent (below 1e-6) or has more
// than six decimals takes the slow way through String. Bytes are stored four at a time: up to 32 beyond the text may be
// overwritten, so text is written from left to right.

/** Room that writeDecimal needs from `at` on; no double's text is longer than 25. */
export const DECIMAL_ROOM = 64;

const MAX_DECIMALS = 6;
const EXACT_LIMIT = 2 ** 51;
const POWERS = Float64Array.of(1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6);
const MINUS = 0x2d;

/** Four digits with the zeros before them, and without: the text in the low bytes, and its length. */
const PADDED = new Int32Array(10_000);
const LEADING = new Int32Array(10_000);
const LEADING_LENGTH = new Uint8Array(10_000);
/** Three decimals behind their point, and without it; the zeros behind them count in neither length. */
const POINTED = new Int32Array(1000);
const TRAILING = new Int32Array(1000);
const TRAILING_LENGTH = new Uint8Array(1000);
for (let number = 0; number < 10_000; number++) {
  const digits = String(number);
  PADDED[number] = asWord(digits.padStart(4, "0"));
  LEADING[number] = asWord(digits.padEnd(4, "0"));
  LEADING_LENGTH[number] = digits.length;
}
for (let number = 0; number < 1000; number++) {
  const digits = String(number).padStart(3, "0");
  POINTED[number] = asWord(`.${digits}`);
  TRAILING[number] = asWord(`${digits}0`);
  TRAILING_LENGTH[number] = digits.replace(/0+$/, "").length;
}

/**
 * Writes mantissa / 10^decimals, or the mantissa itself where decimals are below zero, and gives the place after it. What is
 * no number (NaN, infinities) is written as null.
 */
export function writeDecimal(view: DataView, at: number, mantissa: number, decimals: number): number {
  if (decimals < 0) return writeDouble(view, at, mantissa);
  if (decimals > MAX_DECIMALS) return writeSlowly(view, at, mantissa / 10 ** decimals);
  let whole = mantissa | 0;
  if (whole !== mantissa) return writeLarge(view, at, mantissa, decimals);
  let next = at;
  if (whole < 0) {
    view.setUint8(next++, MINUS);
    // The one number whose positive does not fit stays negative here, and takes the other way.
    whole = -whole | 0;
    if (whole < 0) return writeLarge(view, at, mantissa, decimals);
  }
  const power = POWERS[decimals]!;
  const integer = (whole / power) | 0;
  const fraction = whole - integer * power;
  if (integer < 10_000) {
    view.setInt32(next, LEADING[integer]!, true);
    next += LEADING_LENGTH[integer]!;
  } else {
    next = writeInteger(view, next, integer);
  }
  return fraction === 0 ? next : writeFraction(view, next, fraction, decimals);
}

/** A whole number from 0 to below 10^16. */
function writeInteger(view: DataView, at: number, integer: number): number {
  if (integer < 10_000) {
    view.setInt32(at, LEADING[integer]!, true);
    return at + LEADING_LENGTH[integer]!;
  }
  const high = Math.floor(integer / 10_000);
  const next = writeInteger(view, at, high);
  view.setInt32(next, PADDED[integer - high * 10_000]!, true);
  return next + 4;
}

/** The point and the decimals of fraction / 10^decimals, which is neither 0 nor 1. */
function writeFraction(view: DataView, at: number, fraction: number, decimals: number): number {
  if (decimals <= 3) {
    const three = fraction * POWERS[3 - decimals]!;
    view.setInt32(at, POINTED[three]!, true);
    return at + 1 + TRAILING_LENGTH[three]!;
  }
  const six = fraction * POWERS[6 - decimals]!;
  const high = (six / 1000) | 0;
  const low = six - high * 1000;
  view.setInt32(at, POINTED[high]!, true);
  if (low === 0) return at + 1 + TRAILING_LENGTH[high]!;
  view.setInt32(at + 4, TRAILING[low]!, true);
  return at + 4 + TRAILING_LENGTH[low]!;
}

/** Integers of more than 31 bits. Quotient and rest are exact below 2^51. */
function writeLarge(view: DataView, at: number, mantissa: number, decimals: number): number {
  const whole = Math.abs(mantissa);
  const power = POWERS[decimals]!;
  if (!(whole < EXACT_LIMIT) || !Number.isInteger(whole)) return writeSlowly(view, at, mantissa / power);
  let next = at;
  if (mantissa < 0) view.setUint8(next++, MINUS);
  const integer = Math.floor(whole / power);
  const fraction = whole - integer * power;
  next = writeInteger(view, next, integer);
  return fraction === 0 ? next : writeFraction(view, next, fraction, decimals);
}

/** A plain double: mostly one that has few decimals after all. */
function writeDouble(view: DataView, at: number, value: number): number {
  const thousandths = Math.round(value * 1000);
  if (thousandths / 1000 === value && Math.abs(thousandths) < EXACT_LIMIT)
    return writeDecimal(view, at, thousandths, 3);
  const millionths = Math.round(value * 1e6);
  if (millionths / 1e6 === value && Math.abs(millionths) < EXACT_LIMIT) return writeDecimal(view, at, millionths, 6);
  return writeSlowly(view, at, value);
}

function writeSlowly(view: DataView, at: number, value: number): number {
  const text = Number.isFinite(value) ? String(value) : "null";
  for (let place = 0; place < text.length; place++) view.setUint8(at + place, text.charCodeAt(place));
  return at + text.length;
}

/** Four ASCII characters as the number that stores them with a little-endian 32-bit store. */
function asWord(text: string): number {
  return text.charCodeAt(0) | (text.charCodeAt(1) << 8) | (text.charCodeAt(2) << 16) | (text.charCodeAt(3) << 24);
}
