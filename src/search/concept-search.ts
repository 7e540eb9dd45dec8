// Searches for concepts by label, id, synonyms and description, and describes one concept.
//
// A concept may be in many datasets. All its labels are searched; the label of the newest release is shown.
import {compareCodes} from "../statistics/catalogue/code-order.ts";
import {LEVELS, type Level, territoryIdentity} from "../statistics/territory.ts";
import {FREQUENCIES} from "../statistics/time/frequency.ts";
import type {DatasetSegment, IndexedIndicator} from "./index/dataset-segment.ts";
import type {FamilyIndex} from "./index/family-index.ts";
import {rangesOf} from "./index/postings.ts";
import {numbersIn} from "./index/series-set.ts";
import {indexedNameWords} from "./index/titles.ts";
import {countBits, type WordQuery} from "./query/word-query.ts";
import {createMatcher} from "./rank/matcher.ts";
import {readQueries} from "./series-search.ts";
import {CHUNK, chunksOf, readChunk, readSets} from "./stored/chunk.ts";
import type {SearchSteps} from "./stored/reading.ts";

export interface ConceptItem {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
  readonly seriesCount: number;
}

export interface ConceptCard extends ConceptItem {
  /** Distinct territories that have a series. */
  readonly territoryCount: number;
  /** `provider/dataset`, in order, with the codes of the concept's indicators there. */
  readonly datasets: readonly ConceptDataset[];
  readonly transformations: readonly string[];
  readonly measures: readonly string[];
  readonly frequencies: readonly string[];
  readonly units: readonly string[];
  /** Distinct territories by level. */
  readonly levels: Readonly<Partial<Record<Level, number>>>;
}

export interface ConceptDataset {
  readonly id: number;
  readonly code: string;
  readonly indicators: readonly string[];
  /** No series of the dataset has another indicator. */
  readonly isWhole: boolean;
}

/** An indicator of the concept. */
interface IndicatorEntry {
  readonly segment: DatasetSegment;
  /** Index in the segment's concepts. */
  readonly indicator: number;
}

/** Step by step. @param text null: all concepts, by label */
export function* searchConcepts(
  index: FamilyIndex,
  text: string | null,
  limit: number,
): SearchSteps<{readonly total: number; readonly items: readonly ConceptItem[]}> {
  const entries = entriesById(index);
  yield;
  const points = text === null ? new Map([...entries.keys()].map((id) => [id, 0])) : yield* matchConcepts(index, text);
  const items: {readonly points: number; readonly item: ConceptItem}[] = [];
  for (const [id, own] of points) {
    items.push({points: own, item: describe(id, entries.get(id)!)});
    if (items.length % CONCEPTS_AT_ONCE === 0) yield;
  }
  yield;
  items.sort(
    (one, other) =>
      other.points - one.points ||
      compareCodes(one.item.label, other.item.label) ||
      compareCodes(one.item.id, other.item.id),
  );
  return {total: items.length, items: items.slice(0, limit).map(({item}) => item)};
}

/** Step by step. null: no series has the concept. */
export function* describeConcept(index: FamilyIndex, id: string): SearchSteps<ConceptCard | null> {
  const entries = entriesById(index).get(id);
  if (entries === undefined) return null;
  const [transformations, measures, units] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const frequencies = new Set<string>();
  const levels = new Map<string, Level>();
  const {all} = index.territories;
  for (const {segment, indicator} of entries) {
    const {codes, size} = segment;
    const setsSeen = new Set<number>();
    for (let nth = 0; nth < chunksOf(size); nth++) {
      const chunk = yield* readChunk(segment, nth);
      const setOf = yield* readSets(segment, nth);
      yield;
      for (let at = 0; at < Math.min(CHUNK, size - chunk.first); at++) {
        if (chunk.indicator[at] !== indicator) continue;
        addCode(transformations, codes.transformation[chunk.transformation[at]!]!);
        addCode(measures, codes.measure[chunk.measure[at]!]!);
        addCode(units, codes.unit[chunk.unit[at]!]!);
        addCode(frequencies, codes.frequency[chunk.frequency[at]!]!);
        const set = setOf[at]!;
        if (setsSeen.has(set)) continue;
        setsSeen.add(set);
        const list = 2 * set;
        yield;
        for (const number of [...numbersIn(segment.sets, list), ...numbersIn(segment.sets, list + 1)]) {
          const identity = territoryIdentity(all[number]!);
          if (!levels.has(identity)) levels.set(identity, all[number]!.level);
        }
      }
    }
  }
  const byLevel = LEVELS.map((level) => [level, [...levels.values()].filter((one) => one === level).length] as const);
  return {
    ...describe(id, entries),
    territoryCount: levels.size,
    datasets: datasetsOf(index, entries),
    transformations: [...transformations].sort(compareCodes),
    measures: [...measures].sort(compareCodes),
    frequencies: FREQUENCIES.filter((one) => frequencies.has(one)),
    units: [...units].sort(compareCodes),
    levels: Object.fromEntries(byLevel.filter(([, count]) => count > 0)),
  };
}

