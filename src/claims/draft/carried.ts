// What a figure takes from the clauses before it: its subject, its territory, and the phrases that say how the number is meant.
//
// Each is taken by itself: "in Moscow 5 %, in Kazan 6 %" changes the territory and keeps the subject. A clause with words that are not
// understood may have changed the subject, so the claim is doubtful.
import {plainWordsOf} from "../../search/language/words.ts";
import {codeIn, firstOf, firstWordOf} from "../claim-phrases.ts";
import type {Clause} from "./clause.ts";
import type {ToldPhrase} from "./clause-words.ts";
import type {DraftFigure} from "./figures.ts";
import {PEOPLE} from "./number-words.ts";
import {isInserted, isObject, type Portion} from "./portions.ts";
import {isTelling, joinedSubject, subjectIn} from "./subject.ts";
import type {Subject, SubjectFinder} from "./subject-finder.ts";

/** What an earlier clause said. */
export interface Said {
  /** Without words: only a territory was named. */
  readonly subject: Subject;
  /** Empty: the country, or none was named. */
  readonly territory: readonly string[];
  readonly phrases: readonly ToldPhrase[];
  /** Names up to here that are no territories. */
  readonly names: ReadonlySet<string>;
}

export interface SubjectOfFigure {
  readonly subject: Subject;
  readonly from: "own" | "carried";
  /** The clause speaks of something that no title has a word of. */
  readonly isStrange: boolean;
  /** It is of the territory of the sentences before, which has such a series. */
  readonly inherits?: boolean;
}

/** null: nothing that the text names is counted by the figure. */
export async function subjectOf(
  portions: readonly Portion[],
  at: number,
  finder: SubjectFinder,
  told: ReadonlyMap<number, Said>,
  before: Said | null,
): Promise<SubjectOfFigure | null> {
  const {clause, position, figure} = portions[at]!;
  const earlier = lastSaid(told, at, before);
  const named = await subjectIn(finder, clause, position);
  const own = isObject(clause, position) ? {...named, isUnknown: false, isRival: false, isStrange: false} : named;
  if (own.subject !== null)
    return {subject: await withEarlier(own.subject, earlier, finder), from: "own", isStrange: false};
  const isPeople = figure?.unit?.plain === PEOPLE().plain && clause.territories.length > 0;
  if (isPeople) return ofOwn(NO_WORDS, own.isUnknown || own.hasLoose);
  const growth = own.isUnknown || !isPriceGrowth(clause) ? null : await inflationIn(finder);
  if (growth !== null) return {subject: growth, from: "own", isStrange: false};
  let {isUnknown, isRival} = own;
  let isStrange = own.isStrange && told.size === 0;
  /** Whether a word of this clause, or of one that was looked at on the way to the territory, is not understood. */
  let isUnknownHere = own.isUnknown || own.hasLoose;
  let hasOwnTerritory = clause.territories.length > 0;
  const ofPrices = isOfPrices(clause) ? await finder.find(plainWordsOf(firstOf("consumer-prices"))) : null;
  const doubted = (subject: Subject): Subject => ({
    ...subject,
    isDoubtful: subject.isDoubtful || isUnknown,
    isRivalled: subject.isRivalled === true || isRival,
  });
  for (let index = at - 1; index >= 0; index--) {
    const said = told.get(index);
    if (said !== undefined && said === earlier) {
      // "inflation was 11 %, and in January prices added 3.9 %"
      if (ofPrices !== null && isInflation(said.subject)) return ofOwn(ofPrices, own.isUnknown);
      return {subject: doubted(said.subject), from: "carried", isStrange};
    }
    const {isAside} = portions[index]!;
    if (said !== undefined) continue;
    if (portions[index]!.figure !== null) break;
    if (isAside || isInserted(portions, index)) continue;
    const {words, territories} = portions[index]!.clause;
    const found = await subjectIn(finder, portions[index]!.clause, words.length);
    if (found.subject !== null)
      return {subject: doubted(await withEarlier(found.subject, earlier, finder)), from: "own", isStrange: false};
    if (portions[index]!.isApposed) continue;
    isUnknown ||= found.isUnknown;
    isRival ||= found.isRival;
    isStrange ||= found.isStrange && told.size === 0;
    if (hasOwnTerritory) continue;
    isUnknownHere ||= found.isUnknown;
    hasOwnTerritory = territories.length > 0;
  }
  const ahead = aheadOf(portions, at);
  const later = ahead === null ? null : await subjectIn(finder, ahead, 0);
  if (later !== null && later.subject !== null) return {subject: later.subject, from: "own", isStrange: false};
  if (earlier !== null) {
    const ofAll = ofPrices === null || told.size > 0 ? null : await pricesOfAll(finder, ofPrices, earlier);
    return ofAll === null
      ? {subject: doubted(earlier.subject), from: "carried", isStrange}
      : {...ofOwn(ofPrices!, own.isUnknown), ...ofAll};
  }
  if (ofPrices !== null) return ofOwn(ofPrices, own.isUnknown);
  if (hasOwnTerritory) return ofOwn(NO_WORDS, isUnknownHere);
  // "industrial output fell by 0.7 %": a statistic of which no title has a word
  return isRival && isOfStatistic(figure) ? {subject: NO_WORDS, from: "own", isStrange: true} : null;
}

