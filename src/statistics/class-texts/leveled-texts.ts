// The codes and the names of the classes of a dataset by their levels, in flat columns: arrays for each text take ten times as much. Most steps
// of a load ask for levels and not for the whole texts.
//
// A level has no mark in it, so two texts are equal if they have the same levels.

import {unsignedNumbers} from "../growing-column.ts";
import type {ClassLabel} from "../release/release.ts";

/** Separate the levels of the code and of the name of a class. */
export const CODE_MARK = "~";
export const NAME_MARK = " / ";

/** The levels of text k are those of the numbers from `starts[k]` to `starts[k + 1]`. A missing text has none, an empty one has one. */
export interface LeveledTexts {
  readonly levels: readonly string[];
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
}

/** The codes and names of a list of classes. */
export interface ClassLevels {
  readonly codes: LeveledTexts;
  readonly names: LeveledTexts;
}

export function readLevels(texts: Iterable<string | null>, mark: string): LeveledTexts {
  const steps = levelsInSteps(texts, mark);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Texts that are read in one step. */
const TEXTS_AT_ONCE = 200;

/** As readLevels, step by step. */
export function* levelsInSteps(texts: Iterable<string | null>, mark: string): Generator<undefined, LeveledTexts> {
  const levels: string[] = [];
  const [starts, numbers] = [unsignedNumbers(), unsignedNumbers()];
  const {read, found} = createLevelReader(mark, (level) => levels.push(level) - 1);
  starts.push(0);
  for (const text of texts) {
    const count = text === null ? 0 : read(text);
    for (let at = 0; at < count; at++) numbers.push(found[at]!);
    if (starts.push(numbers.length) % TEXTS_AT_ONCE === 0) yield;
  }
  return {levels, starts: starts.finish(), numbers: numbers.finish()};
}

/** Of a list of classes. */
export function classLevels(classes: readonly ClassLabel[]): ClassLevels {
  const codes = classes.map(({code}) => code);
  const names = classes.map(({name}) => name);
  return {codes: readLevels(codes, CODE_MARK), names: readLevels(names, NAME_MARK)};
}

/** Texts come in an order in which each begins like the one before, so of most of them only the last level is looked up. */
interface LevelReader<T> {
  /** Of the text that was read last: what was made of each level. Those behind the number of its levels are of texts before it. */
  readonly found: readonly T[];
  /** @returns the number of its levels; a text without a mark has one, also an empty one */
  read(text: string): number;
}

/** @param make called once for each level, in the order of their first use */
export function createLevelReader<T>(mark: string, make: (level: string) => T): LevelReader<T> {
  const known = new Map<string, T>();
  const found: T[] = [];
  /** Of the text before: its beginnings up to behind each mark. */
  const beginnings: string[] = [];
  let marks = 0;

  function read(text: string): number {
    let shared = marks;
    while (shared > 0 && !text.startsWith(beginnings[shared - 1]!)) shared--;
    marks = shared;
    for (let from = shared === 0 ? 0 : beginnings[shared - 1]!.length; ; ) {
      const end = text.indexOf(mark, from);
      const level = end === -1 ? text.slice(from) : text.slice(from, end);
      let one = known.get(level);
      if (one === undefined) {
        one = make(level);
        known.set(level, one);
      }
      found[marks] = one;
      if (end === -1) return marks + 1;
      from = end + mark.length;
      beginnings[marks++] = text.slice(0, from);
    }
  }

  return {found, read};
}
