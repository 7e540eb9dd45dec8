// The period of a figure in a draft, and the period with which it is compared: each may stand in part in the clauses before it.
import {dayOf, dayText, firstDay, lastDay, ordinalAt, parseCalendarDay} from "../../statistics/time/day.ts";
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn, phraseAt} from "../claim-phrases.ts";
import type {Clause} from "./clause.ts";
import type {YearlessPeriod} from "./clause-time.ts";
import type {ToldPhrase} from "./clause-words.ts";
import type {Portion} from "./portions.ts";
import type {Subject} from "./subject-finder.ts";

/** The period of a clause; `known` is that of the clauses before it, for "in October" and "a month earlier". */
export function periodOf(
  {period, part, back, later, isSame, base, isFinish, isBegin, isYearClose, quarter, distance, isOverYear}: Clause,
  known: ClaimPeriod | null,
): ClaimPeriod | null {
  const isFiner = known !== null && known.frequency !== "A" && known.frequency !== "D";
  if (period?.frequency === "A" && isYearClose && isFiner)
    return lastOfYear({...known, ordinal: firstOf(period, known)});
  if (period !== null) return isSame && base === null && known !== null ? (inYear(period, known) ?? period) : period;
  if (known === null) return null;
  if (isFinish && part === null && known.frequency !== "D") return lastOfYear(known);
  if (isBegin && part === null && isFiner) return {...known, ordinal: firstOf(yearOfPeriod(known), known)};
  if (part !== null) {
    const isMoved = back === "A" || later === "A";
    return partOf(part, isMoved ? (moved(known, "A", later === "A" ? 1 : -1) ?? known) : known);
  }
  if (distance !== null) return moved(known, distance.by, distance.times);
  if (isOverYear) return yearOfPeriod(known);
  if (back !== null) return moved(known, back, -1);
  if (quarter !== null && known.frequency === "Q") return partOf({frequency: "Q", number: quarter}, known);
  return later === null ? null : moved(known, later, 1);
}

/** A month, quarter or day of the year of another period. */
export function partOf(part: YearlessPeriod, known: ClaimPeriod): ClaimPeriod {
  const year = yearOf(known);
  if (part.frequency === "D") return {frequency: "D", ordinal: dayOf(year, part.number, part.day)};
  return {frequency: part.frequency, ordinal: year * PER_YEAR[part.frequency] + part.number - 1};
}

/** That month, quarter or day which is nearest to another period, in its year or in the one before or after it. */
export function nearestPart(part: YearlessPeriod, known: ClaimPeriod): ClaimPeriod {
  const day = firstDayOf(known);
  const years = [0, -1, 1].map((steps) => partOf(part, {frequency: "A", ordinal: yearOf(known) + steps}));
  const distance = (one: ClaimPeriod): number => Math.abs(firstDayOf(one) - day);
  return years.reduce((one, other) => (distance(other) < distance(one) ? other : one));
}

function firstDayOf({frequency, ordinal}: ClaimPeriod): number {
  return frequency === "D" ? ordinal : firstDay(frequency, ordinal);
}

/** The first of the periods of a year that are as long as a known one. */
function firstOf({ordinal}: ClaimPeriod, {frequency}: ClaimPeriod): number {
  return ordinal * PER_YEAR[frequency as keyof typeof PER_YEAR];
}

/** "Finished the year at": the last of its months or quarters. */
function lastOfYear(known: ClaimPeriod): ClaimPeriod {
  const {frequency} = known;
  const perYear = PER_YEAR[frequency as keyof typeof PER_YEAR];
  return {frequency, ordinal: yearOf(known) * perYear + perYear - 1};
}

/** "The same period of 2020". null: it is not a year, or there is no finer period before it. */
function inYear({frequency, ordinal}: ClaimPeriod, known: ClaimPeriod): ClaimPeriod | null {
  if (frequency !== "A" || known.frequency === "A") return null;
  return moved(known, "A", ordinal - yearOf(known));
}

