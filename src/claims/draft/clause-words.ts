// The words of a clause of a draft: its runs, its territories, and the phrases that say how the number is meant.
//
// A run ends at a verb, a period, a figure or a word of reports. Words within a run belong together: "core inflation" is no inflation, so a run
// is never cut to what a search finds, except before a preposition, and then the claim is doubtful (draft-claims.ts).
import {isStopWord, plainWordsOf} from "../../search/language/words.ts";
import {asideAt, codeIn, endsIn, isAdjective, phraseAt} from "../claim-phrases.ts";
import {unitAt} from "../claim-unit.ts";
import type {DraftWord} from "./draft-words.ts";
import {isLoose} from "./loose-words.ts";
import {territoryAt} from "./territory-names.ts";

/** Words in a row that may name a series, with the prepositions between them. */
export interface Run {
  readonly words: readonly string[];
  /** "To", "from": what follows is not what is counted. */
  readonly isOblique?: boolean;
  /** Something that is no circumstance stands before it, and it is no name: it does not act. */
  readonly isInner?: boolean;
  /** Place of its first word in the clause. */
  readonly at: number;
  /** No preposition stands before it: it may be what the clause is about. */
  readonly isFree?: boolean;
  /** The small word right before it. */
  readonly preposition?: string;
}

/** A phrase that says how the number is meant: a base, a change, a country. */
export interface ToldPhrase {
  readonly meaning: string;
  readonly words: readonly string[];
  readonly at: number;
}

export interface ClauseWords {
  readonly runs: readonly Run[];
  readonly territories: readonly Run[];
  readonly phrases: readonly ToldPhrase[];
  /** "A year later". */
  readonly later: "M" | "Q" | "A" | null;
  /** Places of the words of its territories. */
  readonly inNames: ReadonlySet<number>;
  /** Places of verbs and of words of reports, which end a noun phrase. */
  readonly breaks: readonly number[];
  /** Where who sets a rate is named; null: nobody is. */
  readonly actorAt: number | null;
}

const TOLD: readonly string[] = [
  ...["yoy", "mom", "qoq", "wow", "ytd", "dec", "up", "down", "price", "shift", "points", "denied", "rate", "amount"],
  "country",
];
const BASES: readonly string[] = ["yoy", "mom", "qoq", "wow"];
const LEVELS: readonly string[] = ["weak", "general", "part"];
/** @param isOfTime whether the word at a place belongs to a period */
export function readWords(
  own: readonly DraftWord[],
  isOfTime: (at: number) => boolean,
  isBehindComma: boolean,
): ClauseWords {
  const words = own.map(({word}) => word);
  const runs: (Run & {words: string[]})[] = [];
  const territories: Run[] = [];
  const inNames = new Set<number>();
  const breaks: number[] = [];
  const phrases: ToldPhrase[] = [];
  let open = false;
  let later: ClauseWords["later"] = null;
  let between: string[] = [];
  const add = (at: number, some: readonly string[]): void => {
    const told = some.flatMap((word) => {
      // "women and men who live there" are not women
      const isPaired = codeIn("pair-and", words[at + 1]) !== null;
      const meant = isPaired ? null : codeIn("means", word);
      return meant === null ? [word] : plainWordsOf(meant);
    });
    if (open) runs.at(-1)!.words.push(...between, ...told);
    else {
      runs.push(runAt(own, at, told, breaks));
    }
    between = [];
    open = true;
  };
  for (let at = 0; at < words.length; ) {
    const word = words[at]!;
    const phrase = phraseAt(words, at);
    const aside = asideAt(words, at);
    const kind = phrase?.meaning.split(" ")[0] ?? "";
    const unit = unitAt(words, at);
    const named = isOfTime(at) ? null : territoryAt(own, at);
    if (named !== null) {
      territories.push({words: named.words, at});
      for (let index = at; index < at + named.length; index++) inNames.add(index);
      at += named.length;
      between = [];
    } else if (
      isOfTime(at) ||
      (codeIn("count", word) !== null && phrase === null) ||
      codeIn("month", word) !== null ||
      (codeIn("cut", word) !== null && (phrase?.length ?? 0) < 2)
    ) {
      // words of a cut that are prepositions too do not end a run
      if (!isOfTime(at) && open && isStopWord(word)) between.push(word);
      else open = false;
      at++;
    } else if (isTellingAside(words, at, isOfTime, open && between.length === 0)) {
      add(at++, [word]);
    } else if (phrase !== null && phrase.length >= (aside?.length ?? 0) && LEVELS.includes(kind)) {
      add(at, words.slice(at, at + phrase.length));
      at += phrase.length;
    } else if (phrase !== null && phrase.length >= (aside?.length ?? 0)) {
      if (kind === "later") later = phrase.meaning.split(" ")[1] as ClauseWords["later"];
      const isSameTime = BASES.includes(kind) && isOfSameTime(words.slice(at, at + phrase.length));
      if (TOLD.includes(kind) && !isSameTime)
        phrases.push({meaning: phrase.meaning, words: words.slice(at, at + phrase.length), at});
      open = open && kind === "country";
      if (kind !== "country") breaks.push(at);
      at += phrase.length;
    } else if (aside !== null || codeIn("more", word) !== null || codeIn("less", word) !== null) {
      open = false;
      breaks.push(at);
      at += aside?.length ?? 1;
    } else if (unit !== null) {
      open = false;
      at += unit.length;
    } else if (isStopWord(word)) {
      if (open) between.push(word);
      if (isOneOfBe(word)) breaks.push(at);
      at++;
    } else if (isVerb(words, at, isBehindComma) || saysNothing(words, at, isOfTime, open)) {
      open = false;
      if (isVerb(words, at, isBehindComma)) breaks.push(at);
      at++;
    } else add(at++, [word]);
    if (!open) between = [];
  }
  const actorAt = breaks.find((at) => asideAt(words, at)?.meaning === "actor") ?? null;
  return {runs, territories, phrases, later, inNames, breaks, actorAt};
}

