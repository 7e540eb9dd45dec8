// The claims of a text: every figure whose clause, or the clauses before it, name a series. Each becomes the words of a claim, as a reader
// would write them for one number.
//
// A clause says only what differs from the one before: "retail sales rose by 2 %, those of food by 3 %". So subject, territory, period and
// change are taken from the nearest clause that has them (carried.ts). Numbers without a subject are left out: they count people in a room.

import type {Pace} from "../../work/pace.ts";
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn} from "../claim-phrases.ts";
import {nameOtherCountry} from "../other-countries.ts";
import {lastSaid, phrasesOf, type Said, subjectOf} from "./carried.ts";
import {baseOf, earlierPeriods, fittingPeriod, mainPeriod} from "./claim-time.ts";
import type {Clause} from "./clause.ts";
import type {YearlessPeriod} from "./clause-time.ts";
import {isOfNoPeople, isOtherKind, isOtherThanPublished, isRestricted, isStart} from "./comparable.ts";
import {type Span, sentencesOf} from "./draft-words.ts";
import type {DraftFigure} from "./figures.ts";
import {type Portion, portionsOf, withOwners} from "./portions.ts";
import {isOfOpenSpan, type Reading, readingsAtAll, readingsOfTopics, unitOf} from "./readings.ts";
import {type PortionTime, timesOf} from "./sentence-time.ts";
import {subjectIn} from "./subject.ts";
import type {Subject, SubjectFinder} from "./subject-finder.ts";
import {type Heard, territoryOf} from "./territory-of.ts";

export interface StatedClaim {
  readonly figure: DraftFigure;
  /** The sentence that states it. */
  readonly sentence: Span;
  /** Of the claim, without number, unit and period. */
  readonly words: string;
  /** null: the text names none. */
  readonly period: ClaimPeriod | null;
  /** Other words and periods that can be meant as well: the one that has the number. */
  readonly readings: readonly Reading[];
  /** Words beside the subject are not understood: such a claim never agrees. */
  readonly isDoubtful: boolean;
  /** A word that is not understood may be its subject. */
  readonly isRivalled: boolean;
  /** It leaves a part out, or is adjusted. */
  readonly isRestricted: boolean;
  /** Its change began there: of none but one of the other readings. */
  readonly isStart: boolean;
  /** A word of the noun phrase of its subject is in no title: it is about something else. */
  readonly isNarrowed: boolean;
  /** It is not said which territory is meant, or the text is too long to be searched: any verdict may be of something else. */
  readonly isUnsure: boolean;
  /** No series is about it: none has a word of its subject, or none of its territory. */
  readonly isUnpublished: boolean;
  /** It can't be compared: a range, points, a time that is no single period. */
  readonly isOpen: boolean;
  /** A month, a quarter or a day without a year is all that leaves it open. */
  readonly part: YearlessPeriod | null;
  /** Its time is that of a sentence before. */
  readonly isTimeCarried: boolean;
  /** The subject stands in another clause. */
  readonly isCarried: boolean;
  /** Prices that rose, and it is not said since when: another rate is no error. */
  readonly isOfOpenSpan: boolean;
  /** It says by how much something changed. */
  readonly isGrowth: boolean;
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
  let said: SaidIn | null = null;
  let period: {readonly period: ClaimPeriod; readonly sentence: number} | null = null;
  /** The last sentence without a figure. The series that it names are searched only if the next sentence has a figure. */
  let silent: {readonly portions: readonly Portion[]; readonly isQuestion: boolean; readonly sentence: number} | null =
    null;
  let heard: (Heard & {readonly sentence: number}) | null = null;
  /** The last sentence that names another country: the next one may go on about it. */
  let abroad = -MOST_SENTENCES;
  let index = 0;
  /** Subjects that were spoken of, newest first. */
  let topics: readonly Subject[] = [];
  /** Periods that were spoken of, newest first. */
  let spoken: readonly {readonly period: ClaimPeriod; readonly sentence: number}[] = [];
  let last: readonly Portion[] = [];
  for (const sentence of sentencesOf(text)) {
    const portions = withOwners(portionsOf(text.slice(sentence.start, sentence.end), isEnglish), last);
    last = portions;
    const hasFigure = portions.some(({figure}) => figure !== null);
    const isQuestion = text.slice(sentence.start, sentence.end).trimEnd().endsWith("?");
    if (!hasFigure) silent = {portions, isQuestion, sentence: index};
    else if (silent !== null && index - silent.sentence <= MOST_SENTENCES) {
      const named = await namedIn(silent.portions, finder);
      const territory = named === null ? onlyTerritory(silent.portions) : null;
      if (named !== null) said = {...named, sentence: silent.sentence};
      else if (territory !== null) heard = {territory, isQuestion: silent.isQuestion, sentence: silent.sentence};
      silent = null;
    }
    const isNear = (at: number): boolean => index - at <= MOST_SENTENCES;
    const before: Said | null = said !== null && isNear(said.sentence) ? said : null;
    const earlier = period !== null && isNear(period.sentence) ? period.period : null;
    const near = heard !== null && heard.sentence === index - 1 ? heard : null;
    const isAbroad =
      abroad === index - 1 && !portions.some(({clause}) => clause.territories.length > 0 || isOwn(clause));
    if (portions.some(({clause}) => nameOtherCountry(clause.words))) abroad = index;
    const recent = spoken.filter(({sentence: of}) => isNear(of)).map((one) => one.period);
    const found = claimsOfSentence(sentence, portions, finder, {
      before,
      earlier,
      heard: near,
      isAbroad,
      recent,
      topics,
    });
    for (let step = await found.next(); ; step = await found.next()) {
      if (step.done === true) {
        if (step.value.said !== null) said = {...step.value.said, sentence: index};
        const {topics: own} = step.value;
        const isNew = ({words}: Subject): boolean => !own.some((one) => one.words.join() === words.join());
        topics = [...own, ...topics.filter(isNew)].slice(0, MOST_SPOKEN);
        if (step.value.period !== null) period = {period: step.value.period, sentence: index};
        break;
      }
      yield step.value;
    }
    const own = portions.flatMap(({clause}) =>
      clause.period === null ? [] : [{period: clause.period, sentence: index}],
    );
    spoken = [...own.reverse(), ...spoken].slice(0, MOST_SPOKEN);
    index++;
    if (pace.isOver()) await pace.letOthersIn();
  }
}

