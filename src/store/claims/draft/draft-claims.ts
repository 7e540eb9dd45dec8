// The claims of a text: every figure whose clause, or the clauses before it, name a series. Each becomes the words of a claim, as a reader
// would write them for one number.
//
// A clause says only what differs from the one before: "retail sales rose by 2 %, those of food by 3 %". So subject, territory, period and
// change are taken from the nearest clause that has them (carried.ts). Numbers without a subject are left out: they count people in a room.

import {plainWordsOf} from "../../../search/language/words.ts";
import type {Pace} from "../../../work/pace.ts";
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn, firstOf, wordsIn} from "../claim-phrases.ts";
import {aheadOf, NO_WORDS, phrasesOf, type Said, subjectOf, territoryOf, trailing} from "./carried.ts";
import {baseOf, endOfYear, isPassing, isToDecember, partOf, periodOf, splitBase, yearOfPeriod} from "./claim-time.ts";
import type {Clause, ToldPhrase} from "./clause.ts";
import type {YearlessPeriod} from "./clause-time.ts";
import {type Span, sentencesOf} from "./draft-words.ts";
import type {DraftFigure} from "./figures.ts";
import {isLoose} from "./loose-words.ts";
import {PEOPLE} from "./number-words.ts";
import {type Portion, portionsOf} from "./portions.ts";
import {type Subject, type SubjectFinder, subjectIn} from "./subject.ts";

export interface StatedClaim {
  readonly figure: DraftFigure;
  /** The sentence that states it. */
  readonly sentence: Span;
  /** Of the claim, without number, unit and period. */
  readonly words: string;
  /** null: the text names none. */
  readonly period: ClaimPeriod | null;
  /** The last month of a year that is named by its end, or the year of "December to December": read so where no series has the period. */
  readonly otherwise: {readonly words: string; readonly period: ClaimPeriod} | null;
  /** Of an inflation without a base: read to the year and to the month before, and the one that has the number is meant. */
  readonly readings: readonly string[];
  /** The words leave open what is meant, or words beside them are not understood: only three digits that agree are an answer. */
  readonly isDoubtful: boolean;
  /** No series is about it: none has a word of its subject, or none of its territory. */
  readonly isUnpublished: boolean;
  /** It can't be compared: a range, points, a time that is no single period. */
  readonly isOpen: boolean;
  /** The subject stands in another clause. */
  readonly isCarried: boolean;
}

/** A subject is carried over at most this many sentences. */
const MOST_SENTENCES = 2;

/** @param pace lets others in between two sentences */
export async function* claimsOf(
  text: string,
  isEnglish: boolean,
  finder: SubjectFinder,
  pace: Pace,
): AsyncGenerator<StatedClaim> {
  let said: (Said & {readonly sentence: number}) | null = null;
  let period: {readonly period: ClaimPeriod; readonly sentence: number} | null = null;
  /** The last sentence without a figure. The series that it names are searched only if the next sentence has a figure. */
  let silent: {readonly portions: readonly Portion[]; readonly sentence: number} | null = null;
  let index = 0;
  for (const sentence of sentencesOf(text)) {
    const portions = portionsOf(text.slice(sentence.start, sentence.end), isEnglish);
    const hasFigure = portions.some(({figure}) => figure !== null);
    if (!hasFigure) silent = {portions, sentence: index};
    else if (silent !== null && index - silent.sentence <= MOST_SENTENCES) {
      const named = await namedIn(silent.portions, finder);
      if (named !== null) said = {...named, sentence: silent.sentence};
      silent = null;
    }
    const isNear = (at: number): boolean => index - at <= MOST_SENTENCES;
    const before: Said | null = said !== null && isNear(said.sentence) ? said : null;
    const earlier = period !== null && isNear(period.sentence) ? period.period : null;
    const found = claimsOfSentence(sentence, portions, finder, before, earlier);
    for (let step = await found.next(); ; step = await found.next()) {
      if (step.done === true) {
        if (step.value.said !== null) said = {...step.value.said, sentence: index};
        if (step.value.period !== null) period = {period: step.value.period, sentence: index};
        break;
      }
      yield step.value;
    }
    index++;
    if (pace.isOver()) await pace.letOthersIn();
  }
}

interface After {
  readonly said: Said | null;
  readonly period: ClaimPeriod | null;
}

