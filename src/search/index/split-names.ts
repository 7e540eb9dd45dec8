// The names of a dataset as numbers of the levels that they share, and the levels as numbers of tokens of text. Equal names are one.

import type {LeveledTexts} from "../../statistics/class-texts/leveled-texts.ts";
import {numberSequences} from "../../statistics/class-texts/sequence-numbers.ts";
import {unsignedNumbers} from "../../statistics/growing-column.ts";
import {createTokens} from "./tokens.ts";

export interface SplitNames {
  /** By index: the number of the name plus one; 0: none. */
  readonly nameAt: Uint32Array;
  /** The levels of name k are `numbers[starts[k]]` to `numbers[starts[k + 1]]`. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
  readonly levels: Levels;
}

/** Each level once, as it is and as tokens (tokens.ts). */
export interface Levels {
  readonly list: readonly string[];
  readonly tokens: readonly string[];
  /** The tokens of level k are `numbers[starts[k]]` to `numbers[starts[k + 1]]`. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
}

/** Levels that are split in one step. */
const LEVELS_AT_ONCE = 200;

/** @param names by index; one without a level is missing */
export function* splitNames(names: LeveledTexts): Generator<undefined, SplitNames> {
  const {sequenceAt, ...sequences} = yield* numberSequences(names, names.levels.length);
  const tokens = createTokens();
  const [starts, numbers] = [unsignedNumbers(), unsignedNumbers()];
  starts.push(0);
  for (let level = 0; level < names.levels.length; level++) {
    tokens.read(names.levels[level]!, numbers);
    starts.push(numbers.length);
    if (level % LEVELS_AT_ONCE === LEVELS_AT_ONCE - 1) yield;
  }
  const levels = {list: names.levels, tokens: tokens.list, starts: starts.finish(), numbers: numbers.finish()};
  return {nameAt: sequenceAt, ...sequences, levels};
}
