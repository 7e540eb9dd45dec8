// The words of a name: those that carry it, and those that stand in brackets and only qualify it.
import {isStopWord} from "../language/stop-words.ts";
import {plainWordsOf, wordsOf} from "../language/words.ts";

export interface NameWords {
  readonly main: readonly string[];
  readonly aside: readonly string[];
  /** How many words must be matched for the whole name; at least 1. */
  readonly length: number;
}

/** @param neutral words that need not be matched for the whole name, unless it has no others */
export function nameWords(name: string, neutral: ReadonlySet<string> = NONE): NameWords {
  const aside: string[] = [];
  const outside = name.replace(/\(([^()]*)\)?/gu, (_whole, inner: string) => {
    aside.push(inner);
    return " ";
  });
  const telling = new Set(plainWordsOf(outside).filter((word) => !isStopWord(word)));
  if (telling.size === 0) return {main: wordsOf(name), aside: [], length: 1};
  const length = [...telling].filter((word) => !neutral.has(word)).length || telling.size;
  return {main: wordsOf(outside), aside: wordsOf(aside.join(" ")), length};
}

const NONE: ReadonlySet<string> = new Set();
