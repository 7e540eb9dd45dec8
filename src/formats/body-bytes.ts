// The bytes of a body: memory that is borrowed for it, constant texts copied as words, and numbers written as decimals.
//
// Memory is handed over with the answer and given back when the answer has left. Do not touch a body after giving it back: the next
// answer is written over it. Fresh memory costs as much as the writing itself (the system clears each page when it is first touched),
// so it is used again. A small body is copied out at once. Constant texts are copied as 8-byte words by float64 stores, the fastest way in
// plain JavaScript. That is safe for any UTF-8: only a NaN could change on its way, and the highest two bytes of a NaN (F0…FF, then 7F or
// FF) are never neighbours in UTF-8.
import {POWERS_OF_TEN} from "../statistics/history/layout.ts";

/** Bytes that may be written beyond the end of a text, because stores are 8 bytes wide. */
export const SLACK = 64;

export interface Arena {
  bytes: Buffer;
  view: DataView;
  readonly memory: BodyMemory;
}

/** Small bodies share memory of the second size: an allocation of its own costs as much as the copy. */
const COPIED_BYTES = 32 << 10;
const [SHARED_BYTES, LEAST_BYTES] = [128 << 10, 1 << 16];
/** Free memory kept for answers; the same amount may be with slow clients, and is dropped when it returns. */
const MOST_FREE_BYTES = 48 << 20;

/** The memory of a server for answers, one for all writers, because the limit applies to all. */
export class BodyMemory {
  /** Free arenas by the power of two that is their size. */
  private readonly free = Array.from({length: 32}, (): Arena[] => []);
  private freeBytes = 0;
  /** Arenas whose body is being sent. */
  private readonly lent = new WeakMap<Buffer, Arena>();
  /** Bodies that are still read after they were sent, and whether they were given back meanwhile. */
  private readonly heldBodies = new WeakMap<Buffer, {isBack: boolean}>();
  private shared = Buffer.alloc(0);
  private sharedAt = 0;

  /** @param expected estimate of the answer's bytes; the arena grows if the answer needs more */
  borrow(expected = 0): Arena {
    return this.fill({memory: this as BodyMemory} as Arena, expected);
  }

  /**
   * Ends an answer: returns its first `length` bytes as a body that no later answer touches until it is given back. The caller must not
   * use the arena afterwards.
   */
  finish(arena: Arena, length: number): Buffer {
    if (length > COPIED_BYTES) {
      const body = arena.bytes.subarray(0, length);
      this.lent.set(body, arena);
      return body;
    }
    if (this.sharedAt + length > this.shared.length) {
      this.shared = Buffer.allocUnsafeSlow(SHARED_BYTES);
      this.sharedAt = 0;
    }
    const body = this.shared.subarray(this.sharedAt, this.sharedAt + length);
    this.sharedAt += length;
    arena.bytes.copy(body, 0, 0, length);
    this.keep(arena);
    return body;
  }

  /** Whether the body's memory can be given back. */
  isLent(body: Buffer): boolean {
    return this.lent.has(body);
  }

  /** Call it when the body has been sent and will not be read again. A body that is never given back is garbage-collected. */
  giveBack(body: Buffer): void {
    const [arena, held] = [this.lent.get(body), this.heldBodies.get(body)];
    if (held !== undefined) held.isBack = true;
    if (arena === undefined || held !== undefined) return;
    this.lent.delete(body);
    this.keep(arena);
  }

  /** Keeps the body's memory until the returned function is called, also if the body is given back before. One reader may hold it. */
  hold(body: Buffer): () => void {
    const held = {isBack: false};
    this.heldBodies.set(body, held);
    return () => {
      this.heldBodies.delete(body);
      if (held.isBack) this.giveBack(body);
    };
  }

  /** Gives the arena other memory, of at least `needed` bytes, with the first `length` of its bytes. */
  grow(arena: Arena, length: number, needed: number): void {
    const before = {...arena};
    this.fill(arena, needed);
    before.bytes.copy(arena.bytes, 0, 0, length);
    this.keep(before);
  }

  private fill(arena: Arena, needed: number): Arena {
    const bits = 32 - Math.clz32(Math.max(needed, LEAST_BYTES) - 1);
    const known = this.free[bits]?.pop();
    if (known !== undefined) {
      this.freeBytes -= known.bytes.length;
      return Object.assign(arena, known);
    }
    arena.bytes = Buffer.allocUnsafeSlow(2 ** bits);
    arena.view = new DataView(arena.bytes.buffer, arena.bytes.byteOffset, arena.bytes.length);
    return arena;
  }

  private keep(arena: Arena): void {
    const {length} = arena.bytes;
    if (this.freeBytes + length > MOST_FREE_BYTES) return;
    this.freeBytes += length;
    this.free[31 - Math.clz32(length)]!.push(arena);
  }
}

