// Whether a number of a draft can be compared with a series at all: a forecast, a change of a count and what leaves out a part can not.
import {DEFAULT_COUNTRY} from "../../country/countries.ts";
import {codeIn, wordsIn} from "../claim-phrases.ts";
import type {ToldPhrase} from "./clause-words.ts";
import {isLoose} from "./loose-words.ts";
import {PEOPLE} from "./number-words.ts";
import type {Portion} from "./portions.ts";
import {isTelling} from "./subject.ts";
import type {Subject, SubjectFinder} from "./subject-finder.ts";

/** The number of a portion is of another kind than published ones: a range, another unit, a change of a count, another country, a forecast. */
export function isOtherThanPublished(
  portions: readonly Portion[],
  at: number,
  subject: Subject,
  phrases: readonly ToldPhrase[],
): boolean {
  const portion = portions[at]!;
  return (
    portion.figure?.kind !== "value" ||
    portion.clause.isOfUnclearTime ||
    isOfOtherUnit(portion, subject) ||
    isChangeOfCount(portion, phrases) ||
    isRealRate(portion, subject) ||
    withTerritoryBehind(portions, at).some(({clause}) => clause.abroad.length > 0) ||
    isOtherKind(portions, at, subject)
  );
}

/** "Excluding food", "adjusted for the season": another number than the published one, unless its title says so. */
export async function isRestricted(
  portions: readonly Portion[],
  at: number,
  {words: subject}: Subject,
  finder: SubjectFinder,
): Promise<boolean> {
  let last = at;
  while (portions[last + 1] !== undefined && portions[last + 1]!.figure === null) last++;
  for (const {clause} of portions.slice(0, last + 1)) {
    const {words, territories} = clause;
    const isPhrased = wordsIn("restricting-phrase").some((phrase) => ` ${words.join(" ")} `.includes(` ${phrase} `));
    const isListed = words.some((word) => codeIn("restricting", word) !== null);
    const isOfTitle = async (): Promise<boolean> =>
      territories.length === 0 && (await finder.areInTitle([...subject, ...words]));
    if (isPhrased || (isListed && !(await isOfTitle()))) return true;
  }
  return false;
}

/** "92 billion dollars", where no list has the dollar: a word right behind a multiplier that is not of the subject. */
function isOfOtherUnit({figure, clause, position}: Portion, subject: Subject): boolean {
  if (figure?.unit?.plain !== null) return false;
  const behind = clause.runs.find(({at}) => at === position);
  return behind !== undefined && !subject.words.includes(behind.words[0]!) && !isLoose(behind.words.slice(0, 1), 0);
}

/** "Two thousand fewer": no series has such a change. */
export function isChangeOfCount({figure, by, clause, position}: Portion, phrases: readonly ToldPhrase[]): boolean {
  if (figure?.unit?.isPerCent === true || by === null || codeIn("by", by) === null) return false;
  const behind = clause.words[position];
  const isMore = codeIn("more", behind) !== null || codeIn("less", behind) !== null;
  return isMore || phrases.some(({meaning}) => meaning === "up" || meaning === "down");
}

/** "The real key rate": a rate less the rise of prices is no published one. */
function isRealRate({clause}: Portion, {words}: Subject): boolean {
  return (
    words.some((word) => codeIn("own-rate", word) !== null) &&
    clause.words.some((word) => codeIn("real", word) !== null)
  );
}

/** "Slowed from 5 %", "slowed: was 5 %": where a change began, in a time that is not said behind it. */
export function isStart(portions: readonly Portion[], at: number): boolean {
  const {clause, position} = portions[at]!;
  const isBehindSubject = portions[at - 1]?.clause.runs.some(isTelling) === true;
  if (position === 1 && isBehindSubject && codeIn("was", clause.words[0]) !== null) return true;
  if (codeIn("from", clause.words[position - 1]) === null) return false;
  const next = portions[at + 1];
  // "closed the year with 3.9 trillion": no change
  if (clause.words.some((word) => codeIn("finish", word) !== null)) return false;
  const isTimed =
    clause.quarter !== null || clause.words.slice(position).some(isOfTime) || (next?.clause.words ?? []).some(isOfTime);
  return !isTimed;
}

function isOfTime(word: string): boolean {
  return codeIn("month", word) !== null || codeIn("time-noun", word) !== null || /^(?:19|20)\d\d$/.test(word);
}

/** It names another country, and no series of the subject is of that country. */
export async function isOfOtherCountry(
  portions: readonly Portion[],
  at: number,
  {words}: Subject,
  finder: SubjectFinder,
): Promise<boolean> {
  const country = countryAbroad(portions, at);
  return country.length > 0 && !(await finder.areInTitle([...words, ...country]));
}

/** The other country that the number is of, if nothing says that it is of the own one: "in the US, inflation was". Empty: of none. */
function countryAbroad(portions: readonly Portion[], at: number): readonly string[] {
  const near = withTerritoryBehind(portions, at);
  if (near.some(({clause}) => clause.phrases.some(({meaning}) => meaning === OWN_COUNTRY))) return [];
  const isTerritoryAlone = ({clause: {words, abroad}}: Portion): boolean => {
    if (words.length === abroad.length) return true;
    const first = words.indexOf(abroad[0]!);
    return [1, 2].some((steps) => codeIn("within", words[first - steps]) !== null);
  };
  return (
    near.find((one) => one.clause.abroad.length > 0 && (one === portions[at] || isTerritoryAlone(one)))?.clause
      .abroad ?? []
  );
}

const OWN_COUNTRY = `country ${DEFAULT_COUNTRY.code}-00`;

/** With what stands behind the number if it is a country alone: "5.6 % (US)". */
function withTerritoryBehind(portions: readonly Portion[], at: number): readonly Portion[] {
  const behind = portions[at + 1];
  const isTerritoryAlone =
    behind?.figure === null && behind.clause.words.length - behind.clause.abroad.length <= MOST_BESIDE;
  return [...leadOf(portions, at), ...(isTerritoryAlone ? [behind] : [])];
}

/** "In the". */
const MOST_BESIDE = 2;

/** The clause of a number and those without one before it. */
function leadOf(portions: readonly Portion[], at: number): readonly Portion[] {
  let first = at;
  while (first > 0 && portions[first - 1]!.figure === null) first--;
  return portions.slice(first, at + 1);
}

/** A forecast, or a mean of what a series gives by itself. The clauses without a figure before it count too. */
export function isOtherKind(portions: readonly Portion[], at: number, subject: Subject): boolean {
  const words = leadOf(portions, at).flatMap(({clause}) => clause.words);
  const has = (list: string, some: readonly string[]): boolean => some.some((word) => codeIn(list, word) !== null);
  const isMay = words.some((word, at) => codeIn("may", word) !== null && codeIn("may-verb", words[at + 1]) !== null);
  const isForeseen = words.some(
    (word, at) =>
      codeIn("foreseen", word) !== null &&
      codeIn("believed", words[at + 1]) === null &&
      // a target is what is published of it
      !subject.words.includes(word),
  );
  const isFormer = words.some(
    (word, at) => codeIn("formerly", word) !== null && codeIn("time-noun", words[at - 1]) === null,
  );
  return (
    isMay || isForeseen || isFormer || has("denying", words) || (has("mean", words) && has("averaged", subject.words))
  );
}

/** "The price of a metre in Moscow": of its words only the city is left, of which a number of people alone can be meant. */
export function isOfNoPeople({words}: Subject, unit: string | null): boolean {
  return words.length === 0 && unit !== null && unit !== PEOPLE().plain;
}
