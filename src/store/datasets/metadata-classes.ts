// The classes in the folded metadata of a dataset: a long list is not in the text of the dataset's row, which every load writes, but in
// chunks, of which a load writes those that differ. The text has the number of classes: a lost last chunk would be a shorter list.
import type {ClassLabel, ReleaseMetadata} from "../../statistics/release/release.ts";
import type {Queries} from "../engines/differences.ts";
import {selectRows, upsertRow} from "../rows.ts";
import {all, type Param, run, type Script, statement} from "../script.ts";
import {classBlobs, metadataJson, metadataJsonWithout, parseClasses, parseCutMetadata} from "./metadata-json.ts";

/** Classes of a chunk; a list that is not longer stays in the text. */
const TOGETHER = 512;

/** The text of the dataset's row, and the classes that are not in it. */
export interface CutMetadata {
  readonly text: string;
  readonly blobs: readonly string[];
}

export function cutMetadata(metadata: ReleaseMetadata): CutMetadata {
  const {classes} = metadata;
  if (classes === null || classes.length <= TOGETHER) return {text: metadataJson(metadata), blobs: []};
  return {text: metadataJsonWithout(metadata, classes.length), blobs: classBlobs(classes, TOGETHER)};
}

/** The text of all metadata of a dataset. @param text of its row */
export function* joinMetadata(q: Queries, datasetId: number, text: string): Script<string> {
  const {metadata, isCut} = yield* readWholeMetadata(q, datasetId, text);
  return isCut ? metadataJson(metadata) : text;
}

/** All metadata of a dataset, and whether some of their classes are not in the text of its row. */
export function* readWholeMetadata(
  q: Queries,
  datasetId: number,
  text: string,
): Script<{readonly metadata: ReleaseMetadata; readonly isCut: boolean}> {
  const blobs = [...(yield* readBlobs(q, datasetId))].sort(([one], [other]) => one - other);
  const {metadata, storedClassCount} = parseCutMetadata(text);
  if (blobs.length === 0 && storedClassCount === null) return {metadata, isCut: false};
  const missing = blobs.findIndex(([number], index) => number !== index);
  if (missing !== -1) throw new Error(`the list of classes is damaged: chunk ${missing} is missing`);
  const classes = blobs.flatMap(([, json]) => parseClasses(json));
  if (storedClassCount !== null && classes.length !== storedClassCount)
    throw new Error(`the list of classes is damaged: it has ${classes.length} of ${storedClassCount}`);
  return {metadata: {...metadata, classes}, isCut: true};
}

export function* writeMetadataBlobs(q: Queries, datasetId: number, blobs: readonly string[]): Script<void> {
  const stored = yield* readBlobs(q, datasetId);
  for (const [number, classes] of blobs.entries())
    if (stored.get(number) !== classes) yield* run(upsert(q, {dataset_id: datasetId, number, classes}));
  if (stored.size > blobs.length) yield* run(deleteBehind(q, {datasetId, count: blobs.length}));
}

/** Adds classes to the end of a list that is stored in chunks. @param count the classes that it has */
export function* appendClasses(
  q: Queries,
  datasetId: number,
  count: number,
  added: readonly ClassLabel[],
): Script<void> {
  const number = Math.floor((count - 1) / TOGETHER);
  const last = (yield* all(blobOf(q, {datasetId, number})))[0];
  const classes = last === undefined ? [] : [...parseClasses(last.classes)];
  if (classes.length !== count - number * TOGETHER)
    throw new Error(`the list of classes is damaged: chunk ${number} has ${classes.length} classes`);
  classes.push(...added);
  for (const [nth, own] of classBlobs(classes, TOGETHER).entries())
    yield* run(upsert(q, {dataset_id: datasetId, number: number + nth, classes: own}));
}

function* readBlobs(q: Queries, datasetId: number): Script<ReadonlyMap<number, string>> {
  return new Map((yield* all(blobsOf(q, {datasetId}))).map(({number, classes}) => [number, classes]));
}

const blobsOf = selectRows("metadata_piece", ["number", "classes"], {datasetId: "dataset_id"});

const blobOf = selectRows("metadata_piece", ["classes"], {datasetId: "dataset_id", number: "number"});

const upsert = upsertRow("metadata_piece", ["dataset_id", "number"], ["classes"]);

const deleteBehind = statement((q, param: Param<{datasetId: number; count: number}>) =>
  q.db.deleteFrom("metadata_piece").where("dataset_id", "=", param("datasetId")).where("number", ">=", param("count")),
);
