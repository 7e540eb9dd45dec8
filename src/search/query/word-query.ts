// The words of a question, as a query: for each word, the terms of the index that match it.
//
// A span is one word or several neighbouring words. Each of its alternatives matches the whole span. A document matches the query if
// the spans that it matches cover all words.

import {FIELD} from "../index/postings.ts";

/** How a term matches a word of the question, best first. */
export const QUALITY = {exact: 0, form: 1, synonym: 2, corrected: 3} as const;
export type Quality = (typeof QUALITY)[keyof typeof QUALITY];

/** Terms of which a document must have one, for a word of an alternative. `term` is an index in the query's list of terms. */
export type TermChoice = readonly {readonly term: number; readonly quality: Quality}[];

export interface WordSpan {
  /** Indexes of its words, and their bits. */
  readonly words: readonly number[];
  readonly mask: number;
  /** Each is a list of choices, all of which must match; best first. */
  readonly alternatives: readonly (readonly TermChoice[])[];
}

export interface WordQuery {
  /** Number of words; 0: only filters are asked. */
  readonly size: number;
  /** The bits of all words. */
  readonly full: number;
  /** Bits of the words that are numbers. A year mostly names a time, not a subject. */
  readonly numbers: number;
  readonly spans: readonly WordSpan[];
  /** The terms of all choices, each once. */
  readonly terms: readonly number[];
  /** Whether the description of an indicator may match too. */
  readonly readsDescriptions: boolean;
  /** Bits of the kinds that a word asks for (code-words.ts). Series of these kinds keep their full relevance. */
  readonly queryKinds: number;
  /** The last year of a time that was left out of the words, because no series is named after it; null: nothing was. */
  readonly year: number | null;
}

/** The query of filters without a text. */
export const NO_WORDS: WordQuery = {
  size: 0,
  full: 0,
  numbers: 0,
  spans: [],
  terms: [],
  readsDescriptions: false,
  queryKinds: 0,
  year: null,
};

/** Further words of a question are ignored. */
export const MAX_WORDS = 24;

/** Number of words in a mask. */
export function countBits(mask: number): number {
  let [left, count] = [mask, 0];
  for (; left !== 0; left &= left - 1) count++;
  return count;
}

/** The weight of a word that matches, by the quality of the match and the field. */
export interface FieldWeight {
  /** 0 to 100. */
  readonly points: number;
  /** 1: the word is one of the head or of the label. */
  readonly head: 0 | 1;
  readonly label: 0 | 1;
}

/** @param field a value of FIELD */
export function fieldWeight(quality: Quality, field: number): FieldWeight {
  return WEIGHTS[quality * FIELDS + field]!;
}

const FIELDS = Object.keys(FIELD).length;

/** In the order of QUALITY and FIELD. */
const WEIGHTS: readonly FieldWeight[] = [
  [100, 100, 100, 74, 80, 60, 50],
  [93, 93, 93, 71, 75, 56, 47],
  [72, 72, 72, 60, 56, 44, 38],
  [40, 40, 36, 34, 34, 24, 20],
].flatMap((row) =>
  row.map((points, field) => ({
    points,
    head: field === FIELD.head ? 1 : 0,
    label: field === FIELD.label ? 1 : 0,
  })),
);

/** The points of a word of a name that matches exactly. */
export const EXACT_POINTS = 100;

/** The most points of a corrected word. Any other match with the name of a territory has more. */
export const CORRECTED_POINTS = 40;
