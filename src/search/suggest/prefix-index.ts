// Names by the beginnings of their words, for suggestions while a reader types: "unemp" finds "Rate of unemployment".
//
// Each word of the text must begin a word of one name of a subject; the words may be in any order, and all but the last may be another form. It is
// made once, and a question takes time that grows with the names that have its words; both rest.
import {compareUnits} from "../../statistics/catalogue/code-order.ts";
import {firstWhere} from "../../statistics/order/binary-search.ts";
import {sortInSteps} from "../../statistics/order/sort-in-steps.ts";
import {stemOf} from "../language/stem.ts";
import {isStopWord, plainWordsOf} from "../language/words.ts";

/** What may be suggested. */
export interface Named {
  /** In all languages; every one may match. */
  readonly names: readonly string[];
  /** The list that it belongs to, from 0. */
  readonly group: number;
  /** Of two equally good matches, the one with more weight comes first. */
  readonly weight: number;
}

export interface PrefixIndex {
  /**
   * The indexes of the best matches of each group, best first.
   * @param most of each group
   */
  find(text: string, most: readonly number[]): Generator<undefined, readonly (readonly number[])[]>;
}

/** Further words and letters of a text are ignored. */
const MOST_WORDS = 8;
const MOST_LETTERS = 100;
/** Subjects whose names are read in one step: 40 microseconds each. */
const SUBJECTS_AT_ONCE = 50;
/** Postings that a question reads in one step: less than a millisecond. */
const POSTINGS_AT_ONCE = 4000;
/** Words whose postings are listed in one step. */
const WORDS_AT_ONCE = 500;

/** Points of a word that a name begins with, of a word that is typed whole, and the loss for each word that is not typed. */
const FIRST_WORD = 12;
const WHOLE_WORD = 8;
const UNTYPED_WORD = 1;
const MOST_UNTYPED = 12;

export function* createPrefixIndex(subjects: readonly Named[]): Generator<undefined, PrefixIndex> {
  const bySpelling = new Map<string, number[]>();
  const lengths = new Uint8Array(subjects.length);
  for (const [subject, {names}] of subjects.entries()) {
    if (subject % SUBJECTS_AT_ONCE === SUBJECTS_AT_ONCE - 1) yield;
    for (const name of names) {
      const words = plainWordsOf(name);
      const telling = words.filter((word) => !isStopWord(word));
      const length = Math.min(255, telling.length);
      if (lengths[subject] === 0 || length < lengths[subject]!) lengths[subject] = length;
      for (const word of words) {
        const known = bySpelling.get(word);
        const posting = 2 * subject + (word === telling[0] ? 1 : 0);
        if (known === undefined) bySpelling.set(word, [posting]);
        else known.push(posting);
      }
    }
  }
  yield;
  const words = yield* sortInSteps([...bySpelling.keys()], compareUnits);
  const postings: (readonly number[])[] = [];
  for (const word of words) {
    postings.push(bySpelling.get(word)!);
    if (postings.length % WORDS_AT_ONCE === 0) yield;
  }
  return searcher(subjects, lengths, words, postings);
}

/**
 * @param lengths the number of telling words of the shortest name of each subject
 * @param postings of each word: twice the subject, and 1 more where it is the first telling word of a name
 */
function searcher(
  subjects: readonly Named[],
  lengths: Uint8Array,
  words: readonly string[],
  postings: readonly (readonly number[])[],
): PrefixIndex {
  /** Marks the subjects that have a word with this beginning, if they have all words of the text before it. */
  function* mark(
    {matched, points, touched}: Marks,
    beginning: string,
    typed: string,
    nth: number,
  ): Generator<undefined, void> {
    let read = 0;
    for (
      let at = firstWhere(words.length, (index) => words[index]! >= beginning);
      at < words.length && words[at]!.startsWith(beginning);
      at++
    ) {
      const whole = words[at] === typed ? WHOLE_WORD : 0;
      for (const posting of postings[at]!) {
        if (++read % POSTINGS_AT_ONCE === 0) yield;
        const subject = posting >> 1;
        if (matched[subject]! < nth) continue;
        if (matched[subject] === nth) {
          matched[subject] = nth + 1;
          if (nth === 0) touched.push(subject);
        }
        const own = whole + ((posting & 1) === 1 ? FIRST_WORD : 0);
        points[subject] = Math.max(points[subject]!, own);
      }
    }
  }

  function scoreOf({points}: Marks, subject: number, typed: number): number {
    const untyped = Math.min(MOST_UNTYPED, Math.max(0, lengths[subject]! - typed));
    return points[subject]! + subjects[subject]!.weight - UNTYPED_WORD * untyped;
  }

  return {
    *find(text, most) {
      const typed = wordsOfText(text);
      const found = most.map((): {readonly subject: number; readonly score: number}[] => []);
      if (typed.length === 0) return most.map(() => []);
      const [matched, points] = [new Uint8Array(subjects.length), new Int16Array(subjects.length)];
      const marks: Marks = {matched, points, touched: []};
      for (const [nth, word] of typed.entries()) {
        yield* mark(marks, word, word, nth);
        const stem = stemOf(word);
        if (nth < typed.length - 1 && stem !== word && stem.length >= SHORTEST_STEM)
          yield* mark(marks, stem, word, nth);
      }
      for (const [at, subject] of marks.touched.entries()) {
        if (at % POSTINGS_AT_ONCE === POSTINGS_AT_ONCE - 1) yield;
        if (matched[subject] !== typed.length) continue;
        const {group} = subjects[subject]!;
        insert(found[group]!, {subject, score: scoreOf(marks, subject, typed.length)}, most[group]!);
      }
      return found.map((own) => own.map(({subject}) => subject));
    },
  };
}

/** What one question has found so far: while it rests, others are asked. */
interface Marks {
  /** The number of typed words that each subject has matched, one after the other. */
  readonly matched: Uint8Array;
  readonly points: Int16Array;
  /** The subjects that have the first word. */
  readonly touched: number[];
}

const SHORTEST_STEM = 3;

/** The last word is kept as it is, since it may be the beginning of a longer one. */
function wordsOfText(text: string): string[] {
  const all = plainWordsOf(text.slice(0, MOST_LETTERS));
  const telling = all.filter((word, at) => at === all.length - 1 || !isStopWord(word));
  return [...new Set(telling)].slice(-MOST_WORDS);
}

/** Puts it into a short list, the best first, equal ones in the order of their indexes. */
function insert<T extends {readonly subject: number; readonly score: number}>(list: T[], one: T, most: number): void {
  let at = list.length;
  while (at > 0 && isBefore(one, list[at - 1]!)) at--;
  if (at === most) return;
  list.splice(at, 0, one);
  if (list.length > most) list.pop();
}

function isBefore<T extends {readonly subject: number; readonly score: number}>(one: T, other: T): boolean {
  return one.score > other.score || (one.score === other.score && one.subject < other.subject);
}
