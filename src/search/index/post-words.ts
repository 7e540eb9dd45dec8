// Adds the words of names, codes and synonyms to the postings, one run of families at a time.

import {createLevelReader} from "../../statistics/levels/text-levels.ts";
import {foldText, isStopWord, wordsOf} from "../language/words.ts";
import {CODE_MARK, FAR, openingWord, PLAIN_LEVEL} from "./class-codes.ts";
import type {FamilyColumn, IndexedIndicator} from "./dataset-part.ts";
import {createNameReader, createPartWords, type NameNumbers, type PartWords} from "./part-words.ts";
import {draftPostings, FIELD, type Field, type Postings, type PostingsDraft, renumbered} from "./postings.ts";
import type {SplitNames} from "./split-names.ts";
import {nameWords} from "./titles.ts";
import type {Vocabulary} from "./vocabulary.ts";

/** Words in a field, as numbers. */
export type Posted = readonly [words: readonly number[], field: Field];

export function post(draft: PostingsDraft, posted: readonly Posted[], from: number, to: number): void {
  for (let at = 0; at < posted.length; at++) {
    const words = posted[at]![0];
    const field = posted[at]![1];
    for (let place = 0; place < words.length; place++) draft.add(words[place]!, from, to, field);
  }
}

/** The words as numbers, without stop words; a code may be any word. */
export function numbered(words: PartWords, given: readonly (readonly [readonly string[], Field])[]): Posted[] {
  return given.map(([texts, field]) => [
    texts.filter((word) => field === FIELD.code || !isStopWord(word)).map(words.numberOf),
    field,
  ]);
}

/** A code, its parts and, with less weight, the words in it. A code that is an ordinary word is a synonym. */
export function codeWords(code: string): [string[], Field][] {
  const whole = [...new Set([foldText(code), ...code.split("~").map(foldText)])].filter((part) => part !== "");
  return [
    [whole.filter((part) => !MERE_WORD.test(part)), FIELD.code],
    [whole.filter((part) => MERE_WORD.test(part)), FIELD.synonym],
    [wordsIn(code), FIELD.aside],
  ];
}

function wordsIn(code: string): string[] {
  return wordsOf(code).filter((word) => /\p{L}{2}/u.test(word));
}

const MERE_WORD = /^\p{L}{3,}$/u;

/**
 * Adds the words of codes as `codeWords` gives them, but no whole code that is looked up in the sorted codes (class-codes.ts). Tens of thousands
 * of codes of classes have a few hundred levels, and each level is read once.
 * @param isLeftOut of a code whose words are not added
 */
export function postCodes(
  draft: PostingsDraft,
  column: FamilyColumn,
  words: PartWords,
  isLeftOut: (code: string) => boolean,
): Generator<undefined, void> {
  const {read, found} = createLevelReader(CODE_MARK, readLevel);
  const postWhole = (code: string, count: number, from: number, to: number): void => {
    const first = found[0]!;
    let isFar = count > 2;
    for (let at = 0; at < count; at++) isFar ||= found[at]!.isFar;
    if (!isFar) draft.add(words.numberOf(code), from, to, FIELD.code);
    else if (first.isMere) {
      if (first.opening < 0) first.opening = words.numberOf(openingWord(first.text));
      draft.add(first.opening, from, to, FIELD.code);
    }
  };
  // words are numbered in the order of their first use, so the order is that of `codeWords`
  const postLevels = (code: string, count: number, from: number, to: number): void => {
    if (count > 1) postWhole(code, count, from, to);
    for (let at = 0; at < count; at++)
      if (!found[at]!.isMere) draft.add(numberOfLevel(words, found[at]!), from, to, FIELD.code);
    for (let at = 0; at < count; at++)
      if (found[at]!.isMere && !isStopWord(found[at]!.text))
        draft.add(numberOfLevel(words, found[at]!), from, to, FIELD.synonym);
    for (let at = 0; at < count; at++) {
      const level = found[at]!;
      level.words ??= numbered(words, [[wordsIn(level.text), FIELD.aside]])[0]![0];
      for (let place = 0; place < level.words.length; place++) draft.add(level.words[place]!, from, to, FIELD.aside);
    }
  };
  return forRuns(column, (_, code, from, to) => {
    if (isLeftOut(code)) return;
    const count = read(code);
    let isPlain = true;
    for (let at = 0; at < count; at++) isPlain &&= found[at]!.isPlain;
    if (isPlain) postLevels(code, count, from, to);
    else post(draft, numbered(words, codeWords(code)), from, to);
  });
}

