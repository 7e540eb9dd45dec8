// The rows of a slice in JSON, written by WebAssembly: twice as fast as the loop in slice-json.ts, and the same bytes.
//
// It knows the usual row only: days that it has met, and a number below 10^8 with at most six decimals. At any other row it stops, and the
// loop writes that one. Its memory has a fixed size, so a view of it stays valid. It holds the columns of one call, the rows that the call
// writes, and copies of the tables of days and digits. A system without SIMD, or with too little address space, has no such code.
import {POWERS_OF_TEN} from "../../statistics/history/layout.ts";
import type {ObservationColumns, Observations} from "../../statistics/history/window.ts";
import {type Day, FIRST_DAY, LAST_DAY} from "../../statistics/time/day.ts";
import {type ConstantText, DIGITS} from "../body-bytes.ts";
import {MONTH_DAY, YEAR_MONTH} from "../day-word.ts";
import * as w from "./wasm-code.ts";

/** Rows of one call, at most. */
const MOST_ROWS = 512;
/** Bytes of a row without the text between rows: two days, two names, a sign, eight digits, a point and six decimals. */
const ROW_BYTES = 64;
/** Longest text between rows: a series key of this program needs 46 bytes. */
const MOST_BETWEEN = 128;
const MOST_DECIMALS = 6;
const VECTOR_BYTES = 16;
const DAYS = LAST_DAY - FIRST_DAY + 1;

/** Places in the memory. The place after the last row is at 0 when a call returns. */
const SCALES = 64;
const BETWEEN = SCALES + (MOST_DECIMALS + 1) * VECTOR_BYTES;
const POINTED = BETWEEN + MOST_BETWEEN + VECTOR_BYTES;
const POINTED_LENGTH = POINTED + 4000;
const TRAILING = POINTED_LENGTH + 1000;
const TRAILING_LENGTH = TRAILING + 4000;
const LEADING = TRAILING_LENGTH + 1000;
const LEADING_LENGTH = LEADING + 40_000;
const PADDED = LEADING_LENGTH + 10_000;
const PERIOD = Math.ceil((PADDED + 40_000) / 64) * 64;
const AS_OF = PERIOD + MOST_ROWS * 4;
const MANTISSA = AS_OF + MOST_ROWS * 4;
const ROWS = MANTISSA + MOST_ROWS * 8;
const YEAR_MONTHS = ROWS + MOST_ROWS * (ROW_BYTES + MOST_BETWEEN) + 64;
const MONTH_DAYS = YEAR_MONTHS + DAYS * 8;
const PAGES = Math.ceil((MONTH_DAYS + DAYS * 2) / 65_536);

// Parameters and locals of the function.
const [ROW, COUNT, SCALE, LENGTH, AT, FROM, TO, FROM_DAY, TO_DAY] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const [INTEGER, HIGH, LOW, VALUE, WHOLE, FIRST, SECOND, THIRD] = [9, 10, 11, 12, 13, 14, 15, 16] as const;
const LOCALS = [...Array(8).fill(w.I32), ...Array(2).fill(w.F64), ...Array(3).fill(w.V128)];

const moveOn = (bytes: w.Code): w.Code => w.set(AT, w.add(w.get(AT), bytes));
const dayOf = (column: number): w.Code =>
  w.subtract(w.load32(w.shiftLeft(w.get(ROW), w.constant(2)), column), w.constant(FIRST_DAY));
const entry = (table: number, place: number): w.Code => w.load32(w.shiftLeft(w.get(place), w.constant(2)), table);
const storeDay = (day: number, digits: number, offset: number): w.Code => [
  ...w.store64(w.get(AT), w.load64(w.shiftLeft(w.get(day), w.constant(3)), YEAR_MONTHS), offset),
  ...w.store16(w.get(AT), w.get(digits), offset + 8),
];
const leading = (number: number): w.Code => [
  ...w.store32(w.get(AT), entry(LEADING, number), 0),
  ...moveOn(w.load8(w.get(number), LEADING_LENGTH)),
];

