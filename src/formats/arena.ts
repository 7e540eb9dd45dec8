// A growing piece of memory that an answer is written into, borrowed from begin to end and then left for the next answer.
//
// Two answers being written at once hold two arenas; one that is never ended takes its arena with it.
// Constant texts are kept as 8-byte words and copied by float64 stores. That is safe for any UTF-8: a double would only change
// on its way if it were a NaN, whose two highest bytes are 7F or FF after F0…FF, and in UTF-8 no such bytes stand side by side.

/** Bytes that may be written beyond the end of a text, because stores are 8 bytes wide. */
export const SLACK = 64;

export interface Arena {
  bytes: Buffer;
  view: DataView;
}

/** Arenas that no answer holds. As many as large bodies are written at a time, none larger than the largest answers are. */
const free: Arena[] = [];
const MOST_FREE = 4;
const MOST_KEPT_BYTES = 32 << 20;

export function borrowArena(): Arena {
  return free.pop() ?? takeMemory({} as Arena, 1 << 16);
}

/** Gives the arena back; the caller must not touch it again. */
export function returnArena(arena: Arena): void {
  if (free.length < MOST_FREE && arena.bytes.length <= MOST_KEPT_BYTES) free.push(arena);
}

/** Makes room for `more` bytes after `at`, keeping what stands before it. The arena's bytes and view may be new after it. */
export function reserve(arena: Arena, at: number, more: number): void {
  const needed = at + more + SLACK;
  if (needed <= arena.bytes.length) return;
  const before = arena.bytes;
  takeMemory(arena, Math.max(needed, before.length * 2));
  before.copy(arena.bytes, 0, 0, at);
}

/** Writes a text as UTF-8 and gives the place after it. */
export function writeText(arena: Arena, at: number, text: string): number {
  reserve(arena, at, text.length * 3);
  return at + arena.bytes.write(text, at);
}

/** The first `length` bytes as memory of their own: the next answer will not touch them. */
export function takeCopy(arena: Arena, length: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(length);
  arena.bytes.copy(copy, 0, 0, length);
  return copy;
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

function takeMemory(arena: Arena, size: number): Arena {
  arena.bytes = Buffer.allocUnsafeSlow(size);
  arena.view = new DataView(arena.bytes.buffer, arena.bytes.byteOffset, size);
  return arena;
}

function setMemory(text: ConstantText, words: number): ConstantText {
  text.words = new Float64Array(words);
  text.bytes = Buffer.from(text.words.buffer);
  return text;
}
