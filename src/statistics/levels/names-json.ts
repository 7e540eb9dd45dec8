// The JSON of names by their levels, as bytes: `JSON.stringify` of tens of thousands of long names makes two copies of all of them.
//
// A level is written once with a mark behind it, and copied where it occurs. A half of a character at its end and one at the beginning of the next level never meet:
// there is a mark between them.
import {type LeveledTexts, NAME_MARK} from "./leveled-texts.ts";

/** `JSON.stringify` of the names from … to - 1, in UTF-8; a missing one is null. */
export function namesJson({levels, starts, numbers}: LeveledTexts, from: number, to: number): Uint8Array {
  const written: Buffer[] = [];
  const [first, last] = [starts[from]!, starts[to]!];
  let length = 2 + (to - from) * 5;
  for (let at = first; at < last; at++) {
    const level = numbers[at]!;
    written[level] ??= Buffer.from(JSON.stringify(levels[level]!).slice(1, -1) + NAME_MARK);
    length += written[level].length;
  }
  const bytes = Buffer.allocUnsafe(length);
  let end = 0;
  bytes[end++] = OPEN;
  for (let name = from; name < to; name++) {
    if (name > from) bytes[end++] = COMMA;
    const start = starts[name]!;
    if (starts[name + 1] === start) {
      end += bytes.write("null", end, "latin1");
      continue;
    }
    bytes[end++] = QUOTE;
    for (let at = start; at < starts[name + 1]!; at++) {
      const level = written[numbers[at]!]!;
      bytes.set(level, end);
      end += level.length;
    }
    end -= NAME_MARK.length;
    bytes[end++] = QUOTE;
  }
  bytes[end++] = CLOSE;
  return bytes.subarray(0, end);
}

const [OPEN, COMMA, CLOSE, QUOTE] = [0x5b, 0x2c, 0x5d, 0x22];