/** Leaves the loop if the row is not for this code; nothing of it is written then. */
const JUDGED: w.Code = [
  ...w.leaveIf(1, w.isAtLeast(w.get(ROW), w.get(COUNT))),
  ...w.set(FROM, dayOf(PERIOD)),
  ...w.leaveIf(1, w.isAtLeast(w.get(FROM), w.constant(DAYS))),
  ...w.set(FROM_DAY, w.load16(w.shiftLeft(w.get(FROM), w.constant(1)), MONTH_DAYS)),
  ...w.leaveIf(1, w.isZero(w.get(FROM_DAY))),
  ...w.set(TO, dayOf(AS_OF)),
  ...w.leaveIf(1, w.isAtLeast(w.get(TO), w.constant(DAYS))),
  ...w.set(TO_DAY, w.load16(w.shiftLeft(w.get(TO), w.constant(1)), MONTH_DAYS)),
  ...w.leaveIf(1, w.isZero(w.get(TO_DAY))),
  ...w.set(VALUE, w.loadDouble(w.shiftLeft(w.get(ROW), w.constant(3)), MANTISSA)),
  ...w.set(WHOLE, w.absolute(w.get(VALUE))),
  ...w.leaveIf(1, w.differs(w.wholePart(w.get(WHOLE)), w.get(WHOLE))),
  // Below 2^51 the quotient never rounds up to the next integer.
  ...w.set(INTEGER, w.truncated(w.over(w.get(WHOLE), w.loadDouble(w.get(SCALE), 0)))),
  ...w.leaveIf(1, w.isAtLeast(w.get(INTEGER), w.constant(1e8))),
];

const lengthOf = (table: number, place: number): w.Code => w.load8(w.get(place), table);

/** The number, as writeDecimal in body-bytes.ts writes it: HIGH and LOW are its six decimals. */
const NUMBER: w.Code = [
  ...w.store8(w.get(AT), w.constant(0x2d), 0),
  ...moveOn(w.isLess(w.get(VALUE), w.ZERO_DOUBLE)),
  ...w.either(w.isBelow(w.get(INTEGER), w.constant(10_000)), leading(INTEGER), [
    ...w.set(HIGH, w.divide(w.get(INTEGER), w.constant(10_000))),
    ...leading(HIGH),
    ...w.set(LOW, w.subtract(w.get(INTEGER), w.multiply(w.get(HIGH), w.constant(10_000)))),
    ...w.store32(w.get(AT), entry(PADDED, LOW), 0),
    ...moveOn(w.constant(4)),
  ]),
  ...w.set(
    LOW,
    w.truncated(
      w.times(
        w.minus(w.get(WHOLE), w.times(w.asDouble(w.get(INTEGER)), w.loadDouble(w.get(SCALE), 0))),
        w.loadDouble(w.get(SCALE), 8),
      ),
    ),
  ),
  ...w.set(HIGH, w.divide(w.get(LOW), w.constant(1000))),
  ...w.set(LOW, w.subtract(w.get(LOW), w.multiply(w.get(HIGH), w.constant(1000)))),
  ...w.store32(w.get(AT), entry(POINTED, HIGH), 0),
  ...w.either(w.isZero(w.get(LOW)), moveOn(lengthOf(POINTED_LENGTH, HIGH)), [
    ...w.store32(w.get(AT), entry(TRAILING, LOW), 4),
    ...moveOn(w.add(lengthOf(TRAILING_LENGTH, LOW), w.constant(4))),
  ]),
];

/** The text between rows: 48 bytes, and more if it is longer. */
const BETWEEN_ROWS: w.Code = [
  ...w.storeVector(w.get(AT), w.get(FIRST), 0),
  ...w.storeVector(w.get(AT), w.get(SECOND), 16),
  ...w.storeVector(w.get(AT), w.get(THIRD), 32),
  ...w.set(LOW, w.constant(48)),
  ...w.block(
    w.loop(
      w.leaveIf(1, w.isAtLeast(w.get(LOW), w.get(LENGTH))),
      w.storeVector(w.add(w.get(AT), w.get(LOW)), w.loadVector(w.get(LOW), BETWEEN), 0),
      w.set(LOW, w.add(w.get(LOW), w.constant(VECTOR_BYTES))),
      w.leave(0),
    ),
  ),
  ...moveOn(w.get(LENGTH)),
];

const BODY: w.Code = [
  ...w.set(AT, w.constant(ROWS)),
  ...w.set(FIRST, w.loadVector(w.constant(0), BETWEEN)),
  ...w.set(SECOND, w.loadVector(w.constant(0), BETWEEN + 16)),
  ...w.set(THIRD, w.loadVector(w.constant(0), BETWEEN + 32)),
  ...w.block(
    w.loop(
      JUDGED,
      storeDay(FROM, FROM_DAY, 0),
      w.storeVector(w.get(AT), w.constantVector('","value":'), 10),
      moveOn(w.constant(20)),
      NUMBER,
      w.storeVector(w.get(AT), w.constantVector(',"as_of":"'), 0),
      storeDay(TO, TO_DAY, 10),
      moveOn(w.constant(20)),
      BETWEEN_ROWS,
      w.set(ROW, w.add(w.get(ROW), w.constant(1))),
      w.leave(0),
    ),
  ),
  ...w.store32(w.constant(0), w.get(AT), 0),
  ...w.get(ROW),
];

