// Search over a store: series are found in the index in memory (current-index.ts) and described from the store, both in one state
// (one-state.ts).

import {type ConceptCard, type ConceptItem, describeConcept, searchConcepts} from "../../search/concept-search.ts";
import {type DatasetSegment, isOfLines} from "../../search/index/dataset-segment.ts";
import type {UnknownCode} from "../../search/query/nearest-code.ts";
import type {Facets} from "../../search/rank/facets.ts";
import type {SeriesQuestion} from "../../search/series-search.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {Day} from "../../statistics/time/day.ts";
import {type Budget, createBudget} from "../../work/budget.ts";
import type {Pace} from "../../work/pace.ts";
import type {Queries} from "../engines/differences.ts";
import {type Engine, resolved, type Script} from "../script.ts";
import {type FoundSeries, readFoundSeries} from "../series/named-series.ts";
import {CurrentIndex} from "./current-index.ts";
import {type FoundKeys, isKeyAlone, readByKey, readFoundKeys} from "./key-question.ts";
import {watchLoads} from "./load-watch.ts";
import {createSearchMemory, SEARCH_BYTES} from "./memory.ts";
import {inOneGeneration, inOneState} from "./one-state.ts";
import type {LineAnswer} from "./search-lines.ts";
import {readConceptSpan} from "./stored-dataset.ts";
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

/** A page with more series is read with rests. */
const SHORT_PAGE = 50;

/** A search with an index of its own: a process has one (served-store.ts). */
export function createSearch(
  statistics: Engine,
  {maxBytes = SEARCH_BYTES, onLeftOut = () => {}}: SearchOptions = {},
): Search {
  const memory = createSearchMemory(statistics, maxBytes);
  const current = new CurrentIndex(statistics, memory, onLeftOut);
  const namesIn = createTerritoryNaming();

  function hasClasses({datasetId, classification}: FoundSeries): boolean {
    return classification !== null || (current.index.segments.get(datasetId) ?? []).some(hasClass);
  }

  function hasLines(datasetId: number): boolean {
    return (current.index.segments.get(datasetId) ?? []).some(isOfLines);
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

  return {
    findSeries: (query, withFacets = false, budget = createBudget()) =>
      inOneState(
        current,
        () => current.lines[budget.asker](query, withFacets, budget),
        (q, answer, isBehind) => readFoundPage(q, query, answer, isBehind),
        query.limit > SHORT_PAGE ? "readWithRests" : "read",
      ),
    findKeys: (query) =>
      inOneState(
        current,
        () => current.lines.reader(query, false, createBudget()),
        (q, answer) => readFoundKeys(q, query, answer),
      ),
    findConcepts: (text, limit, budget) =>
      inOneState(
        current,
        () => inOneGeneration(current.index, memory, (own) => searchConcepts(own, text, limit), budget),
        (_q, found) => resolved(found),
      ),
    findConcept: (id, budget) =>
      inOneState(
        current,
        () => inOneGeneration(current.index, memory, (own) => describeConcept(own, id), budget),
        readDates,
        "readWithRests",
      ),
    territories: () => current.index.territories.all,
    namedTerritories: (text, pace) => namesIn(current.index.territories.all, text, pace),
    indexedRun: () => current.indexedRun,
    refresh: () => current.refresh(),
    keepFresh: () =>
      watchLoads(statistics, {
        asOf: () => current.indexedRun,
        refresh: () => current.refresh(),
        onFault: onLeftOut,
      }),
    whenReady: () => current.whenIndexed(),
  };
}

function hasClass({classCount, hasNoClass}: DatasetSegment): boolean {
  return classCount > 1 || !hasNoClass;
}

function* readDates(q: Queries, card: ConceptCard | null): Script<DatedConcept | null> {
  const span = card === null ? null : yield* readConceptSpan(q, card.datasets);
  return card === null || span === null ? null : {...card, firstPeriod: span.first, lastPeriod: span.last};
}
