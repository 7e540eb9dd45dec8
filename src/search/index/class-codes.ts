// Codes of classes of digits, points, hyphens and single capital letters. Forms of the Treasury have a hundred thousand of them, and a
// reader only asks for one as it is. So they are no words of the vocabulary: they are looked up in the sorted codes of each dataset.
//
// With two digits and no two letters together none is near to a word, begins like one, or has a word in it.

import {firstAtLeast} from "../../statistics/catalogue/catalogue.ts";
import {findCode} from "../../statistics/catalogue/code-order.ts";
import type {FamilyColumn} from "./dataset-part.ts";
import {FIELD, NO_RUNS, type Runs} from "./postings.ts";

export function isTechnical(code: string): boolean {
  return TECHNICAL.test(code) && !NEIGHBOURS.test(code);
}

const TECHNICAL = /^\d[A-Z.-]*\d[\dA-Z.-]*$/;
const NEIGHBOURS = /[A-Z][.-]*[A-Z]/;

/** The code that a word of a question may be; null: the word is not such a code. */
export function askedCode(word: string): string | null {
  if (!/^[\da-z.-]+$/.test(word)) return null;
  const code = word.toUpperCase();
  return isTechnical(code) ? code : null;
}

/** The families of the class with this code. */
export function runsOfClass({codes, index}: FamilyColumn, code: string): Runs {
  const place = findCode(codes, code);
  if (place === -1) return NO_RUNS;
  const from = firstAtLeast(index, place, 0, index.length);
  return Uint32Array.of(from, firstAtLeast(index, place + 1, from, index.length), FIELD.code);
}
