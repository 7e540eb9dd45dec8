// The words of one dataset, numbered in the order of their first use, and its names as such numbers.
//
// Names share nearly all of their words, and many classes have the same name. So each name and each token of text is read once.
import {NAME_MARK} from "../../statistics/class-texts/leveled-texts.ts";
import {WHOLE_WORDS} from "../language/code-words.ts";
import {isStopWord, plainWordsOf, wordsOf} from "../language/words.ts";
import type {Levels, SplitNames} from "./split-names.ts";

export interface SegmentWords {
  readonly list: readonly string[];
  numberOf(word: string): number;
}

export function createSegmentWords(): SegmentWords {
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

/** What the words of a name say of it. */
export interface NameFacts {
  /** The number of words that make a match of the whole name; 0: it is empty. */
  readonly length: number;
  /** Each of its levels has a word for a total. */
  readonly isTotal: boolean;
  /** A question of a survey, or three levels and more. */
  readonly isCrossed: boolean;
  /** Its words, if none outside brackets tells anything: then they are not those of its levels. null: they are. */
  readonly bare: readonly number[] | null;
}

export interface NameReader {
  /** Of a name by its number, which counts from one. */
  factsOf(name: number): NameFacts;
  /** The words of a level, which depend on whether a bracket is open before it. */
  levelOf(level: number, isInside: boolean): LevelTokens;
}

/** Reads names without stop words, as in `nameWords` (titles.ts). A word for a total does not count for the length of a name that has others. */
export function createNameReader({numberOf}: SegmentWords, names: SplitNames): NameReader {
  const {starts, numbers, levels} = names;
  const known: NameFacts[] = [];
  const levelOf = createLevelWords(numberOf, levels);
  /** Of each word: the last reading of a name that counted it. */
  const countedIn: number[] = [];
  let readings = 0;

  function readName(name: number): NameFacts {
    readings++;
    let telling = 0;
    let proper = 0;
    let isTotal = true;
    let hasQuestion = false;
    let isInside = false;
    const [from, to] = [starts[name - 1]!, starts[name]!];
    for (let at = from; at < to; at++) {
      const level: LevelTokens = levelOf(numbers[at]!, isInside);
      for (let index = 0; index < level.telling.length; index++) {
        const word = level.telling[index]!;
        if (countedIn[word] === readings) continue;
        countedIn[word] = readings;
        telling++;
        if (!level.isWhole[index]) proper++;
      }
      isTotal &&= level.isTotal;
      hasQuestion ||= level.hasQuestion;
      isInside = level.endsInside;
    }
    const facts = {isTotal, isCrossed: hasQuestion || to - from > 2};
    if (telling > 0) return {length: proper || telling, bare: null, ...facts};
    const text = Array.from(numbers.subarray(from, to), (level) => levels.list[level]!).join(NAME_MARK);
    return {length: text === "" ? 0 : 1, bare: withoutStopWords(wordsOf(text)).map(numberOf), ...facts};
  }

  return {
    factsOf(name) {
      known[name] ??= readName(name);
      return known[name];
    },
    levelOf,
  };
}

/** The words of a level of names. */
export interface LevelTokens extends Token {
  /** It has a word for a total, in brackets or outside them. */
  readonly isTotal: boolean;
  readonly hasQuestion: boolean;
}

/** Reads each level once outside brackets, and once inside them if it occurs there. */
function createLevelWords(
  numberOf: (word: string) => number,
  {list, tokens, starts, numbers}: Levels,
): (level: number, isInside: boolean) => LevelTokens {
  const known: Readonly<Record<"outside" | "inside", LevelTokens[]>> = {outside: [], inside: []};
  const knownTokens: Readonly<Record<"outside" | "inside", Token[]>> = {outside: [], inside: []};

  function read(level: number, isInside: boolean): LevelTokens {
    const [main, aside, telling]: [number[], number[], number[]] = [[], [], []];
    const isWhole: boolean[] = [];
    let hasWhole = false;
    let endsInside = isInside;
    for (let at = starts[level]!; at < starts[level + 1]!; at++) {
      const number = numbers[at]!;
      const own = endsInside ? knownTokens.inside : knownTokens.outside;
      own[number] ??= readToken(tokens[number]!, endsInside, numberOf);
      const token: Token = own[number]!;
      for (let word = 0; word < token.main.length; word++) main.push(token.main[word]!);
      for (let word = 0; word < token.aside.length; word++) aside.push(token.aside[word]!);
      for (let word = 0; word < token.telling.length; word++) {
        telling.push(token.telling[word]!);
        isWhole.push(token.isWhole[word]!);
      }
      hasWhole ||= token.hasWhole;
      endsInside = token.endsInside;
    }
    const text = list[level]!;
    const isTotal = hasWhole && wordsOf(text).some((word) => WHOLE_WORDS.has(word));
    return {main, aside, telling, isWhole, hasWhole, endsInside, isTotal, hasQuestion: text.includes("?")};
  }

  return (level, isInside) => {
    const own = isInside ? known.inside : known.outside;
    own[level] ??= read(level, isInside);
    return own[level];
  };
}

/** The text between two blanks; after folding it may still be several words. */
interface Token {
  readonly main: readonly number[];
  readonly aside: readonly number[];
  /** Of the main words without those that a compound makes as one word; parallel to `isWhole`. */
  readonly telling: readonly number[];
  readonly isWhole: readonly boolean[];
  readonly hasWhole: boolean;
  /** A bracket is open behind it. */
  readonly endsInside: boolean;
}

function readToken(text: string, isInside: boolean, numberOf: (word: string) => number): Token {
  const inner: string[] = [];
  const outer = withoutBrackets(isInside ? `(${text}` : text, inner);
  const telling = withoutStopWords(plainWordsOf(outer));
  const [main, aside] = [withoutStopWords(wordsOf(outer)), withoutStopWords(inner.flatMap(wordsOf))];
  return {
    main: main.map(numberOf),
    aside: aside.map(numberOf),
    telling: telling.map(numberOf),
    isWhole: telling.map((word) => WHOLE_WORDS.has(word)),
    hasWhole: [...main, ...aside].some((word) => WHOLE_WORDS.has(word)),
    endsInside: isInside ? !/\)[^(]*$/.test(text) : /\([^)]*$/.test(text),
  };
}

function withoutStopWords(words: readonly string[]): string[] {
  return words.filter((word) => !isStopWord(word));
}

/** The text outside the brackets; what is inside them is added to `aside`. */
export function withoutBrackets(name: string, aside: string[]): string {
  return name.replace(/\(([^()]*)\)?/gu, (_whole, inner: string) => {
    aside.push(inner);
    return " ";
  });
}
