// Everything that answers a question: families with the groups of territories in which they have series, counted and scored.
//
// A pair of family and group answers when together they cover all words. When nothing does, the pairs that cover most are taken
// instead, by the same counting: a word that the family covers tells more than one that only the territory does.
import type {DatasetPart} from "./dataset-part.ts";
import type {FamilyIndex} from "./family-index.ts";
import {datasetFilter, familyFilter, type SearchFilters, territoryFilter} from "./filters.ts";
import type {Matched, Matcher} from "./match.ts";
import {MAX_WORDS, type Question, type Slot} from "./question.ts";
import {groupTerritories, type TerritoryGroup, type TerritoryGroups} from "./territory-groups.ts";

/** Series of one family in one group of territories, all active or all stalled. */
export interface Candidate {
  readonly part: DatasetPart;
  readonly family: number;
  readonly group: number;
  readonly isStalled: boolean;
  readonly count: number;
  /** How well they answer; whole, not negative, at most MOST_POINTS. */
  readonly points: number;
}

export const MOST_POINTS = 2047;

export type Take = (
  part: DatasetPart,
  family: number,
  group: number,
  isStalled: boolean,
  count: number,
  points: number,
) => void;

/** What a survey hears of: what a family and a territory cover together. */
type Hear = (cover: number) => void;

export interface Reading {
  readonly question: Question;
  readonly territories: TerritoryGroups;
  readonly filters: SearchFilters;
  /** How much each word counts. */
  readonly weights: readonly number[];
}

export function readingOf(index: FamilyIndex, question: Question, filters: SearchFilters, matcher: Matcher): Reading {
  const territories = groupTerritories(index.territories, question, matcher, territoryFilter(filters));
  return {question, territories, filters, weights: new Array<number>(question.size).fill(1)};
}

/** Gives every candidate that covers all words. */
export function takeWhole(index: FamilyIndex, reading: Reading, matcher: Matcher, take: Take): void {
  const {full} = reading.question;
  const isWhole = (covered: number, mask: number): boolean => (covered | mask) === full;
  let ofTerritories = 0;
  for (const mask of reading.territories.masks) ofTerritories |= mask;
  takeCovering(index, reading, matcher, {part: isWhole, family: isWhole, needed: full & ~ofTerritories}, take);
}

/** What can be had when nothing covers all words. */
export interface Survey {
  /** The most that any candidate covers; 0: nothing at all. */
  readonly best: number;
  /** How much each word tells: the fewer series it fits, the more. */
  readonly weights: readonly number[];
}

export function surveyCovers(index: FamilyIndex, reading: Reading, matcher: Matcher): Survey {
  const {question} = reading;
  let best = 0;
  const isBetter = (covered: number, mask: number): boolean => coverOf(question, covered, mask) > best;
  takeCovering(index, reading, matcher, {part: isBetter, family: isBetter, needed: 0}, null, (cover) => {
    best = cover;
  });
  return {best, weights: weighWords(index, question)};
}

/** By the datasets and the territories that hold the word or what may stand for it: the same whatever was loaded first. */
function weighWords(index: FamilyIndex, {size, spans, terms}: Question): number[] {
  const holders = Array.from({length: size}, () => new Set<number>());
  const places = new Array<number>(size).fill(0);
  for (const {mask, alternatives} of spans) {
    for (const {term} of alternatives.flat(2)) {
      for (let word = 0; word < size; word++) {
        if ((mask & (1 << word)) === 0) continue;
        for (const slot of index.slotsWith(terms[term]!)) holders[word]!.add(slot);
        if (index.territories.holds(terms[term]!)) places[word]!++;
      }
    }
  }
  return holders.map((own, word) => 1 / (1 + Math.log2(1 + own.size + places[word]!)));
}

/** Gives every candidate that covers as much as the best. */
export function takeBest(index: FamilyIndex, reading: Reading, matcher: Matcher, survey: Survey, take: Take): void {
  const {best, weights} = survey;
  const {question} = reading;
  const isBest = (covered: number, mask: number): boolean => coverOf(question, covered, mask) === best;
  const reaches = (covered: number, mask: number): boolean => coverOf(question, covered, mask) >= best;
  takeCovering(index, {...reading, weights}, matcher, {part: reaches, family: isBest, needed: 0}, take);
}

/** What must be covered: by the most that any family of a part may, so that a part can be left out whole, and by a family. */
interface Demand {
  part(possible: number, mask: number): boolean;
  family(covered: number, mask: number): boolean;
  /** Bits of words that a family must cover by itself. */
  readonly needed: number;
}

/** How much is covered: every word counts, a number half; of equals what the family covers tells more than the territory. */
function coverOf({numbers}: Question, covered: number, mask: number): number {
  const both = covered | mask;
  return 2 * MAX_WORDS * bits(both & ~numbers) + MAX_WORDS * bits(both & numbers) + bits(covered);
}