const MOST_SPOKEN = 8;

/** "The figure", "the annual rate": any of the subjects before can be meant. */
function hasGeneric(portions: readonly Portion[], at: number): boolean {
  return portions[at]!.clause.words.some((word) => codeIn("generic", word) !== null);
}

interface After {
  readonly said: Said | null;
  readonly topics: readonly Subject[];
  readonly period: ClaimPeriod | null;
}

/** "In Russia". */
function isOwn({phrases}: Clause): boolean {
  return phrases.some(({meaning}) => meaning.startsWith("country"));
}

/** What the sentences before have said. */
interface Before {
  readonly before: Said | null;
  readonly earlier: ClaimPeriod | null;
  readonly heard: Heard | null;
  /** The sentence right before is about another country, and this one names none. */
  readonly isAbroad: boolean;
  /** Periods that they name, newest first. */
  readonly recent: readonly ClaimPeriod[];
  /** Subjects that they speak of, newest first. */
  readonly topics: readonly Subject[];
}

async function* claimsOfSentence(
  sentence: Span,
  portions: readonly Portion[],
  finder: SubjectFinder,
  {before, earlier, heard, isAbroad, recent, topics}: Before,
): AsyncGenerator<StatedClaim, After> {
  /** What the portion at a position said; undefined: it has no claim. */
  const told = new Map<number, Said>();
  let said: Said | null = null;
  const times = timesOf(portions, earlier, recent);
  for (const [at, portion] of portions.entries()) {
    const {figure} = portion;
    const {clause, compared, known: near, isOfPeriod, isOwn: isOwnTime, isFitting, others} = times[at]!;
    const found = figure === null ? null : await subjectOf(portions, at, finder, told, before);
    if (figure === null || found === null) continue;
    const {from, isStrange} = found;
    const named = portions.slice(0, at).flatMap(({clause}) => clause.period ?? []);
    const known = isFitting ? near : fittingPeriod([near, ...named.reverse(), ...recent], found.subject);
    const base = compared === null ? [] : baseOf(compared, known, clause.isSame);
    const phrases = [
      ...phrasesOf(portions, at, told, from === "carried" || found.subject.root !== undefined),
      ...(base ?? []),
    ];
    const territory = territoryOf(portions, at, told, before, found, heard);
    const both = await finder.find([...found.subject.words, ...territory.words]);
    const isMissing = both === null && territory.words.length > 0 && found.subject.words.length > 0;
    const subject = {...found.subject, words: [...found.subject.words, ...territory.words]};
    const unit = unitOf(figure, found.subject);
    const isOther =
      isOtherThanPublished(portions, at, found.subject, phrases) || isOfNoPeople(found.subject, unit?.plain ?? null);
    const isKnownKind = !finder.isCut && !isOtherKind(portions, at, found.subject);
    const one: Said = {
      subject: {...found.subject, isDoubtful: found.subject.isNarrowed === true || found.subject.isRivalled === true},
      territory: territory.words,
      phrases,
      names: new Set([...(before?.names ?? []), ...portions.slice(0, at + 1).flatMap(({clause}) => [...clause.names])]),
    };
    told.set(at, one);
    said = lastSaid(told, portions.length, before);
    const spokenOf = [...earlierPeriods(portion, known, isOwnTime), ...others];
    const by = portion.by === null ? [] : [portion.by];
    const behind = [...territory.words, ...phrases.flatMap((told) => told.words), ...by];
    const words = [...found.subject.words, ...behind].join(" ");
    const claim = {words, known, compared, phrases, subject: found.subject, figure, by: portion.by};
    const otherTopics = from === "carried" && hasGeneric(portions, at) ? topics : [];
    yield {
      figure: {...inText(figure, sentence), unit},
      sentence,
      words,
      period: known,
      isStart: isStart(portions, at),
      readings: [...readingsAtAll(claim, spokenOf), ...readingsOfTopics(otherTopics, claim, behind)],
      isDoubtful: subject.isDoubtful,
      isRestricted: await isRestricted(portions, at, found.subject, finder),
      isNarrowed: from === "own" && subject.isNarrowed === true && isKnownKind,
      isRivalled: subject.isRivalled === true,
      isUnsure: territory.isDoubtful || finder.isCut,
      isUnpublished: (isStrange || isMissing) && isKnownKind,
      isOpen: isAbroad || base === null || !isOfPeriod || isOther,
      part: known === null && !isAbroad && base !== null && !isOther ? clause.part : null,
      isTimeCarried: known !== null && known === earlier,
      isCarried: from !== "own" && territory.isCarried,
      isOfOpenSpan: isOfOpenSpan(subject, phrases, known),
      isGrowth: portion.by !== null && phrases.some(({meaning}) => meaning === "up" || meaning === "down"),
    };
  }
  return await afterSentence(portions, finder, {told, times, said, before, earlier});
}

