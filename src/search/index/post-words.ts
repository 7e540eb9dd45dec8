// Adds the words of names, codes and synonyms to the postings, one range of families at a time.

import type {LeveledTexts} from "../../statistics/class-texts/leveled-texts.ts";
import {foldText, hasLetters, isMereWord, isStopWord, wordsOf} from "../language/words.ts";
import {FAR, openingWord, PLAIN_LEVEL} from "./class-codes.ts";
import type {FamilyColumn, IndexedIndicator} from "./dataset-segment.ts";
import {createLevelRanges} from "./level-ranges.ts";
import {
  draftPostings,
  FIELD,
  type Field,
  type Posted,
  type Postings,
  type PostingsDraft,
  renumbered,
} from "./postings.ts";
import {createNameReader, createSegmentWords, type NameFacts, type SegmentWords} from "./segment-words.ts";
import type {SplitNames} from "./split-names.ts";
import {indexedNameWords} from "./titles.ts";
import type {Vocabulary} from "./vocabulary.ts";

export function post(draft: PostingsDraft, posted: readonly Posted[], from: number, to: number): void {
  for (let at = 0; at < posted.length; at++) {
    const words = posted[at]![0];
    const field = posted[at]![1];
    for (let index = 0; index < words.length; index++) draft.add(words[index]!, from, to, field);
  }
}

/** The words as numbers, without stop words; a code may be any word. */
export function numbered(words: SegmentWords, given: readonly (readonly [readonly string[], Field])[]): Posted[] {
  return given.map(([texts, field]) => [
    texts.filter((word) => field === FIELD.code || !isStopWord(word)).map(words.numberOf),
    field,
  ]);
}

/** A code, its segments and, with less weight, the words in it. A code that is an ordinary word is a synonym. */
export function codeWords(code: string): [string[], Field][] {
  const whole = [...new Set([foldText(code), ...code.split("~").map(foldText)])].filter((part) => part !== "");
  return [
    [whole.filter((part) => !isMereWord(part)), FIELD.code],
    [whole.filter((part) => isMereWord(part)), FIELD.synonym],
    [wordsIn(code), FIELD.aside],
  ];
}

function wordsIn(code: string): string[] {
  return wordsOf(code).filter(hasLetters);
}

/**
 * Adds the words of codes as `codeWords` gives them, but no whole code that is looked up in the sorted codes (class-codes.ts). Tens of thousands
 * of codes of classes have a few hundred levels: each is read once, and its words are added once.
 * @param codes those of the column
 * @param isLeftOut of a code whose words are not added
 */
export function* postCodes(
  draft: PostingsDraft,
  column: FamilyColumn,
  codes: LeveledTexts,
  words: SegmentWords,
  isLeftOut: (code: string) => boolean,
): Generator<undefined, void> {
  const levels: Level[] = [];
  /** Of each level of all codes: its index among those that were read, plus one; 0: it was not. */
  const indexOf = new Uint32Array(codes.levels.length);
  const ranges = createLevelRanges();
  const found: Level[] = [];
  yield* forRanges(column, (index, code, from, to) => {
    if (isLeftOut(code)) return;
    const start = codes.starts[index]!;
    const count = codes.starts[index + 1]! - start;
    let [isPlain, isFar, isNew] = [true, count > 2, false];
    for (let at = 0; at < count; at++) {
      const number = codes.numbers[start + at]!;
      if (indexOf[number] === 0) indexOf[number] = levels.push(readLevel(codes.levels[number]!, levels.length));
      const level = levels[indexOf[number]! - 1]!;
      found[at] = level;
      isPlain &&= level.isPlain;
      isFar ||= level.isFar;
      isNew ||= level.posted === null;
    }
    if (!isPlain) return post(draft, numbered(words, codeWords(code)), from, to);
    if (count > 1 && !isFar) draft.add(words.numberOf(code), from, to, FIELD.code);
    if (count > 1 && isFar && found[0]!.isMere) {
      if (found[0]!.opening < 0) found[0]!.opening = words.numberOf(openingWord(found[0]!.text));
      ranges.add(2 * found[0]!.index + 1, from, to);
    }
    if (isNew) numberWords(words, new Set(found.slice(0, count)));
    for (let at = 0; at < count; at++) ranges.add(2 * found[at]!.index, from, to);
  });
  yield* ranges.post(draft, (index) => {
    const level = levels[index >> 1]!;
    return index % 2 === 1 ? [[[level.opening], FIELD.code]] : level.posted!;
  });
}

