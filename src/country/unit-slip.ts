// A unit that a person misspelt. As a unit of its own it would be a second unit beside the listed one.
//
// Only a long word is misspelt: "тыс. л" is no slip of "тыс. т". "million" and "billion" are two numbers, though one letter apart.
import {isSlipOf, plainName} from "../text/near-name.ts";
import {numberIn} from "./number-words.ts";

const LEAST_LENGTH = 5;

/** The listed name that differs from the text in blanks or in one letter of one word; null: none. */
export function findSlip(text: string, names: Iterable<string>): string | null {
  const words = wordsOf(text);
  for (const name of names) {
    if (plainName(name) === plainName(text)) return name;
    const others = wordsOf(name);
    if (others.length !== words.length) continue;
    const different = words.flatMap((word, at) => (word === others[at] ? [] : [[word, others[at]!] as const]));
    if (different.length === 1 && isMisspelt(...different[0]!)) return name;
  }
  return null;
}

function isMisspelt(word: string, other: string): boolean {
  if (Math.min(word.length, other.length) < LEAST_LENGTH) return false;
  return isSlipOf(word, other) && (numberIn(word) === undefined || numberIn(other) === undefined);
}

function wordsOf(text: string): string[] {
  return text.trim().toLowerCase().split(/\s+/);
}
