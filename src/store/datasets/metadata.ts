// The description of a dataset as plain tables: names of indicators, classes, units and territories, methodology, notes, relations.
//
// Derived from the dataset's folded metadata after every change; only rows that differ from the stored ones are written. The next load
// continues the fold from the JSON in the dataset's row.

import type {Naming, NamingRelease} from "../../statistics/release/naming.ts";
import type {ClassLabel, ReleaseMetadata} from "../../statistics/release/release.ts";
import type {Territory} from "../../statistics/territory.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, insertRows} from "../rows.ts";
import {columnsOf, type NewRow} from "../schema/tables.ts";
import {all, type Param, type Row, records, run, type Script, statement} from "../script.ts";
import {noteRow} from "./declarations.ts";
import {storedDay} from "./metadata-json.ts";

export const METADATA_TABLES = [
  "indicator",
  "class",
  "unit",
  "territory",
  "methodology",
  "note",
  "relation",
  "continuity",
  "price_week",
  "english_name",
] as const;

type MetadataTable = (typeof METADATA_TABLES)[number];
/** Those that are short also in a dataset whose series have a class each. */
export type ShortTable = Exclude<MetadataTable, "class">;
type StoredRows<T extends MetadataTable> = Readonly<Record<T, readonly Row[]>>;

/** How the dataset's series use its lists, and which releases gave the names. */
export interface MetadataUse {
  /** Of series, or described by a package of the dataset. */
  readonly territories: readonly Territory[];
  /** Number of series by unit code. */
  readonly unitSeries: ReadonlyMap<string, number>;
  readonly naming: Naming;
}

/** The rows of a dataset in each table. */
export type MetadataRows = {readonly [T in MetadataTable]: readonly NewRow<T>[]};

/** Of several entries with one code the last is used. */
export function metadataRows(
  dataset_id: number,
  folded: ReleaseMetadata,
  {territories, unitSeries, naming}: MetadataUse,
): MetadataRows {
  const {provider, dataset, methodology} = folded;
  const weeks = new Map(folded.weeks?.map((week) => [week.year * 100 + week.week, week]));
  return {
    indicator: lastByCode(folded.indicators).map(({code, label, concept, description, synonyms, quantity = null}) => ({
      dataset_id,
      code,
      label,
      concept: concept ?? `${provider}-${dataset}-${code}`,
      description,
      synonyms: JSON.stringify(synonyms),
      quantity,
      ...namedBy(naming.indicators),
    })),
    class: classRows(dataset_id, folded.classes),
    unit: unitRows(folded.units, unitSeries).map((unit) => ({
      dataset_id,
      ...unit,
      ...namedBy(unit.name === null ? null : naming.units),
    })),
    territory: lastByCode(territories).map(({code, name, level, canonical, parent}) => ({
      dataset_id,
      code,
      name,
      level,
      canonical,
      parent,
      ...namedBy(naming.territories.get(code) ?? null),
    })),
    methodology: methodology ? [{dataset_id, ...methodology}] : [],
    note: (folded.notes ?? []).map((note, position) => ({dataset_id, position, ...noteRow(note)})),
    relation: (folded.related ?? []).map((related, position) => ({
      dataset_id,
      position,
      related_provider_code: related.provider,
      related_dataset_code: related.dataset,
      relation: related.relation,
      splice: related.splice ? 1 : 0,
      note: related.note,
    })),
    continuity: (folded.continuity ?? []).map(({from, to, period, note}, position) => ({
      dataset_id,
      position,
      class_from: from,
      class_to: to,
      period,
      note,
    })),
    price_week: [...weeks.values()].map(({year, week, day}) => ({dataset_id, year, week, day: dayText(day)})),
    english_name: (folded.english ?? []).map(([name, english]) => ({dataset_id, name, english})),
  };
}