export interface RowCode {
  /** Takes the text between rows; false: rows with this text, or with these decimals, are not for it. */
  begin(between: ConstantText, decimals: number): boolean;
  /** Memory of its own for columns of at most 512 rows: other columns are copied into it. */
  readonly columns: ObservationColumns;
  /** Writes rows from `row` on to `to` at `at`, at most 512; returns the next row. `end` is the place after them. */
  write(columns: Observations, row: number, to: Buffer, at: number): number;
  end: number;
  /** The next row is not for it. */
  hasStopped: boolean;
  /** Copies the words of a day, which are made; false: it has them already. */
  learn(day: Day): boolean;
}

declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (
    module: object,
  ) => {
    exports: {memory: {buffer: ArrayBuffer}; run(row: number, count: number, scale: number, length: number): number};
  };
};

const made: {code?: RowCode | null} = {};

/** The code of this process; null: the system has none. */
export function rowCode(): RowCode | null {
  if (made.code === undefined) made.code = createRowCode();
  return made.code;
}

function createRowCode(): RowCode | null {
  try {
    const {memory, run} = new WebAssembly.Instance(new WebAssembly.Module(w.moduleOf(PAGES, 4, LOCALS, BODY))).exports;
    fillTables(memory.buffer);
    return codeOver(memory.buffer, run);
  } catch {
    return null;
  }
}

function fillTables(memory: ArrayBuffer): void {
  const view = new DataView(memory);
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
    view.setFloat64(SCALES + decimals * VECTOR_BYTES, POWERS_OF_TEN[decimals]!, true);
    view.setFloat64(SCALES + decimals * VECTOR_BYTES + 8, POWERS_OF_TEN[MOST_DECIMALS - decimals]!, true);
  }
  const copy = (table: Int32Array | Uint8Array, to: number): void =>
    new Uint8Array(memory, to, table.byteLength).set(new Uint8Array(table.buffer, table.byteOffset, table.byteLength));
  copy(DIGITS.pointed, POINTED);
  copy(DIGITS.pointedLength, POINTED_LENGTH);
  copy(DIGITS.trailing, TRAILING);
  copy(DIGITS.trailingLength, TRAILING_LENGTH);
  copy(DIGITS.leading, LEADING);
  copy(DIGITS.leadingLength, LEADING_LENGTH);
  copy(DIGITS.padded, PADDED);
}

function codeOver(memory: ArrayBuffer, run: (...given: [number, number, number, number]) => number): RowCode {
  const bytes = new Uint8Array(memory);
  const end = new Int32Array(memory, 0, 1);
  const own: ObservationColumns = {
    period: new Int32Array(memory, PERIOD, MOST_ROWS),
    asOf: new Int32Array(memory, AS_OF, MOST_ROWS),
    mantissa: new Float64Array(memory, MANTISSA, MOST_ROWS),
  };
  const [yearMonths, monthDays] = [new DataView(memory, YEAR_MONTHS, DAYS * 8), new DataView(memory, MONTH_DAYS)];
  let scale = 0;
  let length = 0;
  return {
    columns: own,
    end: 0,
    hasStopped: false,
    begin(between, decimals) {
      if (!(decimals >= 0 && decimals <= MOST_DECIMALS && between.length <= MOST_BETWEEN)) return false;
      bytes.set(between.bytes.subarray(0, between.length), BETWEEN);
      scale = SCALES + decimals * VECTOR_BYTES;
      length = between.length;
      return true;
    },
    write({period, asOf, mantissa, count}, row, to, at) {
      const rows = Math.min(count - row, MOST_ROWS);
      const from = period === own.period ? row : 0;
      if (period !== own.period) {
        own.period.set(period.subarray(row, row + rows));
        own.asOf.set(asOf.subarray(row, row + rows));
        own.mantissa.set(mantissa.subarray(row, row + rows));
      }
      const reached = run(from, from + rows, scale, length);
      this.hasStopped = reached < from + rows;
      this.end = at + end[0]! - ROWS;
      to.set(bytes.subarray(ROWS, end[0]!), at);
      return row + reached - from;
    },
    learn(day) {
      const place = day - FIRST_DAY;
      if (monthDays.getInt16(place * 2, true) !== 0) return false;
      yearMonths.setFloat64(place * 8, YEAR_MONTH[place]!, true);
      monthDays.setInt16(place * 2, MONTH_DAY[place]!, true);
      return true;
    },
  };
}
