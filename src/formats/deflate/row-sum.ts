// The CRC-32 of rows from the sums of their parts: of days, of pieces of values, and of the constant texts between them.
import {FIRST_DAY} from "../../statistics/time/day.ts";
import {addToRegister, moveOn, registerOf, SHIFT_WORDS, shiftBy} from "./crc-shift.ts";
import {DAY_BYTES, DAY_REGISTERS, prepareDayRegister} from "./day-step.ts";
import {LEADING_LENGTHS, LEADING_REGISTERS, PIECE_LENGTHS, PIECE_REGISTERS} from "./number-piece.ts";
import type {RowTexts} from "./row-texts.ts";
import {
  AS_OFS,
  FIRST,
  LEADING,
  ODD_TEXTS,
  PADDED_DIGITS,
  PERIODS,
  POINTED_PIECE,
  TRAILING_PIECE,
  VALUE_LENGTHS,
} from "./value-batch.ts";

// Names of this module's own: compiled code takes constants of its own module for what they are.
const periods = PERIODS;
const asOfs = AS_OFS;
const leadings = LEADING;
const paddeds = PADDED_DIGITS;
const pointeds = POINTED_PIECE;
const valueLengths = VALUE_LENGTHS;
const trailings = TRAILING_PIECE;
const leadingLengths = LEADING_LENGTHS;
const leadingRegisters = LEADING_REGISTERS;
const pieceLengths = PIECE_LENGTHS;
const pieceRegisters = PIECE_REGISTERS;
const dayRegisters = DAY_REGISTERS;

/** The longest text before a value. */
export const LONGEST_BEFORE_VALUE = 24;
const LONGEST_LEADING = 5;
const LONGEST_VALUE = 25;
/** Shifts by so many bytes, one behind the other. */
const shifts = new Int32Array((LONGEST_BEFORE_VALUE + LONGEST_VALUE + 1) * SHIFT_WORDS);
for (let bytes = 0; bytes <= LONGEST_BEFORE_VALUE + LONGEST_VALUE; bytes++)
  shifts.set(shiftBy(bytes), bytes * SHIFT_WORDS);
/** From behind a value to behind the next period, and from behind an as_of to there. */
const gapShift = new Int32Array(SHIFT_WORDS);
const tailShift = new Int32Array(SHIFT_WORDS);
/** By length of the leading integer: what the text before the value makes of an empty register, moved on by that length. */
const beforeRegisters = new Int32Array(LONGEST_LEADING + 1);
/** What the constant texts from behind a value to behind the next period make of an empty register. */
let gapRegister = 0;
const NO_DAY = Buffer.alloc(DAY_BYTES);

/** Prepares for rows with such texts. */
export function setSumTexts({beforeValue, afterValue, between}: RowTexts): void {
  gapShift.set(shiftBy(afterValue.length + DAY_BYTES + between.length + DAY_BYTES));
  tailShift.set(shiftBy(between.length + DAY_BYTES));
  gapRegister = registerOf(Buffer.concat([afterValue, NO_DAY, between, NO_DAY]));
  const before = registerOf(beforeValue);
  for (let length = 0; length <= LONGEST_LEADING; length++) beforeRegisters[length] = moveOn(shiftBy(length), before);
}

/** Moves the register on from behind the value before the batch to behind the last of so many rows. */
export function sumRows(rows: number, {beforeValue}: RowTexts, start: number): number {
  const before = beforeValue.length;
  let register = start | 0;
  let asOfBefore = FIRST_DAY - 1;
  let asOfPart = 0;
  const end = FIRST + rows;
  for (let place = FIRST; place < end; place++) {
    const published = asOfs[place - 1]!;
    if (published !== asOfBefore) {
      const own = dayRegisters[published - FIRST_DAY] || prepareDayRegister(published);
      asOfPart =
        tailShift[own & 255]! ^
        tailShift[256 + ((own >>> 8) & 255)]! ^
        tailShift[512 + ((own >>> 16) & 255)]! ^
        tailShift[768 + (own >>> 24)]! ^
        gapRegister;
      asOfBefore = published;
    }
    const day = periods[place]!;
    register =
      gapShift[register & 255]! ^
      gapShift[256 + ((register >>> 8) & 255)]! ^
      gapShift[512 + ((register >>> 16) & 255)]! ^
      gapShift[768 + (register >>> 24)]! ^
      asOfPart ^
      (dayRegisters[day - FIRST_DAY] || prepareDayRegister(day));

    const leading = leadings[place]!;
    if (leading < 0) {
      register = addToRegister(addToRegister(register, beforeValue), ODD_TEXTS[place]!);
      continue;
    }
    // The value's own sum first, which waits for nothing; then the register is moved on only once.
    const leadingLength = leadingLengths[leading]!;
    const pointed = pointeds[place]!;
    let length = pieceLengths[pointed]!;
    let own = leadingRegisters[leading]! ^ beforeRegisters[leadingLength]!;
    if (paddeds[place]! >= 0) own = shifted(4, own) ^ pieceRegisters[paddeds[place]!]!;
    let shift = length << 10;
    own =
      shifts[shift + (own & 255)]! ^
      shifts[shift + 256 + ((own >>> 8) & 255)]! ^
      shifts[shift + 512 + ((own >>> 16) & 255)]! ^
      shifts[shift + 768 + (own >>> 24)]! ^
      pieceRegisters[pointed]!;
    const trailing = trailings[place]!;
    if (trailing > 0) {
      shift = pieceLengths[trailing]! << 10;
      own =
        shifts[shift + (own & 255)]! ^
        shifts[shift + 256 + ((own >>> 8) & 255)]! ^
        shifts[shift + 512 + ((own >>> 16) & 255)]! ^
        shifts[shift + 768 + (own >>> 24)]! ^
        pieceRegisters[trailing]!;
    }
    length = before + valueLengths[place]!;
    shift = length << 10;
    register =
      shifts[shift + (register & 255)]! ^
      shifts[shift + 256 + ((register >>> 8) & 255)]! ^
      shifts[shift + 512 + ((register >>> 16) & 255)]! ^
      shifts[shift + 768 + (register >>> 24)]! ^
      own;
  }
  return register;
}

function shifted(bytes: number, register: number): number {
  const from = bytes << 10;
  return (
    shifts[from + (register & 255)]! ^
    shifts[from + 256 + ((register >>> 8) & 255)]! ^
    shifts[from + 512 + ((register >>> 16) & 255)]! ^
    shifts[from + 768 + (register >>> 24)]!
  );
}