const PER_YEAR = {A: 1, Q: 4, M: 12};

/** null: not a whole number of its periods. */
function moved(known: ClaimPeriod, by: "M" | "Q" | "A", times: number): ClaimPeriod | null {
  if (known.frequency === "D") {
    const day = dayText(known.ordinal);
    if (by !== "A") return null;
    const other = parseCalendarDay(`${Number(day.slice(0, 4)) + times}${day.slice(4)}`);
    return other === null ? null : {frequency: "D", ordinal: other};
  }
  const steps = (times * PER_YEAR[known.frequency]) / PER_YEAR[by];
  return Number.isInteger(steps) ? {frequency: known.frequency, ordinal: known.ordinal + steps} : null;
}

/** Whether the period is that of this figure alone: "after 5 % a year earlier", in brackets, "the same period of 2020". @param isFirst no number stands before it */
export function isPassing({clause, isAside, figure, position}: Portion, isFirst: boolean): boolean {
  const isOther = (word: string | undefined): boolean => codeIn("before-other", word) !== null;
  const isBehind = codeIn("from", clause.words[0]) === null && isOther(clause.words[0]);
  if (figure !== null && !isFirst && (isOther(clause.words[position - 1]) || isBehind)) return true;
  // a date in brackets before any number is that of what follows: "Cities (as of 1 January 2020)"
  return (
    clause.back !== null ||
    (isAside && !(isFirst && figure === null)) ||
    (clause.isSame && clause.period !== null && clause.base === null)
  );
}

/** "By 2 % to January" and "105 % to January" compare with a period; "to January it fell to 5 %" tells that of the number. */
export function splitBase({clause, position, by}: Pick<Portion, "clause" | "position" | "by">): {
  clause: Clause;
  compared: ClaimPeriod | YearlessPeriod | null;
} {
  const {baseAt, period, part, base} = clause;
  if (base !== null) return {clause, compared: base};
  const isIndex = baseAt !== null && clause.words.slice(0, baseAt).some((word) => codeIn("index", word) !== null);
  const isBase =
    baseAt !== null &&
    (clause.isSureBase || isIndex || baseAt >= position || (by !== null && codeIn("by", by) !== null));
  return isBase ? {clause: {...clause, period: null, part: null}, compared: period ?? part} : {clause, compared: null};
}

/** The phrase for the period with which a number is compared. @param isSame "the same quarter of 2017" @returns null: no series compares so. */
export function baseOf(
  base: ClaimPeriod | YearlessPeriod,
  own: ClaimPeriod | null,
  isSame: boolean,
): readonly ToldPhrase[] | null {
  const as = (meaning: string, ...words: string[]): ToldPhrase[] => [{meaning, words, at: 0}];
  if (own === null || base.frequency === "D") return null;
  const year = yearOf(own);
  if (own.frequency === "D") return base.frequency === "M" && isDecemberBefore(base, year) ? as("ytd", "ytd") : null;
  const a = "number" in base ? null : base;
  const isDecember = a !== null && isDecemberBefore(a, year);
  if (own.frequency === "A")
    return isDecember
      ? as("dec", "dec", "dec")
      : a?.frequency === "A" && a.ordinal === year - 1
        ? as("yoy", "yoy")
        : null;
  const perYear = PER_YEAR[own.frequency];
  if (isSame && a?.frequency === "A" && a.ordinal === year - 1) return as("yoy", "yoy");
  if (base.frequency !== own.frequency) return null;
  const ordinal = a?.ordinal ?? nearestBefore(base as YearlessPeriod, own.ordinal, perYear);
  if (ordinal === own.ordinal - 1) return own.frequency === "M" ? as("mom", "mom") : as("qoq", "qoq");
  return ordinal === own.ordinal - perYear ? as("yoy", "yoy") : isDecember ? as("ytd", "ytd") : null;
}

