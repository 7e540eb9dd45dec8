// What describes a dataset, as plain tables: names of indicators, classes, units and territories, methodology, notes, relations.
//
// Derived from the dataset's folded metadata and written anew whole; the JSON in the dataset's row is what a load folds on.
import {dayText} from "../statistics/day.ts";
import type {ReleaseMetadata} from "../statistics/release.ts";
import type {Territory} from "../statistics/territory.ts";
import type {Queries} from "./engines.ts";
import type {NewRow} from "./schema.ts";
import {run, type Script} from "./script.ts";
import {batch, type Take, takeAll} from "./statement.ts";

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

/** Writes the rows; those that were there must be gone. Of several entries with one code the last stands. */
export function* writeMetadataTables(
  q: Queries,
  dataset_id: number,
  folded: ReleaseMetadata,
  territories: readonly Territory[],
): Script<void> {
  const {provider, dataset, methodology} = folded;
  yield* insert.indicator(
    q,
    lastByCode(folded.indicators).map(({code, label, concept, description, synonyms}) => ({
      dataset_id,
      code,
      label,
      concept: concept ?? `${provider}-${dataset}-${code}`,
      description,
      synonyms: JSON.stringify(synonyms),
    })),
  );
  yield* insert.class(
    q,
    lastByCode(folded.classes).map(({code, name, note}) => ({dataset_id, code, name, note})),
  );
  yield* insert.unit(
    q,
    lastByCode(folded.units).map(({code, name, okei, mult}) => ({dataset_id, code, name, okei, mult})),
  );
  yield* insert.territory(
    q,
    lastByCode(territories).map(({code, name, level, canonical, parent}) => ({
      dataset_id,
      code,
      name,
      level,
      canonical,
      parent,
    })),
  );
  if (methodology) yield* insert.methodology(q, [{dataset_id, ...methodology}]);
  yield* insert.note(
    q,
    (folded.notes ?? []).map(({classification, text}, position) => ({dataset_id, position, classification, text})),
  );
  yield* insert.relation(
    q,
    (folded.related ?? []).map((related, position) => ({
      dataset_id,
      position,
      related_provider_code: related.provider,
      related_dataset_code: related.dataset,
      relation: related.relation,
      splice: related.splice ? 1 : 0,
      note: related.note,
    })),
  );
  yield* insert.continuity(
    q,
    (folded.continuity ?? []).map(({from, to, period, note}, position) => ({
      dataset_id,
      position,
      class_from: from,
      class_to: to,
      period,
      note,
    })),
  );
  const weeks = new Map(folded.weeks?.map((week) => [week.year * 100 + week.week, week]));
  yield* insert.price_week(
    q,
    [...weeks.values()].map(({year, week, day}) => ({dataset_id, year, week, day: dayText(day)})),
  );
}

function lastByCode<T extends {readonly code: string}>(list: readonly T[] | null): T[] {
  return [...new Map(list?.map((label) => [label.code, label])).values()];
}

const insert = {
  indicator: inserter("indicator", ["dataset_id", "code", "label", "concept", "description", "synonyms"]),
  class: inserter("class", ["dataset_id", "code", "name", "note"]),
  unit: inserter("unit", ["dataset_id", "code", "name", "okei", "mult"]),
  territory: inserter("territory", ["dataset_id", "code", "name", "level", "canonical", "parent"]),
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

/** Writes rows into a table: each has all of the columns. */
function inserter<T extends MetadataTable>(table: T, columns: readonly (keyof NewRow<T> & string)[]) {
  const rowsInto = batch((q, take: Take<NewRow<T>>) => q.db.insertInto(table).values(takeAll(take, columns) as never));
  return function* (q: Queries, rows: readonly NewRow<T>[]): Script<void> {
    if (rows.length > 0) yield* run(rowsInto(q, rows));
  };
}
