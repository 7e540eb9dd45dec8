// Series of a dataset as plain rows: dimensions, first and last period, and the number of periods with a value.
//
// `number` identifies the series within its dataset and never changes; its place in the order of a slice is in the catalogue.

import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {Day} from "../../statistics/time/day.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {all, batch, excluded, one, type Param, params, run, type Script, statement} from "../script.ts";

export interface SeriesRecord extends SeriesDimensions {
  readonly number: number;
  readonly key: string;
  /** First days of the first and last periods with a value. */
  readonly firstPeriod: Day;
  readonly lastPeriod: Day;
  /** Periods with a value. */
  readonly observationCount: number;
}

/** All series of a dataset, ascending by number. */
export function* readSeries(q: Queries, datasetId: number): Script<SeriesRecord[]> {
  return (yield* all(ofDataset(q, {datasetId}))).map(seriesRecord);
}

/** The keys of all series of a dataset, by number. */
export function* readKeys(q: Queries, datasetId: number): Script<Map<number, string>> {
  return new Map((yield* all(everyKey(q, {datasetId}))).map(({number, key}) => [number, key]));
}

/** The series of a dataset with these keys, ascending by number. */
export function* readSeriesOfKeys(q: Queries, datasetId: number, keys: Iterable<string>): Script<SeriesRecord[]> {
  const rows = yield* all(ofKeys(q, {pairs: pairsOf(datasetId, keys)}));
  return rows.map(seriesRecord).sort((one, other) => one.number - other.number);
}

/** At most `most` series, those with the smallest keys from one on, ascending by key. */
export function* readSeriesFromKey(q: Queries, datasetId: number, from: string, most: number): Script<SeriesRecord[]> {
  return (yield* all(fromKey(q, {datasetId, from, most}))).map(seriesRecord);
}

/** The highest number of a series of the dataset; 0: it has none. */
export function* readHighestNumber(q: Queries, datasetId: number): Script<number> {
  return (yield* one(lastNumber(q, {datasetId})))?.number ?? 0;
}

/** Finding a series by its key takes about as long as reading this many in their order. */
export const SOUGHT_SHARE = 4;

/** The stored ones of these keys, in any order. */
export function* findSeriesKeys(q: Queries, datasetId: number, query: Iterable<string>): Script<string[]> {
  return (yield* all(keysAmong(q, {pairs: pairsOf(datasetId, query)}))).map(({key}) => key);
}

function pairsOf(datasetId: number, keys: Iterable<string>): string {
  return JSON.stringify(Array.from(keys, (key) => [datasetId, key]));
}

type SeriesRow = KeyedRow & {
  readonly first_period: string;
  readonly last_period: string;
  readonly observation_count: number;
};

function seriesRecord(row: SeriesRow): SeriesRecord {
  return {
    ...keyedSeries(row),
    firstPeriod: storedDay(row.first_period),
    lastPeriod: storedDay(row.last_period),
    observationCount: row.observation_count,
  };
}

/** At most `most` keys in the order of the numbers of their series, from a number on, and the number behind them. */
export function* listSeriesKeys(
  q: Queries,
  datasetId: number,
  from: number,
  most: number,
): Script<{readonly keys: readonly string[]; readonly behind: number}> {
  const rows = yield* all(keys(q, {datasetId, from, most}));
  return {keys: rows.map(({key}) => key), behind: (rows.at(-1)?.number ?? from) + 1};
}

/** Series that are passed by one query: about 3 ms. */
const PASSED_AT_ONCE = 20_000;

/**
 * The number of the series that has `offset` series before it, by number; null: the dataset has fewer. Usually no number is missing; else
 * series are counted, step by step: an engine would count them in one go.
 * @param count the number of all series
 */
export function* findSeriesNumber(
  q: Queries,
  datasetId: number,
  offset: number,
  count: number,
  atOnce = PASSED_AT_ONCE,
): Script<number | null> {
  const first = yield* one(firstNumber(q, {datasetId}));
  const last = yield* one(lastNumber(q, {datasetId}));
  if (first === undefined || last === undefined || offset >= count) return null;
  if (last.number - first.number + 1 === count) return first.number + offset;
  let {number} = first;
  for (let passed = 0; passed < offset; ) {
    const step = Math.min(atOnce, offset - passed);
    const next = yield* one(numberBehind(q, {datasetId, number, skipped: step - 1}));
    if (next === undefined) return null;
    ({number} = next);
    passed += step;
    yield;
  }
  return number;
}

/** A series by its number and key, and its row. */
export type KeyedSeries = Pick<SeriesRecord, "number" | "key" | keyof SeriesDimensions>;
export type KeyedRow = Omit<KeyedSeries, "frequency"> & {readonly frequency: string};

export function keyedSeries(row: KeyedRow): KeyedSeries {
  const {number, key, indicator, classification, measure, transformation, unit, territory} = row;
  const frequency = row.frequency as Frequency;
  return {number, key, indicator, classification, measure, transformation, unit, frequency, territory};
}

