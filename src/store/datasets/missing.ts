// Why there is no value, as each release says it: a row for a series of a release, periods and reasons packed in one text.
//
// Kept by release, so that a withdrawn one takes its sayings with it. What holds for a period is judged when it is read: a value that
// stands goes before any saying, a newer release before an older one.
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {all, batch, run, type Script, statement, type Take, takeAll} from "../script.ts";

export interface MissingRow {
  readonly releaseId: number;
  /** Of the series. */
  readonly number: number;
  /** As statistics/missing-periods.ts writes it. */
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
export function* readMissing(q: Queries, datasetId: number): Script<MissingRow[]> {
  return (yield* all(ofDataset(q, {datasetId}))).map(({release_id: releaseId, number, cells}) => ({
    releaseId,
    number,
    cells,
  }));
}

export function* deleteMissingOfRelease(q: Queries, datasetId: number, releaseId: number): Script<void> {
  yield* run(deleteRelease(q, {datasetId, releaseId}));
}

/** For series that are gone: their numbers may come again. */
export function* deleteMissingOfSeries(q: Queries, datasetId: number, numbers: readonly number[]): Script<void> {
  if (numbers.length === 0) return;
  yield* run(deleteNumbers(q, {datasetId, numbers: q.differences.numberList(numbers)}));
}

const insert = batch((q, take: Take<NewRow<"missing_value">>) =>
  q.db.insertInto("missing_value").values(takeAll(take, ["dataset_id", "release_id", "number", "cells"])),
);

const ofDataset = statement((q, take: Take<{datasetId: number}>) =>
  q.db
    .selectFrom("missing_value")
    .select(["release_id", "number", "cells"])
    .where("dataset_id", "=", take("datasetId"))
    .orderBy("number")
    .orderBy("release_id"),
);

const deleteRelease = statement((q, take: Take<{datasetId: number; releaseId: number}>) =>
  q.db
    .deleteFrom("missing_value")
    .where("dataset_id", "=", take("datasetId"))
    .where("release_id", "=", take("releaseId")),
);

const deleteNumbers = statement((q, take: Take<{datasetId: number; numbers: unknown}>) =>
  q.db
    .deleteFrom("missing_value")
    .where("dataset_id", "=", take("datasetId"))
    .where(q.differences.isIn("number", take("numbers"))),
);
