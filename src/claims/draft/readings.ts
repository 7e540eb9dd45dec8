// The ways in which the words of a claim can be read where they leave that open: an inflation without a base, a year that is named by its end.
//
// The first reading is the claim as written. Another one counts only where no series has that, or where it alone has the number.
import {dayText, ordinalAt} from "../../statistics/time/day.ts";
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn} from "../claim-phrases.ts";
import {isToDecember, yearOfPeriod} from "./claim-time.ts";
import type {YearlessPeriod} from "./clause-time.ts";
import type {ToldPhrase} from "./clause-words.ts";
import type {DraftFigure} from "./figures.ts";
import {PEOPLE} from "./number-words.ts";
import type {Subject} from "./subject-finder.ts";

export interface Reading {
  readonly words: string;
  readonly period: ClaimPeriod | null;
  /** It also counts where no series has the period of the first reading. */
  readonly isInstead?: boolean;
  /** Both its words and its period differ from the first reading: it counts only where no nearer one agrees. */
  readonly isFar?: boolean;
  /** The month of the day on which a rate was changed: of a rate in force, and of nothing else. */
  readonly isOfDecision?: boolean;
}

interface ReadClaim {
  readonly words: string;
  readonly known: ClaimPeriod | null;
  readonly compared: ClaimPeriod | YearlessPeriod | null;
  readonly phrases: readonly ToldPhrase[];
  readonly subject: Subject;
  readonly figure: DraftFigure;
  /** "by" or "to" before the figure. */
  readonly by: string | null;
}

/** The other readings of a claim, beside its words and its period as they stand. */
export function readingsOf(claim: ReadClaim): readonly Reading[] {
  const {words, known, compared, phrases, subject, figure} = claim;
  if (known === null) return [];
  const isBased = phrases.some(({meaning}) => codeIn("base", meaning) !== null);
  // an inflation without a base is one to the year before, or to the month before
  const spans = figure.unit?.isPerCent === true && !isBased ? (SPANS[known.frequency] ?? []) : [];
  const based = spans.map((base) => ({words: `${base} ${words}`, period: known}));
  // the inflation of a year is that of its last month to the December before
  const isInflation = subject.words.some((word) => codeIn("two-bases", word) !== null);
  const isOfYear =
    known.frequency === "A" && isInflation && !phrases.some(({meaning}) => !meaning.startsWith("country"));
  const ofYear = isOfYear
    ? [{words: `yoy ${words}`, period: {frequency: "M" as const, ordinal: known.ordinal * 12 + 11}}]
    : [];
  return [...based, ...ofYear, ...insteadOf(words, known, compared)];
}

/** The same at the other periods too that the number may be of. */
export function readingsAtAll(claim: ReadClaim, others: readonly ClaimPeriod[]): readonly Reading[] {
  const {words, known} = claim;
  const atAll = [known, ...others].flatMap((period) =>
    readingsOf({...claim, known: period}).map((one) => ({...one, isFar: period !== known})),
  );
  return [...others.map((period) => ({words, period})), ...atAll, ...atDecision(claim)];
}

/** The same of other subjects that the text speaks of. @param behind words of the claim that are not its subject */
export function readingsOfTopics(
  topics: readonly Subject[],
  {subject, known}: Pick<ReadClaim, "subject" | "known">,
  behind: readonly string[],
): readonly Reading[] {
  return topics
    .filter(({words}) => words.join() !== subject.words.join())
    .map(({words}) => ({words: [...words, ...behind].join(" "), period: known}));
}

/** "Was raised to 17 % on 16 December": in force at the end of that month. */
function atDecision({words, known, by, subject}: ReadClaim): readonly Reading[] {
  if (known?.frequency !== "D" || by === null || codeIn("up-to", by) === null) return [];
  if (!subject.words.some((word) => codeIn("own-rate", word) !== null)) return [];
  return [{words, period: {frequency: "M", ordinal: ordinalAt("M", known.ordinal)}, isOfDecision: true}];
}

/** The year of its last day, or the year of "December to December". */
function insteadOf(words: string, known: ClaimPeriod, compared: ReadClaim["compared"]): readonly Reading[] {
  if (known.frequency === "D" && dayText(known.ordinal).endsWith(LAST_DAY_OF_YEAR))
    return [{words, period: yearOfPeriod(known), isInstead: true}];
  if (compared === null || !isToDecember(compared, known)) return [];
  return [{words: `${words} dec dec`, period: yearOfPeriod(known), isInstead: true}];
}

const LAST_DAY_OF_YEAR = "-12-31";

/** "Prices grew by 5.9 % in March": to the month or to the year before. */
export function isOfOpenSpan({words}: Subject, phrases: readonly ToldPhrase[], known: ClaimPeriod | null): boolean {
  const isBased = phrases.some(({meaning}) => codeIn("base", meaning) !== null);
  return !isBased && known?.frequency === "M" && words.some((word) => codeIn("prices", word) !== null);
}

const SPANS: Readonly<Record<string, readonly string[]>> = {M: ["yoy", "mom"], Q: ["yoy", "qoq"]};

/** Of a territory alone the number of a long row of digits counts people. */
export function unitOf({unit, number}: DraftFigure, subject: Subject): DraftFigure["unit"] {
  const isCount =
    unit === null &&
    subject.words.length === 0 &&
    number.decimals <= 0 &&
    number.digits * 10n ** BigInt(-number.decimals) >= LEAST_PEOPLE;
  return isCount ? PEOPLE() : unit;
}

const LEAST_PEOPLE = 1000n;
