// The JSON of names by their levels, as bytes: `JSON.stringify` of tens of thousands of long names makes two copies of all of them.
//
// A name mostly begins like the one before, and what it shares with it is copied, as is each level that was written before. A half of a
// character at the end of a level and one at the beginning of the next never meet: there is a mark between them.
import {type LeveledTexts, NAME_MARK} from "./leveled-texts.ts";

/** @returns `JSON.stringify` of the names from … to - 1, in UTF-8, in memory that the next call uses again; a missing name is null */
export function createNamesJson({levels, starts, numbers}: LeveledTexts): (from: number, to: number) => Uint8Array {
  /** Of each level: its text in JSON, and the number of its bytes plus one; 0: it is not known yet. */
  const written: string[] = levels.map(() => "");
  const lengths = new Uint32Array(levels.length);
  /** Where each level of the names that are being written is in the bytes; 0: nowhere. */
  const places = new Uint32Array(levels.length);
  let bytes = Buffer.alloc(0);

  /** Bytes that the names take at most. */
  function roomFor(from: number, to: number): number {
    let room = 2 + (to - from) * 7;
    for (let at = starts[from]!; at < starts[to]!; at++) {
      const level = numbers[at]!;
      if (lengths[level] === 0) {
        written[level] = JSON.stringify(levels[level]!).slice(1, -1);
        lengths[level] = Buffer.byteLength(written[level]) + 1;
      }
      room += lengths[level]! + NAME_MARK.length;
    }
    return room;
  }

  /** @returns the number of levels that a name shares with the one before */
  function sharedLevels(name: number, from: number): number {
    if (name === from) return 0;
    const [before, start] = [starts[name - 1]!, starts[name]!];
    const most = Math.min(start - before, starts[name + 1]! - start);
    let shared = 0;
    while (shared < most && numbers[before + shared] === numbers[start + shared]) shared++;
    return shared;
  }

  /** Writes a name that is not missing. @param before where the one before begins. @returns the place behind it */
  function write(name: number, from: number, to: number, before: number): number {
    const start = starts[name]!;
    const shared = sharedLevels(name, from);
    let end = to;
    for (let at = start; at < start + shared; at++) end += lengths[numbers[at]!]! - 1 + (at > start ? MARK.length : 0);
    if (end > to) bytes.copyWithin(to, before, before + end - to);
    for (let at = start + shared; at < starts[name + 1]!; at++) {
      if (at > start) for (let byte = 0; byte < MARK.length; byte++) bytes[end++] = MARK[byte]!;
      const level = numbers[at]!;
      const length = lengths[level]! - 1;
      if (places[level] === 0) bytes.write(written[level]!, end);
      else bytes.copyWithin(end, places[level]!, places[level]! + length);
      places[level] = end;
      end += length;
    }
    return end;
  }

  return (from, to) => {
    for (let at = starts[from]!; at < starts[to]!; at++) places[numbers[at]!] = 0;
    const room = roomFor(from, to);
    if (room > bytes.length) bytes = Buffer.allocUnsafe(room);
    let end = 0;
    bytes[end++] = OPEN;
    for (let name = from, before = 0; name < to; name++) {
      if (name > from) bytes[end++] = COMMA;
      if (starts[name] === starts[name + 1]) {
        end += bytes.write("null", end, "latin1");
        continue;
      }
      bytes[end++] = QUOTE;
      const own = end;
      end = write(name, from, end, before);
      before = own;
      bytes[end++] = QUOTE;
    }
    bytes[end++] = CLOSE;
    return bytes.subarray(0, end);
  };
}

const MARK = Buffer.from(NAME_MARK);
const [OPEN, COMMA, CLOSE, QUOTE] = [0x5b, 0x2c, 0x5d, 0x22];
