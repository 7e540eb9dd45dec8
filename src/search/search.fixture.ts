// Small indexes for tests of search, made as a load makes and stores them; keys are real, so that orders can be compared.

import {readProviders} from "../reference/reference.ts";
import {buildCatalogue, type CatalogueSeries} from "../statistics/catalogue/build-catalogue.ts";
import {type SeriesDimensions, seriesKey, seriesTitle} from "../statistics/catalogue/catalogue.ts";
import type {Territory} from "../statistics/territory.ts";
import type {Frequency} from "../statistics/time/frequency.ts";
import {finish} from "../work/steps.fixture.ts";
import {bindSegments} from "./index/bind-segment.ts";
import type {IndexedIndicator, IndexedUnit, OpenSegment, SegmentContent} from "./index/dataset-segment.ts";
import {createFamilyIndex, type FamilyIndex} from "./index/family-index.ts";
import {makeContent} from "./index/index-dataset.ts";
import {parseSynonyms} from "./language/synonyms.ts";
import type {SearchFilters} from "./query/filters.ts";
import {createSeriesSearch, type SeriesAnswer, type SeriesQuestion} from "./series-search.ts";
import type {Blocks, FetchedBlocks, SearchSteps} from "./stored/reading.ts";
import {type EncodedSegment, encodeSegment, openEncoded, openingBlocks, openSegment} from "./stored/segment-code.ts";

export const COUNTRY: Territory = territory("643", "Российская Федерация", "country", "RU-00");
export const CENTRE: Territory = territory("030", "Центральный федеральный округ", "district", "RU-130");
export const NORTH: Territory = territory("050", "Северный район", "macroregion", "RU-250");
export const MOSCOW: Territory = territory("45000000000", "г. Москва", "region", "RU-77");
export const PETERSBURG: Territory = territory("40000000000", "г. Санкт-Петербург", "region", "RU-78");
export const TATARSTAN: Territory = territory("92000000000", "Республика Татарстан", "region", "RU-16");
export const KAZAN: Territory = territory("92401000000", "Казань", "city", "RU-92401000000");
export const PLACES = [COUNTRY, CENTRE, NORTH, MOSCOW, PETERSBURG, TATARSTAN, KAZAN];

/** One family and the territories of its series; `stalled` of them are stalled. */
export interface Family extends Partial<Omit<SeriesDimensions, "territory">> {
  readonly territories?: readonly Territory[];
  readonly stalled?: readonly Territory[];
}

export interface Dataset {
  readonly id?: number;
  readonly provider?: string;
  readonly code?: string;
  readonly name?: string;
  readonly families: readonly Family[];
  readonly classes?: Readonly<Record<string, string>>;
  readonly indicators?: Readonly<Record<string, Partial<IndexedIndicator>>>;
  readonly units?: readonly IndexedUnit[];
  /** The last period of its active series; absent: the one of most fixtures. */
  readonly last?: number;
  /** The parts that the series are in, in turn: 0 is the first part, the others are deltas. */
  readonly split?: readonly number[];
}

export interface Held {
  readonly key: string;
  readonly title: string;
  readonly provider: string;
  readonly dataset: string;
  readonly fullTerritory: Territory;
  readonly isStalled: boolean;
  readonly dimensions: SeriesDimensions;
}

export interface Built {
  readonly index: FamilyIndex;
  /** Every series of the index, by key. */
  readonly held: ReadonlyMap<string, Held>;
  /** What each segment was made of, by the dataset's number. */
  readonly contents: ReadonlyMap<number, SegmentContent>;
  answer(query: SeriesQuestion, withFacets?: boolean): SeriesAnswer;
  /** Titles of the results, in order, and their total. */
  find(
    text: string | null,
    filters?: SearchFilters,
    limit?: number,
    offset?: number,
  ): {titles: string[]; keys: string[]; total: number};
}

export const LAST = 20_000;
const LONG_AGO = 10_000;

export function buildIndex(
  datasets: readonly Dataset[],
  synonyms = "",
  spellings = new Map<string, string[]>(),
  shelf: Shelf | null = null,
  questionWords = "",
): Built {
  const phrases = parseSynonyms(synonyms, questionWords);
  const index = createFamilyIndex(() => phrases, spellings);
  const search = createSeriesSearch(index);
  const held = new Map<string, Held>();
  const contents = new Map<number, SegmentContent>();
  for (const [at, dataset] of datasets.entries()) {
    const id = at + 1;
    contents.set(id, putDataset(index, {id, code: `d${id}`, ...dataset}, held, shelf));
  }
  const answer: Built["answer"] = (query, withFacets) =>
    shelf === null ? search.answer(query, withFacets) : shelf.play(search.steps(query, withFacets));
  return {
    ...{index, held, contents, answer},
    find(text, filters = {}, limit = 200, offset = 0) {
      const {found, total} = answer({text, limit, filters, offset});
      return {titles: found.map(({key}) => held.get(key)!.title), keys: found.map(({key}) => key), total};
    },
  };
}

/** A place for blocks that keeps the last few of them, as a store does for a search. */
export interface Shelf {
  add(encoded: EncodedSegment): Blocks;
  /** Does the work, and gives it the blocks that it waits for. */
  play<T>(work: SearchSteps<T>): T;
  /** The number of reads of a block that was read before, and dropped since. */
  readonly readAgain: number;
}