/** Makes room for `more` bytes after `at` and keeps the bytes before it. The arena may have new bytes and a new view afterwards. */
export function ensureRoom(arena: Arena, at: number, more: number): void {
  const needed = at + more + SLACK;
  if (needed > arena.bytes.length) arena.memory.grow(arena, at, needed);
}

/** Writes a text as UTF-8 and gives the place after it. */
export function writeText(arena: Arena, at: number, text: string): number {
  ensureRoom(arena, at, text.length * 3);
  return at + arena.bytes.write(text, at);
}

/** A constant text, to be copied as bytes or word by word. */
export interface ConstantText {
  bytes: Buffer;
  /** The same memory as words, and the number of words in the text; the last may extend beyond it. */
  words: Float64Array;
  wordCount: number;
  length: number;
}

export function createConstantText(): ConstantText {
  return setMemory({wordCount: 0, length: 0} as ConstantText, 32);
}

/** Makes `into` hold the text as UTF-8. */
export function setConstantText(into: ConstantText, text: string): void {
  if (into.bytes.length < text.length * 3) setMemory(into, text.length);
  into.length = into.bytes.write(text);
  into.wordCount = (into.length + 7) >> 3;
}

/** Copies the text from its byte `start` on and gives the place after it; the arena must have room for it. */
export function copyConstantText(arena: Arena, at: number, text: ConstantText, start: number): number {
  text.bytes.copy(arena.bytes, at, start, text.length);
  return at + text.length - start;
}

/** Up to eight ASCII characters as the number whose little-endian float64 store writes them. */
export function asWord(text: string): number {
  const bytes = new DataView(new ArrayBuffer(8));
  for (let index = 0; index < text.length; index++) bytes.setUint8(index, text.charCodeAt(index));
  return bytes.getFloat64(0, true);
}

function setMemory(text: ConstantText, words: number): ConstantText {
  text.words = new Float64Array(words);
  text.bytes = Buffer.from(text.words.buffer);
  return text;
}

// Numbers: the shortest decimal that reads back as the same double, which is also the text of JSON.stringify.
//
// n / 10^decimals with n below 2^51 has exactly one decimal of at most 16 digits that reads back as it: the digits of n. Without the
// trailing zeros they are the shortest text. A number small enough for an exponent (below 1e-6) or with more than six decimals is written
// by String. Bytes are stored four at a time: up to 32 bytes beyond the text may be overwritten, so text is written from left to right.

/** Room that writeDecimal needs from `at` on; the text of a double has at most 25 bytes. */
export const DECIMAL_ROOM = 64;

const [MAX_DECIMALS, EXACT_LIMIT, MINUS] = [9, 2 ** 51, 0x2d];

/** Four digits with leading zeros, and without: the text in the low bytes, and its length. */
const PADDED = new Int32Array(10_000);
const LEADING = new Int32Array(10_000);
const LEADING_LENGTH = new Uint8Array(10_000);
/** Three decimals with the point before them, and without; the length excludes trailing zeros, and is 0 for a point alone. */
const POINTED = new Int32Array(1000);
const POINTED_LENGTH = new Uint8Array(1000);
const TRAILING = new Int32Array(1000);
const TRAILING_LENGTH = new Uint8Array(1000);
for (let number = 0; number < 10_000; number++) {
  const digits = String(number);
  PADDED[number] = asInt32(digits.padStart(4, "0"));
  LEADING[number] = asInt32(digits.padEnd(4, "0"));
  LEADING_LENGTH[number] = digits.length;
}
for (let number = 0; number < 1000; number++) {
  const digits = String(number).padStart(3, "0");
  POINTED[number] = asInt32(`.${digits}`);
  TRAILING[number] = asInt32(`${digits}0`);
  TRAILING_LENGTH[number] = digits.replace(/0+$/, "").length;
  POINTED_LENGTH[number] = number === 0 ? 0 : 1 + TRAILING_LENGTH[number]!;
}

/** By number of decimals: below the limit the integer part has at most four digits. Only for up to three decimals. */
const SHORT_LIMITS = Float64Array.of(1e4, 1e5, 1e6, 1e7);
const SHARES = Float64Array.of(1, 0.1, 0.01, 0.001);
const RAISES = Int32Array.of(1000, 100, 10, 1);

/**
 * Writes mantissa / 10^decimals, or the mantissa itself if decimals is below zero, and returns the place after it. NaN and infinities are
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
function asInt32(text: string): number {
  return text.charCodeAt(0) | (text.charCodeAt(1) << 8) | (text.charCodeAt(2) << 16) | (text.charCodeAt(3) << 24);
}
