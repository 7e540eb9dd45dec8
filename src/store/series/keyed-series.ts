// Series of a large dataset by their keys, as a small catalogue of them alone: the index of keys is that of the engine, so neither the whole
// catalogue nor an order of all keys is needed.
//
// What series share (territories, labels, frontiers, weeks) is that of the whole dataset. It has no continuations: a dataset with them is
// always read as a whole.
import {buildCatalogue} from "../../statistics/catalogue/build-catalogue.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {weeksOf} from "../../statistics/catalogue/catalogue-blocks.ts";
import type {CatalogueHead} from "../../statistics/catalogue/catalogue-code.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";
import {type KeyedRow, keyedSeries} from "./series.ts";

/** At most `most` series, those with the smallest keys from one on. */
export function* readSeriesFrom(
  q: Queries,
  datasetId: number,
  head: CatalogueHead,
  from: string,
  most: number,
): Script<Catalogue> {
  return catalogueOf(head, yield* all(fromKey(q, {datasetId, from, most})));
}

/** The series with these keys; a key that the dataset lacks is left out. */
export function* readSeriesWithKeys(
  q: Queries,
  datasetId: number,
  head: CatalogueHead,
  keys: readonly string[],
): Script<Catalogue> {
  const pairs = JSON.stringify(keys.map((key) => [datasetId, key]));
  return catalogueOf(head, yield* all(withKeys(q, {datasetId, pairs})));
}

function catalogueOf(head: CatalogueHead, rows: readonly (KeyedRow & {readonly last_period: string})[]): Catalogue {
  const labels = head.codes.indicator.map((code, place) => [code as string, head.indicatorLabels[place]!] as const);
  const built = buildCatalogue(
    rows.map((row) => ({...keyedSeries(row), lastPeriod: storedDay(row.last_period)})),
    {
      territories: new Map(head.territories.map((one) => [one.code, one])),
      classNames: new Map(),
      indicatorLabels: new Map(labels),
      continuity: [],
      weeks: weeksOf(head),
    },
  );
  return {...built, frontiers: new Map(head.frontiers)};
}

const COLUMNS = [
  "number",
  "key",
  "indicator",
  "classification",
  "measure",
  "transformation",
  "unit",
  "frequency",
  "territory",
  "last_period",
] as const;

const fromKey = statement((q, take: Take<{datasetId: number; from: string; most: number}>) =>
  q.db
    .selectFrom("series")
    .select(COLUMNS)
    .where("dataset_id", "=", take("datasetId"))
    .where("key", ">=", take("from"))
    .orderBy("key")
    .limit(take("most")),
);

const withKeys = statement((q, take: Take<{datasetId: number; pairs: string}>) =>
  q.db
    .selectFrom("series")
    .select(COLUMNS)
    .where("dataset_id", "=", take("datasetId"))
    .where("key", "in", q.db.selectFrom(q.differences.keyTable(take("pairs")).as("asked")).select("asked.key")),
);
