// What packages declare about a dataset beside its series: notes, relations to other datasets, breaks of continuity, methodology.
//
// A relation or a break is listed only with the dataset that declares it. A related dataset need not be in the store; its name is known
// only if it is.
import type {ContinuityBreak, Methodology, Note, Relation} from "../../statistics/release/release.ts";
import type {Queries} from "../engines/differences.ts";
import {selectRows} from "../rows.ts";
import type {RowOf} from "../schema/tables.ts";
import {all, type Param, records, type Script, statement} from "../script.ts";

/** The notes of a dataset, about the whole or about one class, in the order of its package. */
export function* readNotes(q: Queries, datasetId: number): Script<readonly Note[]> {
  return (yield* all(notesOf(q, {datasetId}))).map(noteOf);
}

const NOTE_COLUMNS = ["classification", "text", "period_from", "period_to"] as const;

type NoteRow = Pick<RowOf<"note">, (typeof NOTE_COLUMNS)[number]>;

export function noteRow({classification, text, span}: Note): NoteRow {
  return {classification, text, period_from: span?.[0] ?? null, period_to: span?.[1] ?? null};
}

export function noteOf({classification, text, period_from, period_to}: NoteRow): Note {
  return {text, classification, ...(period_from !== null && {span: [period_from, period_to ?? period_from]})};
}

export interface RelatedDataset extends Relation {
  /** null: the related dataset is not loaded. */
  readonly name: string | null;
}

export interface DeclaredRelation extends Relation {
  /** Codes of the dataset that declares it. */
  readonly ofProvider: string;
  readonly ofDataset: string;
}

/** Relations that a dataset declares, in the order of its package. */
export function* readRelatedDatasets(q: Queries, datasetId: number): Script<RelatedDataset[]> {
  return (yield* all(relationsOf(q, {datasetId}))).map((row) => ({...relation(row), name: row.name}));
}

/** Relations that all datasets declare, ordered by provider and code, and for each in the order of its package. */
export function* listRelations(q: Queries): Script<DeclaredRelation[]> {
  const rows = yield* all(everyRelation(q, {}));
  return rows.map((row) => ({...relation(row), ofProvider: row.provider_code, ofDataset: row.code}));
}

interface RelationColumns {
  readonly related_provider_code: string;
  readonly related_dataset_code: string;
  readonly relation: string;
  readonly splice: number;
  readonly note: string | null;
}

function relation(row: RelationColumns): Relation {
  return {
    provider: row.related_provider_code,
    dataset: row.related_dataset_code,
    relation: row.relation as Relation["relation"],
    splice: row.splice === 1,
    note: row.note,
  };
}

export interface DeclaredBreak extends ContinuityBreak {
  readonly datasetId: number;
  readonly provider: string;
  readonly dataset: string;
  /** The dataset's version. */
  readonly changedBy: string;
}

/** Breaks that all datasets declare, ordered by provider and code, and for each in the order of its package. */
export function listContinuityBreaks(q: Queries): Script<DeclaredBreak[]> {
  return records(everyBreak(q, {}));
}

/** Breaks that a dataset declares, in the order of its package. */
export function readContinuityBreaks(q: Queries, datasetId: number): Script<ContinuityBreak[]> {
  return records(breaksOf(q, {datasetId}));
}

export interface DatasetMethodology extends Methodology {
  readonly provider: string;
  readonly dataset: string;
  readonly revised: boolean;
  readonly sourceUrl: string | null;
}

/** One for each dataset, also where its packages say nothing, ordered by provider and code. */
export function* listMethodologies(q: Queries): Script<DatasetMethodology[]> {
  return (yield* all(everyMethodology(q, {}))).map((row) => ({...row, revised: row.revised === 1}));
}

const notesOf = selectRows("note", NOTE_COLUMNS, {datasetId: "dataset_id"}, ["position"]);

const RELATION_COLUMNS = [
  "relation.related_provider_code",
  "relation.related_dataset_code",
  "relation.relation",
  "relation.splice",
  "relation.note",
] as const;

const relationsOf = statement((q, param: Param<{datasetId: number}>) =>
  q.db
    .selectFrom("relation")
    .leftJoin("dataset", (join) =>
      join
        .onRef("dataset.provider_code", "=", "relation.related_provider_code")
        .onRef("dataset.code", "=", "relation.related_dataset_code"),
    )
    .select([...RELATION_COLUMNS, "dataset.name"])
    .where("relation.dataset_id", "=", param("datasetId"))
    .orderBy("relation.position"),
);

const everyRelation = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("relation")
    .innerJoin("dataset", "dataset.id", "relation.dataset_id")
    .select([...RELATION_COLUMNS, "dataset.provider_code", "dataset.code"])
    .orderBy("dataset.provider_code")
    .orderBy("dataset.code")
    .orderBy("relation.position"),
);

const everyBreak = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("continuity")
    .innerJoin("dataset", "dataset.id", "continuity.dataset_id")
    .select([
      "continuity.dataset_id as datasetId",
      "dataset.provider_code as provider",
      "dataset.code as dataset",
      "dataset.changed_by as changedBy",
      "continuity.class_from as from",
      "continuity.class_to as to",
      "continuity.period",
      "continuity.note",
    ])
    .orderBy("dataset.provider_code")
    .orderBy("dataset.code")
    .orderBy("continuity.position"),
);

const breaksOf = selectRows(
  "continuity",
  ["class_from as from", "class_to as to", "period", "note"],
  {datasetId: "dataset_id"},
  ["position"],
);

const everyMethodology = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("dataset")
    .leftJoin("methodology", "methodology.dataset_id", "dataset.id")
    .select([
      "dataset.provider_code as provider",
      "dataset.code as dataset",
      "dataset.revised",
      "dataset.source_url as sourceUrl",
      "methodology.coverage",
      "methodology.exclusions",
      "methodology.classifier",
      "methodology.text",
    ])
    .orderBy("dataset.provider_code")
    .orderBy("dataset.code"),
);
