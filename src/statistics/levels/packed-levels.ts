// Codes of levels packed as packCodes does it (catalogue/packed-codes.ts), without a text of each: a code mostly begins like the one before, and
// the numbers of their levels tell that.
import {TOGETHER, writeNumber} from "../catalogue/packed-codes.ts";
import {CODE_MARK, type LeveledTexts} from "./leveled-texts.ts";

/** The section of the codes from … to - 1, which differ; null: a character is not written as it is. */
export function packLevels(codes: LeveledTexts, from: number, to: number): Uint8Array | null {
  let first = from;
  while (first < to && codes.starts[first] === codes.starts[first + 1]) first++;
  const heads = new Uint32Array(1 + Math.ceil((to - first) / TOGETHER));
  heads[0] = to - first;
  let bytes = Buffer.allocUnsafe(heads.byteLength + 32 * (to - first));
  let end = heads.byteLength;
  for (let code = first; code < to; code++) {
    const length = lengthOf(codes, code);
    if (end + length + 10 > bytes.length) bytes = Buffer.concat([bytes], 2 * (end + length + 10));
    let shared = 0;
    if ((code - first) % TOGETHER === 0) heads[1 + (code - first) / TOGETHER] = end;
    else {
      shared = sharedLetters(codes, code - 1, code);
      end = writeNumber(bytes, end, shared);
    }
    end = writeNumber(bytes, end, length - shared);
    if (!writeLetters(bytes, end, codes, code, shared)) return null;
    end += length - shared;
  }
  bytes.set(new Uint8Array(heads.buffer));
  return bytes.subarray(0, end);
}

function lengthOf({levels, starts, numbers}: LeveledTexts, code: number): number {
  const [start, last] = [starts[code]!, starts[code + 1]!];
  let length = last - start - 1;
  for (let at = start; at < last; at++) length += levels[numbers[at]!]!.length;
  return length;
}

function sharedLetters({levels, starts, numbers}: LeveledTexts, one: number, other: number): number {
  const [start, begin] = [starts[one]!, starts[other]!];
  const both = Math.min(starts[one + 1]! - start, starts[other + 1]! - begin);
  let shared = 0;
  for (let at = 0; at < both; at++) {
    const left = levels[numbers[start + at]!]!;
    if (numbers[start + at] !== numbers[begin + at]) {
      const right = levels[numbers[begin + at]!]!;
      let same = 0;
      while (same < left.length && left.charCodeAt(same) === right.charCodeAt(same)) same++;
      return shared + same;
    }
    shared += left.length + 1;
  }
  // the mark is only behind one of them
  return shared - 1;
}

/** Writes a code without its first letters. @returns false: a letter is not written as it is */
function writeLetters(
  bytes: Uint8Array,
  from: number,
  {levels, starts, numbers}: LeveledTexts,
  code: number,
  without: number,
): boolean {
  let end = from;
  /** Letters that are still left out. */
  let left = without;
  for (let at = starts[code]!; at < starts[code + 1]!; at++) {
    if (at > starts[code]!) {
      if (left === 0) bytes[end++] = MARK;
      else left--;
    }
    const level = levels[numbers[at]!]!;
    for (let letter = left; letter < level.length; letter++) {
      const unit = level.charCodeAt(letter);
      if (unit >= 0x80 || unit === BACKSLASH) return false;
      bytes[end++] = unit;
    }
    left = Math.max(0, left - level.length);
  }
  return true;
}

const [MARK, BACKSLASH] = [CODE_MARK.charCodeAt(0), 0x5c];