/** A level of codes: its number as a word of its own, and those of the words in it, once they are asked for. */
interface Level {
  readonly text: string;
  readonly isPlain: boolean;
  readonly isMere: boolean;
  readonly isFar: boolean;
  /** -1: it has none yet. */
  number: number;
  /** The number of the word for codes that begin with it; -1: it has none yet. */
  opening: number;
  words: readonly number[] | null;
}

function readLevel(text: string): Level {
  const [isPlain, isMere, isFar] = [PLAIN_LEVEL, MERE_WORD, FAR].map((form) => form.test(text)) as [
    boolean,
    boolean,
    boolean,
  ];
  return {text, isPlain, isMere, isFar, number: -1, opening: -1, words: null};
}

function numberOfLevel(words: PartWords, level: Level): number {
  if (level.number < 0) level.number = words.numberOf(level.text);
  return level.number;
}

export function wordsFor(table: Readonly<Record<string, string>>, code: string): string[] {
  return Object.hasOwn(table, code) ? wordsOf(table[code]!) : [];
}

/** Adds the words of names. @param note gets what was read of each name, by its place */
export function* postNames(
  draft: PostingsDraft,
  column: FamilyColumn,
  words: PartWords,
  names: SplitNames,
  field: Field,
  note: (place: number, name: NameNumbers) => void = () => {},
): Generator<undefined, void> {
  const read = createNameReader(words, names);
  const describe = (place: number): Posted[] => {
    const name = names.nameAt[place]!;
    if (name === 0) return [];
    const found = read(name);
    note(place, found);
    return [
      [found.main, field],
      [found.aside, FIELD.aside],
    ];
  };
  yield* postRuns(draft, column, describe);
}

/** Adds the words of each code to the runs of families that have the code. */
export function postRuns(
  draft: PostingsDraft,
  column: FamilyColumn,
  describe: (place: number, code: string) => readonly Posted[],
): Generator<undefined, void> {
  const known = new Map<number, readonly Posted[]>();
  return forRuns(column, (place, code, from, to) => {
    const posted = known.get(place) ?? describe(place, code);
    post(draft, posted, from, to);
    if (column.codes.length <= MOST_KEPT) known.set(place, posted);
  });
}

/** Each run of families with the same code. */
function* forRuns(
  {codes, index}: FamilyColumn,
  visit: (place: number, code: string, from: number, to: number) => void,
): Generator<undefined, void> {
  let sincePause = 0;
  for (let from = 0, to = 0; from < index.length; from = to) {
    const place = index[from]!;
    to = from + 1;
    while (to < index.length && index[to] === place) to++;
    const code = codes.at(place);
    if (code === null || code === undefined) continue;
    visit(place, code, from, to);
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
  const words = createPartWords();
  for (const [place, {label, concept, description, synonyms}] of concepts.entries()) {
    const {main, aside} = nameWords(label);
    const given: (readonly [readonly string[], Field])[] = [
      [main, FIELD.head],
      ...codeWords(concept),
      [synonyms.flatMap(wordsOf), FIELD.synonym],
      [aside, FIELD.aside],
      [wordsOf(description ?? ""), FIELD.description],
    ];
    post(draft, numbered(words, given), place, place + 1);
  }
  return renumbered(yield* draft.finish(), words.list.map(vocabulary.add));
}
