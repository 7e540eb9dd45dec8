// The description of a dataset as plain tables: names of indicators, classes, units and territories, methodology, notes, relations.
//
// Derived from the dataset's folded metadata and always rewritten as a whole; the next load continues the fold from the JSON in the
// dataset's row.

import type {Naming, NamingRelease} from "../../statistics/release/naming.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {Territory} from "../../statistics/territory.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Queries} from "../engines/differences.ts";
import {insertRows} from "../rows.ts";
import type {NewRow} from "../schema/tables.ts";
import {all, type Row, run, type Script} from "../script.ts";

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
] as const;

type MetadataTable = (typeof METADATA_TABLES)[number];

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
    indicator: lastByCode(folded.indicators).map(({code, label, concept, description, synonyms}) => ({
      dataset_id,
      code,
      label,
      concept: concept ?? `${provider}-${dataset}-${code}`,
      description,
      synonyms: JSON.stringify(synonyms),
      ...namedBy(naming.indicators),
    })),
    class: lastByCode(folded.classes).map(({code, name, note}) => ({dataset_id, code, name, note})),
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
    note: (folded.notes ?? []).map(({classification, text}, position) => ({
      dataset_id,
      position,
      classification,
      text,
    })),
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
  };
}

/** Older rows must be deleted before. */
export function* writeMetadataTables(q: Queries, rows: MetadataRows): Script<void> {
  yield* insert.indicator(q, rows.indicator);
  yield* insert.class(q, rows.class);
  yield* insert.unit(q, rows.unit);
  yield* insert.territory(q, rows.territory);
  yield* insert.methodology(q, rows.methodology);
  yield* insert.note(q, rows.note);
  yield* insert.relation(q, rows.relation);
  yield* insert.continuity(q, rows.continuity);
  yield* insert.price_week(q, rows.price_week);
}

/** The rows as they are stored, in any order. */
export function* readMetadataRows(q: Queries, datasetId: number): Script<Record<MetadataTable, readonly Row[]>> {
  const rows = {} as Record<MetadataTable, readonly Row[]>;
  for (const table of METADATA_TABLES)
    rows[table] = yield* all<Row>(q.db.selectFrom(table).selectAll().where("dataset_id", "=", datasetId).compile());
  return rows;
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

function lastByCode<T extends {readonly code: string}>(list: readonly T[] | null): T[] {
  return [...new Map(list?.map((label) => [label.code, label])).values()];
}

const insert = {
  indicator: inserter("indicator", [
    "dataset_id",
    "code",
    "label",
    "concept",
    "description",
    "synonyms",
    "named_on",
    "named_at",
  ]),
  class: inserter("class", ["dataset_id", "code", "name", "note"]),
  unit: inserter("unit", ["dataset_id", "code", "name", "okei", "mult", "series_count", "named_on", "named_at"]),
  territory: inserter("territory", [
    "dataset_id",
    "code",
    "name",
    "level",
    "canonical",
    "parent",
    "named_on",
    "named_at",
  ]),
  methodology: inserter("methodology", ["dataset_id", "coverage", "exclusions", "classifier", "text"]),
  note: inserter("note", ["dataset_id", "position", "classification", "text"]),
  relation: inserter("relation", [
    "dataset_id",
    "position",
    "related_provider_code",
    "related_dataset_code",
    "relation",
    "splice",
    "note",
  ]),
  continuity: inserter("continuity", ["dataset_id", "position", "class_from", "class_to", "period", "note"]),
  price_week: inserter("price_week", ["dataset_id", "year", "week", "day"]),
};

/** Writes rows that have all of the columns. */
function inserter<T extends MetadataTable>(table: T, columns: readonly (keyof NewRow<T> & string)[]) {
  const rowsInto = insertRows(table, columns);
  return function* (q: Queries, rows: readonly NewRow<T>[]): Script<void> {
    if (rows.length > 0) yield* run(rowsInto(q, rows));
  };
}
