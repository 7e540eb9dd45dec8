// What a clause of a draft says: its period, the words of claims in it, and its runs: the words in a row that may name a series.
//
// A run ends at a verb, a period, a figure or a word of reports. Words within a run belong together: "core inflation" is no inflation, so a run
// is never cut to what a search finds, except before a preposition, and then the claim is doubtful (draft-claims.ts).
import {isStopWord} from "../../../search/language/words.ts";
import {type ClaimPeriod, readPeriod} from "../claim-period.ts";
import {asideAt, codeIn, phraseAt, wordsIn} from "../claim-phrases.ts";
import {unitAt} from "../claim-unit.ts";
import type {DraftWord} from "./draft-words.ts";

/** Words in a row that may name a series, with the prepositions between them. */
export interface Run {
  readonly words: readonly string[];
  /** Place of its first word in the clause. */
  readonly at: number;
}

/** A phrase that says how the number is meant: a base, a change, a country. */
export interface ToldPhrase {
  readonly meaning: string;
  readonly words: readonly string[];
  readonly at: number;
}

export interface YearlessPeriod {
  readonly frequency: "M" | "Q";
  readonly number: number;
}

export interface Clause {
  readonly words: readonly string[];
  /** null: it names none. */
  readonly period: ClaimPeriod | null;
  /** A month or a quarter without its year. */
  readonly part: YearlessPeriod | null;
  /** Place of a period that follows "to": the number may be compared with it. null: none does. */
  readonly baseAt: number | null;
  /** It names a time that is no single period. */
  readonly isOfUnclearTime: boolean;
  /** "a month earlier", of a value and not of a change. */
  readonly back: "M" | "Q" | "A" | null;
  readonly runs: readonly Run[];
  readonly phrases: readonly ToldPhrase[];
  /** The phrase of `back`, which behind a change is a base: "2 % more than a year earlier". */
  readonly ago: ToldPhrase | null;
  /** Words with a capital letter within a sentence: names of places. */
  readonly names: ReadonlySet<string>;
}

const TOLD: readonly string[] = [
  ...["yoy", "mom", "qoq", "wow", "ytd", "dec", "up", "down", "price", "shift", "points", "denied", "rate", "amount"],
  "country",
];
const LEVELS: readonly string[] = ["weak", "general", "part"];
const CHANGES: readonly string[] = ["up", "down", "price"];
const BACK: Readonly<Record<string, "M" | "Q" | "A">> = {mom: "M", qoq: "Q", yoy: "A"};

export function readClause(own: readonly DraftWord[]): Clause {
  const words = own.map(({word}) => word);
  const time = readPeriod(words);
  const part = time.period === null && !time.isUnclear ? partIn(words) : null;
  const first = part?.taken[0] ?? Math.min(...time.taken);
  const isBase = codeIn("toward", words[first - 1]) !== null && time.period?.frequency !== "D";
  const isOfTime = (at: number): boolean => time.taken.has(at) || part?.taken.includes(at) === true;
  const runs: {words: string[]; at: number}[] = [];
  const phrases: ToldPhrase[] = [];
  let open = false;
  let between: string[] = [];
  const add = (at: number, some: readonly string[]): void => {
    if (open) runs.at(-1)!.words.push(...between, ...some);
    else runs.push({words: [...some], at});
    between = [];
    open = true;
  };
  for (let at = 0; at < words.length; ) {
    const word = words[at]!;
    const phrase = phraseAt(words, at);
    const aside = asideAt(words, at);
    const kind = phrase?.meaning.split(" ")[0] ?? "";
    const unit = unitAt(words, at);
    if (
      isOfTime(at) ||
      codeIn("count", word) !== null ||
      codeIn("month", word) !== null ||
      codeIn("cut", word) !== null
    ) {
      // words of a cut that are prepositions too do not end a run
      if (!isOfTime(at) && open && isStopWord(word)) between.push(word);
      else open = false;
      at++;
    } else if (phrase !== null && phrase.length >= (aside?.length ?? 0) && LEVELS.includes(kind)) {
      add(at, words.slice(at, at + phrase.length));
      at += phrase.length;
    } else if (phrase !== null && phrase.length >= (aside?.length ?? 0)) {
      if (TOLD.includes(kind)) phrases.push({meaning: phrase.meaning, words: words.slice(at, at + phrase.length), at});
      open = open && kind === "country";
      at += phrase.length;
    } else if (aside !== null) {
      open = false;
      at += aside.length;
    } else if (unit !== null) {
      open = false;
      at += unit.length;
    } else if (isStopWord(word)) {
      if (open) between.push(word);
      at++;
    } else if (/^\d/.test(word) || isVerb(word)) {
      open = false;
      at++;
    } else add(at++, [word]);
    if (!open) between = [];
  }
  const isChange = phrases.some(({meaning}) => CHANGES.includes(meaning.split(" ")[0]!));
  const ago = isChange ? undefined : phrases.find((one) => one.words.some((word) => codeIn("ago", word) !== null));
  const named = part === null ? null : {frequency: part.frequency, number: part.number};
  return {
    words,
    period: time.period,
    part: named,
    baseAt: isBase ? first : null,
    isOfUnclearTime: time.isUnclear || (time.period === null && isOfOtherTime(words, phrases)),
    back: ago === undefined || time.period !== null ? null : (BACK[ago.meaning] ?? null),
    runs,
    names: new Set(own.filter(({isName}) => isName).map(({word}) => word)),
    ago: ago ?? null,
    phrases: ago === undefined ? phrases : phrases.filter((one) => one !== ago),
  };
}

/** Whether the words tell a time that is not read: the period of a clause before would be a wrong one. */
function isOfOtherTime(words: readonly string[], phrases: readonly ToldPhrase[]): boolean {
  const isIn = (at: number): boolean => at <= 0 || codeIn("within", words[at - 1]) !== null;
  const isPrior = ({meaning, words: own, at}: ToldPhrase): boolean =>
    BACK[meaning] !== undefined && isIn(at) && own.some((word) => codeIn("prior", word) !== null);
  const isSpan = (at: number): boolean =>
    codeIn("part-of-year", words[at]) !== null &&
    (/^\d+$/.test(words[at - 1] ?? "") ||
      codeIn("ordinal", words[at - 1]) !== null ||
      codeIn("count", words[at - 1]) !== null);
  return (
    phrases.some(isPrior) ||
    words.some((word, at) => MIXED.test(word) || codeIn("other-time", word) !== null || isSpan(at))
  );
}

/** "2q21" or "h1". */
const MIXED = /^(?:\d+\p{L}+\d+|\p{L}\d|\dh\d*)$/u;

function isVerb(word: string): boolean {
  return word.length > 5 && wordsIn("verb-ending").some((ending) => word.endsWith(ending));
}

/** "in October", "in the third quarter" or "in the third": the year, or the word for quarters, stands elsewhere. */
function partIn(words: readonly string[]): {frequency: "M" | "Q"; number: number; taken: readonly number[]} | null {
  for (const [at, word] of words.entries()) {
    const month = codeIn("month", word);
    if (month !== null) {
      const day = [at - 1, at + 1].some((index) => /^(?:[1-9]|[12]\d|3[01])$/.test(words[index] ?? ""));
      return day ? null : {frequency: "M", number: Number(month), taken: [at]};
    }
    const ordinal = codeIn("ordinal", word);
    if (ordinal !== null && codeIn("quarter", words[at + 1]) !== null)
      return {frequency: "Q", number: Number(ordinal), taken: [at, at + 1]};
  }
  return null;
}
