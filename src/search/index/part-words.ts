// The words of one dataset, numbered in the order of their first use, and its names as such numbers.
//
// Names share nearly all of their words, and many classes have the same name. So each name and each piece of text is read once.
import {WHOLE_WORDS} from "../language/code-words.ts";
import {isStopWord, plainWordsOf, wordsOf} from "../language/words.ts";
import type {SplitNames} from "./split-names.ts";

export interface PartWords {
  readonly list: readonly string[];
  numberOf(word: string): number;
}

export function createPartWords(): PartWords {
  const numbers = new Map<string, number>();
  const list: string[] = [];
  return {
    list,
    numberOf(word) {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, list.length);
      return list.push(word) - 1;
    },
  };
}

/** The words of a name without stop words, as in `nameWords` (titles.ts). */
export interface NameNumbers {
  readonly main: readonly number[];
  readonly aside: readonly number[];
  /** The number of words that make a match of the whole name; 0: it is empty. */
  readonly length: number;
  /** One of its words is for a total. */
  readonly hasWhole: boolean;
}

/**
 * Reads names by their numbers, which count from one; a word for a total does not count for the length of a name that has others. The
 * words of a piece depend on whether a bracket is open before it.
 */
export function createNameReader(
  {numberOf}: PartWords,
  {pieces, starts, numbers}: SplitNames,
): (name: number) => NameNumbers {
  const names = new Map<number, NameNumbers>();
  const outside: Piece[] = [];
  const inside: Piece[] = [];
  /** Of each word: the last reading of a name that counted it. */
  const countedIn: number[] = [];
  const main: number[] = [];
  const aside: number[] = [];
  let readings = 0;

  function readName(name: number): NameNumbers {
    readings++;
    let mainLength = 0;
    let asideLength = 0;
    let telling = 0;
    let proper = 0;
    let hasWhole = false;
    let isInside = false;
    for (let at = starts[name - 1]!; at < starts[name]!; at++) {
      const number = numbers[at]!;
      const known: Piece[] = isInside ? inside : outside;
      known[number] ??= readPiece(pieces[number]!, isInside, numberOf);
      const piece: Piece = known[number]!;
      for (let word = 0; word < piece.main.length; word++) main[mainLength++] = piece.main[word]!;
      for (let word = 0; word < piece.aside.length; word++) aside[asideLength++] = piece.aside[word]!;
      for (let place = 0; place < piece.telling.length; place++) {
        const word = piece.telling[place]!;
        if (countedIn[word] === readings) continue;
        countedIn[word] = readings;
        telling++;
        if (!piece.isWhole[place]) proper++;
      }
      hasWhole ||= piece.hasWhole;
      isInside = piece.endsInside;
    }
    if (telling > 0)
      return {
        main: main.slice(0, mainLength),
        aside: asideLength === 0 ? NONE : aside.slice(0, asideLength),
        length: proper || telling,
        hasWhole,
      };
    const text = Array.from(numbers.subarray(starts[name - 1]!, starts[name]!), (number) => pieces[number]!).join(" ");
    return {main: tellingOf(wordsOf(text)).map(numberOf), aside: [], length: text === "" ? 0 : 1, hasWhole};
  }

  return (name) => {
    let known = names.get(name);
    if (known === undefined) {
      if (names.size >= MOST_NAMES) names.clear();
      known = readName(name);
      names.set(name, known);
    }
    return known;
  };
}

/** A few thousand texts are the names of most classes of a form, and the next ones are mostly the same. */
const MOST_NAMES = 8000;
const NONE: readonly number[] = [];

/** The text between two blanks; after folding it may still be several words. */
interface Piece {
  readonly main: readonly number[];
  readonly aside: readonly number[];
  /** Of the main words without those that a compound makes as one word; parallel to `isWhole`. */
  readonly telling: readonly number[];
  readonly isWhole: readonly boolean[];
  readonly hasWhole: boolean;
  /** A bracket is open behind it. */
  readonly endsInside: boolean;
}

function readPiece(text: string, isInside: boolean, numberOf: (word: string) => number): Piece {
  const inner: string[] = [];
  const outer = withoutBrackets(isInside ? `(${text}` : text, inner);
  const telling = tellingOf(plainWordsOf(outer));
  const [main, aside] = [tellingOf(wordsOf(outer)), tellingOf(inner.flatMap(wordsOf))];
  return {
    main: main.map(numberOf),
    aside: aside.map(numberOf),
    telling: telling.map(numberOf),
    isWhole: telling.map((word) => WHOLE_WORDS.has(word)),
    hasWhole: [...main, ...aside].some((word) => WHOLE_WORDS.has(word)),
    endsInside: isInside ? !/\)[^(]*$/.test(text) : /\([^)]*$/.test(text),
  };
}

function tellingOf(words: readonly string[]): string[] {
  return words.filter((word) => !isStopWord(word));
}

/** The text outside the brackets; what is inside them is added to `aside`. */
export function withoutBrackets(name: string, aside: string[]): string {
  return name.replace(/\(([^()]*)\)?/gu, (_whole, inner: string) => {
    aside.push(inner);
    return " ";
  });
}
