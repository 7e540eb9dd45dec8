// Releases as proof of where values come from: the file, its fingerprint, who read it and when.
//
// Without their metadata, which may be large and prove nothing.
import type {Day} from "../statistics/day.ts";
import type {Queries} from "./engines.ts";
import {storedDay} from "./metadata-json.ts";
import {all, type Script} from "./script.ts";
import {statement, type Take} from "./statement.ts";

export interface ReleaseProof {
  readonly id: number;
  readonly publishedAt: Day;
  /** Place among the dataset's releases of that day. */
  readonly sequence: number;
  /** As the publisher calls it. */
  readonly sourceFile: string | null;
  readonly sourceUrl: string | null;
  /** SHA-256, 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** name@version */
  readonly parser: string;
  readonly loadRun: string;
  /** ISO 8601, UTC. */
  readonly loadedAt: string;
}

/** Releases of a dataset, newest first. */
export function* listReleaseProofs(q: Queries, datasetId: number): Script<ReleaseProof[]> {
  const rows = yield* all(ofDataset(q, {datasetId}));
  return rows.map((row) => ({
    id: row.id,
    publishedAt: storedDay(row.published_at),
    sequence: row.sequence,
    sourceFile: row.source_file,
    sourceUrl: row.source_url,
    fingerprint: row.fingerprint,
    parser: row.parser,
    loadRun: row.load_run,
    loadedAt: row.loaded_at,
  }));
}

const ofDataset = statement((q, take: Take<{datasetId: number}>) =>
  q.db
    .selectFrom("release")
    .select([
      "id",
      "published_at",
      "sequence",
      "source_file",
      "source_url",
      "fingerprint",
      "parser",
      "load_run",
      "loaded_at",
    ])
    .where("dataset_id", "=", take("datasetId"))
    .orderBy("published_at", "desc")
    .orderBy("sequence", "desc"),
);
