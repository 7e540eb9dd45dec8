// Numbers as decimals: the shortest one that reads back as the same double, which is also the text of JSON.stringify.
//
// n / 10^decimals with n below 2^51 has exactly one decimal of at most 16 digits that reads back as it: the digits of n. Without the
// trailing zeros they are the shortest text. A number small enough for an exponent (below 1e-6) or with more than six decimals is written
// by String. Bytes are stored four at a time: up to 32 bytes beyond the text may be overwritten, so text is written from left to right.
import {POWERS_OF_TEN} from "../statistics/history/layout.ts";

/** Room that writeDecimal needs from `at` on; the text of a double has at most 25 bytes. */
export const DECIMAL_ROOM = 64;

const [MAX_DECIMALS, EXACT_LIMIT, MINUS] = [9, 2 ** 51, 0x2d];

/** Four digits with leading zeros, and without: the text in the low bytes, and its length. */
const PADDED = filled(new Int32Array(10_000), (number) => asInt32(String(number).padStart(4, "0")));
const LEADING = filled(new Int32Array(10_000), (number) => asInt32(String(number).padEnd(4, "0")));
const LEADING_LENGTH = filled(new Uint8Array(10_000), (number) => String(number).length);
/** Three decimals with the point before them, and without; the length excludes trailing zeros, and is 0 for a point alone. */
const POINTED = filled(new Int32Array(1000), (number) => asInt32(`.${String(number).padStart(3, "0")}`));
const TRAILING_LENGTH = filled(
  new Uint8Array(1000),
  (number) => String(number).padStart(3, "0").replace(/0+$/, "").length,
);
const POINTED_LENGTH = filled(new Uint8Array(1000), (number) => (number === 0 ? 0 : 1 + TRAILING_LENGTH[number]!));
const TRAILING = filled(new Int32Array(1000), (number) => asInt32(`${String(number).padStart(3, "0")}0`));

/** By number of decimals: below the limit the integer part has at most four digits. Only for up to three decimals. */
const SHORT_LIMITS = Float64Array.of(1e4, 1e5, 1e6, 1e7);
const SHARES = Float64Array.of(1, 0.1, 0.01, 0.001);
const RAISES = Int32Array.of(1000, 100, 10, 1);

/**
 * Writes mantissa / 10^decimals, or the mantissa itself if decimals is below zero, and returns the offset after it. NaN and infinities are
 * written as null. The function is short so that loops over rows inline it.
 */
export function writeDecimal(view: DataView, at: number, mantissa: number, decimals: number): number {
  const whole = mantissa | 0;
  if (!(whole >= 0 && whole < SHORT_LIMITS[decimals]! && whole === mantissa)) {
    return writeLonger(view, at, mantissa, decimals);
  }
  // Half a unit more keeps the product away from integers, where rounding could give the wrong side.
  const integer = ((whole + 0.5) * SHARES[decimals]!) | 0;
  const three = Math.imul(whole, RAISES[decimals]!) - Math.imul(integer, 1000);
  view.setInt32(at, LEADING[integer]!, true);
  const pointAt = at + LEADING_LENGTH[integer]!;
  view.setInt32(pointAt, POINTED[three]!, true);
  return pointAt + POINTED_LENGTH[three]!;
}

function writeLonger(view: DataView, at: number, mantissa: number, decimals: number): number {
  if (decimals < 0) return writeDouble(view, at, mantissa);
  const whole = Math.abs(mantissa);
  const power = POWERS_OF_TEN[decimals] ?? 10 ** decimals;
  // below a millionth a number is written with an exponent
  const isTiny = decimals > 6 && whole < POWERS_OF_TEN[decimals - 6]!;
  if (isTiny || !(decimals <= MAX_DECIMALS && whole < EXACT_LIMIT && Number.isInteger(whole))) {
    return writeSlowly(view, at, mantissa / power);
  }
  let next = at;
  if (mantissa < 0) view.setUint8(next++, MINUS);
  // Below 2^51 the quotient never rounds up to the next integer, and the rest is exact.
  const integer = Math.floor(whole / power);
  const fraction = whole - integer * power;
  next = writeInteger(view, next, integer);
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
    const three = fraction * POWERS_OF_TEN[3 - decimals]!;
    view.setInt32(at, POINTED[three]!, true);
    return at + POINTED_LENGTH[three]!;
  }
  if (decimals > 6) return writeNine(view, at, fraction * POWERS_OF_TEN[9 - decimals]!);
  const six = fraction * POWERS_OF_TEN[6 - decimals]!;
  const high = (six / 1000) | 0;
  const low = (six - high * 1000) | 0;
  view.setInt32(at, POINTED[high]!, true);
  if (low === 0) return at + POINTED_LENGTH[high]!;
  view.setInt32(at + 4, TRAILING[low]!, true);
  return at + 4 + TRAILING_LENGTH[low]!;
}

/** @param nine a whole number below 10^9: a remainder of doubles would take longer than all the rest */
function writeNine(view: DataView, at: number, nine: number): number {
  const [high, thousands] = [(nine / 1e6) | 0, (nine / 1000) | 0];
  const [middle, low] = [thousands - high * 1000, (nine - thousands * 1000) | 0];
  if (low === 0) return writeFraction(view, at, nine / 1000, 6);
  // the zero of the four digits is under the last digit of the first three
  view.setInt32(at + 3, PADDED[middle]!, true);
  view.setInt32(at, POINTED[high]!, true);
  view.setInt32(at + 7, TRAILING[low]!, true);
  return at + 7 + TRAILING_LENGTH[low]!;
}

/** As writeDecimal: most plain doubles have few decimals after all. If scaling fails, String writes it. */
export function writeDouble(view: DataView, at: number, value: number): number {
  for (let decimals = 3; decimals <= MAX_DECIMALS; decimals += 3) {
    const scaled = Math.round(value * POWERS_OF_TEN[decimals]!);
    if (scaled / POWERS_OF_TEN[decimals]! === value) return writeDecimal(view, at, scaled, decimals);
  }
  return writeSlowly(view, at, value);
}

function writeSlowly(view: DataView, at: number, value: number): number {
  const text = Number.isFinite(value) ? String(value) : "null";
  for (let index = 0; index < text.length; index++) view.setUint8(at + index, text.charCodeAt(index));
  return at + text.length;
}

/** Four ASCII characters as the number that stores them with a little-endian 32-bit store. */
function filled<Table extends Int32Array | Uint8Array>(table: Table, of: (number: number) => number): Table {
  for (let number = 0; number < table.length; number++) table[number] = of(number);
  return table;
}

function asInt32(text: string): number {
  return text.charCodeAt(0) | (text.charCodeAt(1) << 8) | (text.charCodeAt(2) << 16) | (text.charCodeAt(3) << 24);
}