/** Concepts that are described in one step. */
const CONCEPTS_AT_ONCE = 1000;

function entriesById({segments}: FamilyIndex): Map<string, IndicatorEntry[]> {
  const entries = new Map<string, IndicatorEntry[]>();
  for (const segment of [...segments.values()].flat()) {
    for (const [indicator, {concept}] of segment.concepts.entries()) {
      const known = entries.get(concept);
      if (known === undefined) entries.set(concept, [{segment, indicator}]);
      else known.push({segment, indicator});
    }
  }
  return entries;
}

/** The matches of the first query that has any; if no query has, the concepts that match most words. */
function* matchConcepts(index: FamilyIndex, text: string): SearchSteps<Map<string, number>> {
  const queries = (yield* readQueries(text, index)).map((query) => ({...query, readsDescriptions: true}));
  for (const query of queries) {
    const found = yield* matchAll(index, query, query.size);
    if (found.size > 0) return found;
  }
  for (let words = Math.max(0, ...queries.map(({size}) => size)) - 1; words > 0; words--) {
    for (const query of queries) {
      const found = yield* matchAll(index, query, words);
      if (found.size > 0) return found;
    }
  }
  return new Map();
}

/** Points of the concepts that match at least this number of words. */
function* matchAll(index: FamilyIndex, query: WordQuery, words: number): Generator<undefined, Map<string, number>> {
  const matcher = createMatcher();
  const relevance = new Map<string, number>();
  for (const segmentNumber of new Set(query.terms.flatMap((term) => index.segmentNumbersOf(term)))) {
    const segment = index.segmentAt(segmentNumber);
    if (segment === null) continue;
    const {conceptPostings: postings, concepts} = segment;
    const located = matcher.locate((term) => rangesOf(postings, term), query);
    const masks = matcher.match(concepts.length, query, located);
    const all = Uint32Array.from(concepts.keys());
    const {points, headWords} = matcher.score(query, located, all, all.length);
    for (const [at, {concept, label}] of concepts.entries()) {
      if (countBits(masks[at]!) < words || masks[at] === 0) continue;
      let sum = 0;
      for (let word = 0; word < query.size; word++) sum += points[word * concepts.length + at]!;
      const {length} = indexedNameWords(label);
      const own = Math.round((8 * sum) / query.size + (300 * Math.min(headWords[at]!, length)) / length);
      relevance.set(concept, Math.max(relevance.get(concept) ?? 0, own));
    }
    yield;
  }
  return relevance;
}

function describe(id: string, entries: readonly IndicatorEntry[]): ConceptItem {
  let newest: IndexedIndicator | null = null;
  let seriesCount = 0;
  for (const {segment, indicator} of entries.toSorted(byDataset)) {
    const own = segment.concepts[indicator]!;
    if (newest === null || isNewer(own, newest)) newest = own;
    seriesCount += segment.seriesOfConcept[indicator]!;
  }
  return {id, label: newest?.label ?? id, description: newest?.description ?? null, seriesCount};
}

/** A label that equals the code does not count as a label: any other takes precedence. */
function isNewer(one: IndexedIndicator, other: IndexedIndicator): boolean {
  const [isBare, isOtherBare] = [one.label === one.code, other.label === other.code];
  if (isBare !== isOtherBare) return isOtherBare;
  return (
    compareCodes(one.namedOn, other.namedOn) > 0 ||
    (one.namedOn === other.namedOn && compareCodes(one.namedAt, other.namedAt) > 0)
  );
}

function byDataset(one: IndicatorEntry, other: IndicatorEntry): number {
  return (
    compareCodes(one.segment.provider, other.segment.provider) ||
    compareCodes(one.segment.code, other.segment.code) ||
    compareCodes(indicatorOf(one), indicatorOf(other))
  );
}

function indicatorOf({segment, indicator}: IndicatorEntry): string {
  return segment.codes.indicator[indicator] as string;
}

function datasetsOf({segments}: FamilyIndex, entries: readonly IndicatorEntry[]): ConceptCard["datasets"] {
  const found = new Map<number, {code: string; indicators: Set<string>}>();
  for (const entry of entries.toSorted(byDataset)) {
    const {id, provider, code} = entry.segment;
    const known = found.get(id) ?? {code: `${provider}/${code}`, indicators: new Set()};
    known.indicators.add(indicatorOf(entry));
    found.set(id, known);
  }
  return Array.from(found, ([id, {code, indicators}]) => {
    const all = new Set(segments.get(id)!.flatMap(({codes}) => codes.indicator));
    return {id, code, indicators: [...indicators], isWhole: indicators.size === all.size};
  });
}

function addCode(codes: Set<string>, code: string | null): void {
  if (code !== null) codes.add(code);
}
