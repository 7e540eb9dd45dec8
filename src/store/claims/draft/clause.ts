// What a clause of a draft says: its period, the words of claims in it, and its runs: the words in a row that may name a series.
//
// A run ends at a verb, a period, a figure or a word of reports. Words within a run belong together: "core inflation" is no inflation, so a run
// is never cut to what a search finds, except before a preposition, and then the claim is doubtful (draft-claims.ts).
import {isStopWord} from "../../../search/language/words.ts";
import type {ClaimPeriod} from "../claim-period.ts";
import {asideAt, codeIn, phraseAt, wordsIn} from "../claim-phrases.ts";
import {unitAt} from "../claim-unit.ts";
import {
  BACK,
  isComparedWith,
  isOfOtherTime,
  isSaidAgain,
  isThan,
  priorPhrase,
  readTime,
  type YearlessPeriod,
} from "./clause-time.ts";
import type {DraftWord} from "./draft-words.ts";
import {territoryAt} from "./territory-names.ts";

/** Words in a row that may name a series, with the prepositions between them. */
export interface Run {
  readonly words: readonly string[];
  /** "To", "from", "because of": what follows is not what is counted. */
  readonly isOblique?: boolean;
  /** Place of its first word in the clause. */
  readonly at: number;
}

/** A phrase that says how the number is meant: a base, a change, a country. */
export interface ToldPhrase {
  readonly meaning: string;
  readonly words: readonly string[];
  readonly at: number;
}

