// A dataset as search reads it: its state, its catalogue, the names in its package, and the span of an indicator.
import type {ConceptCard} from "../../search/concept-search.ts";
import type {IndexedIndicator, IndexedUnit} from "../../search/index/dataset-segment.ts";
import type {Day} from "../../statistics/time/day.ts";
import {parseSpans} from "../datasets/dataset.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {all, one, type Param, records, type Script, statement} from "../script.ts";
import {readLastNumber} from "../series/last-number.ts";

/** A dataset and the load run that changed it last. */
export interface DatasetVersion {
  readonly id: number;
  readonly changedBy: string;
}

/** A dataset as it is indexed; the catalogue as it is stored. */
export interface StoredDataset extends DatasetVersion {
  readonly provider: string;
  readonly code: string;
  readonly name: string;
  readonly columns: Uint8Array;
  readonly indicators: readonly IndexedIndicator[];
  readonly units: readonly IndexedUnit[];
}

/** Of every dataset, ascending by id. */
export function* listDatasetVersions(q: Queries): Script<DatasetVersion[]> {
  return yield* records(versions(q, {}));
}

/** Codes of the providers that have a dataset. */
export function* listProviders(q: Queries): Script<string[]> {
  return (yield* all(providers(q, {}))).map((row) => row.provider_code);
}

/** null: there is no such dataset, or it has no catalogue yet. */
export function* readStoredDataset(q: Queries, id: number): Script<StoredDataset | null> {
  const dataset = yield* one(byId(q, {id}));
  if (dataset === undefined) return null;
  const indicators = yield* all(indicatorsOf(q, {id}));
  const units = yield* records(unitsOf(q, {id}));
  return {
    ...dataset,
    id,
    indicators: indicators.map((row) => ({...row, synonyms: JSON.parse(row.synonyms) as string[]})),
    units,
  };
}

export interface IndicatorSpan {
  /** First days of the first and last periods with a value. */
  readonly first: Day;
  readonly last: Day;
}

/** null: no series has one of the indicators. */
export function* readConceptSpan(q: Queries, datasets: ConceptCard["datasets"]): Script<IndicatorSpan | null> {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const {id, indicators, isWhole} of datasets) {
    for (const indicator of isWhole ? [null] : indicators) {
      const span = yield* indicator === null ? readDatasetSpan(q, id) : readIndicatorSpan(q, id, indicator);
      first = Math.min(first, span?.first ?? first);
      last = Math.max(last, span?.last ?? last);
    }
  }
  return first > last ? null : {first, last};
}

/** Series that are looked at between two rests. */
const LOOKED_AT_ONCE = 20_000;

/** null: no series has the indicator. */
function* readIndicatorSpan(q: Queries, datasetId: number, indicator: string): Script<IndicatorSpan | null> {
  const end = yield* readLastNumber(q, datasetId);
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let from = 0; from <= end; from += LOOKED_AT_ONCE) {
    const row = (yield* one(spanOf(q, {datasetId, indicator, from, to: from + LOOKED_AT_ONCE})))!;
    if (row.first !== null) first = Math.min(first, storedDay(row.first));
    if (row.last !== null) last = Math.max(last, storedDay(row.last));
    yield;
  }
  return first > last ? null : {first, last};
}

/** The same over all series of a dataset, which its row knows. */
function* readDatasetSpan(q: Queries, datasetId: number): Script<IndicatorSpan | null> {
  const spans = parseSpans((yield* one(spansOf(q, {datasetId})))?.spans ?? "[]");
  if (spans.length === 0) return null;
  return {first: Math.min(...spans.map(({first}) => first)), last: Math.max(...spans.map(({last}) => last))};
}

const spansOf = statement((q, param: Param<{datasetId: number}>) =>
  q.db.selectFrom("dataset").select("spans").where("id", "=", param("datasetId")),
);

const versions = statement((q, _param: Param<object>) =>
  q.db.selectFrom("dataset").select(["id", "changed_by as changedBy"]).orderBy("id"),
);

const providers = statement((q, _param: Param<object>) =>
  q.db.selectFrom("dataset").select("provider_code").distinct().orderBy("provider_code"),
);

const byId = statement((q, param: Param<{id: number}>) =>
  q.db
    .selectFrom("dataset")
    .innerJoin("catalogue", "catalogue.dataset_id", "dataset.id")
    .select(["changed_by as changedBy", "provider_code as provider", "code", "name", "columns"])
    .where("catalogue.dataset_id", "=", param("id")),
);

const indicatorsOf = statement((q, param: Param<{id: number}>) =>
  q.db
    .selectFrom("indicator")
    .select(["code", "label", "concept", "description", "synonyms", "named_on as namedOn", "named_at as namedAt"])
    .where("dataset_id", "=", param("id"))
    .orderBy("code"),
);

const unitsOf = statement((q, param: Param<{id: number}>) =>
  q.db.selectFrom("unit").select(["code", "name", "okei"]).where("dataset_id", "=", param("id")).orderBy("code"),
);

const spanOf = statement((q, param: Param<{datasetId: number; indicator: string; from: number; to: number}>) =>
  q.db
    .selectFrom("series")
    .select((make) => [
      make.fn.min<string | null>("first_period").as("first"),
      make.fn.max<string | null>("last_period").as("last"),
    ])
    .where("dataset_id", "=", param("datasetId"))
    .where("number", ">=", param("from"))
    .where("number", "<", param("to"))
    .where("indicator", "=", param("indicator")),
);
