// Lists of texts by their levels, in flat columns: arrays for each text take ten times as much. The codes and the names of a dataset's classes
// are such lists, and most steps of a load ask for levels and not for the whole texts.
//
// A level has no mark in it, so two texts are equal if they have the same levels.
import type {ClassLabel} from "../release/release.ts";
import {createNumbers} from "./numbers.ts";
import {createLevelReader} from "./text-levels.ts";

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
  const [starts, numbers] = [createNumbers(), createNumbers()];
  const {read, found} = createLevelReader(mark, (level) => levels.push(level) - 1);
  starts.push(0);
  for (const text of texts) {
    const count = text === null ? 0 : read(text);
    for (let at = 0; at < count; at++) numbers.push(found[at]!);
    if (starts.push(numbers.length()) % TEXTS_AT_ONCE === 0) yield;
  }
  return {levels, starts: starts.finish(), numbers: numbers.finish()};
}

/** The place of a text that is missing. */
export const NO_TEXT = 0xffffffff;

/** Some texts of a list, with the levels that they have, in the order of their first use. @param places in the list, of each of them, or NO_TEXT */
export function levelsAt({levels, starts, numbers}: LeveledTexts, places: Uint32Array): LeveledTexts {
  const ownLevels: string[] = [];
  /** By level: its number among these plus one; 0: it has none yet. */
  const numberOf = new Uint32Array(levels.length);
  const [ownStarts, own] = [new Uint32Array(places.length + 1), createNumbers()];
  for (let at = 0; at < places.length; at++) {
    const place = places[at]!;
    const end = place === NO_TEXT ? 0 : starts[place + 1]!;
    for (let from = place === NO_TEXT ? 0 : starts[place]!; from < end; from++) {
      const level = numbers[from]!;
      if (numberOf[level] === 0) numberOf[level] = ownLevels.push(levels[level]!);
      own.push(numberOf[level]! - 1);
    }
    ownStarts[at + 1] = own.length();
  }
  return {levels: ownLevels, starts: ownStarts, numbers: own.finish()};
}

/** The texts, and behind them those that are made of two others with a mark between; no first one may make a mark (makesMark). @param pairs places of texts before, two for each */
export function withJoined({levels, starts, numbers}: LeveledTexts, pairs: Uint32Array): LeveledTexts {
  if (pairs.length === 0) return {levels, starts, numbers};
  const count = starts.length - 1;
  const ownStarts = new Uint32Array(count + pairs.length / 2 + 1);
  ownStarts.set(starts);
  for (let at = 0; at < pairs.length; at++) {
    const length = ownStarts[pairs[at]! + 1]! - ownStarts[pairs[at]!]!;
    const end = count + 1 + Math.floor(at / 2);
    ownStarts[end] = (at % 2 === 0 ? ownStarts[end - 1]! : ownStarts[end]!) + length;
  }
  const own = new Uint32Array(ownStarts.at(-1)!);
  own.set(numbers);
  for (let at = 0, to = numbers.length; at < pairs.length; at++) {
    const place = pairs[at]!;
    for (let from = ownStarts[place]!; from < ownStarts[place + 1]!; from++) own[to++] = own[from]!;
  }
  return {levels, starts: ownStarts, numbers: own};
}

/** Whether a mark begins within the text if a mark is put behind it, as in "a /" before " / b": then its levels are not those of the whole. */
export function makesMark(text: string, mark: string): boolean {
  return mark.length > 1 && text.endsWith(mark.slice(0, -1));
}

/** Of a list of classes. They are kept with the list, so that another step need not read it again. */
export function classLevels(classes: readonly ClassLabel[]): ClassLevels {
  const levels = takeClassLevels(classes);
  levelsOfList.set(classes, levels);
  return levels;
}

/** As classLevels, for the last step that needs them: they are not kept. */
export function takeClassLevels(classes: readonly ClassLabel[]): ClassLevels {
  const kept = levelsOfList.get(classes);
  levelsOfList.delete(classes);
  if (kept !== undefined) return kept;
  const codes = classes.map(({code}) => code);
  const names = classes.map(({name}) => name);
  return {codes: readLevels(codes, CODE_MARK), names: readLevels(names, NAME_MARK)};
}

/** Keeps the levels of a list with it, for a caller that knows them. */
export function keepClassLevels(classes: readonly ClassLabel[], levels: ClassLevels): void {
  levelsOfList.set(classes, levels);
}

const levelsOfList = new WeakMap<readonly ClassLabel[], ClassLevels>();