function isDecemberBefore(base: ClaimPeriod | YearlessPeriod, year: number): boolean {
  if ("number" in base) return base.frequency === "M" && base.number === PER_YEAR.M;
  return base.frequency === "M" && base.ordinal === (year - 1) * PER_YEAR.M + PER_YEAR.M - 1;
}

/** A month without a year with which another one is compared: the last one of its name before it. */
function nearestBefore({number}: YearlessPeriod, own: number, perYear: number): number {
  const ofYear = Math.floor(own / perYear) * perYear + number - 1;
  return ofYear < own ? ofYear : ofYear - perYear;
}

function yearOf(known: ClaimPeriod): number {
  if (known.frequency === "D") return ordinalAt("A", known.ordinal);
  return ordinalAt("A", firstDay(known.frequency, known.ordinal));
}

/** The year of a period: "December to December" is said of a year. */
export function yearOfPeriod(known: ClaimPeriod): ClaimPeriod {
  return {frequency: "A", ordinal: yearOf(known)};
}

/** Whether a December is compared with the one before it. */
export function isToDecember(base: ClaimPeriod | YearlessPeriod, own: ClaimPeriod): boolean {
  if (own.frequency !== "M" || own.ordinal % PER_YEAR.M !== PER_YEAR.M - 1 || base.frequency !== "M") return false;
  return "ordinal" in base && base.ordinal === own.ordinal - PER_YEAR.M;
}

/** The periods that a number may be of which stands behind "after" or "from", or is told as that of the week before. */
export function earlierPeriods(
  {clause, position}: Portion,
  known: ClaimPeriod | null,
  isOwnTime: boolean,
): readonly ClaimPeriod[] {
  if (known === null) return [];
  const days = [7, 6, 8, 5, 9].map((steps): ClaimPeriod => ({frequency: "D", ordinal: known.ordinal - steps}));
  const isWeek = clause.words.some(
    (word, at) => codeIn("ago", word) !== null && phraseAt(clause.words, at - 1)?.meaning === "wow",
  );
  if (isWeek) return known.frequency === "D" ? days : [];
  const before = [1, 2].map((steps) => clause.words[position - steps]);
  const isBefore =
    codeIn("before-other", before[0]) !== null ||
    (codeIn("before-other", before[1]) !== null &&
      ["about", "bound", "article"].some((list) => codeIn(list, before[0]) !== null));
  if (!isBefore || isOwnTime) return [];
  if (known.frequency === "D") return days;
  const perYear = known.frequency === "M" ? 12 : known.frequency === "Q" ? 4 : 1;
  return [...new Set([1, perYear])].map((steps) => ({...known, ordinal: known.ordinal - steps}));
}

/** The first period in which series of the subject may be published; if there is none, the first. */
export function fittingPeriod(periods: readonly (ClaimPeriod | null)[], {frequencies}: Subject): ClaimPeriod | null {
  const isOf = (one: ClaimPeriod | null): boolean =>
    one !== null &&
    [...frequencies].some(
      (frequency) =>
        frequency === one.frequency ||
        (one.frequency === "D" &&
          (frequency === "W" || firstDay(frequency, ordinalAt(frequency, one.ordinal)) === one.ordinal)),
    );
  return periods.find(isOf) ?? periods[0] ?? null;
}

/**
 * "Grew by 1.5 % in 2017 after 0.2 % in 2016", "in 2009, with a fall of 11 % in the second quarter": what follows is about the first, or about
 * a later one. null: there is none.
 */
export function mainPeriod([first, ...others]: readonly ClaimPeriod[]): ClaimPeriod | null {
  return first === undefined ? null : others.reduce((one, other) => (isLater(other, one) ? other : one), first);
}

function isLater(other: ClaimPeriod, one: ClaimPeriod): boolean {
  return firstDay(other.frequency, other.ordinal) > lastDay(one.frequency, firstDay(one.frequency, one.ordinal));
}
