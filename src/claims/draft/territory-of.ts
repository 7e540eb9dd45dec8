// The territory of a figure: its own, or that of the clauses and sentences before it.
//
// No territory is the country. So where one was named that may be meant, and it is not said, the claim is doubtful.
import {codeIn} from "../claim-phrases.ts";
import type {Said, SubjectOfFigure} from "./carried.ts";
import type {Run, ToldPhrase} from "./clause-words.ts";
import type {Portion} from "./portions.ts";
import {isTelling} from "./subject.ts";

export interface TerritoryOfFigure {
  /** Empty: of the country, or of none. */
  readonly words: readonly string[];
  readonly isCarried: boolean;
  /** Several are named, and it is not said which of them is meant. */
  readonly isDoubtful: boolean;
}

/** A sentence right before that names a territory and no subject: "How much is a metre in Moscow?" */
export interface Heard {
  readonly territory: readonly string[];
  /** It is a question, which the next sentence answers. */
  readonly isQuestion: boolean;
}

/** A new subject in another sentence has no territory, unless it is of the same indicator: new flats, and then used ones. */
export function territoryOf(
  portions: readonly Portion[],
  at: number,
  told: ReadonlyMap<number, Said>,
  before: Said | null,
  {subject: {indicators}, from, inherits = false}: SubjectOfFigure,
  heard: Heard | null,
): TerritoryOfFigure {
  const listed = respectiveTerritory(portions, at);
  if (listed !== null) return {words: listed.words, isCarried: false, isDoubtful: false};
  const behind = portions[at + 1];
  const isBehind =
    behind !== undefined && behind.figure === null && !behind.isAside && behind.clause.words.length <= MOST_BEHIND;
  if (
    isBehind &&
    !portions[at]!.isAside &&
    portions[at]!.clause.territories.length === 0 &&
    behind.clause.territories.length === 1 &&
    !behind.clause.runs.some(isTelling)
  )
    return {words: behind.clause.territories[0]!.words, isCarried: false, isDoubtful: false};
  /** "In the region": which one? */
  let isSome = false;
  for (let index = at; index >= 0; index--) {
    const {clause, position, figure} = portions[index]!;
    const said = told.get(index);
    if (said !== undefined)
      return {words: said.territory, isCarried: true, isDoubtful: isSome && said.territory.length === 0};
    if (index < at && figure !== null) break;
    if (clause.phrases.some(isCountry)) return {words: [], isCarried: false, isDoubtful: false};
    isSome ||= clause.words.some((word) => codeIn("some-territory", word) !== null);
    const near = nearest(clause.territories, index === at ? position : clause.words.length);
    if (near === null) continue;
    const isOther = clause.territories.some(({words}) => words.join() !== near.words.join());
    return {words: near.words, isCarried: false, isDoubtful: isOther};
  }
  const isSibling = before !== null && [...indicators].some((one) => before.subject.indicators.has(one));
  const words = from === "carried" || isSibling || inherits ? (before?.territory ?? []) : [];
  if (words.length === 0 && heard !== null) {
    const isTaken = heard.isQuestion || isSome;
    return {words: isTaken ? heard.territory : [], isCarried: true, isDoubtful: !isTaken};
  }
  if (!isSome || words.length > 0) return {words, isCarried: true, isDoubtful: false};
  // "when 962 thousand women lived in the republic, Dagestan": the only one that the sentence names
  const named = portions.flatMap(({clause}) => clause.territories.map((one) => one.words));
  const isOne = named.length > 0 && named.every((one) => one.join() === named[0]!.join());
  return {words: isOne ? named[0]! : [], isCarried: true, isDoubtful: !isOne};
}

/** What stands before a number; else what stands behind it. */
function nearest(territories: readonly Run[], position: number): Run | null {
  return territories.findLast(({at}) => at < position) ?? territories[0] ?? null;
}

/** "Moscow and Kazan had 13 and 1.3 million people respectively": as many territories as figures, in one order. */
function respectiveTerritory(portions: readonly Portion[], at: number): Run | null {
  let last = at;
  const isListed = (index: number): boolean =>
    (portions[index]?.clause.words ?? []).some((word) => codeIn("respectively", word) !== null);
  while (last < portions.length && !isListed(last) && last - at < MOST_LISTED) last++;
  if (!isListed(last)) return null;
  let first = last;
  while (first > 0 && portions[first]!.clause.territories.length === 0) first--;
  const all = portions.slice(first, last + 1);
  const figures = all.filter(({figure}) => figure !== null);
  const territories = all.flatMap(({clause}) => clause.territories);
  if (territories.length !== figures.length || first > at) return null;
  return territories[figures.indexOf(portions[at]!)] ?? null;
}

const MOST_LISTED = 5;
const MOST_BEHIND = 3;

function isCountry({meaning}: ToldPhrase): boolean {
  return meaning.startsWith("country");
}
