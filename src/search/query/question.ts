// What a question asks for: its words, and for each the ways in which a document may answer it.
//
// A span is one word or several neighbouring ones; an alternative answers the whole span. A document answers the question when the
// spans that it answers cover every word.

import type {Vocabulary} from "../index/vocabulary.ts";
import type {Synonyms} from "../language/synonyms.ts";

/** How a word of a document answers one of a question, best first. */
export const QUALITY = {exact: 0, form: 1, synonym: 2, corrected: 3} as const;
export type Quality = (typeof QUALITY)[keyof typeof QUALITY];

/** One word of a document that must be there: any of these terms, each by its place in the question's list of terms. */
export type Slot = readonly {readonly term: number; readonly quality: Quality}[];

export interface Span {
  /** Places of the words that it covers, and their bits. */
  readonly words: readonly number[];
  readonly mask: number;
  /** Each is a list of slots that must all be met; best first. */
  readonly alternatives: readonly (readonly Slot[])[];
}

export interface Question {
  /** Number of words; 0: the question holds none. */
  readonly size: number;
  /** All bits. */
  readonly full: number;
  /** Bits of the words that are numbers: a year more often says when than what. */
  readonly numbers: number;
  readonly spans: readonly Span[];
  /** All terms of all slots, each once. */
  readonly terms: readonly number[];
  /** Whether a word may also stand in the description of an indicator. */
  readonly readsDescriptions: boolean;
  /** Whether it is about the season: then adjusted figures are as good as others. */
  readonly asksForSeason: boolean;
}

/** What filters alone ask. */
export const NO_WORDS: Question = {
  size: 0,
  full: 0,
  numbers: 0,
  spans: [],
  terms: [],
  readsDescriptions: false,
  asksForSeason: false,
};

export interface Lexicon {
  readonly vocabulary: Vocabulary;
  readonly synonyms: Synonyms;
  /** Whether any document holds the term now. */
  isUsed(term: number): boolean;
}

/** Further words of a question are not read: what has more is no question. */
export const MAX_WORDS = 24;