function takeCovering(
  index: FamilyIndex,
  {question, territories, filters, weights}: Reading,
  matcher: Matcher,
  demand: Demand,
  take: Take | null,
  hear: Hear | null = null,
): void {
  const {groups, groupsOf, isPlain, masks} = territories;
  const isOfDataset = datasetFilter(filters);
  const width = 2 * groups.length;
  const parts = partsToLookAt(index, question, masks);
  // those that may cover most come first, so that a survey soon knows what to leave out
  if (take === null) parts.sort((one, other) => bits(other[1]) - bits(one[1]));
  for (const [part, possible] of parts) {
    if (!isOfDataset(part)) continue;
    if (!masks.some((mask) => demand.part(possible, mask))) continue;
    const passes = familyFilter(part, filters);
    if (passes === null) continue;
    const matched =
      possible === 0
        ? matcher.matchNone(part.size, question)
        : matcher.match(part.postings, part.size, question, demand.needed);
    // plain groups are the levels: LEVEL_COUNTS is their width
    const counts = isPlain ? part.levelCounts : roomFor(part.sets.length * width);
    const counted = new Uint8Array(isPlain ? 0 : part.sets.length);
    for (let place = 0; place < matched.count; place++) {
      const family = matched.documents === null ? place : matched.documents[place]!;
      if (passes !== true && !passes(family)) continue;
      const covered = matched.covered[place]!;
      let unnamed = UNKNOWN;
      for (let m = 0; m < masks.length; m++) {
        const mask = masks[m]!;
        if (!demand.family(covered, mask)) continue;
        const set = part.setOf[family]!;
        const own = set * width;
        if (!isPlain && counted[set] === 0) {
          territories.count(part, set, counts, own);
          counted[set] = 1;
        }
        const places = groupsOf[m]!;
        for (let g = 0; g < places.length; g++) {
          const group = places[g]!;
          const active = counts[own + group]!;
          const stalled = counts[own + groups.length + group]!;
          if (active === 0 && stalled === 0) continue;
          if (take === null) {
            hear?.(coverOf(question, covered, mask));
            continue;
          }
          // groups that no word names are all alike
          let points = mask === 0 ? unnamed : UNKNOWN;
          if (points === UNKNOWN) points = pointsOf(part, family, place, matched, weights, groups[group]!);
          if (mask === 0) unnamed = points;
          if (active > 0) take(part, family, group, false, active, points);
          if (stalled > 0) take(part, family, group, true, stalled, points);
        }
      }
    }
  }
}

const UNKNOWN = -1;

let room = new Uint32Array(4096);

/** Room for the counts of one part, used again for the next. */
function roomFor(length: number): Uint32Array {
  if (room.length < length) room = new Uint32Array(length * 2);
  return room;
}

/** Parts with what their families may cover at most; those that hold no word only where territories alone may answer. */
function partsToLookAt(index: FamilyIndex, question: Question, masks: readonly number[]): [DatasetPart, number][] {
  const possible = new Uint32Array(index.slots);
  const {terms} = question;
  for (const {mask, alternatives} of question.spans) {
    for (const slots of alternatives) {
      if (slots.length === 1) {
        for (const {term} of slots[0]!) for (const slot of index.slotsWith(terms[term]!)) possible[slot]! |= mask;
      } else for (const slot of slotsWithAll(index, slots, terms)) possible[slot]! |= mask;
    }
  }
  const byTerritory = question.size === 0 || masks.some((mask) => mask !== 0);
  const found: [DatasetPart, number][] = [];
  for (let slot = 0; slot < possible.length; slot++) {
    const part = byTerritory || possible[slot] !== 0 ? index.partAt(slot) : null;
    if (part !== null) found.push([part, possible[slot]!]);
  }
  return found;
}

function slotsWithAll(index: FamilyIndex, slots: readonly Slot[], terms: readonly number[]): Iterable<number> {
  let common: Set<number> | null = null;
  for (const slot of slots) {
    const own = new Set<number>();
    for (const {term} of slot)
      for (const place of index.slotsWith(terms[term]!)) if (common === null || common.has(place)) own.add(place);
    common = own;
  }
  return common ?? [];
}

/**
 * How well a family with a territory of a group answers. Mostly how well each word is met; then how much of the title is asked for.
 * A class that is all there is counts as asked for: whoever names no part means the whole.
 */
function pointsOf(
  part: DatasetPart,
  family: number,
  at: number,
  {count, strength, headMet, labelMet}: Matched,
  weights: readonly number[],
  group: TerritoryGroup,
): number {
  if (weights.length === 0) return 0;
  let [sum, weight] = [0, 0];
  for (let word = 0; word < weights.length; word++) {
    const own = strength[word * count + at]!;
    const place = group.strength[word] ?? 0;
    sum += weights[word]! * Math.max(own, place);
    weight += weights[word]!;
  }
  const classPlace = part.classification.index[family]!;
  const classLength = part.classLengths[classPlace]!;
  const labelLength = part.labelLengths[part.indicator.index[family]!]!;
  const head = Math.min(headMet[at]!, classLength);
  const label = Math.min(labelMet[at]!, labelLength);
  const isWhole = part.wholeClasses[classPlace] === 1 && head === 0;
  const length = labelLength + (isWhole ? 0 : classLength);
  const met = head + label;
  const whole = length === 0 ? 0 : met / length;
  const brief = met === 0 ? 0 : 1 / (1 + (length - met) / 3);
  return Math.round(
    WORD_POINTS * (sum / weight) +
      (sum / weight / 100) * (TITLE_POINTS * whole + BRIEF_POINTS * brief) +
      PLACE_POINTS * group.whole +
      (isWhole ? WHOLE_POINTS : 0),
  );
}

/** For each percent. */
const WORD_POINTS = 10;
const PLACE_POINTS = 1;
const TITLE_POINTS = 240;
const BRIEF_POINTS = 60;
const WHOLE_POINTS = 60;

function bits(mask: number): number {
  let left = mask;
  let count = 0;
  for (; left !== 0; left &= left - 1) count++;
  return count;
}
