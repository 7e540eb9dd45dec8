// Search over a store: the index in memory is updated dataset by dataset, and the found series are described from the store.
//
// A search and the description of its page show one state: the last load run is read in the same snapshot and compared with that of the
// index. The index is made in slices, so that other work waits a few milliseconds at most.
import {readNameSpellings, readProviders, readSynonyms} from "../../reference.ts";
import {type ConceptCard, type ConceptItem, describeConcept, searchConcepts} from "../../search/concept-search.ts";
import {createFamilyIndex, type FamilyIndex} from "../../search/index/family-index.ts";
import {indexDataset} from "../../search/index/index-dataset.ts";
import {parseSynonyms} from "../../search/language/synonyms.ts";
import {findUnknownCode, type UnknownCode} from "../../search/query/nearest-code.ts";
import type {Facets} from "../../search/rank/facets.ts";
import {createSeriesSearch, type SeriesAnswer, type SeriesQuestion} from "../../search/series-search.ts";
import {type Catalogue, hasDimension} from "../../statistics/catalogue/catalogue.ts";
import {decodeCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import type {Day} from "../../statistics/time/day.ts";
import {findDatasetsOfKey} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import {type Asker, createPace, inSlices, type Pace} from "../engines/pace.ts";
import {StoreOutage} from "../outage.ts";
import {readLastChange} from "../releases/load-run.ts";
import type {Engine, Script} from "../script.ts";
import {
  type DatasetVersion,
  listDatasetVersions,
  readIndicatorSpan,
  readStoredDataset,
  type StoredDataset,
} from "./indexed-dataset.ts";
import {type FoundSeries, readFoundSeries} from "./named-series.ts";

export interface FoundPage {
  /** Series that match in all. */
  readonly total: number;
  /** Whether they match every word of the question; false: nothing does, and these are the nearest. */
  readonly isWhole: boolean;
  readonly series: readonly FoundSeries[];
  /** How well each of them matches the words, by key. */
  readonly relevance: ReadonlyMap<string, number>;
  /** Their datasets that have classes, by number. */
  readonly withClasses: ReadonlySet<number>;
  /** The number of them for each provider, dataset, frequency, level and status; null: not requested. */
  readonly facets: Facets | null;
  /** If nothing is found: the first value of a filter that no series has. */
  readonly unknown: UnknownCode | null;
}

export interface DatedConcept extends ConceptCard {
  /** First days of the first and last periods with a value. */
  readonly firstPeriod: Day;
  readonly lastPeriod: Day;
}

export interface Search {
  findSeries(asked: SeriesQuestion, withFacets?: boolean, asker?: Asker): Promise<FoundPage>;
  /** The number of matching series, and the keys of the first `limit` of them; no keys if more than `most` match. */
  findKeys(asked: SeriesQuestion): Promise<{readonly total: number; readonly keys: readonly string[]}>;
  /** `text` null: every concept. */
  findConcepts(
    text: string | null,
    limit: number,
  ): Promise<{readonly total: number; readonly items: readonly ConceptItem[]}>;
  /** null: no series has the concept. */
  findConcept(id: string): Promise<DatedConcept | null>;
  /** Brings the index up to date, so that the next search need not wait for it. */
  refresh(): Promise<void>;
  /** Resolves when there is a first index, or a damaged dataset keeps it from being made; rejects when the store is out of reach. */
  made(): Promise<void>;
}

/** The search of an engine: one index for all callers. */
export function searchOf(statistics: Engine): Search {
  const known = searches.get(statistics) ?? createSearch(statistics);
  searches.set(statistics, known);
  return known;
}

const searches = new WeakMap<Engine, Search>();

/** A search waits this long for a large load to be indexed, then answers from the state before it. */
const PATIENCE_MS = 2000;
/** If there are more words of deleted datasets, and they are more than half of all words, the index is made again. */
const DEAD_TERMS = 50_000;

export function createSearch(statistics: Engine): Search {
  const synonyms = parseSynonyms(readSynonyms());
  const spellings = readNameSpellings();
  let index = createFamilyIndex(synonyms, spellings);
  let lines = createLines(index);
  /** The last load run in the index; undefined: the index was never made. */
  let asOf: string | null | undefined;
  let refreshing: Promise<void> | null = null;
  let isDamaged = false;

  async function bringUpToDate(): Promise<void> {
    const pace = createPace();
    const {change, versions} = await statistics.read(function* (q) {
      return {change: yield* readLastChange(q), versions: yield* listDatasetVersions(q)};
    });
    const isWornOut = index.deadTerms > DEAD_TERMS && index.deadTerms > index.vocabulary.size / 2;
    const next = isWornOut ? createFamilyIndex(synonyms, spellings) : index;
    await exchangeParts(next, versions, pace);
    if (next !== index) [index, lines] = [next, createLines(next)];
    asOf = change;
  }

  async function exchangeParts(into: FamilyIndex, versions: readonly DatasetVersion[], pace: Pace): Promise<void> {
    const present = new Set(versions.map(({id}) => id));
    for (const id of [...into.parts.keys()]) if (!present.has(id)) await inSlices(into.remove(id), pace);
    for (const {id, changedBy} of versions) {
      if (into.parts.get(id)?.changedBy === changedBy) continue;
      const stored = await statistics.read((q) => readStoredDataset(q, id));
      if (pace.isOver()) await pace.rest();
      if (stored === null) {
        await inSlices(into.remove(id), pace);
        continue;
      }
      const catalogue = decodeOf(stored);
      if (pace.isOver()) await pace.rest();
      const providerWords = readProviders().get(stored.provider)?.searchWords ?? "";
      const part = await inSlices(
        indexDataset({...stored, providerWords, catalogue}, into.vocabulary, into.territories),
        pace,
      );
      await inSlices(into.put(part), pace);
    }
  }

  function refresh(): Promise<void> {
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

  async function made(): Promise<void> {
    if (asOf === undefined && !isDamaged) await refresh().catch((error: unknown) => isDamaged || Promise.reject(error));
  }

  /**
   * Plays a script with an index in the same state as the store or, if updating takes too long, with the present index.
   * @param prepare gets the script's data from the index before the store is read
   */
  async function inOneState<A, T>(
    prepare: () => Promise<A>,
    script: (q: Queries, prepared: A) => Script<T>,
  ): Promise<T> {
    const began = performance.now();
    for (let patient = true; ; ) {
      const [searched, {edition}] = [index, index];
      const prepared = asOf === undefined ? null : {value: await prepare()};
      const outcome = await statistics.read(function* (q) {
        const change = yield* readLastChange(q);
        if (prepared === null || (patient && change !== asOf)) return null;
        if (patient && (index !== searched || index.edition !== edition)) return null;
        return {value: yield* script(q, prepared.value)};
      });
      if (outcome !== null) return outcome.value;
      const inTime = await withinPatience(refresh(), asOf === undefined);
      patient = inTime && performance.now() - began < PATIENCE_MS;
    }
  }

  function hasClasses({datasetId, classification}: FoundSeries): boolean {
    const part = index.parts.get(datasetId);
    return classification !== null || (part !== undefined && hasDimension(part.classification));
  }

  return {
    findSeries: (asked, withFacets = false, asker = "reader") =>
      inOneState(
        () => lines[asker](asked, withFacets),
        function* (q, {total, isWhole, found, facets}) {
          const isKey = total === 0 && isKeyAlone(asked);
          const series = isKey ? yield* readByKey(q, asked.text!) : yield* readFoundSeries(q, found);
          const withClasses = new Set(series.filter(hasClasses).map(({datasetId}) => datasetId));
          const unknown = total === 0 && series.length === 0 ? findUnknownCode(index, asked.filters) : null;
          const relevance = new Map(found.map((one) => [one.key, one.relevance]));
          return {total: isKey ? series.length : total, isWhole, series, relevance, withClasses, facets, unknown};
        },
      ),
    findKeys: (asked) =>
      inOneState(
        () => lines.reader(asked, false),
        function* (q, {total, found}) {
          const named = total === 0 && isKeyAlone(asked) ? yield* readByKey(q, asked.text!) : found;
          return {total: Math.max(total, named.length), keys: named.map(({key}) => key)};
        },
      ),
    findConcepts: (text, limit) =>
      // biome-ignore lint/correctness/useYield: the script asks nothing more of the store
      inOneState(NOTHING, function* () {
        return searchConcepts(index, text, limit);
      }),
    findConcept: (id) =>
      inOneState(NOTHING, function* (q) {
        const card = describeConcept(index, id);
        if (card === null) return null;
        let [firstPeriod, lastPeriod] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
        for (const {id: datasetId, indicators} of card.datasets) {
          for (const indicator of indicators) {
            const span = yield* readIndicatorSpan(q, datasetId, indicator);
            firstPeriod = Math.min(firstPeriod, span?.first ?? firstPeriod);
            lastPeriod = Math.max(lastPeriod, span?.last ?? lastPeriod);
          }
        }
        return firstPeriod > lastPeriod ? null : {...card, firstPeriod, lastPeriod};
      }),
    refresh,
    made,
  };
}

const NOTHING = async (): Promise<void> => {};

type Searching = (asked: SeriesQuestion, withFacets: boolean) => Promise<SeriesAnswer>;

/** A line of questions for token holders and one for visitors: what a search works with serves one question at a time. */
function createLines(index: FamilyIndex): Readonly<Record<Asker, Searching>> {
  return {reader: createLine(index, "reader"), visitor: createLine(index, "visitor")};
}

function createLine(index: FamilyIndex, asker: Asker): Searching {
  const search = createSeriesSearch(index);
  let line: Promise<unknown> = Promise.resolve();

  async function answer(asked: SeriesQuestion, withFacets: boolean): Promise<SeriesAnswer> {
    const {edition} = index;
    const found = await inSlices(search.steps(asked, withFacets), createPace(asker));
    // A part that came in between may have brought words that the question was not compared with.
    return index.edition === edition ? found : search.answer(asked, withFacets);
  }

  return (asked, withFacets) => {
    const found = line.then(() => answer(asked, withFacets));
    line = found.catch(() => {});
    return found;
  };
}

function decodeOf({provider, code, columns}: StoredDataset): Catalogue {
  try {
    return decodeCatalogue(columns);
  } catch (error) {
    throw new Error(`dataset ${provider}/${code} can't be searched: ${(error as Error).message}`, {cause: error});
  }
}

/** Keys are hashes and not in the index; a question that is only a key means that series. */
function isKeyAlone({text, filters}: SeriesQuestion): boolean {
  return text !== null && /^[0-9a-z]{16}$/.test(text) && Object.values(filters).every((values) => values === null);
}

function* readByKey(q: Queries, key: string): Script<FoundSeries[]> {
  const datasets = yield* findDatasetsOfKey(q, key);
  return yield* readFoundSeries(
    q,
    datasets.map(({id}) => ({datasetId: id, key})),
  );
}

/** Whether the work was done in time. @param hasNothing there is no older index for an answer */
async function withinPatience(work: Promise<void>, hasNothing: boolean): Promise<boolean> {
  if (hasNothing) {
    await work;
    return true;
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false);
  });
  const inTime = await Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
  // The caller no longer waits, so a failure of the work must not reach it.
  if (!inTime) work.catch(() => {});
  return inTime;
}
