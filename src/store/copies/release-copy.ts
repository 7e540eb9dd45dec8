// A release as a mirror takes it over from its source: the row as it is stored, its files, its load run and its reasons for missing values
// [pull.*].
//
// A row is written once and has a load run of its own, so two services have the same release exactly if they have the same load run. Days and metadata
// stay the texts that are stored.
import {sql} from "kysely";
import {insertMissing, type MissingRow} from "../datasets/missing.ts";
import type {Queries} from "../engines/differences.ts";
import type {ReleaseCounts} from "../releases/release.ts";
import {insertFilesOfRelease, listFilesOfRelease, type ReleaseFile} from "../releases/release-file.ts";
import {sealOfRelease} from "../releases/row-seal.ts";
import {insertNumbered, selectRows} from "../rows.ts";
import type {NewRow} from "../schema/tables.ts";
import {all, one, type Param, records, run, type Script, statement} from "../script.ts";
import {readKeys} from "../series/series.ts";
import {insertRunOnce, type RunCopy, readRunCopy} from "./run-copy.ts";

/** Which release it is, and what later loads change of it. */
export interface StatedRelease extends ReleaseCounts {
  readonly id: number;
  readonly loadRun: string;
}

type ReleaseRow = Omit<
  NewRow<"release">,
  "dataset_id" | "seal" | "new_values" | "revised_values" | "withdrawn_values" | "load_run"
>;

export interface ReleaseCopy extends ReleaseRow {
  readonly id: number;
  readonly run: RunCopy;
  /** In the order in which they were read. */
  readonly files: readonly ReleaseFile[];
  /** As statistics/time/missing-periods.ts writes them, by the key of the series. */
  readonly missing: readonly (readonly [key: string, cells: string])[];
}

/** In the order of publication. */
export function listStatedReleases(q: Queries, datasetId: number): Script<StatedRelease[]> {
  return records(stated(q, {datasetId}));
}

/** Texts that are handed on together, in letters. */
const MOST_LETTERS = 4 * 2 ** 20;

/** The releases of the dataset with these ids, in this order: the first ones, as many as fit in some megabytes, at least one. */
export function* readReleaseCopies(q: Queries, datasetId: number, ids: readonly number[]): Script<ReleaseCopy[]> {
  const copies: ReleaseCopy[] = [];
  let letters = 0;
  let keys: ReadonlyMap<number, string> | null = null;
  for (const id of ids) {
    const row = yield* one(rowOf(q, {datasetId, id}));
    if (row === undefined) continue;
    const {load_run, ...columns} = row;
    const cells = yield* records(missingOf(q, {datasetId, id}));
    if (cells.length > 0) keys ??= yield* readKeys(q, datasetId);
    const missing = cells.map(({number, cells: own}) => [keys!.get(number)!, own] as const);
    const files = yield* listFilesOfRelease(q, datasetId, id);
    copies.push({...columns, id, run: (yield* readRunCopy(q, load_run))!, files, missing});
    letters += columns.metadata.length + missing.reduce((sum, [, own]) => sum + own.length + 16, 0);
    if (letters > MOST_LETTERS) break;
    yield;
  }
  return copies;
}

/**
 * Stores a release of another service, under its number there if no other dataset has it.
 * @returns its number here
 */
export function* writeReleaseCopy(
  q: Queries,
  datasetId: number,
  {id, run: of, files, missing: _, ...columns}: ReleaseCopy,
  {newValues: new_values, revisedValues: revised_values, withdrawnValues: withdrawn_values}: ReleaseCounts,
): Script<number> {
  yield* insertRunOnce(q, datasetId, of);
  const counts = {new_values, revised_values, withdrawn_values};
  const row = {dataset_id: datasetId, ...columns, load_run: of.id, ...counts};
  const sealed = {...row, seal: sealOfRelease(row, files)};
  const isTaken = yield* isNumberTaken(q, id);
  const own = isTaken ? (yield* one(insertWithNextNumber(q, sealed)))!.id : id;
  if (!isTaken) yield* run(insertWithNumber(q, {...sealed, id}).compile(q.db));
  yield* insertFilesOfRelease(q, datasetId, own, files);
  return own;
}

/** Whether a release of any dataset has this number. */
export function* isNumberTaken(q: Queries, id: number): Script<boolean> {
  return (yield* one(ownerOf(q, {id}))) !== undefined;
}

/** Stores the reasons of a release. @param numbers of series, by key */
export function* writeMissingCopy(
  q: Queries,
  datasetId: number,
  releaseId: number,
  missing: ReleaseCopy["missing"],
  numbers: ReadonlyMap<string, number>,
): Script<void> {
  const rows: MissingRow[] = missing.flatMap(([key, cells]) => {
    const number = numbers.get(key);
    return number === undefined ? [] : [{releaseId, number, cells}];
  });
  yield* insertMissing(q, datasetId, rows);
}

/** Releases that are loaded into a mirror are numbered from here on: the numbers below are its source's. */
const OWN_NUMBERS = 1_000_000_000;

/** Keeps the numbers of releases of the source free. */
export function* keepNumbersFree(q: Queries): Script<void> {
  const last = (yield* all(q.differences.readCounter("release").compile(q.db)))[0]?.last ?? 0;
  if (last >= OWN_NUMBERS) return;
  for (const step of q.differences.setCounter("release", OWN_NUMBERS)) yield* run(step.compile(q.db));
}

const COLUMNS = [
  ...(["published_at", "sequence", "fingerprint", "content", "source_file", "source_url", "parser"] as const),
  ...(["hints", "load_run", "loaded_at", "metadata", "value_count"] as const),
] as const;

const COUNTS = [
  "new_values as newValues",
  "revised_values as revisedValues",
  "withdrawn_values as withdrawnValues",
] as const;

const stated = selectRows("release", ["id", "load_run as loadRun", ...COUNTS], {datasetId: "dataset_id"}, [
  "published_at",
  "sequence",
]);
const rowOf = selectRows("release", COLUMNS, {datasetId: "dataset_id", id: "id"});
const ownerOf = selectRows("release", ["dataset_id"], {id: "id"});
const missingOf = statement((q, param: Param<{datasetId: number; id: number}>) =>
  q.db
    .selectFrom("missing_value")
    .select(["number", "cells"])
    .where("dataset_id", "=", param("datasetId"))
    .where("release_id", "=", param("id"))
    .orderBy("number"),
);
const insertWithNextNumber = insertNumbered("release");

function insertWithNumber(q: Queries, row: NewRow<"release"> & {readonly id: number}) {
  const columns = Object.keys(row);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(Object.values(row));
  return sql`insert into ${sql.table("release")} (${names})${q.differences.numbersGiven} values (${values})`;
}
