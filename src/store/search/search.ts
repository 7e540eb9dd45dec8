// Search over a store: the index in memory is updated dataset by dataset, and the found series are described from the store.
//
// A search and the description of its page show one state: the last load run is read in the same snapshot and compared with that of the
// index. The index is made with rests, so that other work waits a few milliseconds at most.

import {once, readNameSpellings, readQuestionWords, readSynonyms} from "../../reference/reference.ts";
import {type ConceptCard, type ConceptItem, describeConcept, searchConcepts} from "../../search/concept-search.ts";
import {type DatasetSegment, isOfLines} from "../../search/index/dataset-segment.ts";
import {createFamilyIndex, type FamilyIndex} from "../../search/index/family-index.ts";
import {parseSynonyms} from "../../search/language/synonyms.ts";
import type {UnknownCode} from "../../search/query/nearest-code.ts";
import type {Facets} from "../../search/rank/facets.ts";
import type {SeriesQuestion} from "../../search/series-search.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {Day} from "../../statistics/time/day.ts";
import {type Budget, createBudget} from "../../work/budget.ts";
import {createPace, type Pace} from "../../work/pace.ts";
import type {Queries} from "../engines/differences.ts";
import {StoreOutage} from "../outage.ts";
import {readLastChange} from "../releases/load-run.ts";
import {type Engine, resolved, type Script} from "../script.ts";
import {type FoundSeries, readFoundSeries} from "../series/named-series.ts";
import {type FoundKeys, isKeyAlone, readByKey, readFoundKeys} from "./key-question.ts";
import {watchLoads} from "./load-watch.ts";
import {createSearchMemory, LostBlock, SEARCH_BYTES} from "./memory.ts";
import {createLines, inOneGeneration, type LineAnswer} from "./search-lines.ts";
import {createSegmentExchange} from "./segment-exchange.ts";
import {listDatasetVersions, readConceptSpan} from "./stored-dataset.ts";
import {createTerritoryNaming, type NamedTerritories} from "./territory-naming.ts";

export interface FoundPage {
  /** Series that match in all. */
  readonly total: number;
  /** Whether they match every word of the question; false: nothing does, and these are the nearest. */
  readonly isWhole: boolean;
  /** The year that the question names, if no series is named after it; null: none. */
  readonly year: number | null;
  readonly series: readonly FoundSeries[];
  /** How well each of them matches the words, by key. */
  readonly relevance: ReadonlyMap<string, number>;
  /** Their datasets that have classes, by number. */
  readonly withClasses: ReadonlySet<number>;
  /** Those of them that are surveys or forms: each series is one line of hundreds. */
  readonly surveysAndForms: ReadonlySet<number>;
  /** The number of them for each provider, dataset, frequency, level and status; null: not requested. */
  readonly facets: Facets | null;
  /** If nothing is found: the first value of a filter that no series has. */
  readonly unknown: UnknownCode | null;
  /** A load is not in the index yet: its series are not found. */
  readonly isBehind: boolean;
}

export interface DatedConcept extends ConceptCard {
  /** First days of the first and last periods with a value. */
  readonly firstPeriod: Day;
  readonly lastPeriod: Day;
}

export interface Search {
  findSeries(query: SeriesQuestion, withFacets?: boolean, budget?: Budget): Promise<FoundPage>;
  /** The number of matching series, and the keys of the first `limit` of them; no keys if more than `most` match. */
  findKeys(query: SeriesQuestion): Promise<FoundKeys>;
  /** `text` null: every concept. */
  findConcepts(
    text: string | null,
    limit: number,
    budget?: Budget,
  ): Promise<{readonly total: number; readonly items: readonly ConceptItem[]}>;
  /** null: no series has the concept. */
  findConcept(id: string, budget?: Budget): Promise<DatedConcept | null>;
  /** The territories of all series, each with every name that it has; of a state that may be a load behind. */
  territories(): readonly Territory[];
  /** The territories that a text names, and its other words; of the same state. */
  namedTerritories(text: string, pace: Pace): Promise<NamedTerritories>;
  /** The last load run in the index; null: there is none; undefined: there is no index yet. */
  indexedRun(): string | null | undefined;
  /** Brings the index up to date, so that the next search need not wait for it. */
  refresh(): Promise<void>;
  /** Does so now and after each load. Returns the end of that. */
  keepFresh(): () => void;
  /** Resolves when there is a first index, or damage keeps it from being made; rejects when the store is out of reach. */
  whenReady(): Promise<void>;
}