/** Makes the stored rows of a dataset these. @returns the codes of classes that had another name, or none */
export function* exchangeMetadataRows(q: Queries, datasetId: number, rows: MetadataRows): Script<ReadonlySet<string>> {
  const stored = yield* readMetadataRows(q, datasetId);
  yield* exchange.class(q, datasetId, stored.class, rows.class);
  yield* exchangeShortTables(q, datasetId, stored, rows);
  return renamedClasses(stored.class, rows.class);
}

function renamedClasses(stored: readonly Row[], rows: MetadataRows["class"]): ReadonlySet<string> {
  const names = new Map(stored.map((row) => [row["code"] as string, row["name"]]));
  return new Set(rows.filter(({code, name}) => names.get(code) !== name).map(({code}) => code));
}

/** As exchangeMetadataRows, without the classes. @param stored the rows as they are stored */
export function* exchangeShortTables(
  q: Queries,
  datasetId: number,
  stored: StoredRows<ShortTable>,
  rows: MetadataRows,
): Script<void> {
  yield* exchange.indicator(q, datasetId, stored.indicator, rows.indicator);
  yield* exchange.unit(q, datasetId, stored.unit, rows.unit);
  yield* exchange.territory(q, datasetId, stored.territory, rows.territory);
  yield* exchange.methodology(q, datasetId, stored.methodology, rows.methodology);
  yield* exchange.note(q, datasetId, stored.note, rows.note);
  yield* exchange.relation(q, datasetId, stored.relation, rows.relation);
  yield* exchange.continuity(q, datasetId, stored.continuity, rows.continuity);
  yield* exchange.price_week(q, datasetId, stored.price_week, rows.price_week);
  yield* exchange.english_name(q, datasetId, stored.english_name, rows.english_name);
}

/** Adds classes that have no row. */
export function* addClasses(q: Queries, dataset_id: number, classes: readonly ClassLabel[]): Script<void> {
  if (classes.length > 0) yield* run(insertClasses(q, classRows(dataset_id, classes)));
}

/** The rows of the classes that have one of these codes. */
export function* readClasses(q: Queries, datasetId: number, codes: Iterable<string>): Script<ClassLabel[]> {
  const pairs = JSON.stringify(Array.from(codes, (code) => [datasetId, code]));
  return yield* records(someClasses(q, {datasetId, pairs}));
}

const insertClasses = insertRows("class");

const someClasses = statement((q, param: Param<{datasetId: number; pairs: string}>) =>
  q.db
    .selectFrom("class")
    .select(["code", "name", "note"])
    .where("dataset_id", "=", param("datasetId"))
    .where("code", "in", q.db.selectFrom(q.differences.keyTable(param("pairs")).as("asked")).select("asked.key")),
);

function classRows(dataset_id: number, classes: ReleaseMetadata["classes"]) {
  return lastByCode(classes).map(({code, name, note}) => ({dataset_id, code, name, note}));
}

/** The rows as they are stored, in any order. */
export function readMetadataRows(q: Queries, datasetId: number): Script<StoredRows<MetadataTable>> {
  return readTables(q, datasetId, METADATA_TABLES);
}

export function readShortTables(q: Queries, datasetId: number): Script<StoredRows<ShortTable>> {
  return readTables(
    q,
    datasetId,
    METADATA_TABLES.filter((table) => table !== "class"),
  );
}

function* readTables<T extends MetadataTable>(
  q: Queries,
  datasetId: number,
  tables: readonly T[],
): Script<StoredRows<T>> {
  const rows = {} as Record<T, readonly Row[]>;
  for (const table of tables) {
    const own = q.db.selectFrom(table as MetadataTable).selectAll();
    rows[table] = yield* all<Row>(own.where("dataset_id", "=", datasetId).compile());
  }
  return rows;
}

