// The reasons of each release for missing values: one row for each series of a release, with periods and reasons packed in one text.
//
// They are stored by release, so that the reasons of a withdrawn release are deleted with it. The reader decides for each period: a value
// has priority over any reason, a newer release over an older one.
import type {Day} from "../../statistics/time/day.ts";
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, insertRows, selectRows} from "../rows.ts";
import {type Param, records, run, type Script, statement} from "../script.ts";
import {storedDay} from "./metadata-json.ts";

export interface MissingRow {
  readonly releaseId: number;
  /** Of the series. */
  readonly number: number;
  /** As statistics/time/missing-periods.ts writes it. */
  readonly cells: string;
}

export function* insertMissing(q: Queries, datasetId: number, rows: readonly MissingRow[]): Script<void> {
  if (rows.length === 0) return;
  yield* run(
    insert(
      q,
      rows.map(({releaseId, number, cells}) => ({dataset_id: datasetId, release_id: releaseId, number, cells})),
    ),
  );
}

/** By series, then by release. */
export function readMissing(q: Queries, datasetId: number): Script<MissingRow[]> {
  return records(ofDataset(q, {datasetId}));
}

export interface MissingOfRelease {
  readonly publishedAt: Day;
  readonly cells: string;
}

/** The reasons of one series, by day of publication. */
export function* readMissingOfSeries(q: Queries, datasetId: number, number: number): Script<MissingOfRelease[]> {
  const rows = yield* records(ofSeries(q, {datasetId, number}));
  return rows
    .sort(
      (one, other) =>
        (one.publishedAt < other.publishedAt ? -1 : +(one.publishedAt > other.publishedAt)) ||
        one.sequence - other.sequence,
    )
    .map(({publishedAt, cells}) => ({publishedAt: storedDay(publishedAt), cells}));
}

export function* deleteMissingOfRelease(q: Queries, datasetId: number, releaseId: number): Script<void> {
  yield* run(deleteRelease(q, {dataset_id: datasetId, release_id: releaseId}));
}

/** For deleted series: their numbers may be used again. */
export function* deleteMissingOfSeries(q: Queries, datasetId: number, numbers: readonly number[]): Script<void> {
  if (numbers.length === 0) return;
  yield* run(deleteNumbers(q, {datasetId, numbers: q.differences.numberList(numbers)}));
}

const insert = insertRows("missing_value");

const ofDataset = selectRows(
  "missing_value",
  ["release_id as releaseId", "number", "cells"],
  {datasetId: "dataset_id"},
  ["number", "release_id"],
);

// Joined by both columns of the release's key: by one of them, the server of a database reads all releases of the store. Not ordered: for an
// order the embedded engine goes through all releases of the dataset.
const ofSeries = statement((q, param: Param<{datasetId: number; number: number}>) =>
  q.db
    .selectFrom("missing_value")
    .innerJoin("release", (join) =>
      join
        .onRef("release.dataset_id", "=", "missing_value.dataset_id")
        .onRef("release.id", "=", "missing_value.release_id"),
    )
    .select(["published_at as publishedAt", "sequence", "cells"])
    .where("missing_value.dataset_id", "=", param("datasetId"))
    .where("number", "=", param("number")),
);

const deleteRelease = deleteRowsBy("missing_value", "dataset_id", "release_id");

const deleteNumbers = statement((q, param: Param<{datasetId: number; numbers: unknown}>) =>
  q.db
    .deleteFrom("missing_value")
    .where("dataset_id", "=", param("datasetId"))
    .where(q.differences.isIn("number", param("numbers"))),
);
