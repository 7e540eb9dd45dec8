// What a mirror knows of the service that it follows: its address, when it had everything of it, and a cursor for each dataset (CONTRACT 6.5).
//
// A cursor is written in the transaction that writes what lies before it. Else a follower that dies would apply changes twice or never.

import type {DatasetAddress} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, selectRows, upsertRow} from "../rows.ts";
import {one, type Param, records, run, type Script, statement} from "../script.ts";

/** The parser that releases of a mirror name: none has read their files, which are at the service. */
export const MIRROR_PARSER = "pull@1";

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
}

/** The datasets that come from the service, dropped ones too, ordered by their codes. */
export function listMirrored(q: Queries): Script<MirroredDataset[]> {
  return records(everyDataset(q, {}));
}

/** null: the dataset does not come from the service. */
export function* readMirrorCursor(q: Queries, {provider, dataset}: DatasetAddress): Script<string | null> {
  return (yield* one(cursorOf(q, {provider, dataset})))?.cursor ?? null;
}

export function* writeMirrorCursor(q: Queries, {provider, dataset}: DatasetAddress, cursor: string): Script<void> {
  yield* run(upsertCursor(q, {provider_code: provider, dataset_code: dataset, cursor}));
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
  ["provider_code as provider", "dataset_code as dataset", "cursor", "compared"],
  {},
  CODES,
);
const cursorOf = selectRows("mirror_dataset", ["cursor"], {provider: "provider_code", dataset: "dataset_code"});
const upsertCursor = upsertRow("mirror_dataset", CODES, ["cursor"]);
const updateCompared = statement((q, param: Param<DatasetAddress & {compared: string}>) =>
  q.db
    .updateTable("mirror_dataset")
    .set({compared: param("compared")})
    .where("provider_code", "=", param("provider"))
    .where("dataset_code", "=", param("dataset")),
);
const deleteCursor = deleteRowsBy("mirror_dataset", ...CODES);
