// What a clause of a draft says: its period, its words (clause-words.ts), and whether it names something else than the clause before it.
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn} from "../claim-phrases.ts";
import {otherCountryIn} from "../other-countries.ts";
import {
  BACK,
  distanceIn,
  isComparedWith,
  isOfOtherTime,
  isSaidQuarter,
  isThan,
  nextTime,
  priorPhrase,
  quarterByNumber,
  readTime,
  type YearlessPeriod,
} from "./clause-time.ts";
import {isSaidAgain, type Run, readWords, type ToldPhrase} from "./clause-words.ts";
import type {DraftWord} from "./draft-words.ts";

export interface Clause {
  readonly words: readonly string[];
  /** null: it names none. */
  readonly period: ClaimPeriod | null;
  /** "The slowest since August": that period, which is no time of a number here. */
  readonly limit: ClaimPeriod | null;
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
  /** "Two years earlier". */
  readonly distance: {readonly by: "M" | "Q" | "A"; readonly times: number} | null;
  /** "Over the year as a whole". */
  readonly isOverYear: boolean;
  /** "In the third": only a quarter can be meant. */
  readonly quarter: number | null;
  /** "Those three months": only a quarter can be meant. */
  readonly isSaidQuarter: boolean;
  /** "Finished the year". */
  readonly isFinish: boolean;
  /** "At the start of the year". */
  readonly isBegin: boolean;
  /** It speaks of the end of a time. */
  readonly isYearClose: boolean;
  readonly runs: readonly Run[];
  /** Places of verbs and of words of reports, which end a noun phrase. */
  readonly breaks: readonly number[];
  /** Where who sets a rate is named; null: nobody is. */
  readonly actorAt: number | null;
  /** "Its rate", of something else than a country and who sets a rate (portions.ts). */
  readonly isOfOther?: boolean;
  /** Territories that it names, which are no part of a run. */
  readonly territories: readonly Run[];
  readonly phrases: readonly ToldPhrase[];
  /** The phrase of `back`, which behind a change is a base: "2 % more than a year earlier". */
  readonly ago: ToldPhrase | null;
  /** The words that name another country; empty: none is named. */
  readonly abroad: readonly string[];
  /** Words with a capital letter within a sentence: names of places. */
  readonly names: ReadonlySet<string>;
}

const CHANGES: readonly string[] = ["up", "down", "price"];

/** @param isBehindComma it is no beginning of a sentence @param position of its number; that of its end if it has none */
export function readClause(own: readonly DraftWord[], isBehindComma: boolean, position: number): Clause {
  const words = own.map(({word}) => word);
  const {isOfTime, base, first, ...told} = readTime(words);
  const isLimit = isLimitOf(words, first) && !isWhenBehind(words, first, position);
  const time = isLimit ? NO_TIME : told.time;
  const part = isLimit ? null : told.part;
  const isCompared = isComparedWith(words, first);
  const isOfDay = time.period?.frequency === "D" || part?.period.frequency === "D";
  const {runs, territories, phrases, later, inNames, breaks, actorAt} = readWords(own, isOfTime, isBehindComma);
  const isChange = phrases.some(({meaning}) => CHANGES.includes(meaning.split(" ")[0]!));
  const isSince = isChange && codeIn("since", words[first - 1]) !== null;
  const isBase =
    base === null &&
    !isOfDay &&
    (isCompared || isSince || codeIn("toward", words[first - 1]) !== null || words[first - 1] === ON);
  const leading = phrases.find(({words: own, at}) => at === 0 && own.some((word) => codeIn("ago", word) !== null));
  const ago = isChange
    ? (leading ?? priorPhrase(words, phrases) ?? (isCompared ? undefined : agoBehind(words, phrases, position)))
    : (phrases.find(({words: own, at}) => own.some((word) => codeIn("ago", word) !== null) && !isThan(words, at)) ??
      priorPhrase(words, phrases));
  const untimed = words.map((word, at) => (isOfTime(at) ? "" : word));
  return {
    words,
    period: time.period,
    limit: isLimit ? told.time.period : null,
    part: part?.period ?? null,
    baseAt: isBase ? first : null,
    isSureBase: isBase && (isCompared || isSince),
    base,
    isOfUnclearTime: time.isUnclear || (time.period === null && isOfOtherTime(untimed, phrases, ago)),
    back: ago === undefined || time.period !== null ? null : (BACK[ago.meaning] ?? null),
    later: later ?? (time.period === null ? nextTime(words) : null),
    distance: time.period === null && part === null ? distanceIn(words) : null,
    isOverYear: time.period === null && part === null && isOverYear(words),
    quarter: time.period === null && part === null ? quarterByNumber(words) : null,
    isSaidQuarter: time.period === null && isSaidQuarter(words),
    isSame: isSaidAgain(words),
    isFinish: words.some((word, at) => isOneOf(["finish", "year-close"], word) && isYearBehind(words, at)),
    isBegin: words.some((word, at) => codeIn("year-start", word) !== null && isYearBehind(words, at)),
    isYearClose: words.some((word) => codeIn("year-close", word) !== null),
    runs,
    breaks,
    actorAt,
    territories,
    abroad: otherCountryIn(own),
    names: new Set(own.filter(({isName}, at) => isName && !inNames.has(at)).map(({word}) => word)),
    ago: ago ?? null,
    phrases: ago === undefined ? phrases : phrases.filter((one) => one !== ago),
  };
}

/** "After contracting 0.2 % the year before", "higher than the 4.4 % of a year earlier": the time of a number with which another is compared. */
function agoBehind(words: readonly string[], phrases: readonly ToldPhrase[], position: number): ToldPhrase | undefined {
  const before = words.slice(0, position);
  const isOther = codeIn("from", before[0]) === null && codeIn("before-other", before[0]) !== null;
  if (!isOther && !before.slice(-2).some((word) => codeIn("than-time", word) !== null)) return undefined;
  return phrases.find(({words: own, at}) => at >= position && own.some((word) => codeIn("ago", word) !== null));
}

/** "The fastest since 2012": no time of a number. */
function isLimitOf(words: readonly string[], first: number): boolean {
  return codeIn("since", words[first - 1]) !== null && words.some((word) => codeIn("extreme", word) !== null);
}

/** "Since 2015 when it was 12.9 %": the time of the number too. */
function isWhenBehind(words: readonly string[], first: number, position: number): boolean {
  return words.slice(first, position).some((word) => codeIn("when", word) !== null);
}

const NO_TIME = {period: null, isUnclear: false, taken: new Set<number>()};

/** "Up 5 % on December": no month is one in which something was. */
const ON = "on";

function isOverYear(words: readonly string[]): boolean {
  return ["whole-year", "over-year"].every((list) => words.some((word) => codeIn(list, word) !== null));
}

function isOneOf(lists: readonly string[], word: string): boolean {
  return lists.some((list) => codeIn(list, word) !== null);
}

function isYearBehind(words: readonly string[], at: number): boolean {
  return [1, 2].some((steps) => codeIn("whole-year", words[at + steps]) !== null);
}
