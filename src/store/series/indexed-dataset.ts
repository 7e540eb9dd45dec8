// What search reads of a dataset: which state it is in, its catalogue, and what its package calls things.
import type {Queries} from "../engines/differences.ts";
import {all, one, type Script, statement, type Take} from "../script.ts";

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
  readonly indicators: readonly {
    readonly code: string;
    readonly label: string;
    readonly concept: string;
    readonly description: string | null;
    readonly synonyms: readonly string[];
    readonly namedOn: string | null;
    readonly namedAt: string | null;
  }[];
  readonly units: readonly {readonly code: string; readonly name: string | null; readonly okei: string | null}[];
}

/** Of every dataset, ascending by id. */
export function* listDatasetVersions(q: Queries): Script<DatasetVersion[]> {
  return (yield* all(versions(q, {}))).map((row) => ({id: row.id, changedBy: row.changed_by}));
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
  const units = yield* all(unitsOf(q, {id}));
  return {
    id,
    changedBy: dataset.changed_by,
    provider: dataset.provider_code,
    code: dataset.code,
    name: dataset.name,
    columns: dataset.columns,
    indicators: indicators.map(({code, label, concept, description, synonyms, named_on, named_at}) => ({
      code,
      label,
      concept,
      description,
      synonyms: JSON.parse(synonyms) as string[],
      namedOn: named_on,
      namedAt: named_at,
    })),
    units: units.map(({code, name, okei}) => ({code, name, okei})),
  };
}

const versions = statement((q, _take: Take<object>) =>
  q.db.selectFrom("dataset").select(["id", "changed_by"]).orderBy("id"),
);

const providers = statement((q, _take: Take<object>) =>
  q.db.selectFrom("dataset").select("provider_code").distinct().orderBy("provider_code"),
);

const byId = statement((q, take: Take<{id: number}>) =>
  q.db
    .selectFrom("dataset")
    .innerJoin("catalogue", "catalogue.dataset_id", "dataset.id")
    .select(["changed_by", "provider_code", "code", "name", "columns"])
    .where("catalogue.dataset_id", "=", take("id")),
);

const indicatorsOf = statement((q, take: Take<{id: number}>) =>
  q.db
    .selectFrom("indicator")
    .select(["code", "label", "concept", "description", "synonyms", "named_on", "named_at"])
    .where("dataset_id", "=", take("id"))
    .orderBy("code"),
);

const unitsOf = statement((q, take: Take<{id: number}>) =>
  q.db.selectFrom("unit").select(["code", "name", "okei"]).where("dataset_id", "=", take("id")).orderBy("code"),
);
