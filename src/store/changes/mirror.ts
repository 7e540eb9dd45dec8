// What a mirror knows of the service that it follows: its address, when it had everything of it, and a cursor for each dataset [pull.*].
//
// A cursor is written in the transaction that writes what lies before it. Else a follower that dies would apply changes twice or never.

import type {DatedListing} from "../../statistics/release/release.ts";
import type {DatasetAddress} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, selectRows, upsertRow} from "../rows.ts";
import {all, one, type Param, records, run, type Script, statement} from "../script.ts";

export interface Mirror {
  /** Address of the service, without a slash at its end. */
  readonly origin: string;
  /** Begin of the last round after which everything of the service was here; ISO 8601, UTC; null: there was none yet. */
  readonly exactAt: string | null;
}

/** null: the store mirrors no service. */
export function* readMirror(q: Queries): Script<Mirror | null> {
  return (yield* one(theMirror(q, {id: 1}))) ?? null;
}

export function* writeMirror(q: Queries, {origin, exactAt}: Mirror): Script<void> {
  yield* run(upsertMirror(q, {id: 1, origin, exact_at: exactAt}));
}

/** A dataset that comes from the service. */
export interface MirroredDataset extends DatasetAddress {
  readonly cursor: string;
  /** The version of its files with whose digest it was compared last; null: it was not; with "!" before it: it was taken anew, because they differed. */
  readonly compared: string | null;
  /** The load run that made, at the service, the state that is here; null: the dataset is gone there. */
  readonly state: string | null;
}

/** The datasets that come from the service, dropped ones too, ordered by their codes. */
export function listMirrored(q: Queries): Script<MirroredDataset[]> {
  return records(everyDataset(q, {}));
}

/** null: the dataset does not come from the service. */
export function* readMirrorCursor(q: Queries, {provider, dataset}: DatasetAddress): Script<string | null> {
  return (yield* one(cursorOf(q, {provider, dataset})))?.cursor ?? null;
}

/** @param state the load run that made the state there @param listed what lists say of the dataset there */
export function* writeMirrorCursor(
  q: Queries,
  {provider, dataset}: DatasetAddress,
  cursor: string,
  state: string | null,
  listed: readonly DatedListing[],
): Script<void> {
  const row = {provider_code: provider, dataset_code: dataset, cursor, state};
  yield* run(upsertCursor(q, {...row, listed: JSON.stringify(listed)}));
}

/** What lists say of the dataset at the service; null: the dataset does not come from a service. Throws if the stored text is damaged. */
export function* readMirrorListed(q: Queries, {provider, dataset}: DatasetAddress): Script<DatedListing[] | null> {
  const row = yield* one(listedOf(q, {provider, dataset}));
  if (row === undefined) return null;
  try {
    return JSON.parse(row.listed) as DatedListing[];
  } catch (error) {
    const what = `dataset ${provider}/${dataset}: what lists say of it at the service is damaged`;
    throw new Error(`${what}: ${(error as Error).message}`, {cause: error});
  }
}

/** The releases that come from the service. */
export function* listMirroredReleases(q: Queries): Script<ReadonlySet<number>> {
  return new Set((yield* all(everyRelease(q, {}))).map(({id}) => id));
}

/** Nothing was changed of the dataset before this cursor of now. */
export function* moveMirrorCursor(q: Queries, {provider, dataset}: DatasetAddress, cursor: string): Script<void> {
  yield* run(updateCursor(q, {provider, dataset, cursor}));
}

/** The dataset was compared with this version of its files. */
export function* writeCompared(q: Queries, {provider, dataset}: DatasetAddress, compared: string): Script<void> {
  yield* run(updateCompared(q, {provider, dataset, compared}));
}

/** The dataset is followed no more: it is gone here and there. */
export function* deleteMirrorCursor(q: Queries, {provider, dataset}: DatasetAddress): Script<void> {
  yield* run(deleteCursor(q, {provider_code: provider, dataset_code: dataset}));
}

const theMirror = selectRows("mirror", ["origin", "exact_at as exactAt"], {id: "id"});
const upsertMirror = upsertRow("mirror", ["id"], ["origin", "exact_at"]);

const CODES = ["provider_code", "dataset_code"] as const;

const everyDataset = selectRows(
  "mirror_dataset",
  ["provider_code as provider", "dataset_code as dataset", "cursor", "compared", "state"],
  {},
  CODES,
);
const cursorOf = selectRows("mirror_dataset", ["cursor"], {provider: "provider_code", dataset: "dataset_code"});
const upsertCursor = upsertRow("mirror_dataset", CODES, ["cursor", "state", "listed"]);
const listedOf = selectRows("mirror_dataset", ["listed"], {provider: "provider_code", dataset: "dataset_code"});
const everyRelease = statement((q, _: Param<Record<string, never>>) =>
  q.db
    .selectFrom("release")
    .innerJoin("dataset", "dataset.id", "release.dataset_id")
    .innerJoin("mirror_dataset", (join) =>
      join
        .onRef("mirror_dataset.provider_code", "=", "dataset.provider_code")
        .onRef("mirror_dataset.dataset_code", "=", "dataset.code"),
    )
    .select("release.id"),
);
const updateCursor = statement((q, param: Param<DatasetAddress & {cursor: string}>) =>
  q.db
    .updateTable("mirror_dataset")
    .set({cursor: param("cursor")})
    .where("provider_code", "=", param("provider"))
    .where("dataset_code", "=", param("dataset")),
);
const updateCompared = statement((q, param: Param<DatasetAddress & {compared: string}>) =>
  q.db
    .updateTable("mirror_dataset")
    .set({compared: param("compared")})
    .where("provider_code", "=", param("provider"))
    .where("dataset_code", "=", param("dataset")),
);
const deleteCursor = deleteRowsBy("mirror_dataset", ...CODES);
