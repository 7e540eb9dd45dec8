// The words of one dataset, numbered in the order of their first use, and its names as such numbers.
//
// Names share nearly all of their words, and many classes have the same name. So each name and each piece of text is read once.
import {WHOLE_WORDS} from "../language/code-words.ts";
import {isStopWord, plainWordsOf, wordsOf} from "../language/words.ts";
import {createPieces} from "./pieces.ts";

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

/** Reads the names of a dataset; a word for a total does not count for the length of a name that has others. */
export function createNameReader({numberOf}: PartWords): (name: string) => NameNumbers {
  const names = new Map<string, NameNumbers>();
  const pieces = createPieces();
  /** By the number of the piece. */
  const read: Piece[] = [];
  /** Of each word: the last name that it was counted for. */
  const countedFor: number[] = [];
  let counted = 0;

  function piecesOf(text: string): Piece[] {
    const numbers: number[] = [];
    pieces.read(text, numbers);
    while (read.length < pieces.list.length) read.push(readPiece(pieces.list[read.length]!, numberOf));
    return numbers.map((number) => read[number]!);
  }

  /** Number of different words that tell something, and of those among them that are not for a total. */
  function countTelling(outside: readonly Piece[]): [number, number] {
    counted++;
    let [telling, proper] = [0, 0];
    for (let piece = 0; piece < outside.length; piece++) {
      const {telling: words, isWhole} = outside[piece]!;
      for (let at = 0; at < words.length; at++) {
        const word = words[at]!;
        while (countedFor.length <= word) countedFor.push(0);
        if (countedFor[word] === counted) continue;
        countedFor[word] = counted;
        telling++;
        if (!isWhole[at]) proper++;
      }
    }
    return [telling, proper];
  }

  function readName(name: string): NameNumbers {
    const aside: string[] = [];
    const outside = name.includes("(") ? withoutBrackets(name, aside) : name;
    const own = piecesOf(outside);
    const inner = aside.length === 0 ? NO_PIECES : piecesOf(aside.join(" "));
    const hasWhole = own.some((piece) => piece.hasWhole) || inner.some((piece) => piece.hasWhole);
    const [telling, proper] = countTelling(own);
    if (telling === 0) return {main: allOf(piecesOf(name)), aside: [], length: name === "" ? 0 : 1, hasWhole};
    return {main: allOf(own), aside: allOf(inner), length: proper || telling, hasWhole};
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
const MOST_NAMES = 1000;

/** The text between two blanks; after folding it may still be several words. */
interface Piece {
  readonly words: readonly number[];
  /** Without those that a compound makes as one word; parallel to `isWhole`. */
  readonly telling: readonly number[];
  readonly isWhole: readonly boolean[];
  readonly hasWhole: boolean;
}

const NO_PIECES: readonly Piece[] = [];

function readPiece(piece: string, numberOf: (word: string) => number): Piece {
  const telling = plainWordsOf(piece).filter((word) => !isStopWord(word));
  const words = wordsOf(piece).filter((word) => !isStopWord(word));
  return {
    words: words.map(numberOf),
    telling: telling.map(numberOf),
    isWhole: telling.map((word) => WHOLE_WORDS.has(word)),
    hasWhole: words.some((word) => WHOLE_WORDS.has(word)),
  };
}

function allOf(pieces: readonly Piece[]): number[] {
  const words: number[] = [];
  for (let piece = 0; piece < pieces.length; piece++) {
    const own = pieces[piece]!.words;
    for (let at = 0; at < own.length; at++) words.push(own[at]!);
  }
  return words;
}

/** The text outside the brackets; what is inside them is added to `aside`. */
export function withoutBrackets(name: string, aside: string[]): string {
  return name.replace(/\(([^()]*)\)?/gu, (_whole, inner: string) => {
    aside.push(inner);
    return " ";
  });
}
