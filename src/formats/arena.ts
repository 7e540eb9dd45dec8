// Memory that an answer is written into: borrowed, handed over with the answer, and given back when the answer has left.
//
// Do not touch a body after giving it back: the next answer is written over it. Fresh memory costs as much as the writing
// itself (the system clears each page when it is first touched), so arenas are used again. A small body is copied out at once.
// Constant texts are copied as 8-byte words by float64 stores, the fastest way in plain JavaScript. That is safe for any UTF-8: only
// a NaN could change on its way, and the highest two bytes of a NaN (F0…FF, then 7F or FF) are never neighbours in UTF-8.
/** Bytes that may be written beyond the end of a text, because stores are 8 bytes wide. */
export const SLACK = 64;

export interface Arena {
  bytes: Buffer;
  view: DataView;
}

const COPIED_BYTES = 32 << 10;
const LEAST_BYTES = 1 << 16;
/** Memory that waits for answers; as much again may be on its way to slow readers, and is dropped when it comes back. */
const MOST_FREE_BYTES = 48 << 20;

/** The memory of the process for answers, one for all writers because its bound is one of the process. */
const memory = {
  /** Free arenas by the power of two that is their size. */
  free: Array.from({length: 32}, (): Arena[] => []),
  freeBytes: 0,
  /** Arenas that left with a body. */
  lent: new WeakMap<Buffer, Arena>(),
};

/** @param expected bytes that the answer will need, as far as it can be told; it grows when it needs more */
export function borrowArena(expected = 0): Arena {
  return takeMemory({} as Arena, expected);
}

/** Ends an answer: its first `length` bytes as a body that no later answer touches until it is given back. The caller leaves the arena alone then. */
export function takeBody(arena: Arena, length: number): Buffer {
  if (length > COPIED_BYTES) {
    const body = arena.bytes.subarray(0, length);
    memory.lent.set(body, arena);
    return body;
  }
  const body = Buffer.allocUnsafeSlow(length);
  arena.bytes.copy(body, 0, 0, length);
  keep(arena);
  return body;
}

/** Whether the body's memory can be given back. */
export function isLent(body: Buffer): boolean {
  return memory.lent.has(body);
}

/** Call it when the body has left and will not be read again. A body that is never given back is garbage-collected. */
export function giveBackBody(body: Buffer): void {
  const arena = memory.lent.get(body);
  if (arena === undefined) return;
  memory.lent.delete(body);
  keep(arena);
}

/** Makes room for `more` bytes after `at` and keeps the bytes before it. The arena may have new bytes and a new view afterwards. */
export function reserve(arena: Arena, at: number, more: number): void {
  const needed = at + more + SLACK;
  if (needed <= arena.bytes.length) return;
  const before = {...arena};
  takeMemory(arena, needed);
  before.bytes.copy(arena.bytes, 0, 0, at);
  keep(before);
}

/** Writes a text as UTF-8 and gives the place after it. */
export function writeText(arena: Arena, at: number, text: string): number {
  reserve(arena, at, text.length * 3);
  return at + arena.bytes.write(text, at);
}

function takeMemory(arena: Arena, needed: number): Arena {
  const bits = 32 - Math.clz32(Math.max(needed, LEAST_BYTES) - 1);
  const known = memory.free[bits]?.pop();
  if (known !== undefined) {
    memory.freeBytes -= known.bytes.length;
    return Object.assign(arena, known);
  }
  arena.bytes = Buffer.allocUnsafeSlow(2 ** bits);
  arena.view = new DataView(arena.bytes.buffer, arena.bytes.byteOffset, arena.bytes.length);
  return arena;
}

function keep(arena: Arena): void {
  const {length} = arena.bytes;
  if (memory.freeBytes + length > MOST_FREE_BYTES) return;
  memory.freeBytes += length;
  memory.free[31 - Math.clz32(length)]!.push(arena);
}

/** A constant text, to be copied as bytes or word by word. */
export interface ConstantText {
  bytes: Buffer;
  /** The same memory as words, and how many of them the text takes; the last may reach beyond it. */
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

/** Copies the text from its byte `start` on and gives the place after it; the arena has room for it. */
export function copyConstantText(arena: Arena, at: number, text: ConstantText, start: number): number {
  text.bytes.copy(arena.bytes, at, start, text.length);
  return at + text.length - start;
}

/** Up to eight ASCII characters as the number whose little-endian float64 store writes them. */
export function asWord(text: string): number {
  const bytes = new DataView(new ArrayBuffer(8));
  for (let place = 0; place < text.length; place++) bytes.setUint8(place, text.charCodeAt(place));
  return bytes.getFloat64(0, true);
}

function setMemory(text: ConstantText, words: number): ConstantText {
  text.words = new Float64Array(words);
  text.bytes = Buffer.from(text.words.buffer);
  return text;
}