/** A run that begins at a place. */
function runAt(
  own: readonly DraftWord[],
  at: number,
  told: string[],
  breaks: readonly number[],
): Run & {words: string[]} {
  const words = own.map(({word}) => word);
  return {
    words: told,
    at,
    isOblique: isOblique(words, at),
    isFree: isFree(words, at),
    isInner: own[at]!.isCapital === false && breaks.some((index) => !isStopWord(words[index]!)),
    ...prepositionOf(words, at),
  };
}

/** "Other food", "home prices": right beside a word of a title an aside may say which one is meant. */
function isTellingAside(
  words: readonly string[],
  at: number,
  isOfTime: (at: number) => boolean,
  isBehindTitle: boolean,
): boolean {
  if (codeIn("telling", words[at]) === null || (phraseAt(words, at)?.length ?? 1) > 1) return false;
  return isBehindTitle || isOfTitle(words, at + 1, isOfTime);
}

/** Whether the word may be one of a title: it has no other meaning. */
function isOfTitle(words: readonly string[], at: number, isOfTime: (at: number) => boolean): boolean {
  const word = words[at];
  if (word === undefined || codeIn("time-noun", word) !== null || isStopWord(word) || isOfTime(at) || /^\d/.test(word))
    return false;
  const phrase = phraseAt(words, at);
  const isLevel = phrase === null || LEVELS.includes(phrase.meaning.split(" ")[0]!);
  return isLevel && asideAt(words, at) === null && unitAt(words, at) === null && !isLoose(words, at);
}

/** The word before a run, or before its article. */
function withoutArticle(words: readonly string[], at: number): string | undefined {
  return codeIn("article", words[at - 1]) === null ? words[at - 1] : words[at - 2];
}

function prepositionOf(words: readonly string[], at: number): {preposition?: string} {
  const before = withoutArticle(words, at);
  return before !== undefined && isStopWord(before) ? {preposition: before} : {};
}

function isOneOfBe(word: string): boolean {
  return codeIn("be", word) !== null;
}

function isFree(words: readonly string[], at: number): boolean {
  const before = withoutArticle(words, at);
  return before === undefined || !isStopWord(before) || codeIn("particle", before) !== null;
}

/** "The smallest town": how it compares with others, unless the adjective tells a core from a whole. */
function isSuperlative(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  return codeIn("superlative", words[at - 1]) !== null && isAdjective(word) && codeIn("not-loose", word) === null;
}

/** "The food segment rose": no word of a title, and nothing is said of which segment behind it. */
function isEmptyNoun(words: readonly string[], at: number, isOfTime: (at: number) => boolean): boolean {
  const next = words[at + 1];
  const isLast = next === undefined || isStopWord(next) || isOfTime(at + 1) || phraseAt(words, at + 1) !== null;
  return codeIn("empty-noun", words[at]) !== null && isLast;
}

/** A small word right before it: "to the spring". */
function isOblique(words: readonly string[], at: number): boolean {
  return codeIn("oblique", withoutArticle(words, at)) !== null;
}

/** "For that same year", "in the same month" are no bases. */
function isOfSameTime(words: readonly string[]): boolean {
  const isOther = words.some((word) => codeIn("prior", word) !== null || codeIn("ago", word) !== null);
  return isSaidAgain(words) && !isOther;
}

/** "the same quarter", "that date": no time of its own. */
export function isSaidAgain(words: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      codeIn("same", word) !== null && [at + 1, at + 2].some((index) => codeIn("time-noun", words[index]) !== null),
  );
}

/** ", leaving inflation at 5 %": behind a comma it is a verb, which "adjusting" before a noun is not. */
function isGerund(word: string): boolean {
  const isOther = ["not-loose", "restricting"].some((list) => codeIn(list, word) !== null);
  return word.length > 5 && word.endsWith(GERUND) && !isOther;
}

const GERUND = "ing";

/** A number that is no figure ends a run too. */
function isVerb(words: readonly string[], at: number, isBehindComma: boolean): boolean {
  const word = words[at]!;
  return /^\d/.test(word) || (isGerund(word) && ((isBehindComma && at === 0) || isProgressive(words, at)));
}

/** "Was still shrinking": behind "be", with adverbs between, and before no noun. */
function isProgressive(words: readonly string[], at: number): boolean {
  const next = words[at + 1];
  if (next !== undefined && !isStopWord(next)) return false;
  let before = at - 1;
  while (
    before >= 0 &&
    (asideAt(words, before) !== null || endsIn("adverb-ending", words[before]!)) &&
    !isOneOfBe(words[before]!)
  )
    before--;
  return before >= 0 && isOneOfBe(words[before]!);
}

/** @param open behind words of a title */
function saysNothing(words: readonly string[], at: number, isOfTime: (at: number) => boolean, open: boolean): boolean {
  const isEmpty = ["same", "time-noun", "ago", "superlative"].some((list) => codeIn(list, words[at]) !== null);
  return isEmpty || isSuperlative(words, at) || (open && isEmptyNoun(words, at, isOfTime));
}
