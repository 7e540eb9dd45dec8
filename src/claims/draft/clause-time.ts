// The time that a clause names: a period, a part of a year without its year, a time by its distance from another one.
//
// Three months of a quarter are the quarter: "July–September". Any other time that is no single period is unclear, for the period of an
// earlier clause would be a wrong one.
import {isStopWord} from "../../search/language/words.ts";
import {type ClaimPeriod, type PeriodInWords, readPeriod} from "../claim-period.ts";
import {asideAt, codeIn} from "../claim-phrases.ts";
import type {ToldPhrase} from "./clause-words.ts";

/** `number`: of the month or quarter; `day`: of the month, for a day. */
export type YearlessPeriod =
  | {readonly frequency: "M" | "Q"; readonly number: number}
  | {readonly frequency: "D"; readonly number: number; readonly day: number};

export interface ClauseTime {
  readonly time: PeriodInWords;
  readonly part: {readonly period: YearlessPeriod; readonly taken: readonly number[]} | null;
  isOfTime(at: number): boolean;
  /** A period with which the number is compared: "in 1999 to December 1998", "than in the same quarter of 2017". */
  readonly base: ClaimPeriod | YearlessPeriod | null;
  /** Place of its first word. */
  readonly first: number;
}

export const BACK: Readonly<Record<string, "M" | "Q" | "A">> = {mom: "M", qoq: "Q", yoy: "A"};

export function readTime(given: readonly string[]): ClauseTime {
  const {words, taken} = withQuarters(given);
  const own = timeOf(words);
  const at = words.findLastIndex(
    (word) => codeIn("toward", word || undefined) !== null || codeIn("compared", word || undefined) !== null,
  );
  const before = at === -1 ? null : timeOf(words.slice(0, at));
  const after = at === -1 ? null : timeOf(words.map((word, index) => (index <= at ? "" : word)));
  const isTwo = before !== null && after !== null && told(before) !== null && told(after) !== null;
  const {time, part} = isTwo ? before : own;
  const base = isTwo ? told(after) : null;
  const isOfTime = (index: number): boolean =>
    [own, ...(isTwo ? [before, after] : [])].some(
      (one) => one.time.taken.has(index) || one.part?.taken.includes(index) === true,
    ) || taken.has(index);
  const first = part?.taken[0] ?? Math.min(...time.taken);
  return {time, part, isOfTime, base, first};
}

interface TimeOfWords {
  readonly time: PeriodInWords;
  readonly part: ClauseTime["part"];
}

function timeOf(words: readonly string[]): TimeOfWords {
  const time = readPeriod(words);
  return {time, part: time.period === null && !time.isUnclear ? partIn(words) : null};
}

function told({time, part}: TimeOfWords): ClaimPeriod | YearlessPeriod | null {
  return time.period ?? part?.period ?? null;
}

/** The same words with a quarter in the place of its three months, and a whole year in that of twelve. */
function withQuarters(given: readonly string[]): {words: readonly string[]; taken: ReadonlySet<number>} {
  const taken = new Set<number>();
  const words = [...given];
  for (const [at, word] of given.entries()) {
    const number = codeIn("quarter-word", given[at + 1]) === null ? null : codeIn("last-quarter", word);
    const isSure = codeIn("sure-quarter", word) !== null;
    if (number === null || !(isSure || given.slice(at + 2, at + 4).some((next) => YEAR.test(next)))) continue;
    taken.add(at).add(at + 1);
    [words[at], words[at + 1]] = ["", `q${number}`];
  }
  for (let at = 0; at < words.length; at++) {
    const edge = edgeQuarter(given, at);
    if (edge !== null) {
      for (let index = at; index < at + 3; index++) {
        taken.add(index);
        words[index] = index === at + 2 ? edge : "";
      }
      continue;
    }
    const from = monthOf(words[at]);
    if (from === null) continue;
    const other = codeIn("and", words[at + 1]) === null ? at + 1 : at + 2;
    const to = monthOf(words[other]);
    if (to === null || (from % 3 !== 1 && from !== to) || to < from) continue;
    const isYear = from === 1 && to === 12;
    if (!isYear && to - from !== 2) continue;
    for (let index = at; index <= other; index++) {
      taken.add(index);
      words[index] = "";
    }
    if (!isYear) words[other] = `q${(to / 3).toFixed()}`;
  }
  return {words, taken};
}

