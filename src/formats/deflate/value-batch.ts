// Up to 512 rows of a series, their values taken apart into pieces: what the packing of rows works on.
//
// The batch stands from place 2 on; places 0 and 1 hold the two rows before it. What has no such pieces (null, exponents, more than six decimals, 100 million and more) is
// odd: it is kept as text.
import type {Observations} from "../../statistics/history/observations.ts";
import {DECIMAL_ROOM, writeDecimal} from "../decimal.ts";
import {COMMA_APART, LEADING_LENGTHS, NEGATIVE, PIECE_LENGTHS, POINTED, TRAILING} from "./number-piece.ts";

export const BATCH_ROWS = 512;
/** The place of the batch's first row. */
export const FIRST = 2;
const PLACES = FIRST + BATCH_ROWS;

export const PERIODS = new Int32Array(PLACES);
export const AS_OFS = new Int32Array(PLACES);
/** 1 where the value is that of the row before, else 0. */
export const REPEATED = new Int32Array(PLACES);

/** The leading integer, -1 for an odd value. */
export const LEADING = new Int32Array(PLACES);
/** Four digits behind the leading integer; -1 for none. */
export const PADDED_DIGITS = new Int32Array(PLACES);
/** The piece with the point, perhaps an empty one; the piece of decimals behind it, 0 for none. */
export const POINTED_PIECE = new Int32Array(PLACES);
export const TRAILING_PIECE = new Int32Array(PLACES);
/** 1 where the point follows the leading integer, else 0. */
export const POINT_FOLLOWS = new Int32Array(PLACES);
/** Bytes of the whole value. */
export const VALUE_LENGTHS = new Int32Array(PLACES);
/** Texts of the odd values among them. */
export const ODD_TEXTS: Buffer[] = Array.from({length: PLACES}, () => Buffer.alloc(0));

// Names of this module's own: compiled code takes constants of its own module for what they are.
const periods = PERIODS;
const asOfs = AS_OFS;
const repeated = REPEATED;
const leadings = LEADING;
const paddeds = PADDED_DIGITS;
const pointeds = POINTED_PIECE;
const trailings = TRAILING_PIECE;
const points = POINT_FOLLOWS;
const lengths = VALUE_LENGTHS;
const leadingLengths = LEADING_LENGTHS;
const pieceLengths = PIECE_LENGTHS;
const POWERS = Int32Array.of(1, 10, 100, 1000, 10_000, 100_000, 1_000_000);
const SHARES = Float64Array.of(1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6);
const MOST_DECIMALS = 6;

/** Makes rows from … to-1 the batch. Gives the sum of their values' bytes. */
export function setBatch(
  {period, asOf, mantissa, decimals}: Observations,
  from: number,
  to: number,
  comma: boolean,
): number {
  const quick = decimals >= 0 && decimals <= MOST_DECIMALS;
  const power = quick ? POWERS[decimals]! : 1;
  const share = quick ? SHARES[decimals]! : 1;
  const raise = quick ? POWERS[MOST_DECIMALS - decimals]! : 1;
  const point = comma ? POINTED + COMMA_APART : POINTED;
  let bytes = 0;
  let numberBefore = from > 0 ? mantissa[from - 1]! : Number.NaN;
  for (let row = from; row < to; row++) {
    const place = row - from + FIRST;
    const number = mantissa[row]!;
    periods[place] = period[row]!;
    asOfs[place] = asOf[row]!;
    repeated[place] = number === numberBefore ? 1 : 0;
    numberBefore = number;
    const scaled = number | 0;
    const magnitude = scaled < 0 ? -scaled | 0 : scaled;
    // Half a unit more keeps the product off every integer, on whose wrong side rounding could put it.
    const integer = ((magnitude + 0.5) * share) | 0;
    if (!quick || scaled !== number || integer >>> 0 >= 100_000_000) {
      bytes += setOdd(place, number, decimals, comma);
      continue;
    }
    const six = Math.imul(magnitude - Math.imul(integer, power), raise);
    const high = ((six + 0.5) * 0.001) | 0;
    const low = six - high * 1000;
    const upper = integer < 10_000 ? integer : ((integer + 0.5) * 0.0001) | 0;
    const padded = integer < 10_000 ? -1 : integer - upper * 10_000;
    const leading = scaled < 0 ? upper + NEGATIVE : upper;
    const pointed = low === 0 ? point + high : point + 1000 + high;
    const trailing = low === 0 ? 0 : TRAILING + low;
    const length =
      leadingLengths[leading]! +
      (padded < 0 ? 0 : 4) +
      pieceLengths[pointed]! +
      (low === 0 ? 0 : pieceLengths[trailing]!);
    leadings[place] = leading;
    paddeds[place] = padded;
    pointeds[place] = pointed;
    trailings[place] = trailing;
    points[place] = padded < 0 && six !== 0 ? 1 : 0;
    lengths[place] = length;
    bytes += length;
  }
  return bytes;
}

/** Makes the last two of so many rows the ones before the next batch. */
export function endBatch(rows: number): void {
  for (const column of COLUMNS) {
    column[0] = column[rows]!;
    column[1] = column[rows + 1]!;
  }
}
const COLUMNS = [periods, asOfs, leadings, paddeds, pointeds, trailings, points, lengths];

/** As slices have it: mantissa / 10^decimals, or the mantissa itself where decimals are below zero. */
export function valueText(mantissa: number, decimals: number, comma: boolean): string {
  const text = scratch.toString("latin1", 0, writeDecimal(scratchView, 0, mantissa, decimals));
  return comma ? text.replace(".", ",") : text;
}

const scratch = Buffer.alloc(DECIMAL_ROOM);
const scratchView = new DataView(scratch.buffer, scratch.byteOffset, scratch.length);

function setOdd(place: number, number: number, decimals: number, comma: boolean): number {
  const text = Buffer.from(valueText(number, decimals, comma));
  leadings[place] = -1;
  ODD_TEXTS[place] = text;
  lengths[place] = text.length;
  return text.length;
}
