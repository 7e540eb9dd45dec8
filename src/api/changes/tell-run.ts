// A run of the feed, and everything as of a run, as items of a page of changes.
import type {TouchedRange} from "../../statistics/changes/touched-code.ts";
import {droppedItem, goneItem, type ItemSource} from "../../store/changes/change-items.ts";
import type {SeriesLocation} from "../../store/changes/cursor.ts";
import {type ChangeFilter, type ChangeRunRecord, readChangeBlob} from "../../store/changes/read-changes.ts";
import {type DatasetRecord, findDatasetBehind, findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import type {PageItems} from "./items.ts";
import {type DatasetOfPage, type SeriesToTell, tellAll, tellRange, tellSome} from "./tell-series.ts";

/** A place within a run. */
export interface RunLocation extends SeriesLocation {
  readonly blob: number;
}

/** A place within everything: in a dataset, or behind it. */
export interface DatasetLocation extends SeriesLocation {
  readonly provider: string;
  readonly code: string;
  readonly isDone: boolean;
}

type Catalogues = Pick<CatalogueCache, "readWeeks">;

const BEGINNING: RunLocation = {blob: 0, number: 0, behind: null};

/** @returns where the page ended within the run; null: all of it is told */
export function* tellRun(
  q: Queries,
  catalogues: Catalogues,
  run: ChangeRunRecord,
  items: PageItems,
  from: RunLocation = BEGINNING,
): Script<RunLocation | null> {
  const source = {dataset: `${run.provider}/${run.dataset}`, at: run.changedAt};
  if (run.kind === "dropped") {
    if (items.isSpent()) return from;
    items.add(droppedItem(source));
    return null;
  }
  const dataset = run.blobs > 0 ? yield* openDataset(q, catalogues, run, source) : null;
  if (dataset === null) return null;
  let at = from;
  while (at.blob < run.blobs) {
    if (items.isSpent()) return at;
    const blob = yield* readChangeBlob(q, run, at.blob);
    items.spend(BLOB_WORK);
    const end =
      blob.kind === "gone"
        ? tellGone(source, blob.keys, at.number, items)
        : yield* tellTouched(q, dataset, blob.ranges, at, items);
    if (end !== null) return {...end, blob: at.blob};
    at = {blob: at.blob + 1, number: 0, behind: null};
    yield;
  }
  return null;
}

/** The work of reading a blob, where that of a series is 1. */
const BLOB_WORK = 20;

/** null: the dataset of the run was dropped. */
function* openDataset(
  q: Queries,
  catalogues: Catalogues,
  run: ChangeRunRecord,
  source: ItemSource,
): Script<DatasetOfPage | null> {
  const [record] = yield* findDatasets(q, run);
  return record?.id === run.datasetId ? yield* withWeeks(q, catalogues, record, source) : null;
}

function* withWeeks(
  q: Queries,
  catalogues: Catalogues,
  record: DatasetRecord,
  source: ItemSource,
): Script<DatasetOfPage> {
  const isWeekly = record.spans.some(({frequency}) => frequency === "W");
  return {record, source, weeks: isWeekly ? yield* catalogues.readWeeks(q, record) : null};
}

function tellGone(source: ItemSource, keys: readonly string[], from: number, items: PageItems): SeriesLocation | null {
  for (let index = from; index < keys.length; index++) {
    if (items.isSpent()) return {number: index, behind: null};
    items.add(goneItem(source, keys[index]!));
  }
  return null;
}

/** A range of this many neighbours or more is read as one: most of it may be gone. */
const LONG_RANGE = 50;
/** Series of short ranges that are told together. */
const MOST_TOGETHER = 500;

function* tellTouched(
  q: Queries,
  dataset: DatasetOfPage,
  ranges: readonly TouchedRange[],
  from: SeriesLocation,
  items: PageItems,
): Script<SeriesLocation | null> {
  let waiting: SeriesToTell[] = [];
  const behindOf = (number: number | undefined) => (number === from.number ? from.behind : null);
  for (const {first, last, touched} of ranges) {
    if (last < from.number) continue;
    const start = Math.max(first, from.number);
    const isLong = last - start + 1 >= LONG_RANGE;
    if (isLong || waiting.length >= MOST_TOGETHER) {
      const end = yield* tellSome(q, dataset, waiting, behindOf(waiting[0]?.number), items);
      if (end !== null) return end;
      waiting = [];
    }
    if (isLong) {
      const range = {from: {number: start, behind: behindOf(start)}, to: last, touched};
      const end = yield* tellRange(q, dataset, range, items);
      if (end !== null) return end;
    } else for (let number = start; number <= last; number++) waiting.push({number, touched});
  }
  return yield* tellSome(q, dataset, waiting, behindOf(waiting[0]?.number), items);
}

/** @returns where the page ended; null: everything is told */
export function* tellEverything(
  q: Queries,
  catalogues: Catalogues,
  filter: ChangeFilter,
  from: DatasetLocation,
  items: PageItems,
): Script<DatasetLocation | null> {
  let at = from;
  for (;;) {
    if (items.isSpent()) return at;
    const [same] = at.isDone ? [] : yield* findDatasets(q, {provider: at.provider, dataset: at.code});
    const record = same ?? (yield* findDatasetBehind(q, {provider: at.provider, code: at.code}, filter));
    if (record === null) return null;
    const {provider, code, changedAt} = record;
    const location = same === undefined ? {number: 0, behind: null} : at;
    const source = {dataset: `${provider}/${code}`, at: changedAt};
    const end = yield* tellAll(q, yield* withWeeks(q, catalogues, record, source), location, items);
    if (end !== null) return {provider, code, isDone: false, ...end};
    at = {provider, code, isDone: true, number: 0, behind: null};
    yield;
  }
}
