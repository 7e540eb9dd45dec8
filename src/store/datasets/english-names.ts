// English names that the packages of a dataset give, by the published name.
//
// Most datasets have none; one may have a name for each of a hundred thousand classes, so they are read with rests.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import {all, type Param, type Script, statement} from "../script.ts";

/** Names that are read between two rests. */
const AT_ONCE = 2000;

/** All English names of a dataset. */
export function* readEnglishNames(q: Queries, datasetId: number): Script<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (let behind = ""; ; ) {
    const rows = yield* all(namesBehind(q, {datasetId, behind}));
    for (const {name, english} of rows) names.set(name, english);
    if (rows.length < AT_ONCE) return names;
    behind = rows.at(-1)!.name;
    yield;
  }
}

const namesBehind = statement((q, param: Param<{datasetId: number; behind: string}>) =>
  q.db
    .selectFrom("english_name")
    .select(["name", "english"])
    .where("dataset_id", "=", param("datasetId"))
    .where("name", ">", param("behind"))
    .orderBy("name")
    .limit(AT_ONCE),
);

/** Published names of one dataset whose English ones are wanted. */
export interface WantedNames {
  readonly datasetId: number;
  readonly names: readonly string[];
}

/** Names that one statement looks up. */
const LOOKED_UP_AT_ONCE = 500;

/** English names that packages give to some names, by the number of the dataset and the published name; a dataset without any is absent. */
export function* readEnglishOf(
  q: Queries,
  wanted: readonly WantedNames[],
): Script<ReadonlyMap<number, ReadonlyMap<string, string>>> {
  const pairs = new Map<string, readonly [number, string]>();
  for (const {datasetId, names} of wanted)
    for (const name of names) if (name !== "") pairs.set(`${datasetId} ${name}`, [datasetId, name]);
  const list = [...pairs.values()];
  const found = new Map<number, Map<string, string>>();
  for (let at = 0; at < list.length; at += LOOKED_UP_AT_ONCE) {
    if (at > 0) yield;
    for (const {datasetId, name, english} of yield* all(
      ofPairs(q, {pairs: JSON.stringify(list.slice(at, at + LOOKED_UP_AT_ONCE))}),
    )) {
      const own = found.get(datasetId) ?? new Map<string, string>();
      found.set(datasetId, own.set(name, english));
    }
  }
  return found;
}

const ofPairs = statement((q, param: Param<{pairs: string}>) =>
  q.db
    .selectFrom(q.differences.keyTable(param("pairs")).as("wanted"))
    .innerJoin("english_name", (join) =>
      join.onRef("english_name.dataset_id", "=", "wanted.dataset_id").onRef("english_name.name", "=", "wanted.key"),
    )
    .select(["english_name.dataset_id as datasetId", "english_name.name", "english_name.english"]),
);

/** The numbers of datasets that are there, by `provider/code`. @param codes at most as many as a page shows */
export function* readDatasetNumbers(q: Queries, codes: readonly string[]): Script<ReadonlyMap<string, number>> {
  const pairs = JSON.stringify([...new Set(codes)].map((code) => [0, code]));
  return new Map((yield* all(numbersOf(q, {pairs}))).map(({code, id}) => [code, id]));
}

const FULL_CODE = sql<string>`dataset.provider_code || '/' || dataset.code`;

const numbersOf = statement((q, param: Param<{pairs: string}>) =>
  q.db
    .selectFrom("dataset")
    .select(["dataset.id", FULL_CODE.as("code")])
    .where(FULL_CODE, "in", q.db.selectFrom(q.differences.keyTable(param("pairs")).as("wanted")).select("wanted.key")),
);

/** English names that packages give to their datasets, by the number of the dataset. */
export function* readEnglishDatasets(q: Queries): Script<ReadonlyMap<number, string>> {
  return new Map((yield* all(ofDatasets(q, {}))).map(({id, english}) => [id, english]));
}

const ofDatasets = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("dataset")
    .innerJoin("english_name", (join) =>
      join.onRef("english_name.dataset_id", "=", "dataset.id").onRef("english_name.name", "=", "dataset.name"),
    )
    .select(["dataset.id", "english_name.english"]),
);

/** English names that packages give to units, by the published name; of several that of the newest release. */
export function* readEnglishUnits(q: Queries): Script<ReadonlyMap<string, string>> {
  return new Map((yield* all(ofUnits(q, {}))).map(({name, english}) => [name, english]));
}

/** The same of territories. */
export function* readEnglishTerritories(q: Queries): Script<ReadonlyMap<string, string>> {
  return new Map((yield* all(ofTerritories(q, {}))).map(({name, english}) => [name, english]));
}

/** English names that packages give to these labels of indicators; of several that of the newest release. */
export function* readEnglishLabels(q: Queries, labels: readonly string[]): Script<ReadonlyMap<string, string>> {
  const pairs = JSON.stringify(labels.map((label) => [0, label]));
  return new Map((yield* all(ofLabels(q, {pairs}))).map(({name, english}) => [name, english]));
}

const ofLabels = statement((q, param: Param<{pairs: string}>) =>
  q.db
    .selectFrom("indicator")
    .innerJoin("english_name", (join) =>
      join
        .onRef("english_name.dataset_id", "=", "indicator.dataset_id")
        .onRef("english_name.name", "=", "indicator.label"),
    )
    .select(["english_name.name", "english_name.english"])
    .where(
      "indicator.label",
      "in",
      q.db.selectFrom(q.differences.keyTable(param("pairs")).as("wanted")).select("wanted.key"),
    )
    .orderBy("indicator.named_on")
    .orderBy("indicator.named_at")
    .orderBy("indicator.dataset_id"),
);

const ofUnits = newestLast("unit");
const ofTerritories = newestLast("territory");

/** The newest is last, so that it overwrites the others. */
function newestLast(table: "unit" | "territory") {
  return statement((q, _param: Param<object>) =>
    q.db
      .selectFrom(table as "unit")
      .innerJoin("english_name", (join) =>
        join
          .onRef("english_name.dataset_id", "=", sql.ref(`${table}.dataset_id`) as never)
          .onRef("english_name.name", "=", sql.ref(`${table}.name`) as never),
      )
      .select(["english_name.name", "english_name.english"])
      .orderBy(sql.ref(`${table}.named_on`))
      .orderBy(sql.ref(`${table}.named_at`))
      .orderBy(sql.ref(`${table}.dataset_id`)),
  );
}
