// Constant texts of a body, copied as 8-byte words by float64 stores: the fastest way in plain JavaScript.
//
// That is safe for any UTF-8: only a NaN could change on its way, and the highest two bytes of a NaN (F0…FF, then 7F or FF) are never
// neighbours in UTF-8. A store may write beyond the end of a text: ensureRoom leaves room for that.
import type {Arena} from "./body-bytes.ts";

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

/** Copies the text from its byte `start` on and gives the offset after it; the arena must have room for it. */
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