/** What the next sentence may go on about. */
async function afterSentence(
  portions: readonly Portion[],
  finder: SubjectFinder,
  {
    told,
    times,
    said,
    before,
    earlier,
  }: Pick<Before, "before" | "earlier"> & {
    readonly told: ReadonlyMap<number, Said>;
    readonly times: readonly PortionTime[];
    readonly said: Said | null;
  },
): Promise<After> {
  const last = portions.findLastIndex(({figure}) => figure !== null);
  const next = said === null && before === null ? await namedIn(portions.slice(last + 1), finder) : said;
  const period =
    mainPeriod([...told.keys()].flatMap((at) => times[at]!.known ?? [])) ?? times.at(-1)?.period ?? earlier;
  // a period that a claim was judged for is as near as one that is named again
  // a day without a year and without a claim is that of a meeting
  const isOfMeeting = period?.frequency === "D" && portions.some(({clause}) => clause.part?.frequency === "D");
  return {
    said: next,
    topics: [...new Map([...told.values()].map(({subject}) => [subject.words.join(), subject])).values()].reverse(),
    period: told.size === 0 && (period === earlier || isOfMeeting) ? null : period,
  };
}

/** What a sentence without figures speaks of: "Now to the key rate." */
async function namedIn(portions: readonly Portion[], finder: SubjectFinder): Promise<Said | null> {
  for (const {clause} of portions) {
    const {subject} = await subjectIn(finder, clause, clause.words.length);
    const territory = clause.territories[0]?.words ?? [];
    if (subject !== null) return {subject, territory, phrases: clause.phrases, names: clause.names};
  }
  return null;
}

type SaidIn = Said & {readonly sentence: number};

/** The territory of a sentence that names one alone. null: it names none, or several. */
function onlyTerritory(portions: readonly Portion[]): readonly string[] | null {
  const [first, ...others] = portions.flatMap(({clause}) => clause.territories.map(({words}) => words));
  return first === undefined || others.some((one) => one.join() !== first.join()) ? null : first;
}

function inText(figure: DraftFigure, {start}: Span): DraftFigure {
  const {start: first, numberEnd, end} = figure;
  return {...figure, start: start + first, numberEnd: start + numberEnd, end: start + end};
}
