// Codes of classes that are no words of the vocabulary, because a reader only asks for one as it is. They are looked up in the sorted codes of
// each dataset (query-codes.ts). No such code is near to a word, and none has a word in it that is not posted by itself.
//
// Technical codes are of digits, points, hyphens and single capital letters: forms of the Treasury have a hundred thousand of them. Codes of levels
// ("question~answer~group") are those of surveys, which have tens of thousands of a few hundred levels; the levels are words.

import {CODE_MARK} from "../../statistics/class-texts/leveled-texts.ts";

/** A code of two digits, and without two letters together: no word begins like it. */
export function isTechnical(code: string): boolean {
  return TECHNICAL.test(code) && !NEIGHBOURS.test(code);
}

const TECHNICAL = /^\d[A-Z.-]*\d[\dA-Z.-]*$/;
const NEIGHBOURS = /[A-Z][.-]*[A-Z]/;

/** A level that folding leaves as it is, and that is not of nothing but single letters, which would be joined to one word. */
export const PLAIN_LEVEL = /^(?=.*(?:\d|[a-z]{2}))[a-z\d][a-z\d_]*$/;

/**
 * Whether a code is one of plain levels. One mark alone, between levels of letters, may be a typing error in a word; a second sign that is no
 * letter can't be another one.
 */
export function isOfLevels(code: string): boolean {
  const levels = code.split(CODE_MARK);
  return levels.length > 1 && levels.every((level) => PLAIN_LEVEL.test(level)) && (levels.length > 2 || FAR.test(code));
}

/** A word with a digit is never corrected. */
export const FAR = /[\d_]/;

/**
 * The word for all codes that begin with a level of letters, as far as a question can begin like them: the level is a word itself, but one
 * with fewer points than a code. With three marks it is near to no code: "hleb~a" is one error away from two marks.
 */
export function openingWord(level: string): string {
  return level + CODE_MARK.repeat(3);
}

/** The code that a word of a question may be; null: the word is not such a code. */
export function queryCode(word: string): string | null {
  if (isOfLevels(word)) return word;
  if (!/^[\da-z.-]+$/.test(word)) return null;
  const code = word.toUpperCase();
  return isTechnical(code) ? code : null;
}