/** What the clauses before are about: "with a target of 4 %" is said by the way. @param at position of a figure */
export function lastSaid(told: ReadonlyMap<number, Said>, at: number, before: Said | null): Said | null {
  const all = [...told].flatMap(([index, said]) => (index < at ? [said] : []));
  return all.findLast(({subject}) => subject.isPassing !== true) ?? before ?? all.at(-1) ?? null;
}

/** Per cent, or millions of something: no count of people in a room. */
function isOfStatistic(figure: DraftFigure | null): boolean {
  const unit = figure?.unit ?? null;
  return unit !== null && (unit.isPerCent || unit.mult >= LEAST_MULT);
}

const LEAST_MULT = 1_000_000;

function ofOwn(subject: Subject, isDoubtful: boolean): SubjectOfFigure {
  return {subject: {...subject, isDoubtful, isRivalled: isDoubtful}, from: "own", isStrange: false};
}

/** "The annual growth of prices". */
function isPriceGrowth(clause: Clause): boolean {
  return spansOf(clause).length > 0 && clause.words.some((word) => codeIn("prices", word) !== null);
}

function inflationIn(finder: SubjectFinder): Promise<Subject | null> {
  return finder.find(plainWordsOf(firstOf("inflation")));
}

/** "Prices rose", "the growth of prices", "the index of prices": those of all that people buy. */
function isOfPrices({words, phrases}: Clause): boolean {
  const isTold = phrases.some(isChange) || words.some((word) => isOneOf(["index-noun", "rate-noun"], word));
  return isTold && words.some((word) => codeIn("prices", word) !== null);
}

function isInflation({words}: Subject): boolean {
  return words.some((word) => codeIn("two-bases", word) !== null);
}

function isOneOf(lists: readonly string[], word: string): boolean {
  return lists.some((list) => codeIn(list, word) !== null);
}

/**
 * Behind food and services, and in a sentence of their own, "prices" are those of all goods; behind the people of a city they are those of the
 * country, unless the city has such a series. null: they are the prices of what was named before.
 */
async function pricesOfAll(
  finder: SubjectFinder,
  ofPrices: Subject,
  {subject, territory}: Said,
): Promise<{inherits: boolean} | null> {
  const isFromElsewhere = territory.length > 0 && !(await hasPrice(finder, subject));
  if (!isFromElsewhere && !areOfOneDataset(ofPrices, subject)) return null;
  return {inherits: isFromElsewhere && (await finder.find([...ofPrices.words, ...territory])) !== null};
}

/** Flats have a price, and people have none. */
async function hasPrice(finder: SubjectFinder, {words}: Subject): Promise<boolean> {
  return words.length > 0 && (await finder.find([...words, firstOf("price")])) !== null;
}

function areOfOneDataset(one: Subject, other: Subject): boolean {
  const datasets = new Set([...one.indicators].map((indicator) => indicator.split(" ")[0]));
  return [...other.indicators].some((indicator) => datasets.has(indicator.split(" ")[0]));
}