const YEAR = /^(?:19|20)\d\d$/;

/** "The first three months". null: none begin here. */
function edgeQuarter(words: readonly string[], at: number): "q1" | "q4" | null {
  if (codeIn("three", words[at + 1]) === null || codeIn("months", words[at + 2]) === null) return null;
  if (codeIn("first-span", words[at]) !== null) return "q1";
  const isOfYear = words.slice(at + 3, at + 6).some((next) => YEAR.test(next) || codeIn("whole-year", next) !== null);
  return codeIn("last-span", words[at]) !== null && isOfYear ? "q4" : null;
}

/** "Two years earlier", "five quarters later": how many and of what, below zero for earlier. null: none is told. */
export function distanceIn(words: readonly string[]): {readonly by: "M" | "Q" | "A"; readonly times: number} | null {
  for (const [at, word] of words.entries()) {
    const by = codeIn("distance", word);
    const count = at === 0 ? null : countAt(words, at - 1);
    if (by === null || count === null || count < 2 || isThan(words, at - 1)) continue;
    const isBack = codeIn("ago", words[at + 1]) !== null;
    if (isBack || codeIn("on", words[at + 1]) !== null)
      return {by: by as "M" | "Q" | "A", times: isBack ? -count : count};
  }
  return null;
}

/** In digits or in words, up to 99. null: no whole number ends here. */
function countAt(words: readonly string[], at: number): number | null {
  const own = words[at]!;
  if (/^\d\d?$/.test(own)) return Number(own);
  const count = codeIn("count", own);
  if (count === null || !Number.isInteger(Number(count))) return null;
  const tens = codeIn("count", words[at - 1]);
  return Number(count) + (tens !== null && Number(tens) >= 20 && Number(count) < 10 ? Number(tens) : 0);
}

function monthOf(word: string | undefined): number | null {
  const month = codeIn("month", word === "" ? undefined : word);
  return month === null ? null : Number(month);
}

