// Names as they are stored: as numbers of texts that are read with a blank between two.
//
// A survey has tens of thousands of names of a few hundred levels. So a level that several names have is one text, with its blanks; other
// levels, such as the long names of a form, share only their tokens. A reader need not know which of them a text is.

import {NAME_MARK} from "../../statistics/class-texts/leveled-texts.ts";
import {unsignedNumbers} from "../../statistics/growing-column.ts";
import type {SplitNames} from "../index/split-names.ts";

export interface NameTexts {
  readonly texts: readonly string[];
  /** The texts of name k are `numbers[starts[k]]` to `numbers[starts[k + 1]]`. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
}

export function nameTexts({starts, numbers, levels}: SplitNames): NameTexts {
  const uses = new Uint32Array(levels.list.length);
  for (let at = 0; at < numbers.length; at++) uses[numbers[at]!]! += 1;
  const texts: string[] = [];
  const indexOf = new Map<string, number>();
  const index = (text: string): number => {
    const index = indexOf.get(text) ?? texts.push(text) - 1;
    indexOf.set(text, index);
    return index;
  };
  const textsOf = (level: number): readonly number[] => {
    if (uses[level]! > 1) return [index(levels.list[level]!)];
    const own = levels.numbers.subarray(levels.starts[level]!, levels.starts[level + 1]!);
    return Array.from(own, (token) => index(levels.tokens[token]!));
  };
  const known: (readonly number[])[] = [];
  const [ends, written] = [unsignedNumbers(), unsignedNumbers()];
  ends.push(0);
  for (let name = 1; name < starts.length; name++) {
    for (let at = starts[name - 1]!; at < starts[name]!; at++) {
      if (at > starts[name - 1]!) written.push(index(MARK));
      const level = numbers[at]!;
      known[level] ??= textsOf(level);
      for (let text = 0; text < known[level].length; text++) written.push(known[level][text]!);
    }
    ends.push(written.length);
  }
  return {texts, starts: ends.finish(), numbers: written.finish()};
}

const MARK = NAME_MARK.trim();