/** Only a territory was named. */
const NO_WORDS: Subject = {
  words: [],
  indicators: new Set(),
  classes: new Set(),
  frequencies: new Set(),
  isDoubtful: false,
};

/** The clause behind a number that begins a sentence: "5 %: such was the inflation of May." null: there is none. */
export function aheadOf(portions: readonly Portion[], at: number): Clause | null {
  const next = portions[at + 1];
  const isFirst = portions.slice(0, at).every(({clause}) => clause.words.length === 0);
  if (!isFirst || next === undefined || next.figure !== null) return null;
  return portions[at]!.clause.runs.some(isTelling) || !next.clause.runs.some(isTelling) ? null : next.clause;
}

async function withEarlier(own: Subject, earlier: Said | null, finder: SubjectFinder): Promise<Subject> {
  if (earlier === null || earlier.subject.words.length === 0) return own;
  return (await joinedSubject(finder, earlier.subject, own, earlier.names)) ?? own;
}

/** The clause right behind a figure, if it only tells its time or its base: ", month on month". */
export function trailing(portions: readonly Portion[], at: number): Clause | null {
  const next = portions[at + 1];
  if (next === undefined || next.figure !== null || next.clause.runs.some(isTelling)) return null;
  // "the lowest since 2020": a limit, and not the time of the number
  if (next.clause.words.some((word) => codeIn("since", word) !== null)) return null;
  return next.clause.territories.length > 0 ? null : next.clause;
}

const CHANGES: readonly string[] = ["up", "down", "price", "shift"];

function isChange({meaning}: ToldPhrase): boolean {
  return CHANGES.includes(meaning.split(" ")[0]!);
}

function isBase({meaning}: ToldPhrase): boolean {
  return BASES.includes(meaning);
}

const BASES: readonly string[] = ["yoy", "mom", "qoq", "wow"];

/** "The annual rate": of what was named before. */
function spansOf({words}: Clause): readonly ToldPhrase[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    const meaning = codeIn("rate-noun", next) === null ? null : codeIn("span", word);
    return meaning === null ? [] : [{meaning, words: [word, next!], at}];
  });
}

/** "5 % more", "5 % lower": a change told behind the number. */
function moreOf({figure, clause, position}: Portion): readonly ToldPhrase[] {
  if (figure?.unit?.isPerCent !== true || clause.phrases.some(isChange)) return [];
  const word = clause.words[position];
  const meaning = codeIn("more", word) !== null ? "up" : codeIn("less", word) !== null ? "down" : null;
  return meaning === null ? [] : [{meaning, words: [firstWordOf(meaning)], at: position}];
}

/** The phrases of a figure: of its clause, of the clauses without a figure around it, and of the claim before if it only says "by". */
export function phrasesOf(
  portions: readonly Portion[],
  at: number,
  told: ReadonlyMap<number, Said>,
  isCarried: boolean,
): readonly ToldPhrase[] {
  const {clause, by, isAside} = portions[at]!;
  const behind = trailing(portions, at);
  const more = moreOf(portions[at]!);
  const isFrom = codeIn("from", clause.words[portions[at]!.position - 1]) !== null;
  const phrases = [
    ...more,
    ...(isCarried ? spansOf(clause) : []),
    ...clause.phrases,
    ...(behind?.phrases ?? []).filter((one) => !isChange(one)),
  ];
  if (behind !== null && behind.ago !== null) phrases.push(behind.ago);
  let index = at - 1;
  const isBy = by !== null && codeIn("by", by) !== null;
  for (; index >= 0 && portions[index]!.figure === null; index--)
    phrases.unshift(...portions[index]!.clause.phrases.filter((one) => isBy || isAside || !isChange(one)));
  // "slowed from 5 to 4 %": the first number is where the change began
  if (isFrom) return phrases.filter((one) => !isChange(one));
  const said = told.get(index);
  if (said === undefined) return phrases;
  const bases = isCarried && !phrases.some(isBase) ? said.phrases.filter(isBase) : [];
  if (!isBy || phrases.some(isChange)) return [...phrases, ...bases];
  const isBased = phrases.length > 0;
  return [...phrases, ...said.phrases.filter((one) => isChange(one) || (!isBased && !bases.includes(one))), ...bases];
}