export interface Clause {
  readonly words: readonly string[];
  /** null: it names none. */
  readonly period: ClaimPeriod | null;
  /** A month or a quarter without its year. */
  readonly part: YearlessPeriod | null;
  /** Place of a period that follows "to": the number may be compared with it. null: none does. */
  readonly baseAt: number | null;
  /** It is compared with that period, and nothing else can be meant. */
  readonly isSureBase: boolean;
  /** A period with which the number is compared, beside its own. */
  readonly base: ClaimPeriod | YearlessPeriod | null;
  /** It names a time that is no single period. */
  readonly isOfUnclearTime: boolean;
  /** "a month earlier", of a value and not of a change. */
  readonly back: "M" | "Q" | "A" | null;
  /** "a year later". */
  readonly later: "M" | "Q" | "A" | null;
  /** "that period", "the same quarter": that of the clauses before it, perhaps of another year. */
  readonly isSame: boolean;
  /** "Finished the year". */
  readonly isFinish: boolean;
  /** It names no other subject: "which slowed in January", "says the minister", "despite the tax". */
  readonly isRelative: boolean;
  /** It begins like a second name for what was named before: "the nation's currency". */
  readonly isNamed: boolean;
  /** Its year is named by its end: "at the close of 2024". */
  readonly isYearEnd: boolean;
  readonly runs: readonly Run[];
  /** Territories that it names, which are no part of a run. */
  readonly territories: readonly Run[];
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

export function readClause(own: readonly DraftWord[]): Clause {
  const words = own.map(({word}) => word);
  const {time, part, isOfTime, base, first} = readTime(words);
  const isCompared = isComparedWith(words, first);
  const isOfDay = time.period?.frequency === "D" || part?.period.frequency === "D";
  const isBase = base === null && !isOfDay && (isCompared || codeIn("toward", words[first - 1]) !== null);
  const runs: {words: string[]; at: number; isOblique: boolean}[] = [];
  const territories: Run[] = [];
  const inNames = new Set<number>();
  const phrases: ToldPhrase[] = [];
  let open = false;
  let later: Clause["later"] = null;
  let between: string[] = [];
  const add = (at: number, some: readonly string[]): void => {
    if (open) runs.at(-1)!.words.push(...between, ...some);
    else runs.push({words: [...some], at, isOblique: isOblique(words, at)});
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
      const isSameYear = kind === "yoy" && isOfSameYear(words.slice(at, at + phrase.length));
      if (kind === "later") later = phrase.meaning.split(" ")[1] as Clause["later"];
      if (TOLD.includes(kind) && !isSameYear)
        phrases.push({meaning: phrase.meaning, words: words.slice(at, at + phrase.length), at});
      open = open && kind === "country";
      at += phrase.length;
    } else if (aside !== null || codeIn("more", word) !== null || codeIn("less", word) !== null) {
      open = false;
      at += aside?.length ?? 1;
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
  const leading = phrases.find(({words: own, at}) => at === 0 && own.some((word) => codeIn("ago", word) !== null));
  const ago = isChange
    ? leading
    : (phrases.find(({words: own, at}) => own.some((word) => codeIn("ago", word) !== null) && !isThan(words, at)) ??
      priorPhrase(words, phrases));
  return {
    words,
    period: time.period,
    part: part?.period ?? null,
    baseAt: isBase ? first : null,
    isSureBase: isBase && isCompared,
    base,
    isOfUnclearTime: time.isUnclear || (time.period === null && isOfOtherTime(words, phrases, ago)),
    back: ago === undefined || time.period !== null ? null : (BACK[ago.meaning] ?? null),
    later,
    isSame: isSaidAgain(words),
    isFinish: words.some((word, at) => codeIn("finish", word) !== null && isYearBehind(words, at)),
    isRelative: isRelative(words),
    isYearEnd: time.period?.frequency === "A" && words.some((word) => codeIn("year-end", word) !== null),
    runs: withoutSpeaker(words, isChange ? runs.map(standingFor) : runs),
    isNamed: isNamed(words),
    territories,
    names: new Set(own.filter(({isName}, at) => isName && !inNames.has(at)).map(({word}) => word)),
    ago: ago ?? null,
    phrases: ago === undefined ? phrases : phrases.filter((one) => one !== ago),
  };
}

/** A small word right before it, or the adjective between: "to the spring". */
function isOblique(words: readonly string[], at: number): boolean {
  const before = words[at - 1];
  const isArticle = codeIn("article", before) !== null;
  const word = isArticle ? words[at - 2] : before;
  return codeIn("oblique", word) !== null || codeIn("cause", word) !== null || codeIn("cause", words[at - 2]) !== null;
}

/** "The minister said that": who says it is no subject. */
function withoutSpeaker(words: readonly string[], runs: readonly Run[]): readonly Run[] {
  const that = words.findIndex((word, at) => codeIn("aside-clause", word) !== null && words[at + 1] === THAT);
  return that === -1 ? runs : runs.filter(({at}) => at > that);
}

const THAT = "that";

function isNamed(words: readonly string[]): boolean {
  return codeIn("article", words[0]) !== null;
}

/** "The economy grew": what grew is a product. */
function standingFor(run: Run): Run {
  const code = run.words.length === 1 ? codeIn("stands-for", run.words[0]) : null;
  return code === null ? run : {...run, words: [code]};
}

/** "For that same year" is no base. */
function isOfSameYear(words: readonly string[]): boolean {
  const isOther = words.some((word) => codeIn("prior", word) !== null || codeIn("ago", word) !== null);
  return isSaidAgain(words) && !isOther;
}

function isYearBehind(words: readonly string[], at: number): boolean {
  return [1, 2].some((steps) => codeIn("whole-year", words[at + steps]) !== null);
}

function isRelative(words: readonly string[]): boolean {
  const first = words.find((word) => !isStopWord(word)) ?? "";
  const isParticiple = first.length > 5 && wordsIn("relative-ending").some((ending) => first.endsWith(ending));
  return (
    isParticiple ||
    words.slice(0, 2).some((word) => codeIn("relative", word) !== null || codeIn("cause", word) !== null) ||
    words.some((word) => codeIn("aside-clause", word) !== null)
  );
}

function isVerb(word: string): boolean {
  return word.length > 5 && wordsIn("verb-ending").some((ending) => word.endsWith(ending));
}
