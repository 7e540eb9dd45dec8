// Small indexes for tests of search, made as a load makes and stores them; keys are real, so that orders can be compared.

import {readProviders} from "../reference.ts";
import {buildCatalogue, type CatalogueSeries} from "../statistics/catalogue/build-catalogue.ts";
import {type SeriesDimensions, seriesKey, seriesTitle} from "../statistics/catalogue/catalogue.ts";
import type {Territory} from "../statistics/territory.ts";
import type {Frequency} from "../statistics/time/frequency.ts";
import {finish} from "../steps.fixture.ts";
import {bindPart} from "./index/bind-part.ts";
import type {IndexedIndicator, IndexedUnit} from "./index/dataset-part.ts";
import {createFamilyIndex, type FamilyIndex} from "./index/family-index.ts";
import {makeContent} from "./index/index-dataset.ts";
import {decodePart, encodePart} from "./index/part-code.ts";
import {parseSynonyms} from "./language/synonyms.ts";
import type {SearchFilters} from "./query/filters.ts";
import {createSeriesSearch} from "./series-search.ts";

export const COUNTRY: Territory = place("643", "Российская Федерация", "country", "RU-00");
export const CENTRE: Territory = place("030", "Центральный федеральный округ", "district", "RU-130");
export const NORTH: Territory = place("050", "Северный район", "macroregion", "RU-250");
export const MOSCOW: Territory = place("45000000000", "г. Москва", "region", "RU-77");
export const PETERSBURG: Territory = place("40000000000", "г. Санкт-Петербург", "region", "RU-78");
export const TATARSTAN: Territory = place("92000000000", "Республика Татарстан", "region", "RU-16");
export const KAZAN: Territory = place("92401000000", "Казань", "city", "RU-92401000000");
export const PLACES = [COUNTRY, CENTRE, NORTH, MOSCOW, PETERSBURG, TATARSTAN, KAZAN];

/** One family and the territories of its series; `stalled` of them are stalled. */
export interface Family extends Partial<Omit<SeriesDimensions, "territory">> {
  readonly places?: readonly Territory[];
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
}

export interface Held {
  readonly key: string;
  readonly title: string;
  readonly provider: string;
  readonly dataset: string;
  readonly place: Territory;
  readonly isStalled: boolean;
  readonly dimensions: SeriesDimensions;
}

export interface Built {
  readonly index: FamilyIndex;
  /** Every series of the index, by key. */
  readonly held: ReadonlyMap<string, Held>;
  /** Titles of the results, in order, and their total. */
  find(text: string | null, filters?: SearchFilters, limit?: number): {titles: string[]; keys: string[]; total: number};
}

const LAST = 20_000;
const LONG_AGO = 10_000;

export function buildIndex(
  datasets: readonly Dataset[],
  synonyms = "",
  spellings = new Map<string, string[]>(),
): Built {
  const index = createFamilyIndex(parseSynonyms(synonyms), spellings);
  const search = createSeriesSearch(index);
  const held = new Map<string, Held>();
  for (const [at, dataset] of datasets.entries()) putDataset(index, {id: at + 1, code: `d${at + 1}`, ...dataset}, held);
  return {
    index,
    held,
    find(text, filters = {}, limit = 200) {
      const {found, total} = search.answer({text, limit, filters});
      return {titles: found.map(({key}) => held.get(key)!.title), keys: found.map(({key}) => key), total};
    },
  };
}

export function putDataset(index: FamilyIndex, dataset: Dataset, held: Map<string, Held>): void {
  const {id = 1, provider = "showdata", code = "d1", name = "", families, classes = {}, units = []} = dataset;
  const indicators: Record<string, Partial<IndexedIndicator>> = {x: {label: "Показатель"}, ...dataset.indicators};
  const series: CatalogueSeries[] = [];
  for (const {places = [COUNTRY], stalled = [], ...own} of families) {
    for (const {code: territory} of places) {
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
      series.push({...dimensions, number: series.length + 1, key, lastPeriod: isStalled ? LONG_AGO : LAST});
      const placeOfSeries = places.find((one) => one.code === territory)!;
      held.set(key, {
        key,
        title: seriesTitle({
          classification: dimensions.classification,
          className: dimensions.classification === null ? null : (classes[dimensions.classification] ?? null),
          indicatorLabel: indicators[dimensions.indicator]?.label ?? dimensions.indicator,
          territoryName: placeOfSeries.name,
        }),
        provider,
        dataset: code,
        place: placeOfSeries,
        isStalled,
        dimensions,
      });
    }
  }
  const places = new Map(families.flatMap((family) => family.places ?? [COUNTRY]).map((one) => [one.code, one]));
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
  const catalogue = buildCatalogue(series, {
    territories: places,
    classNames: new Map(Object.entries(classes)),
    indicatorLabels: new Map(described.map((one) => [one.code, one.label])),
    continuity: [],
    weeks: null,
  });
  const providerWords = readProviders().get(provider)?.searchWords ?? "";
  const own = {id, provider, providerWords, code, name, changedBy: "run", catalogue, indicators: described, units};
  const stored = encodePart(finish(makeContent(own)));
  const content = decodePart(Uint8Array.from(stored).buffer);
  const part = finish(bindPart(content, own, index.vocabulary, index.territories));
  finish(index.put(part));
}

function place(code: string, name: string, level: Territory["level"], canonical: string): Territory {
  return {code, name, level, canonical, parent: null};
}
