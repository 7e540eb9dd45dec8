// The English names that packages give, for what a page shows: records get them in place of the published names.
//
// The words of a page then find no other name for them (words/names.ts), so country/names.ts alone chooses. An English visitor costs one
// statement, a Russian one none. What a record means (a level, a ratio, a file) is told by the published names, which stay beside it.
import {describedIn, namesOfSeries, type SeriesNames} from "../../country/described-series.ts";
import {type ChosenNames, namesIn, type OwnNames} from "../../country/names.ts";
import type {Territory} from "../../statistics/territory.ts";
import {readDatasetNumbers, readEnglishOf, type WantedNames} from "../../store/datasets/english-names.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Engine, Script} from "../../store/script.ts";
import type {FoundSeries} from "../../store/series/named-series.ts";
import type {Budget} from "../../work/budget.ts";
import type {Language} from "./language.ts";

/** A record with names in the language of the visitor. `published`: as its package wrote it; absent: it is the record. */
export type InLanguage<T> = T & {readonly published?: T};

/** The record as its package wrote it. */
export function asPublished<T extends object>(record: InLanguage<T>): T {
  return record.published ?? record;
}

/** Series with the names of their packages; those of a dataset that gives none stay the same objects. */
export function* nameSeries<S extends SeriesNames>(
  q: Queries,
  language: Language,
  series: readonly InLanguage<S>[],
  datasetOf: (one: S) => number,
): Script<InLanguage<S>[]> {
  const chosen = yield* readOwn(
    q,
    language,
    series.map((one) => ({datasetId: datasetOf(one), names: namesOfSeries(one)})),
  );
  return series.map((one) => {
    const names = chosen.get(datasetOf(one));
    return names === undefined ? one : {...describedIn<S>(one, names), published: one};
  });
}

/** The territories of one dataset with the names of its packages. */
export function* nameTerritories(
  q: Queries,
  language: Language,
  datasetId: number,
  territories: readonly Territory[],
): Script<readonly Territory[]> {
  const wanted = [{datasetId, names: territories.map(({name}) => name)}];
  const names = (yield* readOwn(q, language, wanted)).get(datasetId);
  return names === undefined ? territories : territories.map((one) => ({...one, name: names.territory(one)}));
}

interface NumberedDataset {
  readonly id: number;
  readonly name: string;
}

/** The same of datasets. */
export function* nameDatasets<D extends NumberedDataset>(
  q: Queries,
  language: Language,
  datasets: readonly D[],
): Script<InLanguage<D>[]> {
  const wanted = datasets.map(({id, name}) => ({datasetId: id, names: [name]}));
  const chosen = yield* readOwn(q, language, wanted);
  return datasets.map((one) => named(one, chosen.get(one.id)));
}

interface CodedDataset {
  readonly provider: string;
  readonly dataset: string;
  /** null: the dataset is not loaded. */
  readonly name: string | null;
}

/** The same of records that name a dataset by its code: updates, events, related datasets. */
export function* nameRows<R extends CodedDataset>(
  q: Queries,
  language: Language,
  rows: readonly R[],
): Script<InLanguage<R>[]> {
  if (language === "ru" || rows.length === 0) return [...rows];
  const codeOf = ({provider, dataset}: CodedDataset): string => `${provider}/${dataset}`;
  const ids = yield* readDatasetNumbers(q, rows.map(codeOf));
  const wanted = rows.flatMap((one) => {
    const datasetId = ids.get(codeOf(one));
    return datasetId === undefined || one.name === null ? [] : [{datasetId, names: [one.name]}];
  });
  const chosen = yield* readOwn(q, language, wanted);
  return rows.map((one) => (one.name === null ? one : named(one, chosen.get(ids.get(codeOf(one)) ?? 0))));
}

function named<R extends {readonly name: string | null}>(one: R, names: ChosenNames | undefined): InLanguage<R> {
  return names === undefined ? one : {...one, name: names.of(one.name!), published: one};
}

/** The names of a dataset in the language, by its number; absent: its packages give none of those that are wanted. */
export function* readOwn(
  q: Queries,
  language: Language,
  wanted: readonly WantedNames[],
): Script<ReadonlyMap<number, ChosenNames>> {
  if (language === "ru" || wanted.length === 0) return NONE;
  const found: ReadonlyMap<number, OwnNames> = yield* readEnglishOf(q, wanted);
  return new Map([...found].map(([id, own]) => [id, namesIn(language, own)]));
}

const NONE: ReadonlyMap<number, ChosenNames> = new Map();

/** Of a visit: its store, its language and what it may take. */
interface Reader {
  readonly site: {readonly store: {readonly statistics: Pick<Engine, "readWithRests">}};
  readonly language: Language;
  readonly budget: Budget;
}

/** Series that a search found. */
export async function nameFound(
  {site, language, budget}: Reader,
  found: readonly FoundSeries[],
): Promise<readonly InLanguage<FoundSeries>[]> {
  if (language === "ru" || found.length === 0) return found;
  return site.store.statistics.readWithRests(
    (q) => nameSeries<FoundSeries>(q, language, found, ({datasetId}) => datasetId),
    budget,
  );
}

/** Datasets that are in memory. */
export async function nameKnown<D extends NumberedDataset>(
  {site, language, budget}: Reader,
  datasets: readonly D[],
): Promise<readonly InLanguage<D>[]> {
  if (language === "ru" || datasets.length === 0) return datasets;
  return site.store.statistics.readWithRests((q) => nameDatasets(q, language, datasets), budget);
}