async function* claimsOfSentence(
  sentence: Span,
  portions: readonly Portion[],
  finder: SubjectFinder,
  before: Said | null,
  earlier: ClaimPeriod | null,
): AsyncGenerator<StatedClaim, After> {
  /** What the portion at a position said; undefined: it has no claim. */
  const told = new Map<number, Said>();
  let said: Said | null = null;
  let period = earlier;
  /** A time of the clause before that counts for the next one only: "a year earlier, in the week to 13 November". */
  let passing: ClaimPeriod | null = null;
  for (const [at, portion] of portions.entries()) {
    const {figure} = portion;
    const {clause, compared} = splitBase(portion);
    const own: ClaimPeriod | null =
      periodOf(clause, passing ?? period) ?? (period === null ? laterYear(portions, at) : null);
    const behind = own === null && figure !== null ? (trailing(portions, at)?.period ?? null) : null;
    const ahead = own === null && behind === null ? (aheadOf(portions, at)?.period ?? null) : null;
    const known = own ?? behind ?? ahead ?? passing ?? period ?? onlyPeriod(portions);
    if (!isPassing(portion)) period = own ?? behind ?? ahead ?? period;
    const isOfPeriod =
      own !== null || behind !== null || passing !== null || (clause.part === null && clause.back === null);
    passing = figure === null && isPassing(portion) ? own : null;
    if (figure === null) continue;
    const found = await subjectOf(portions, at, finder, told, before);
    if (found === null) continue;
    const {from, isStrange} = found;
    const base = compared === null ? [] : baseOf(compared, known, clause.isSame);
    const phrases = [...phrasesOf(portions, at, told, from === "carried"), ...(base ?? [])];
    const territory = territoryOf(portions, at, told, before, from);
    const both = await finder.find([...found.subject.words, ...territory.words]);
    const isMissing = both === null && territory.words.length > 0 && found.subject.words.length > 0;
    const subject = {...found.subject, words: [...inPrices(found.subject.words, clause), ...territory.words]};
    const isOpen =
      figure.kind !== "value" ||
      clause.isOfUnclearTime ||
      !isOfPeriod ||
      base === null ||
      isOfOtherUnit(portion, found.subject) ||
      isChangeOfCount(portion, phrases) ||
      isOtherKind(portions, at, found.subject);
    const one: Said = {
      subject: found.subject,
      territory: territory.words,
      phrases,
      names: new Set([...(before?.names ?? []), ...portions.slice(0, at + 1).flatMap(({clause}) => [...clause.names])]),
    };
    told.set(at, one);
    const words = [
      ...subject.words,
      ...phrases.flatMap(({words}) => words),
      ...(portion.by === null ? [] : [portion.by]),
    ].join(" ");
    said = one;
    yield {
      figure: {...inText(figure, sentence), unit: unitOf(figure, found.subject)},
      sentence,
      words,
      period: known,
      readings: readingsOf(words, found.subject, phrases, known),
      otherwise: otherwiseRead(words, clause, known, compared),
      isDoubtful: subject.isDoubtful || territory.isDoubtful || isRestricted(portions, at),
      isUnpublished: isStrange || isMissing,
      isOpen,
      isCarried: from !== "own" && territory.isCarried,
    };
  }
  if (said === null && before === null) {
    const last = portions.findLastIndex(({figure}) => figure !== null);
    said = await namedIn(portions.slice(last + 1), finder);
  }
  return {said, period: period === earlier ? null : period};
}

/** The period of a sentence that names one alone, perhaps behind the number. */
function onlyPeriod(portions: readonly Portion[]): ClaimPeriod | null {
  const all = portions.flatMap(({clause}) => clause.period ?? []);
  return all.length === 1 ? all[0]! : null;
}

/** A month before any year: the year stands later in the sentence. null: there is none, or there are two. */
function laterYear(portions: readonly Portion[], at: number): ClaimPeriod | null {
  const {part} = portions[at]!.clause;
  if (part === null) return null;
  const [year, ...others] = portions.slice(at).flatMap(({clause}) => clause.period ?? []);
  if (year === undefined) return null;
  const found = partOf(part, year);
  return others.every((other) => partOf(part, other).ordinal === found.ordinal) ? found : null;
}

function readingsOf(
  words: string,
  subject: Subject,
  phrases: readonly ToldPhrase[],
  known: ClaimPeriod | null,
): readonly string[] {
  const isInflation = subject.words.some((word) => codeIn("two-bases", word) !== null);
  const isPlain = phrases.every(({meaning}) => meaning.startsWith("country"));
  return isInflation && isPlain && known?.frequency === "M" ? [`${words} yoy`, `${words} mom`] : [];
}