export interface SearchOptions {
  /** Of stored segments in memory. */
  readonly maxBytes?: number;
  /** Called for each dataset that is damaged and therefore not found, once for each state of the store. */
  readonly onLeftOut?: (fault: Error) => void;
}

/** What a script is given of an index, and the state of the index at that time. */
interface Answered<A> {
  readonly searched: FamilyIndex;
  readonly generation: number;
  /** null: there is none. */
  readonly answered: {readonly value: A} | null;
  /** Whether the index may still be brought to the state of the store. */
  readonly mayWait: boolean;
}

/** Searches wait this long for a large load to be indexed, counted from the start of that; then they answer from the state before it. */
const PATIENCE_MS = 2000;
/** If there are more words of deleted datasets, and they are more than half of all words, the index is made again. */
const DEAD_TERMS = 50_000;

/** A page with more series is read with rests. */
const SHORT_PAGE = 50;
/** At the first search: it takes 45 ms of a processor, which a start and most commands do without. */
const readPhrases = once(() => parseSynonyms(readSynonyms(), readQuestionWords()));

/** A search with an index of its own: a process has one (served-store.ts). */
export function createSearch(
  statistics: Engine,
  {maxBytes = SEARCH_BYTES, onLeftOut = () => {}}: SearchOptions = {},
): Search {
  const spellings = readNameSpellings();
  let index = createFamilyIndex(readPhrases, spellings);
  const memory = createSearchMemory(statistics, maxBytes);
  let lines = createLines(index, memory);
  /** The last load run in the index; undefined: the index was never made. */
  let indexedRun: string | null | undefined;
  const namesIn = createTerritoryNaming();
  const segments = createSegmentExchange(statistics, memory);
  let refreshing: Promise<void> | null = null;
  let refreshBegan = 0;
  let isDamaged = false;

  async function bringUpToDate(): Promise<void> {
    const pace = createPace();
    const {change, versions} = await statistics.read(readVersions);
    const isWornOut = index.deadTerms > DEAD_TERMS && index.deadTerms > index.vocabulary.size / 2;
    const next = isWornOut ? createFamilyIndex(readPhrases, spellings) : index;
    for (const fault of await segments.exchange(next, versions, pace)) onLeftOut(fault);
    if (next !== index) [index, lines] = [next, createLines(next, memory)];
    indexedRun = change;
  }

  function refresh(): Promise<void> {
    if (refreshing === null) refreshBegan = performance.now();
    refreshing ??= bringUpToDate()
      .catch((error: unknown) => {
        isDamaged = !(error instanceof StoreOutage);
        throw error;
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  }

  async function whenIndexed(): Promise<void> {
    if (indexedRun === undefined && !isDamaged)
      await refresh().catch((error: unknown) => isDamaged || Promise.reject(error));
  }

  /** null: the index is of another state than the store, or was when its data was taken. */
  function* playInState<A, T>(
    q: Queries,
    {searched, generation, answered, mayWait}: Answered<A>,
    script: (q: Queries, answered: A, isBehind: boolean) => Script<T>,
  ): Script<{readonly value: T} | null> {
    const change = yield* readLastChange(q);
    if (answered === null || (mayWait && change !== indexedRun)) return null;
    if (mayWait && (index !== searched || index.generation !== generation)) return null;
    return {value: yield* script(q, answered.value, change !== indexedRun)};
  }

  /**
   * Plays a script with an index in the same state as the store or, if updating takes too long, with the present index.
   * @param answer the search itself, in the index and its stored parts; the script reads from the store what it found
   */
  async function inOneState<A, T>(
    answer: () => Promise<A>,
    script: (q: Queries, answered: A, isBehind: boolean) => Script<T>,
    way: "read" | "readWithRests" = "read",
  ): Promise<T> {
    const began = performance.now();
    for (let mayWait = true; ; ) {
      const [searched, {generation}] = [index, index];
      const answered =
        indexedRun === undefined ? null : await unlessLost(answer, (id) => segments.suspect(id), refreshing);
      const found = {searched, generation, answered, mayWait};
      const outcome = await statistics[way]((q) => playInState(q, found, script));
      if (outcome !== null) return outcome.value;
      const work = refresh();
      const left = PATIENCE_MS - (performance.now() - refreshBegan);
      const inTime = await withinPatience(work, indexedRun === undefined ? null : left);
      mayWait = inTime && performance.now() - began < PATIENCE_MS;
    }
  }

  function hasClasses({datasetId, classification}: FoundSeries): boolean {
    return classification !== null || (index.segments.get(datasetId) ?? []).some(hasClass);
  }

  function hasLines(datasetId: number): boolean {
    return (index.segments.get(datasetId) ?? []).some(isOfLines);
  }

  function* readFoundPage(q: Queries, query: SeriesQuestion, answer: LineAnswer, isBehind: boolean): Script<FoundPage> {
    const {total, isWhole, year, found, facets} = answer;
    const isKey = total === 0 && isKeyAlone(query);
    const named = isKey ? yield* readByKey(q, query.text!) : null;
    const series = named === null ? yield* readFoundSeries(q, found) : named.slice(query.offset);
    const withClasses = new Set(series.filter(hasClasses).map(({datasetId}) => datasetId));
    const surveysAndForms = new Set(series.map(({datasetId}) => datasetId).filter(hasLines));
    const relevance = new Map(found.map((one) => [one.key, one.relevance]));
    const unknown = total === 0 && series.length === 0 ? answer.unknown : null;
    return {
      ...{total: named?.length ?? total, isWhole, year, series},
      ...{relevance, withClasses, surveysAndForms, facets, unknown, isBehind},
    };
  }

  const search: Search = {
    findSeries: (query, withFacets = false, budget = createBudget()) =>
      inOneState(
        () => lines[budget.asker](query, withFacets, budget),
        (q, answer, isBehind) => readFoundPage(q, query, answer, isBehind),
        query.limit > SHORT_PAGE ? "readWithRests" : "read",
      ),
    findKeys: (query) =>
      inOneState(
        () => lines.reader(query, false, createBudget()),
        (q, answer) => readFoundKeys(q, query, answer),
      ),
    findConcepts: (text, limit, budget) =>
      inOneState(
        () => inOneGeneration(index, memory, (own) => searchConcepts(own, text, limit), budget),
        (_q, found) => resolved(found),
      ),
    findConcept: (id, budget) =>
      inOneState(
        () => inOneGeneration(index, memory, (own) => describeConcept(own, id), budget),
        readDates,
        "readWithRests",
      ),
    territories: () => index.territories.all,
    namedTerritories: (text, pace) => namesIn(index.territories.all, text, pace),
    indexedRun: () => indexedRun,
    refresh,
    keepFresh: () => watchLoads(statistics, {asOf: () => indexedRun, refresh, onFault: onLeftOut}),
    whenReady: whenIndexed,
  };
  return search;
}

/**
 * What a question finds in the index; null: its segment was of a state that the store no longer has.
 * @param refreshing what goes on and may bring the newer state
 */
async function unlessLost<A>(
  prepare: () => Promise<A>,
  suspect: (datasetId: number) => void,
  refreshing: Promise<void> | null,
): Promise<{readonly value: A} | null> {
  try {
    return {value: await prepare()};
  } catch (error) {
    if (!(error instanceof LostBlock)) throw error;
    suspect(error.datasetId);
    await refreshing;
    return null;
  }
}

function hasClass({classCount, hasNoClass}: DatasetSegment): boolean {
  return classCount > 1 || !hasNoClass;
}

function* readDates(q: Queries, card: ConceptCard | null): Script<DatedConcept | null> {
  const span = card === null ? null : yield* readConceptSpan(q, card.datasets);
  return card === null || span === null ? null : {...card, firstPeriod: span.first, lastPeriod: span.last};
}

function* readVersions(q: Queries) {
  return {change: yield* readLastChange(q), versions: yield* listDatasetVersions(q)};
}

/** Whether the work was done in time. @param left milliseconds; null: without an older index an answer needs the work */
async function withinPatience(work: Promise<void>, left: number | null): Promise<boolean> {
  if (left === null) {
    await work;
    return true;
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, left), false);
  });
  const inTime = await Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
  // The caller no longer waits, so a failure of the work must not reach it.
  if (!inTime) work.catch(() => {});
  return inTime;
}
