// What it takes to read a release again: its files, its parser and its hints, without its metadata, which may be megabytes.
import type {Day} from "../../statistics/time/day.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {one, type Script, statement, type Take} from "../script.ts";
import {parseHints, type ReleaseHints} from "./kept-source.ts";
import {listFilesOfRelease, type ReleaseFile} from "./release-file.ts";

export interface ArchivedRelease {
  readonly id: number;
  readonly provider: string;
  readonly dataset: string;
  readonly publishedAt: Day;
  /** name@version */
  readonly parser: string;
  readonly hints: ReleaseHints;
  /** In the order in which they were taken. */
  readonly files: readonly ReleaseFile[];
}

export function* findArchivedRelease(q: Queries, id: number): Script<ArchivedRelease | null> {
  const row = yield* one(byId(q, {id}));
  if (row === undefined) return null;
  return {
    id,
    provider: row.provider_code,
    dataset: row.code,
    publishedAt: storedDay(row.published_at),
    parser: row.parser,
    hints: parseHints(row.hints),
    files: yield* listFilesOfRelease(q, row.dataset_id, id),
  };
}

const byId = statement((q, take: Take<{id: number}>) =>
  q.db
    .selectFrom("release")
    .innerJoin("dataset", "dataset.id", "release.dataset_id")
    .select([
      "release.dataset_id",
      "release.published_at",
      "release.parser",
      "release.hints",
      "dataset.provider_code",
      "dataset.code",
    ])
    .where("release.id", "=", take("id")),
);