const SHORT_QUARTER = /^(?:q([1-4])|([1-4])q)$/;
const DAY = /^(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;

/** "in October", "on 16 February", "in the third quarter": the year stands elsewhere. */
function partIn(words: readonly string[]): ClauseTime["part"] {
  for (const [at, word] of words.entries()) {
    const month = monthOf(word);
    // "December on December" is a base
    if (month !== null && [-2, -1, 1, 2].some((steps) => monthOf(words[at + steps]) === month)) continue;
    if (month !== null) {
      // "from September 19 to 25": its last day
      const isSpan =
        DAY.test(words[at + 1] ?? "") && codeIn("and", words[at + 2]) !== null && DAY.test(words[at + 3] ?? "");
      if (isSpan) {
        const last = Number(words[at + 3]!.replace(/\D/g, ""));
        return {period: {frequency: "D", number: month, day: last}, taken: [at, at + 1, at + 2, at + 3]};
      }
      const day = [at - 1, at + 1].find((index) => DAY.test(words[index] ?? ""));
      if (day === undefined) return {period: {frequency: "M", number: month}, taken: [at]};
      const number = Number(words[day]!.replace(/\D/g, ""));
      return {period: {frequency: "D", number: month, day: number}, taken: [at, day].sort((a, b) => a - b)};
    }
    const short = SHORT_QUARTER.exec(word);
    if (short !== null) return {period: {frequency: "Q", number: Number(short[1] ?? short[2])}, taken: [at]};
    const ordinal = word === "" ? null : codeIn("ordinal", word);
    if (ordinal !== null && codeIn("quarter", words[at + 1] || undefined) !== null)
      return {period: {frequency: "Q", number: Number(ordinal)}, taken: [at, at + 1]};
  }
  return null;
}

/** "In the third", where quarters were spoken of. null: no such number. */
export function quarterByNumber(words: readonly string[]): number | null {
  for (const [at, word] of words.entries()) {
    const number = codeIn("ordinal", word);
    const before = codeIn("article", words[at - 1]) === null ? words[at - 1] : words[at - 2];
    const next = words[at + 1];
    const isAlone = next === undefined || isStopWord(next) || asideAt(words, at + 1) !== null;
    if (number !== null && !/^\d/.test(word) && isAlone && codeIn("within", before) !== null) return Number(number);
  }
  return null;
}

/** Whether the words tell a time that is not read: the period of a clause before would be a wrong one. @param ago is read */
export function isOfOtherTime(
  words: readonly string[],
  phrases: readonly ToldPhrase[],
  ago: ToldPhrase | undefined,
): boolean {
  const isRead = (at: number): boolean =>
    phrases.some(({at: first, words: own}) => at >= first && at < first + own.length);
  const isDistance = distanceIn(words) !== null;
  const isSpan = (at: number): boolean =>
    !isDistance &&
    (codeIn("part-of-year", words[at]) !== null || codeIn("distance", words[at]) === "A") &&
    !isRead(at) &&
    !isThreeMonths(words, at) &&
    (/^\d+$/.test(words[at - 1] ?? "") ||
      codeIn("ordinal", words[at - 1]) !== null ||
      codeIn("count", words[at - 1]) !== null);
  const isOther = (at: number): boolean =>
    (codeIn("other-time", words[at]) !== null && !isDistance) ||
    (codeIn("next-time", words[at]) !== null &&
      codeIn("time-noun", words[at + 1]) !== null &&
      nextTime(words) === null);
  return (
    phrases.some((one) => one !== ago && isPrior(words, one)) ||
    words.some((word, at) => (MIXED.test(word) && !SHORT_QUARTER.test(word)) || isOther(at) || isSpan(at))
  );
}

/** "In those three months", "in the same three months": those of a quarter that was named. */
export function isSaidQuarter(words: readonly string[]): boolean {
  return words.some((_, at) => isThreeMonths(words, at) && codeIn("same", words[at - 2]) !== null);
}

function isThreeMonths(words: readonly string[], at: number): boolean {
  const isThree = codeIn("three", words[at - 1]) !== null && codeIn("months", words[at]) !== null;
  return isThree && ["same", "next-time"].some((list) => codeIn(list, words[at - 2]) !== null);
}

/** "In the following quarter", "in the three that followed": counted from the period before. null: none is told. */
export function nextTime(words: readonly string[]): "M" | "Q" | "A" | null {
  for (const [at, word] of words.entries()) {
    const isNext = codeIn("next-time", word) !== null;
    if (isNext && isThreeMonths(words, at + 2)) return "Q";
    if (isNext && codeIn("quarter-word", words[at + 1]) !== null) return "Q";
    if (isNext && codeIn("whole-month", words[at + 1]) !== null) return "M";
    if (isNext && codeIn("year", words[at + 1]) !== null) return "A";
    const isFollowed = codeIn("followed", words[at + 2]) !== null;
    if (isFollowed && (codeIn("three", word) !== null || codeIn("quarter-word", word) !== null)) return "Q";
  }
  return null;
}

/** "2q21" or "h1". */
const MIXED = /^(?:\d+\p{L}+\d+|\p{L}\d|\dh\d*)$/u;

/** "in the same month of the previous year": not a base, but the time of a value. */
export function priorPhrase(words: readonly string[], phrases: readonly ToldPhrase[]): ToldPhrase | undefined {
  return phrases.find((one) => isPrior(words, one));
}

/** Whether the period that begins here is surely a base: "compared with March", "than in March". */
export function isComparedWith(words: readonly string[], first: number): boolean {
  if (!Number.isFinite(first)) return false;
  const before = words[first - 1];
  if (codeIn("more", before) !== null || codeIn("less", before) !== null) return true;
  for (let at = first - 1; at >= 0; at--) {
    const word = words[at]!;
    if (codeIn("compared", word) !== null) return true;
    const isBetween = ["same", "time-noun", "article"].some((list) => codeIn(list, word) !== null) || isStopWord(word);
    if (!isBetween) return false;
  }
  return false;
}

/** "More than a year earlier": a base. */
export function isThan(words: readonly string[], at: number): boolean {
  return [1, 2, 3].some((steps) => codeIn("than-time", words[at - steps]) !== null);
}

function isPrior(words: readonly string[], {meaning, words: own, at}: ToldPhrase): boolean {
  const isIn = [at - 1, at - 2].some((index) => codeIn("within", words[index]) !== null);
  return (
    BACK[meaning] !== undefined &&
    !isThan(words, at) &&
    (at === 0 || isIn) &&
    own.some((word) => codeIn("prior", word) !== null)
  );
}
