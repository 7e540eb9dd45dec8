// The ways in which the words of a claim can be read where they leave that open: an inflation without a base, a year that is named by its end.
//
// The first reading is the claim as written. Another one counts only where no series has that, or where it alone has the number.
import {dayText} from "../../../statistics/time/day.ts";
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn} from "../claim-phrases.ts";
import {endOfYear, isToDecember, yearOfPeriod} from "./claim-time.ts";
import type {Clause} from "./clause.ts";
import type {YearlessPeriod} from "./clause-time.ts";
import type {ToldPhrase} from "./clause-words.ts";
import type {DraftFigure} from "./figures.ts";
import {PEOPLE} from "./number-words.ts";
import type {Subject} from "./subject.ts";

export interface Reading {
  readonly words: string;
  readonly period: ClaimPeriod;
}

/** An inflation without a base is one to the year before, or to the month before. */
export function readingsOf(
  words: string,
  isRate: boolean,
  phrases: readonly ToldPhrase[],
  known: ClaimPeriod | null,
): readonly string[] {
  const isBased = phrases.some(({meaning}) => codeIn("base", meaning) !== null);
  if (!isRate || isBased) return [];
  return (SPANS[known?.frequency ?? ""] ?? []).map((base) => `${words} ${base}`);
}

/** "Prices grew by 5.9 % in March": to the month or to the year before. */
export function isOfOpenSpan({words}: Subject, phrases: readonly ToldPhrase[], known: ClaimPeriod | null): boolean {
  const isBased = phrases.some(({meaning}) => codeIn("base", meaning) !== null);
  return !isBased && known?.frequency === "M" && words.some((word) => codeIn("prices", word) !== null);
}

const SPANS: Readonly<Record<string, readonly string[]>> = {M: ["yoy", "mom"], Q: ["yoy", "qoq"]};

/** The inflation of a year is that of its last month to the December before. null: another subject, or it is said to what it is compared. */
export function inflationOfYear(
  words: string,
  subject: Subject,
  phrases: readonly ToldPhrase[],
  known: ClaimPeriod | null,
): Reading | null {
  const isInflation = subject.words.some((word) => codeIn("two-bases", word) !== null);
  const isPlain = phrases.every(({meaning}) => meaning.startsWith("country"));
  if (!isInflation || !isPlain || known?.frequency !== "A") return null;
  return {words: `${words} yoy`, period: {frequency: "M", ordinal: known.ordinal * 12 + 11}};
}

/** The last month of a year that is named by its end, or the year of "December to December". null: there is no other reading. */
export function otherwiseRead(
  words: string,
  clause: Clause,
  known: ClaimPeriod | null,
  compared: ClaimPeriod | YearlessPeriod | null,
): Reading | null {
  const month = endOfYear(clause, known);
  if (month !== null) return {words, period: month};
  if (known?.frequency === "D" && dayText(known.ordinal).endsWith(LAST_DAY_OF_YEAR))
    return {words, period: yearOfPeriod(known)};
  if (known === null || compared === null || !isToDecember(compared, known)) return null;
  return {words: `${words} dec dec`, period: yearOfPeriod(known)};
}

const LAST_DAY_OF_YEAR = "-12-31";

/** Of a territory alone, or of those who live there, the number of a long row of digits counts people. */
export function unitOf({unit, number}: DraftFigure, subject: Subject): DraftFigure["unit"] {
  const isOfPeople = subject.words.every((word) => codeIn("living", word) !== null);
  const isCount =
    unit === null &&
    isOfPeople &&
    number.decimals <= 0 &&
    number.digits * 10n ** BigInt(-number.decimals) >= LEAST_PEOPLE;
  return isCount ? PEOPLE() : unit;
}

const LEAST_PEOPLE = 1000n;
