// Everything that answers a question: families with the groups of territories in which they have series, counted and scored.
//
// A pair of family and group answers when together they cover all words. When nothing does, the pairs that cover most are taken
// instead, by the same counting: a word that the family covers tells more than one that only the territory does.

import type {FamilyIndex} from "../index/family-index.ts";
import {datasetFilter, familyFilter, type SearchFilters, territoryFilter} from "../query/filters.ts";
import type {Reading} from "../query/parsed-query.ts";
import {createAsking} from "../query/part-index.ts";
import type {Question} from "../query/question.ts";
import {groupTerritories} from "../query/territory-groups.ts";
import {type Finder, takeFamily, takeUniform} from "./collector.ts";
import {coverOf, weighWords} from "./cover-count.ts";
import {mostCovered} from "./most-covered.ts";
import {createMatcher} from "./two-passes.ts";
import {uniformCover} from "./uniform-cover.ts";

const matcher = createMatcher();
const ask = createAsking();

export function readingOf(index: FamilyIndex, question: Question, filters: SearchFilters): Reading {
  const territories = groupTerritories(index.territories, question, matcher, territoryFilter(filters));
  return {question, territories, filters, weights: new Array<number>(question.size).fill(1)};
}

/**
 * Gives every pair that covers all words.
 * @param placed bits of the words that only a territory may cover
 */
export function takeWhole(index: FamilyIndex, reading: Reading, placed: number, finder: Finder): void {
  const {full} = reading.question;
  const isWhole = (covered: number, mask: number): boolean => ((covered & ~placed) | mask) === full;
  takeCovering(index, reading, isWhole, isWhole, finder);
}

/** The most that any pair covers, as far as it is more than `least`; else `least`. */
export function surveyCovers(index: FamilyIndex, reading: Reading, least: number): number {
  return mostCovered(index, reading, ask(index, reading.question), matcher, least);
}

/** Gives every pair that covers as much as the best. */
export function takeBest(index: FamilyIndex, reading: Reading, best: number, finder: Finder): void {
  const {question} = reading;
  const isBest = (covered: number, mask: number): boolean => coverOf(question, covered, mask) === best;
  const reaches = (covered: number, mask: number): boolean => coverOf(question, covered, mask) >= best;
  takeCovering(index, {...reading, weights: weighWords(index, question)}, reaches, isBest, finder);
}

type Demand = (covered: number, mask: number) => boolean;

/** Families that answer, of the part that is being looked at. */
let answering = new Uint32Array(256);
const FIRST = [0];

/**
 * @param reaches whether a family may answer that covers at most so much, with a territory
 * @param answers whether one does that covers just this
 */
function takeCovering(index: FamilyIndex, reading: Reading, reaches: Demand, answers: Demand, finder: Finder): void {
  const {question, territories, filters} = reading;
  const {possible, locate} = ask(index, question);
  const isOfDataset = datasetFilter(filters);
  const filterOf = familyFilter(filters);
  const reachesFor = placesByBits(territories.masks, reaches);
  const answersFor = placesByBits(territories.masks, answers);
  for (let slot = 0; slot < index.slots; slot++) {
    if (reachesFor(possible[slot]!).length === 0) continue;
    const part = index.partAt(slot);
    if (part === null || !isOfDataset(part)) continue;
    const passes = filterOf(part);
    if (passes === null) continue;
    const {postings, size} = part;
    const located = locate(slot);
    const common = passes === true && finder.tally === null ? uniformCover(postings, size, question, located) : null;
    if (common !== null) {
      const places = answersFor(common);
      if (places.length === 0) continue;
      const scored = matcher.score(postings, question, located, FIRST, 1);
      for (const place of places) takeUniform(part, scored, reading, place, finder);
      continue;
    }
    const covered = matcher.cover(postings, size, question, located);
    if (answering.length < size) answering = new Uint32Array(2 * size);
    let count = 0;
    for (let family = 0; family < size; family++)
      if (answersFor(covered[family]!).length > 0 && (passes === true || passes(family))) answering[count++] = family;
    if (count === 0) continue;
    const scored = matcher.score(postings, question, located, answering, count);
    for (let at = 0; at < count; at++) {
      const family = answering[at]!;
      for (const place of answersFor(covered[family]!)) takeFamily(part, family, at, scored, reading, place, finder);
    }
  }
}

/** Places of the masks with which a family answers, by the bits that it covers: few differ, and neighbours mostly do not. */
function placesByBits(masks: readonly number[], demand: Demand): (covered: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  let lastBits = -1;
  let last: readonly number[] = [];
  return (covered) => {
    if (covered === lastBits) return last;
    let places = known.get(covered);
    if (places === undefined) {
      places = masks.flatMap((mask, place) => (demand(covered, mask) ? [place] : []));
      known.set(covered, places);
    }
    [lastBits, last] = [covered, places];
    return places;
  };
}
