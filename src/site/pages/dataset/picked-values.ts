// The values of the picked series of a dataset: how many they are, and the rows of a file.
//
// A load may come between two steps: a file of two states is refused.
import type {TableSeries, TableValue} from "../../../formats/series-table.ts";
import {type Catalogue, codeAt, keyAt} from "../../../statistics/catalogue/catalogue.ts";
import {
  createObservations,
  type Observations,
  openWindow,
  readWindow,
  valueAt,
} from "../../../statistics/history/window.ts";
import {type RowList, rowsOfColumns} from "../../../statistics/row-list.ts";
import {type PeriodTable, periodTable} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import {type DatasetRecord, findDatasets} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {CatalogueCache} from "../../../store/series/catalogue-cache.ts";
import {readHistories} from "../../../store/series/history.ts";
import {readFoundSeries} from "../../../store/series/named-series.ts";
import {PageFault} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {nameDatasets, nameFound} from "../../words/own-names.ts";
import {wholeWindow} from "../search/results.ts";
import {namedForFile, tableOf} from "../series/files.ts";
import {pickSeries, readPicks} from "./picks.ts";

/** Larger selections are for the API, which gives them in parts and plans the requests. */
export const MOST_SERIES = 20_000;
export const MOST_VALUES = 300_000;
/** Series that are read in one step. */
const AT_ONCE = 250;

export interface PickedQuery {
  readonly dataset: DatasetRecord;
  readonly catalogue: Catalogue;
  readonly positions: readonly number[];
}

export async function readPickedQuery({site, params, query, withRests, budget, language}: Visit): Promise<PickedQuery> {
  const wanted = {provider: params["provider"] ?? "", dataset: params["code"] ?? ""};
  const {statistics} = site.store;
  const found = await statistics.readWithRests((q) => readCatalogue(q, site.catalogues, wanted, language), budget);
  if (found === null) throw new PageFault(404, "there is no such dataset");
  return {...found, ...(await withRests(pickSeries(found.catalogue, readPicks(query))))};
}

/** null: there is no such dataset. */
function* readCatalogue(
  q: Queries,
  catalogues: CatalogueCache,
  query: {readonly provider: string; readonly dataset: string},
  language: Language,
) {
  const [dataset] = yield* nameDatasets(q, language, yield* findDatasets(q, query));
  return dataset === undefined ? null : {dataset, catalogue: yield* catalogues.read(q, dataset)};
}

/** null: too many series to count them for a page. */
export async function countPickedValues(
  visit: Visit,
  {dataset, catalogue, positions}: PickedQuery,
): Promise<number | null> {
  if (positions.length > MOST_SERIES) return null;
  let values = 0;
  for (let from = 0; from < positions.length; from += AT_ONCE) {
    const some = positions.slice(from, from + AT_ONCE);
    const histories = await readSome(visit, dataset, catalogue, some);
    for (const [at, history] of histories.entries()) values += windowOf(catalogue, some[at]!, history).window.count;
  }
  return values;
}

async function readSome({site}: Visit, dataset: DatasetRecord, catalogue: Catalogue, positions: readonly number[]) {
  const numbers = positions.map((position) => catalogue.numbers[position]!);
  const histories = await site.store.statistics.read((q) => readHistories(q, dataset.id, numbers));
  return histories.map((history, at) => {
    if (history === undefined)
      throw new Error(`series ${keyAt(catalogue, positions[at]!)} has no history in the store`);
    return history;
  });
}

function windowOf(catalogue: Catalogue, position: number, history: Uint8Array) {
  const frequency = codeAt(catalogue.frequency, position) as Frequency;
  const periods: PeriodTable = frequency === "W" ? catalogue.weeks! : periodTable(frequency);
  return {window: openWindow(history, wholeWindow(periods, null)), periods};
}

/** The rows of a file, with names in the language of the visitor. Throws PageFault 413. */
export async function readPickedTable(
  visit: Visit,
  {dataset, catalogue, positions}: PickedQuery,
): Promise<TableSeries[]> {
  const tables: TableSeries[] = [];
  const observations = createObservations();
  let count = 0;
  for (let from = 0; from < positions.length; from += AT_ONCE) {
    const some = positions.slice(from, from + AT_ONCE);
    const names = some.map((position) => ({datasetId: dataset.id, key: keyAt(catalogue, position)}));
    const read = await visit.site.store.statistics.read((q) => readFoundSeries(q, names));
    const found = await nameFound(visit, read);
    const described = new Map(found.map((one) => [one.key, one]));
    const histories = await readSome(visit, dataset, catalogue, some);
    for (const [at, position] of some.entries()) {
      const one = described.get(keyAt(catalogue, position));
      // a load came in between: a file of two states would be wrong
      if (one === undefined) throw new PageFault(503, "the dataset has changed meanwhile", 5);
      const {window, periods} = windowOf(catalogue, position, histories[at]!);
      count += window.count;
      if (count > MOST_VALUES) throw new PageFault(413, "the file would have too many values");
      readWindow(window, periods, observations);
      const values = valuesOf(observations);
      const named = namedForFile(one, visit.language);
      tables.push(tableOf(named, dataset, {title: "", unitName: one.unitName ?? "", status: one.status, values}));
      if (visit.budget.isOver()) await visit.budget.letOthersIn();
    }
  }
  return tables;
}

/** A copy: the observations are read into the same memory again. */
function valuesOf(observations: Observations): RowList<TableValue> {
  const {count} = observations;
  const period = observations.period.slice(0, count);
  const asOf = observations.asOf.slice(0, count);
  const own = {...observations, mantissa: observations.mantissa.slice(0, count)};
  return rowsOfColumns(count, (row) => ({first: period[row]!, value: valueAt(own, row), day: asOf[row]!}));
}
