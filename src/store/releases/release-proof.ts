// Releases as proof of the origin of values: the file, its fingerprint, the parser and the time of reading, without the metadata, which may
// be large.

import type {EstimateCounts} from "../../statistics/history/release-counts.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Param, type Script, statement} from "../script.ts";

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
  return (yield* all(ofDataset(q, {datasetId}))).map(releaseProof);
}

/** With more days, reading all releases is as fast. */
const MOST_DAYS = 300;

/** At least the releases published on these days, newest first: the releases of one series' estimates, in a dataset of hundreds of releases. */
export function* listReleaseProofsOn(q: Queries, datasetId: number, days: Iterable<Day>): Script<ReleaseProof[]> {
  const wanted = new Set(days);
  if (wanted.size > MOST_DAYS) return yield* listReleaseProofs(q, datasetId);
  const pairs = Array.from(wanted, (day) => [datasetId, dayText(day)]);
  return (yield* all(onDays(q, {datasetId, pairs: JSON.stringify(pairs)}))).map(releaseProof);
}

function releaseProof(row: Omit<ReleaseProof, "publishedAt"> & {readonly publishedAt: string}): ReleaseProof {
  return {...row, publishedAt: storedDay(row.publishedAt)};
}

/** A release with its effect on one series. */
export interface CountedProof {
  readonly proof: ReleaseProof;
  readonly counts: EstimateCounts;
}

/** Of these releases those that added or changed a value: the origin of values. Others only withdrew some. */
export function proofsOfValues(counted: readonly CountedProof[]): CountedProof[] {
  return counted.filter(({counts: {newValues, revisedValues}}) => newValues + revisedValues > 0);
}

/**
 * The releases that left an estimate or a withdrawal, in the order of `proofs`. Throws when counts name a missing release: a value
 * whose proof was lost.
 */
export function joinCounts(proofs: readonly ReleaseProof[], counts: readonly EstimateCounts[]): CountedProof[] {
  const byStamp = new Map(counts.map((one) => [`${one.day}/${one.sequence}`, one]));
  const joined = proofs.flatMap((proof) => {
    const stamp = `${proof.publishedAt}/${proof.sequence}`;
    const found = byStamp.get(stamp);
    byStamp.delete(stamp);
    return found === undefined ? [] : [{proof, counts: found}];
  });
  for (const {day} of byStamp.values())
    throw new Error(`a release of ${dayText(day)} left estimates but is not in the store`);
  return joined;
}

const COLUMNS = [
  "id",
  "published_at as publishedAt",
  "sequence",
  "source_file as sourceFile",
  "source_url as sourceUrl",
  "fingerprint",
  "parser",
  "load_run as loadRun",
  "loaded_at as loadedAt",
] as const;

const newestFirst = (q: Queries, param: Param<{datasetId: number}>) =>
  q.db
    .selectFrom("release")
    .select(COLUMNS)
    .where("dataset_id", "=", param("datasetId"))
    .orderBy("published_at", "desc")
    .orderBy("sequence", "desc");
const ofDataset = statement(newestFirst);
/** A set of days, not a join: with a join one engine reads the days again for each release. */
const onDays = statement((q, param: Param<{datasetId: number; pairs: string}>) => {
  const query = q.db.selectFrom(q.differences.keyTable(param("pairs")).as("asked")).select("asked.key");
  return newestFirst(q, param).where("published_at", "in", query);
});
