// Adds the words of names, codes and synonyms to the postings, one run of families at a time.

import {foldText, isStopWord, wordsOf} from "../language/words.ts";
import type {FamilyColumn, IndexedIndicator} from "./dataset-part.ts";
import {draftPostings, FIELD, type Field, type Postings, type PostingsDraft} from "./postings.ts";
import {nameWords} from "./titles.ts";
import type {Vocabulary} from "./vocabulary.ts";

export type Post = (words: readonly string[], from: number, to: number, field: Field) => void;

export function postInto(draft: PostingsDraft, vocabulary: Vocabulary): Post {
  return (words, from, to, field) => {
    for (const word of words)
      if (!isStopWord(word) || field === FIELD.code) draft.add(vocabulary.add(word), from, to, field);
  };
}

/** A code, its parts and, with less weight, the words in it. A code that is an ordinary word is a synonym. */
export function codeWords(code: string): [string[], Field][] {
  const whole = [...new Set([foldText(code), ...code.split("~").map(foldText)])].filter((part) => part !== "");
  return [
    [whole.filter((part) => !MERE_WORD.test(part)), FIELD.code],
    [whole.filter((part) => MERE_WORD.test(part)), FIELD.synonym],
    [wordsOf(code).filter((word) => /\p{L}{2}/u.test(word)), FIELD.aside],
  ];
}

const MERE_WORD = /^\p{L}{3,}$/u;

export function wordsFor(table: Readonly<Record<string, string>>, code: string): string[] {
  return Object.hasOwn(table, code) ? wordsOf(table[code]!) : [];
}

export function* postNames(
  column: FamilyColumn,
  names: readonly (string | null)[],
  field: Field,
  post: Post,
): Generator<undefined, void> {
  const describe = (place: number): [readonly string[], Field][] => {
    const name = names[place];
    if (name === null || name === undefined) return [];
    const {main, aside} = nameWords(name);
    return [
      [main, field],
      [aside, FIELD.aside],
    ];
  };
  yield* postRuns(column, describe, post);
}

/** Adds the words of each code to the runs of families that have the code. */
export function* postRuns(
  {codes, index}: FamilyColumn,
  describe: (place: number, code: string) => readonly (readonly [readonly string[], Field])[],
  post: Post,
): Generator<undefined, void> {
  const known = new Map<number, readonly (readonly [readonly string[], Field])[]>();
  for (let from = 0, to = 0; from < index.length; from = to) {
    const place = index[from]!;
    to = from + 1;
    while (to < index.length && index[to] === place) to++;
    const code = codes[place];
    if (code === null || code === undefined) continue;
    let parts = known.get(place);
    if (parts === undefined) {
      parts = describe(place, code);
      known.set(place, parts);
      if (known.size % NAMES_AT_ONCE === 0) yield;
    }
    for (const [words, field] of parts) post(words, from, to, field);
  }
}

const NAMES_AT_ONCE = 100;

export function* conceptPostings(
  concepts: readonly IndexedIndicator[],
  vocabulary: Vocabulary,
): Generator<undefined, Postings> {
  const draft = draftPostings();
  const post = postInto(draft, vocabulary);
  for (const [place, {label, concept, description, synonyms}] of concepts.entries()) {
    const {main, aside} = nameWords(label);
    post(main, place, place + 1, FIELD.head);
    for (const [words, field] of codeWords(concept)) post(words, place, place + 1, field);
    post(synonyms.flatMap(wordsOf), place, place + 1, FIELD.synonym);
    post(aside, place, place + 1, FIELD.aside);
    post(wordsOf(description ?? ""), place, place + 1, FIELD.description);
  }
  return yield* draft.finish();
}