/** How many periods with values the series have together. @param numbers a few thousand at most */
export function* countObservations(q: Queries, datasetId: number, numbers: readonly number[]): Script<number> {
  const rows = yield* all(countsAmong(q, {datasetId, numbers: q.differences.numberList(numbers)}));
  return rows.reduce((sum, row) => sum + row.observation_count, 0);
}

/** Inserts series that are new. */
export function* addSeries(q: Queries, datasetId: number, rows: Iterable<SeriesRecord>): Script<void> {
  yield* run(insert(q, seriesRows(datasetId, rows)));
}

/** Inserts or replaces, by number. */
export function* writeSeries(q: Queries, datasetId: number, rows: Iterable<SeriesRecord>): Script<void> {
  yield* run(upsert(q, seriesRows(datasetId, rows)));
}

export function* deleteSeries(q: Queries, datasetId: number, numbers: readonly number[]): Script<void> {
  if (numbers.length === 0) return;
  yield* run(deleteNumbers(q, {datasetId, numbers: q.differences.numberList(numbers)}));
}

function* seriesRows(datasetId: number, rows: Iterable<SeriesRecord>): Iterable<NewRow<"series">> {
  for (const record of rows) {
    yield {
      dataset_id: datasetId,
      number: record.number,
      key: record.key,
      indicator: record.indicator,
      classification: record.classification,
      measure: record.measure,
      transformation: record.transformation,
      unit: record.unit,
      frequency: record.frequency,
      territory: record.territory,
      first_period: dayText(record.firstPeriod),
      last_period: dayText(record.lastPeriod),
      observation_count: record.observationCount,
    };
  }
}

const OTHERS = [
  "indicator",
  "classification",
  "measure",
  "transformation",
  "unit",
  "frequency",
  "territory",
  "first_period",
  "last_period",
  "observation_count",
] as const;

const DESCRIPTION = ["key", ...OTHERS] as const;

const inDataset = (q: Queries, param: Param<{datasetId: number}>) =>
  q.db.selectFrom("series").where("dataset_id", "=", param("datasetId"));

const ofDataset = statement((q, param: Param<{datasetId: number}>) =>
  inDataset(q, param)
    .select(["number", ...DESCRIPTION])
    .orderBy("number"),
);

const fromKey = statement((q, param: Param<{datasetId: number; from: string; most: number}>) =>
  inDataset(q, param)
    .select(["number", ...DESCRIPTION])
    .where("key", ">=", param("from"))
    .orderBy("key")
    .limit(param("most")),
);

// Joined by both columns: only so does the embedded engine look each key up, instead of reading all series of the dataset.
function amongKeys(q: Queries, pairs: string) {
  return q.db
    .selectFrom("series")
    .innerJoin(q.differences.keyTable(pairs).as("asked"), (join) =>
      join.onRef("series.dataset_id", "=", "asked.dataset_id").onRef("series.key", "=", "asked.key"),
    );
}

const ofKeys = statement((q, param: Param<{pairs: string}>) =>
  amongKeys(q, param("pairs")).select(["number", ...OTHERS, "series.key"]),
);

const keysAmong = statement((q, param: Param<{pairs: string}>) => amongKeys(q, param("pairs")).select("series.key"));

const keys = statement((q, param: Param<{datasetId: number; from: number; most: number}>) =>
  inDataset(q, param)
    .select(["number", "key"])
    .where("number", ">=", param("from"))
    .orderBy("number")
    .limit(param("most")),
);

const firstNumber = statement((q, param: Param<{datasetId: number}>) =>
  inDataset(q, param).select("number").orderBy("number").limit(1),
);
const everyKey = statement((q, param: Param<{datasetId: number}>) =>
  q.db.selectFrom("series").select(["number", "key"]).where("dataset_id", "=", param("datasetId")),
);

const lastNumber = statement((q, param: Param<{datasetId: number}>) =>
  inDataset(q, param).select("number").orderBy("number", "desc").limit(1),
);
const numberBehind = statement((q, param: Param<{datasetId: number; number: number; skipped: number}>) => {
  const behind = inDataset(q, param).where("number", ">", param("number"));
  return behind.select("number").orderBy("number").limit(1).offset(param("skipped"));
});

const insertInto = (q: Queries, param: Param<NewRow<"series">>) =>
  q.db.insertInto("series").values(params(param, ["dataset_id", "number", ...DESCRIPTION]));

const insert = batch(insertInto);

const upsert = batch((q, param: Param<NewRow<"series">>) =>
  insertInto(q, param).onConflict((conflict) =>
    conflict.columns(["dataset_id", "number"]).doUpdateSet(excluded(DESCRIPTION)),
  ),
);

const countsAmong = statement((q, param: Param<{datasetId: number; numbers: unknown}>) =>
  inDataset(q, param)
    .select("observation_count")
    .where(q.differences.isIn("number", param("numbers"))),
);

const deleteNumbers = statement((q, param: Param<{datasetId: number; numbers: unknown}>) =>
  q.db
    .deleteFrom("series")
    .where("dataset_id", "=", param("datasetId"))
    .where(q.differences.isIn("number", param("numbers"))),
);
