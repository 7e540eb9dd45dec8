// Constant texts as 8-byte words, which float64 stores copy faster than anything else that plain JavaScript has.
//
// That is safe for any UTF-8: a double would change on its way only if it were a NaN, whose two highest bytes are F0…FF and
// then 7F or FF, and in UTF-8 no such bytes stand side by side.
import type {Arena} from "./arena.ts";

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
