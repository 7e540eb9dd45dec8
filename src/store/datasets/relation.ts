// Relations between datasets: other eras of the same data, and neighbours. Each stands only with the dataset that declares it.
//
// The related dataset need not be in the store; its name is known only where it is.
import type {Relation} from "../../statistics/release/release.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";

export interface RelatedDataset extends Relation {
  /** null: the related dataset is not loaded. */
  readonly name: string | null;
}

export interface DeclaredRelation extends Relation {
  /** Codes of the dataset that declares it. */
  readonly ofProvider: string;
  readonly ofDataset: string;
}

/** What a dataset declares, in the order of its package. */
export function* readRelatedDatasets(q: Queries, datasetId: number): Script<RelatedDataset[]> {
  return (yield* all(ofDataset(q, {datasetId}))).map((row) => ({...relation(row), name: row.name}));
}

/** What all datasets declare, ordered by provider and code, and for each in the order of its package. */
export function* listRelations(q: Queries): Script<DeclaredRelation[]> {
  const rows = yield* all(every(q, {}));
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

const COLUMNS = [
  "relation.related_provider_code",
  "relation.related_dataset_code",
  "relation.relation",
  "relation.splice",
  "relation.note",
] as const;

const ofDataset = statement((q, take: Take<{datasetId: number}>) =>
  q.db
    .selectFrom("relation")
    .leftJoin("dataset", (join) =>
      join
        .onRef("dataset.provider_code", "=", "relation.related_provider_code")
        .onRef("dataset.code", "=", "relation.related_dataset_code"),
    )
    .select([...COLUMNS, "dataset.name"])
    .where("relation.dataset_id", "=", take("datasetId"))
    .orderBy("relation.position"),
);

const every = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("relation")
    .innerJoin("dataset", "dataset.id", "relation.dataset_id")
    .select([...COLUMNS, "dataset.provider_code", "dataset.code"])
    .orderBy("dataset.provider_code")
    .orderBy("dataset.code")
    .orderBy("relation.position"),
);