function otherwiseRead(
  words: string,
  clause: Clause,
  known: ClaimPeriod | null,
  compared: ClaimPeriod | YearlessPeriod | null,
): StatedClaim["otherwise"] {
  const month = endOfYear(clause, known);
  if (month !== null) return {words, period: month};
  if (known === null || compared === null || !isToDecember(compared, known)) return null;
  return {words: `${words} dec dec`, period: yearOfPeriod(known)};
}

/** "Excluding food", "adjusted for the season": another number than the published one. */
function isRestricted(portions: readonly Portion[], at: number): boolean {
  let last = at;
  while (portions[last + 1] !== undefined && portions[last + 1]!.figure === null) last++;
  return portions
    .slice(0, last + 1)
    .some(
      ({clause}) =>
        clause.runs.some(({words}) => words.some((word) => codeIn("restricting", word) !== null)) ||
        wordsIn("restricting-phrase").some((phrase) => ` ${clause.words.join(" ")} `.includes(` ${phrase} `)),
    );
}

/** Of an inflation that prices rose by: their index, for a rate rises by points. */
function inPrices(subject: readonly string[], {words, phrases}: Clause): readonly string[] {
  const isInflation = subject.length > 0 && subject.every((word) => codeIn("averaged", word) !== null);
  const isOfPrices = words.some((word) => codeIn("prices", word) !== null);
  const isChange = phrases.some(({meaning}) => meaning === "up" || meaning === "down");
  return isInflation && isOfPrices && isChange ? plainWordsOf(firstOf("consumer-prices")) : subject;
}

/** Of a territory alone, the number of a long row of digits counts its people. */
function unitOf({unit, number}: DraftFigure, subject: Subject): DraftFigure["unit"] {
  const isCount = unit === null && subject.words.length === 0 && number.decimals === 0 && number.digits >= LEAST_PEOPLE;
  return isCount ? PEOPLE() : unit;
}

const LEAST_PEOPLE = 1000n;

/** What a sentence without figures speaks of: "Now to the key rate." */
async function namedIn(portions: readonly Portion[], finder: SubjectFinder): Promise<Said | null> {
  for (const {clause} of portions) {
    const {subject} = await subjectIn(finder, clause.runs, clause.words.length);
    const territory = clause.territories[0]?.words ?? [];
    if (subject !== null) return {subject, territory, phrases: clause.phrases, names: clause.names};
    // "How many people live in Kazan?"
    const isOfPeople = territory.length > 0 && clause.words.some((word) => codeIn("living", word) !== null);
    if (isOfPeople) return {subject: NO_WORDS, territory, phrases: clause.phrases, names: clause.names};
  }
  return null;
}

function inText(figure: DraftFigure, {start}: Span): DraftFigure {
  const {start: first, numberEnd, end} = figure;
  return {...figure, start: start + first, numberEnd: start + numberEnd, end: start + end};
}

/** "92 billion dollars", where no list has the dollar: a word right behind a multiplier that is not of the subject. */
function isOfOtherUnit({figure, clause, position}: Portion, subject: Subject): boolean {
  if (figure?.unit?.plain !== null) return false;
  const behind = clause.runs.find(({at}) => at === position);
  return behind !== undefined && !subject.words.includes(behind.words[0]!) && !isLoose(behind.words.slice(0, 1), 0);
}

/** "Two thousand fewer": no series has such a change. */
function isChangeOfCount({figure, by, clause, position}: Portion, phrases: readonly ToldPhrase[]): boolean {
  if (figure?.unit?.isPerCent === true || by === null || codeIn("by", by) === null) return false;
  const behind = clause.words[position];
  const isMore = codeIn("more", behind) !== null || codeIn("less", behind) !== null;
  return isMore || phrases.some(({meaning}) => meaning === "up" || meaning === "down");
}

/** A forecast, or a mean of what a series gives by itself. The clauses without a figure before it count too. */
function isOtherKind(portions: readonly Portion[], at: number, subject: Subject): boolean {
  let first = at;
  while (first > 0 && portions[first - 1]!.figure === null) first--;
  const words = portions.slice(first, at + 1).flatMap(({clause}) => clause.words);
  const has = (list: string, some: readonly string[]): boolean => some.some((word) => codeIn(list, word) !== null);
  const isMay = words.some((word, at) => codeIn("may", word) !== null && codeIn("may-verb", words[at + 1]) !== null);
  return isMay || has("foreseen", words) || (has("mean", words) && has("averaged", subject.words));
}
