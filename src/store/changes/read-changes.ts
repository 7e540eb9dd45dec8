// The runs of the feed of changes, as they are read: by number, with filters, and their blobs one by one [changes.*].
import {decodeBlob, type TouchedBlob} from "../../statistics/changes/touched-code.ts";
import type {Queries} from "../engines/differences.ts";
import {all, one, type Param, type Script, statement} from "../script.ts";
import {lastSequence} from "./change-run.ts";

/** A run of the feed. */
export interface ChangeRunRecord {
  readonly sequence: number;
  readonly loadRun: string;
  readonly datasetId: number;
  readonly provider: string;
  readonly dataset: string;
  /** ISO 8601, UTC. */
  readonly changedAt: string;
  readonly kind: "changed" | "dropped";
  /** Number of its blobs; 0: it has none, or none any more; -1: they were deleted by age. */
  readonly blobs: number;
}

/** null: any. */
export interface ChangeFilter {
  readonly provider: string | null;
  readonly dataset: string | null;
}

/** The last run of the feed; null: there is none yet. */
export function* readLastRun(q: Queries): Script<Pick<ChangeRunRecord, "sequence" | "loadRun"> | null> {
  const row = yield* one(lastSequence(q, {}));
  return row === undefined ? null : {sequence: row.sequence, loadRun: row.load_run};
}

/** The run with this number; null: there is none, or not any more. */
export function* readRun(q: Queries, sequence: number): Script<ChangeRunRecord | null> {
  const row = yield* one(runAt(q, {sequence}));
  return row === undefined ? null : recordOf(row);
}

/** The number of the oldest run that is kept; null: there is none yet. */
export function* readFirstSequence(q: Queries): Script<number | null> {
  return (yield* one(firstRun(q, {})))?.sequence ?? null;
}

/** At most `limit` runs behind a number, ascending. */
export function* readRunsBehind(
  q: Queries,
  sequence: number,
  {provider, dataset}: ChangeFilter,
  limit: number,
): Script<ChangeRunRecord[]> {
  const query =
    provider !== null && dataset !== null
      ? ofBoth(q, {sequence, provider, dataset, limit})
      : provider !== null
        ? ofProvider(q, {sequence, provider, limit})
        : dataset !== null
          ? ofDataset(q, {sequence, dataset, limit})
          : ofAll(q, {sequence, limit});
  return (yield* all(query)).map(recordOf);
}

/** A blob of a run. Throws if it is missing: a gap would be silent. Throws DamagedChanges. */
export function* readChangeBlob(
  q: Queries,
  {loadRun, datasetId}: ChangeRunRecord,
  number: number,
): Script<TouchedBlob> {
  const row = yield* one(blobAt(q, {loadRun, datasetId, number}));
  if (row === undefined)
    throw new Error(`blob ${number} of the changes of run ${loadRun} is missing: they are damaged`);
  return decodeBlob(row.bytes);
}

const COLUMNS = [
  "sequence",
  "load_run as loadRun",
  "dataset_id as datasetId",
  "provider_code as provider",
  "dataset_code as dataset",
  "changed_at as changedAt",
  "kind",
  "blobs",
] as const;

type Read = Omit<ChangeRunRecord, "kind"> & {readonly kind: string};

function recordOf(row: Read): ChangeRunRecord {
  return {...row, kind: row.kind as ChangeRunRecord["kind"]};
}

const runAt = statement((q, param: Param<{sequence: number}>) =>
  q.db.selectFrom("change_run").select(COLUMNS).where("sequence", "=", param("sequence")),
);

const firstRun = statement((q, _: Param<Record<string, never>>) =>
  q.db.selectFrom("change_run").select("sequence").orderBy("sequence").limit(1),
);

type Behind = {sequence: number; limit: number};

const behind = (q: Queries, param: Param<Behind>) =>
  q.db
    .selectFrom("change_run")
    .select(COLUMNS)
    .where("sequence", ">", param("sequence"))
    .orderBy("sequence")
    .limit(param("limit"));

const ofAll = statement((q, param: Param<Behind>) => behind(q, param));

const ofProvider = statement((q, param: Param<Behind & {provider: string}>) =>
  behind(q, param as never).where("provider_code", "=", param("provider")),
);

const ofDataset = statement((q, param: Param<Behind & {dataset: string}>) =>
  behind(q, param as never).where("dataset_code", "=", param("dataset")),
);

const ofBoth = statement((q, param: Param<Behind & {provider: string; dataset: string}>) =>
  behind(q, param as never)
    .where("provider_code", "=", param("provider"))
    .where("dataset_code", "=", param("dataset")),
);

const blobAt = statement((q, param: Param<{loadRun: string; datasetId: number; number: number}>) =>
  q.db
    .selectFrom("change_blob")
    .select("bytes")
    .where("load_run", "=", param("loadRun"))
    .where("dataset_id", "=", param("datasetId"))
    .where("number", "=", param("number")),
);
