// What one page tells of a dataset beside its figures: indicators, methodology, notes, relations, breaks, its newest releases.
//
// Releases are read without their metadata, which may hold thousands of names each.

import type {ContinuityBreak, Methodology, Note} from "../../statistics/release/release.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {Queries} from "../engines/differences.ts";
import {all, one, type Script, statement, type Take} from "../script.ts";
import {storedDay} from "./metadata-json.ts";
import {readNotes} from "./note.ts";
import {type RelatedDataset, readRelatedDatasets} from "./relation.ts";

export interface IndicatorOfDataset {
  readonly code: string;
  readonly label: string;
  readonly concept: string;
  readonly description: string | null;
}

/** A release as a reader is told of it. */
export interface ReleaseLine {
  readonly publishedAt: Day;
  readonly sourceFile: string | null;
  readonly sourceUrl: string | null;
  readonly newValues: number;
  readonly revisedValues: number;
}

export interface DatasetCard {
  readonly indicators: readonly IndicatorOfDataset[];
  readonly methodology: Methodology;
  readonly notes: readonly Note[];
  readonly related: readonly RelatedDataset[];
  readonly breaks: readonly ContinuityBreak[];
  /** Names of the classes that notes and breaks speak of, by code; without those that the packages do not name. */
  readonly classNames: ReadonlyMap<string, string>;
  /** Newest first, at most as many as asked for. */
  readonly releases: readonly ReleaseLine[];
  /** How many releases stand. */
  readonly releaseCount: number;
}

/** @param most releases */
export function* readDatasetCard(q: Queries, datasetId: number, most: number): Script<DatasetCard> {
  const methodology = yield* one(methodologyOf(q, {datasetId}));
  return {
    indicators: yield* all(indicatorsOf(q, {datasetId})),
    methodology: {coverage: null, exclusions: null, classifier: null, text: null, ...methodology},
    notes: yield* readNotes(q, datasetId),
    related: yield* readRelatedDatasets(q, datasetId),
    breaks: (yield* all(breaksOf(q, {datasetId}))).map(({class_from, class_to, period, note}) => ({
      from: class_from,
      to: class_to,
      period,
      note,
    })),
    classNames: new Map((yield* all(toldClasses(q, {datasetId}))).map(({code, name}) => [code, name])),
    releases: (yield* all(newestReleases(q, {datasetId, most}))).map((row) => ({
      publishedAt: storedDay(row.published_at),
      sourceFile: row.source_file,
      sourceUrl: row.source_url,
      newValues: row.new_values,
      revisedValues: row.revised_values,
    })),
    releaseCount: (yield* one(countReleases(q, {datasetId})))!.releases,
  };
}

const indicatorsOf = statement((q, take: Take<{datasetId: number}>) =>
  q.db
    .selectFrom("indicator")
    .select(["code", "label", "concept", "description"])
    .where("dataset_id", "=", take("datasetId"))
    .orderBy("code"),
);

const methodologyOf = statement((q, take: Take<{datasetId: number}>) =>
  q.db
    .selectFrom("methodology")
    .select(["coverage", "exclusions", "classifier", "text"])
    .where("dataset_id", "=", take("datasetId")),
);

const breaksOf = statement((q, take: Take<{datasetId: number}>) =>
  q.db
    .selectFrom("continuity")
    .select(["class_from", "class_to", "period", "note"])
    .where("dataset_id", "=", take("datasetId"))
    .orderBy("position"),
);

const toldClasses = statement((q, take: Take<{datasetId: number}>) => {
  const declared = () => q.db.selectFrom("continuity").where("dataset_id", "=", take("datasetId"));
  return q.db
    .selectFrom("class")
    .select(["code", "name"])
    .where("dataset_id", "=", take("datasetId"))
    .where((where) =>
      where.or([
        where(
          "code",
          "in",
          q.db
            .selectFrom("note")
            .select("classification as code")
            .where("dataset_id", "=", take("datasetId"))
            .where("classification", "is not", null)
            .$narrowType<{code: string}>(),
        ),
        where("code", "in", declared().select("class_from as code")),
        where("code", "in", declared().select("class_to as code")),
      ]),
    );
});

const newestReleases = statement((q, take: Take<{datasetId: number; most: number}>) =>
  q.db
    .selectFrom("release")
    .select(["published_at", "source_file", "source_url", "new_values", "revised_values"])
    .where("dataset_id", "=", take("datasetId"))
    .orderBy("published_at", "desc")
    .orderBy("sequence", "desc")
    .limit(take("most")),
);

const countReleases = statement((q, take: Take<{datasetId: number}>) =>
  q.db
    .selectFrom("release")
    .select((select) => select.fn.countAll<number>().as("releases"))
    .where("dataset_id", "=", take("datasetId")),
);
