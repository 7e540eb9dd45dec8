// The facts on the page of a dataset, without its figures: indicators, methodology, notes, relations, breaks, the newest releases.
//
// Releases are read without their metadata, which may contain thousands of names.

import type {ContinuityBreak, Methodology, Note} from "../../statistics/release/release.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {Queries} from "../engines/differences.ts";
import {selectRows} from "../rows.ts";
import {all, one, type Param, type Script, statement} from "../script.ts";
import {type RelatedDataset, readContinuityBreaks, readNotes, readRelatedDatasets} from "./declarations.ts";
import {storedDay} from "./metadata-json.ts";

export interface IndicatorOfDataset {
  readonly code: string;
  readonly label: string;
  readonly concept: string;
  readonly description: string | null;
}

/** A release as a page shows it. */
export interface ReleaseLine {
  readonly id: number;
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
  /** Names of the classes in notes and breaks, by code; without classes that the packages do not name. */
  readonly classNames: ReadonlyMap<string, string>;
  /** Newest first. */
  readonly releases: readonly ReleaseLine[];
  /** Number of its releases. */
  readonly releaseCount: number;
}

/** @param most releases at most */
export function* readDatasetCard(q: Queries, datasetId: number, most: number): Script<DatasetCard> {
  const methodology = yield* one(methodologyOf(q, {datasetId}));
  return {
    indicators: yield* all(indicatorsOf(q, {datasetId})),
    methodology: {coverage: null, exclusions: null, classifier: null, text: null, ...methodology},
    notes: yield* readNotes(q, datasetId),
    related: yield* readRelatedDatasets(q, datasetId),
    breaks: yield* readContinuityBreaks(q, datasetId),
    classNames: new Map((yield* all(mentionedClasses(q, {datasetId}))).map(({code, name}) => [code, name])),
    releases: (yield* all(newestReleases(q, {datasetId, most}))).map((row) => ({
      ...row,
      publishedAt: storedDay(row.publishedAt),
    })),
    releaseCount: (yield* one(countReleases(q, {datasetId})))!.releases,
  };
}

const indicatorsOf = selectRows("indicator", ["code", "label", "concept", "description"], {datasetId: "dataset_id"}, [
  "code",
]);

const methodologyOf = selectRows("methodology", ["coverage", "exclusions", "classifier", "text"], {
  datasetId: "dataset_id",
});

const mentionedClasses = statement((q, param: Param<{datasetId: number}>) => {
  const declared = () => q.db.selectFrom("continuity").where("dataset_id", "=", param("datasetId"));
  return q.db
    .selectFrom("class")
    .select(["code", "name"])
    .where("dataset_id", "=", param("datasetId"))
    .where(
      "code",
      "in",
      // one list, so that the engine looks its codes up: a dataset may have 100,000 classes
      q.db
        .selectFrom("note")
        .select("classification as code")
        .where("dataset_id", "=", param("datasetId"))
        .where("classification", "is not", null)
        .$narrowType<{code: string}>()
        .union(declared().select("class_from as code"))
        .union(declared().select("class_to as code")),
    );
});

const newestReleases = statement((q, param: Param<{datasetId: number; most: number}>) =>
  q.db
    .selectFrom("release")
    .select([
      "id",
      "published_at as publishedAt",
      "source_file as sourceFile",
      "source_url as sourceUrl",
      "new_values as newValues",
      "revised_values as revisedValues",
    ])
    .where("dataset_id", "=", param("datasetId"))
    .orderBy("published_at", "desc")
    .orderBy("sequence", "desc")
    .limit(param("most")),
);

const countReleases = statement((q, param: Param<{datasetId: number}>) =>
  q.db
    .selectFrom("release")
    .select((select) => select.fn.countAll<number>().as("releases"))
    .where("dataset_id", "=", param("datasetId")),
);
