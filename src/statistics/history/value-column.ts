// The values of a section, newest first: integers scaled by a power of ten as deltas, where that is exact for all of them.
//
// Exact means that n / 10^decimals is the same double as the value. One value that has no such n (a minus zero, a NaN, an
// infinity, sixteen digits and more) makes the whole section plain float64: a value is never rounded to save bytes.
import {readVarint, unzigzag, writeVarint, zigzag} from "./layout.ts";

/** Form of a section: 0…15 decimals with integers below 2^30, 16…31 decimals + 16 with integers below 2^51, or this. */
export const FLOAT_FORM = 255;
const WIDE = 16;
const MAX_DECIMALS = 15;
const NARROW_LIMIT = 2 ** 30;
/** Below it a delta zig-zagged is below 2^53, and different n give different doubles: n's own digits are the shortest. */
const WIDE_LIMIT = 2 ** 51;

const POWERS = Float64Array.from({length: MAX_DECIMALS + 1}, (_, decimals) => Number(`1e${decimals}`));

/** Decimals of the integers of this form, or -1 where values are plain doubles. */
export function formDecimals(form: number): number {
  return form === FLOAT_FORM ? -1 : form % WIDE;
}

export function isKnownForm(form: number): boolean {
  return form === FLOAT_FORM || form < 2 * WIDE;
}

/** The smallest form that holds every one of these values exactly. */
export function chooseForm(values: Float64Array, count: number): number {
  let decimals = 0;
  let power = 1;
  let largest = 0;
  for (let row = 0; row < count; row++) {
    const value = values[row]!;
    while (nearest(value * power) / power !== value) {
      if (decimals === MAX_DECIMALS || !(Math.abs(value * power) < WIDE_LIMIT)) return FLOAT_FORM;
      power = POWERS[++decimals]!;
    }
    if (value === 0 && Object.is(value, -0)) return FLOAT_FORM;
    const magnitude = Math.abs(value);
    if (magnitude > largest) largest = magnitude;
  }
  const widest = nearest(largest * power);
  if (!(widest < WIDE_LIMIT)) return FLOAT_FORM;
  return widest < NARROW_LIMIT ? decimals : decimals + WIDE;
}

/** The nearest integer, while below 2^51; halves do not occur. Faster than Math.round, which has a rule for halves. */
function nearest(scaled: number): number {
  return scaled < 0 ? Math.ceil(scaled - 0.5) : Math.floor(scaled + 0.5);
}

/** Writes the values in their order and returns the place after them; at most 8 bytes per value. */
export function writeValues(bytes: Uint8Array, at: number, values: Float64Array, count: number, form: number): number {
  if (form === FLOAT_FORM) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let row = 0; row < count; row++) view.setFloat64(at + row * 8, values[row]!, true);
    return at + count * 8;
  }
  const power = POWERS[form % WIDE]!;
  if (form >= WIDE) return writeWide(bytes, at, values, count, power);
  let next = at;
  let before = 0;
  for (let row = 0; row < count; row++) {
    const scaled = nearest(values[row]! * power) | 0;
    const delta = scaled - before;
    before = scaled;
    let rest = (delta << 1) ^ (delta >> 31);
    while (rest >>> 7 !== 0) {
      bytes[next++] = rest | 128;
      rest >>>= 7;
    }
    bytes[next++] = rest;
  }
  return next;
}

function writeWide(bytes: Uint8Array, at: number, values: Float64Array, count: number, power: number): number {
  let next = at;
  let before = 0;
  for (let row = 0; row < count; row++) {
    const scaled = nearest(values[row]! * power);
    next = writeVarint(bytes, next, zigzag(scaled - before));
    before = scaled;
  }
  return next;
}

/**
 * Skips the newest `skip` values and puts the next `count` into out[0…count), the oldest of them first. Integers stay
 * scaled. Gives the place after the last value that was read.
 */
export function readValues(
  bytes: Uint8Array,
  at: number,
  form: number,
  skip: number,
  count: number,
  out: Float64Array,
): number {
  if (form < WIDE) return readNarrow(bytes, at, skip, count, out);
  return form === FLOAT_FORM ? readFloats(bytes, at, skip, count, out) : readWide(bytes, at, skip, count, out);
}

/** Turns scaled integers into their values, in place; does nothing to plain doubles. */
export function unscale(values: Float64Array, count: number, decimals: number): void {
  if (decimals <= 0) return;
  const power = POWERS[decimals]!;
  for (let row = 0; row < count; row++) values[row] = values[row]! / power;
}

function readNarrow(bytes: Uint8Array, at: number, skip: number, count: number, out: Float64Array): number {
  let next = at;
  let value = 0;
  for (let place = skip + count - 1; place >= 0; place--) {
    let byte = bytes[next++]!;
    let coded = byte;
    if (byte > 127) {
      byte = bytes[next++]!;
      coded += (byte << 7) - 128;
      if (byte > 127) {
        byte = bytes[next++]!;
        coded += (byte << 14) - 16384;
        if (byte > 127) {
          byte = bytes[next++]!;
          coded += (byte << 21) - 2097152;
          if (byte > 127) coded += (bytes[next++]! << 28) - 268435456;
        }
      }
    }
    value = (value + ((coded >>> 1) ^ -(coded & 1))) | 0;
    if (place < count) out[place] = value;
  }
  return next;
}

function readWide(bytes: Uint8Array, at: number, skip: number, count: number, out: Float64Array): number {
  const cursor = {at};
  let value = 0;
  for (let place = skip + count - 1; place >= 0; place--) {
    value += unzigzag(readVarint(bytes, cursor));
    if (place < count) out[place] = value;
  }
  return cursor.at;
}

function readFloats(bytes: Uint8Array, at: number, skip: number, count: number, out: Float64Array): number {
  const end = at + (skip + count) * 8;
  if (end > bytes.length) return end;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let row = 0; row < count; row++) out[row] = view.getFloat64(end - (row + 1) * 8, true);
  return end;
}