export function createShelf(most: number): Shelf {
  const all = new Map<Blocks, EncodedSegment>();
  const kept: {readonly blocks: Blocks; readonly number: number}[] = [];
  const known = new Map<Blocks, Set<number>>();
  let readAgain = 0;
  return {
    add(encoded) {
      const blocks: Blocks = {
        find: (number) =>
          kept.some((one) => one.blocks === blocks && one.number === number) ? encoded.blocks[number] : undefined,
      };
      all.set(blocks, encoded);
      known.set(blocks, new Set());
      return blocks;
    },
    play(work) {
      for (let fetched: FetchedBlocks = []; ; ) {
        const step = work.next(fetched);
        if (step.done) return step.value;
        const needs = step.value ?? [];
        fetched = needs.map(({blocks, numbers}) => numbers.map((number) => all.get(blocks)!.blocks[number]!));
        for (const need of needs) {
          const before = known.get(need.blocks)!;
          for (const number of need.numbers) {
            kept.push({blocks: need.blocks, number});
            if (before.has(number)) readAgain++;
            before.add(number);
          }
          kept.splice(0, kept.length - most);
        }
      }
    },
    get readAgain() {
      return readAgain;
    },
  };
}

export function putDataset(
  index: FamilyIndex,
  dataset: Dataset,
  held: Map<string, Held>,
  shelf: Shelf | null = null,
): SegmentContent {
  const {id = 1, provider = "showdata", code = "d1", name = ""} = dataset;
  const {families, classes = {}, units = [], split = [], last = LAST} = dataset;
  const indicators: Record<string, Partial<IndexedIndicator>> = {x: {label: "Показатель"}, ...dataset.indicators};
  const series: CatalogueSeries[] = [];
  for (const {territories = [COUNTRY], stalled = [], ...own} of families) {
    for (const {code: territory} of territories) {
      const dimensions: SeriesDimensions = {
        indicator: "x",
        classification: null,
        measure: null,
        transformation: "level",
        unit: "PCT",
        frequency: "M" as Frequency,
        ...own,
        territory,
      };
      const isStalled = stalled.some((one) => one.code === territory);
      const key = seriesKey(provider, code, dimensions);
      series.push({...dimensions, number: series.length + 1, key, lastPeriod: isStalled ? LONG_AGO : last});
      const territoryOfSeries = territories.find((one) => one.code === territory)!;
      held.set(key, {
        key,
        title: seriesTitle({
          classification: dimensions.classification,
          className: dimensions.classification === null ? null : (classes[dimensions.classification] ?? null),
          indicatorLabel: indicators[dimensions.indicator]?.label ?? dimensions.indicator,
          territoryName: territoryOfSeries.name,
        }),
        provider,
        dataset: code,
        fullTerritory: territoryOfSeries,
        isStalled,
        dimensions,
      });
    }
  }
  const territories = new Map(
    families.flatMap((family) => family.territories ?? [COUNTRY]).map((one) => [one.code, one]),
  );
  const described = Object.entries(indicators).map(([own, given]) => ({
    code: own,
    label: own,
    concept: `${provider}-${code}-${own}`,
    description: null,
    synonyms: [],
    namedOn: "2026-01-01",
    namedAt: "2026-01-01T00:00:00.000Z",
    ...given,
  }));
  const labels = {
    territories: territories,
    classNames: new Map(Object.entries(classes)),
    indicatorLabels: new Map(described.map((one) => [one.code, one.label])),
    continuity: [],
    weeks: null,
  };
  const catalogue = buildCatalogue(series, labels);
  const providerWords = readProviders().get(provider)?.searchWords ?? "";
  const own = {id, provider, providerWords, code, name, changedBy: "run", catalogue, indicators: described, units};
  const content = finish(makeContent(own));
  const parts =
    split.length === 0 ? [series] : Map.groupBy(series, ({number}) => split[number % split.length]!).values();
  const opened = Array.from(parts, (some) => {
    const ofSegment = {...own, catalogue: {...buildCatalogue(some, labels), frontiers: catalogue.frontiers}};
    const encoded = encodeSegment(finish(makeContent(ofSegment)), shelf === null ? undefined : 1);
    return shelf === null ? openEncoded(encoded) : openFrom(shelf, encoded);
  });
  const all = {
    territories: catalogue.territories,
    classes: catalogue.classification.codes.length,
    frontiers: [...catalogue.frontiers],
  };
  finish(index.put(id, finish(bindSegments(opened, own, index, all))));
  return content;
}

/** Opened from the blocks for opening; the others come from the shelf. */
function openFrom(shelf: Shelf, encoded: EncodedSegment): OpenSegment {
  const first = new Set(openingBlocks(encoded.layout));
  const blocks = shelf.add(encoded);
  const opened = openSegment(encoded.layout, {
    find: (number) => (first.has(number) ? encoded.blocks[number] : undefined),
  });
  return {...opened, stored: {...opened.stored, blocks}};
}

function territory(code: string, name: string, level: Territory["level"], canonical: string): Territory {
  return {code, name, level, canonical, parent: null};
}