/** The number of series by unit, and the releases that gave the names, as the rows tell; null: no release did, or none that has a row. */
export function usedByRows({indicator, unit, territory}: StoredRows<ShortTable>): Omit<MetadataUse, "territories"> {
  const named = unit.find((row) => row["name"] !== null);
  return {
    unitSeries: new Map(
      unit.flatMap((row) =>
        row["series_count"] === 0 ? [] : [[row["code"] as string, row["series_count"] as number] as const],
      ),
    ),
    naming: {
      indicators: indicator[0] === undefined ? null : namingOf(indicator[0]),
      units: named === undefined ? null : namingOf(named),
      territories: new Map(
        territory.flatMap((row) => {
          const release = namingOf(row);
          return release === null ? [] : [[row["code"] as string, release] as const];
        }),
      ),
    },
  };
}

function namingOf({named_on, named_at}: Row): NamingRelease | null {
  return named_on === null ? null : {day: storedDay(named_on as string), loadedAt: named_at as string};
}

/** The described units, and units of series without a description. */
function unitRows(described: ReleaseMetadata["units"], unitSeries: ReadonlyMap<string, number>) {
  const labels = new Map(lastByCode(described).map((label) => [label.code, label]));
  return [...new Set([...labels.keys(), ...unitSeries.keys()])].map((code) => {
    const {name = null, okei = null, mult = null} = labels.get(code) ?? {};
    return {code, name, okei, mult, series_count: unitSeries.get(code) ?? 0};
  });
}

function namedBy(release: NamingRelease | null) {
  return {named_on: release === null ? null : dayText(release.day), named_at: release?.loadedAt ?? null};
}

function lastByCode<T extends {readonly code: string}>(list: readonly T[] | null): readonly T[] {
  if (list?.every(({code}, index) => index === 0 || list[index - 1]!.code < code)) return list;
  return [...new Map(list?.map((label) => [label.code, label])).values()];
}

const exchange = {
  indicator: exchanger("indicator"),
  class: exchanger("class"),
  unit: exchanger("unit"),
  territory: exchanger("territory"),
  methodology: exchanger("methodology"),
  note: exchanger("note"),
  relation: exchanger("relation"),
  continuity: exchanger("continuity"),
  price_week: exchanger("price_week"),
  english_name: exchanger("english_name"),
};

/** Exchanges rows that have all of the columns: by their codes, or all rows of a short list. */
function exchanger<T extends MetadataTable>(table: T) {
  const columns: readonly string[] = columnsOf(table);
  const insert = insertRows(table);
  const deleteAll = deleteRowsBy(table as MetadataTable, "dataset_id");
  const deleteCoded = deleteByCodes(table as CodedTable);
  const isCoded = columns.includes("code");
  const textOf = (row: Row): string => JSON.stringify(columns.map((column) => row[column]));
  return function* replace(
    q: Queries,
    dataset_id: number,
    stored: readonly Row[],
    rows: readonly NewRow<T>[],
  ): Script<void> {
    const before = new Map(stored.map((row) => [textOf(row), row]));
    const added = stored.length === 0 ? rows : rows.filter((row) => !before.delete(textOf(row as Row)));
    if (before.size === 0 && added.length === 0) return;
    const isPart = isCoded && before.size <= stored.length / 2;
    if (!isPart && stored.length > 0) yield* run(deleteAll(q, {dataset_id}));
    else if (before.size > 0) {
      const codes = JSON.stringify([...before.values()].map(({code}) => [dataset_id, code]));
      yield* run(deleteCoded(q, {dataset_id, codes}));
    }
    const missing = isPart ? added : rows;
    if (missing.length > 0) yield* run(insert(q, missing));
  };
}

type CodedTable = "indicator" | "class" | "unit" | "territory";

function deleteByCodes(table: CodedTable) {
  return statement((q, param: Param<{dataset_id: number; codes: string}>) =>
    q.db
      .deleteFrom(table)
      .where("dataset_id", "=", param("dataset_id"))
      .where("code", "in", q.db.selectFrom(q.differences.keyTable(param("codes")).as("gone")).select("gone.key")),
  );
}