/** A level of codes: its number as a word of its own, and those of the words in it, once they are asked for. */
interface Level {
  readonly text: string;
  readonly index: number;
  readonly isPlain: boolean;
  readonly isMere: boolean;
  readonly isFar: boolean;
  /** The number of the word for codes that begin with it; -1: it has none yet. */
  opening: number;
  /** null: its words have no numbers yet. */
  posted: readonly Posted[] | null;
}

function readLevel(text: string, index: number): Level {
  const [isPlain, isMere, isFar] = [PLAIN_LEVEL.test(text), isMereWord(text), FAR.test(text)];
  return {text, index, isPlain, isMere, isFar, opening: -1, posted: null};
}

/** Words get their numbers in the order of `codeWords`: levels that are codes, those that are synonyms, and the words in levels. */
function numberWords(words: SegmentWords, levels: ReadonlySet<Level>): void {
  const fresh = [...levels].filter(({posted}) => posted === null);
  const add = (level: Level, texts: readonly string[], field: Field): void => {
    level.posted = [...(level.posted ?? []), ...numbered(words, [[texts, field]])];
  };
  for (const one of fresh) if (!one.isMere) add(one, [one.text], FIELD.code);
  for (const one of fresh) if (one.isMere) add(one, [one.text], FIELD.synonym);
  for (const one of fresh) add(one, wordsIn(one.text), FIELD.aside);
}

export function wordsFor(table: Readonly<Record<string, string>>, code: string): string[] {
  return Object.hasOwn(table, code) ? wordsOf(table[code]!) : [];
}

/** Adds the words of names. @param note gets what is said of each name, by its index */
export function* postNames(
  draft: PostingsDraft,
  column: FamilyColumn,
  words: SegmentWords,
  {names, field}: {readonly names: SplitNames; readonly field: Field},
  note: (index: number, facts: NameFacts) => void = () => {},
): Generator<undefined, void> {
  const {nameAt, starts, numbers} = names;
  const {factsOf, levelOf} = createNameReader(words, names);
  const ranges = createLevelRanges();
  yield* forRanges(column, (index, _, from, to) => {
    const name = nameAt[index]!;
    if (name === 0) return;
    const facts = factsOf(name);
    note(index, facts);
    if (facts.bare !== null) return post(draft, [[facts.bare, field]], from, to);
    let isInside = false;
    for (let at = starts[name - 1]!; at < starts[name]!; at++) {
      const level = numbers[at]!;
      ranges.add(2 * level + Number(isInside), from, to);
      isInside = levelOf(level, isInside).endsInside;
    }
  });
  yield* ranges.post(draft, (index) => {
    const {main, aside} = levelOf(index >> 1, index % 2 === 1);
    return [
      [main, field],
      [aside, FIELD.aside],
    ];
  });
}

/** Adds the words of each code to the ranges of families that have the code. */
export function postRanges(
  draft: PostingsDraft,
  column: FamilyColumn,
  describe: (index: number, code: string) => readonly Posted[],
): Generator<undefined, void> {
  const known = new Map<number, readonly Posted[]>();
  return forRanges(column, (index, code, from, to) => {
    const posted = known.get(index) ?? describe(index, code);
    post(draft, posted, from, to);
    if (column.codes.length <= MOST_KEPT) known.set(index, posted);
  });
}

/** Each range of families with the same code. */
function* forRanges(
  {codes, index}: FamilyColumn,
  visit: (at: number, code: string, from: number, to: number) => void,
): Generator<undefined, void> {
  let sincePause = 0;
  for (let from = 0, to = 0; from < index.length; from = to) {
    const at = index[from]!;
    to = from + 1;
    while (to < index.length && index[to] === at) to++;
    const code = codes.at(at);
    if (code === null || code === undefined) continue;
    visit(at, code, from, to);
    if (++sincePause % NAMES_AT_ONCE === 0) yield;
  }
}

const NAMES_AT_ONCE = 100;
const MOST_KEPT = 10_000;

export function* conceptPostings(
  concepts: readonly IndexedIndicator[],
  vocabulary: Vocabulary,
): Generator<undefined, Postings> {
  const draft = draftPostings();
  const words = createSegmentWords();
  for (const [index, {label, concept, description, synonyms}] of concepts.entries()) {
    const {main, aside} = indexedNameWords(label);
    const given: (readonly [readonly string[], Field])[] = [
      [main, FIELD.head],
      ...codeWords(concept),
      [synonyms.flatMap(wordsOf), FIELD.synonym],
      [aside, FIELD.aside],
      [wordsOf(description ?? ""), FIELD.description],
    ];
    post(draft, numbered(words, given), index, index + 1);
  }
  return yield* renumbered(yield* draft.finish(), Uint32Array.from(words.list, vocabulary.add));
}
