// New series in what is stored of a large dataset for search: they become a delta, a segment of their own behind the others. So a load
// of few new series neither makes nor writes the blocks of all others.
//
// A delta is made of its series alone, but for what a question may ask of the whole dataset: frontiers, labels, territories. Small
// deltas are joined, so that a dataset has a few of them, and each series is written a few times before the whole is made again.
import {isDeepStrictEqual} from "node:util";
import {buildCatalogue, type CatalogueSeries} from "../../statistics/catalogue/build-catalogue.ts";
import {type Catalogue, dimensionsAt, keyAt, type WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {type CatalogueManifest, decodeCatalogueManifest} from "../../statistics/catalogue/catalogue-code.ts";
import {FIRST_DAY} from "../../statistics/time/day.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {readWholeCatalogue} from "../series/catalogue.ts";
import {deleteBlobsBehind, listBlobs, writeBlob} from "./blobs.ts";
import {
  DamagedSegment,
  type Delta,
  encodeManifest,
  findBlockFault,
  isMadeOf,
  maker,
  type PlacedSegment,
  readSegmentManifest,
  readSegmentsOfKeys,
  readSeriesOf,
  type SegmentBlocks,
  type SegmentManifest,
  segmentDigest,
  segmentsOf,
} from "./manifest.ts";
import {encodeSeries, restateSegments} from "./segment.ts";
import {readStoredDataset, type StoredDataset} from "./stored-dataset.ts";

/** A smaller dataset is made again as a whole, in some 20 ms. */
export const LEAST_SERIES = 1024;
/** A smaller delta is joined with the next one. */
const LEAST_DELTA = 256;
/** A delta is joined with one that is at least this part of its size. */
const JOINED_FROM = 1 / 4;
/** If deltas have more than this part of the series of the first segment, the whole is made again. */
const MOST_ADDED = 1 / 8;

/**
 * Adds series to what is stored, after all else of the dataset was written. All earlier series must still be there, with the same names of
 * their classes.
 * @param earlier the dataset before
 * @param added the new series alone
 * @param catalogue of the whole dataset now, if an earlier series became active or stalled; null: none did
 * @returns false: the segment must be made of all series
 */
export function* addDelta(
  q: Queries,
  id: number,
  earlier: StoredDataset,
  added: WholeCatalogue,
  catalogue: Catalogue | null = null,
): Script<boolean> {
  const stored = yield* readStoredDataset(q, id);
  const present = yield* readSegmentManifest(q, id);
  if (
    stored === null ||
    present === null ||
    present instanceof DamagedSegment ||
    !isMadeOf(present, segmentDigest(earlier))
  )
    return false;
  const [before, now] = [decodeCatalogueManifest(earlier.columns), decodeCatalogueManifest(stored.columns)];
  if (!keepsNames(earlier, stored) || !keepsLabels(before, now) || now.size !== before.size + added.size) return false;
  const {deltas = []} = present;
  const inFirst = deltas.reduce((left, {series}) => left - series, before.size);
  if (inFirst < LEAST_SERIES || now.size - inFirst > MOST_ADDED * inFirst) return false;
  const joined = [withNames(added)];
  const keys = joined.flat().map(({key}) => key);
  const restated = catalogue && (yield* restateSegments(q, id, present, {stored, catalogue}, keys));
  if (catalogue !== null && restated === null) return false;
  for (const [number, bytes] of restated?.tokens ?? []) yield* writeBlob(q, id, number, bytes);
  const manifest = restated?.manifest ?? present;
  const kept = deltasToKeep(deltas, added.size);
  const segments = segmentsOf(manifest);
  for (const segment of segments.slice(1 + kept)) {
    const series = yield* readDelta(q, id, segment, stored, now);
    if (series instanceof DamagedSegment) return false;
    joined.push(series);
  }
  const {blocks, named} = encodeSeries(stored, catalogueOf(joined.flat(), now));
  const last = segments[kept]!;
  const firstBlob = last.firstBlob + last.blocks.length;
  for (const [number, block] of blocks.entries()) yield* writeBlob(q, id, firstBlob + number, block);
  const series = joined.reduce((sum, {length}) => sum + length, 0);
  const next: SegmentManifest = {
    ...manifest,
    ...segmentDigest(stored),
    deltas: [...(manifest.deltas ?? []).slice(0, kept), {...named, series}],
  };
  yield* writeBlob(q, id, 0, encodeManifest(next));
  yield* deleteBlobsBehind(q, id, firstBlob + blocks.length - 1);
  return true;
}

/** The number of deltas that stay as they are if series come: each is much larger than the next. */
function deltasToKeep(deltas: readonly Delta[], series: number): number {
  let [kept, size] = [deltas.length, series];
  for (; kept > 0; kept--) {
    const last = deltas[kept - 1]!.series;
    if (last >= LEAST_DELTA && size < JOINED_FROM * last) break;
    size += last;
  }
  return kept;
}

/** Whether all words that segments are made of are there as before; there may be more. Days of labels are in no segment. */
function keepsNames(earlier: StoredDataset, stored: StoredDataset): boolean {
  const byCode = new Map(stored.indicators.map((one) => [one.code, one]));
  const units = new Map(stored.units.map((one) => [one.code, one]));
  return (
    earlier.provider === stored.provider &&
    earlier.code === stored.code &&
    earlier.name === stored.name &&
    earlier.indicators.every(({namedOn: _on, namedAt: _at, ...words}) => {
      const {namedOn, namedAt, ...own} = byCode.get(words.code) ?? {};
      return isDeepStrictEqual(own, words);
    }) &&
    earlier.units.every((unit) => isDeepStrictEqual(units.get(unit.code), unit))
  );
}

function keepsLabels(before: CatalogueManifest, now: CatalogueManifest): boolean {
  const territories = new Map(now.territories.map((one) => [one.code, one]));
  const labels = labelsOf(now);
  return (
    before.territories.every((one) => isDeepStrictEqual(territories.get(one.code), one)) &&
    [...labelsOf(before)].every(([code, label]) => labels.get(code) === label)
  );
}

function labelsOf({codes, indicatorLabels}: CatalogueManifest): Map<string, string> {
  return new Map(codes.indicator.map((code, index) => [code as string, indicatorLabels[index]!]));
}

interface NamedSeries extends CatalogueSeries {
  readonly className: string | null;
}

function withNames(catalogue: WholeCatalogue): NamedSeries[] {
  const {classification, classNames, lastPeriod, size} = catalogue;
  return Array.from({length: size}, (_, position) => ({
    ...dimensionsAt(catalogue, position),
    number: position,
    key: keyAt(catalogue, position),
    className: classNames[classification.index[position]!]!,
    lastPeriod: lastPeriod[position]!,
  }));
}

/** A catalogue of these series, among all that their dataset tells. */
function catalogueOf(series: readonly NamedSeries[], manifest: CatalogueManifest): WholeCatalogue {
  const named = series.flatMap(({classification, className}) =>
    classification === null || className === null ? [] : [[classification, className] as const],
  );
  const made = buildCatalogue(series, {
    territories: new Map(manifest.territories.map((one) => [one.code, one])),
    classNames: new Map(named),
    indicatorLabels: labelsOf(manifest),
    continuity: [],
    weeks: null,
  });
  return {...made, frontiers: new Map(manifest.frontiers)};
}

/** The series of a delta. Of their last periods it only tells whether they are stalled. */
function* readDelta(
  q: Queries,
  id: number,
  segment: PlacedSegment,
  stored: StoredDataset,
  manifest: CatalogueManifest,
): Script<NamedSeries[] | DamagedSegment> {
  const series = yield* readSeriesOf(q, id, segment, stored);
  if (series instanceof DamagedSegment) return series;
  const frontiers = new Map(manifest.frontiers);
  return series.map(({isStalled, ...one}, number) => ({
    ...one,
    number,
    lastPeriod: isStalled ? FIRST_DAY : frontiers.get(one.frequency)!,
  }));
}

/** What is wrong with what is stored; null: nothing, or it is of another program and no server opens it. */
export function* findSegmentFault(q: Queries, id: number): Script<string | null> {
  const numbers = yield* listBlobs(q, id);
  const stored = yield* readStoredDataset(q, id);
  if (stored === null || numbers.length === 0) return null;
  const manifest = yield* readSegmentManifest(q, id);
  if (manifest === null) return "block 0 of what is stored for search is missing";
  if (manifest instanceof DamagedSegment) return manifest.message;
  if (manifest.maker !== maker()) return null;
  if (!isMadeOf(manifest, segmentDigest(stored)))
    return "what is stored for search was made of another state of the dataset";
  const segments = segmentsOf(manifest);
  if (numbers.length !== segments.reduce((sum, {blocks}) => sum + blocks.length, 1))
    return "what is stored for search has a blob too many or too few";
  const fault = yield* findBlockFault(q, id, manifest);
  if (fault !== null) return fault.message;
  for (const [nth, {layout, blocks}] of (yield* makeAgain(q, id, stored, segments)).entries())
    if (!isDeepStrictEqual({layout, blocks}, {layout: segments[nth]!.layout, blocks: segments[nth]!.blocks}))
      return "what is stored for search differs from its series and their names";
  return null;
}

/** All segments made of the catalogue: which series a delta has is known from itself, and the first segment has all others. */
function* makeAgain(
  q: Queries,
  id: number,
  stored: StoredDataset,
  segments: readonly PlacedSegment[],
): Script<SegmentBlocks[]> {
  const catalogue = (yield* readWholeCatalogue(q, id))!;
  if (segments.length === 1) return [encodeSeries(stored, catalogue).named];
  const manifest = decodeCatalogueManifest(stored.columns);
  const segmentOf = yield* readSegmentsOfKeys(q, id, segments, stored);
  if (segmentOf instanceof DamagedSegment) return [];
  const all = Map.groupBy(withNames(catalogue), ({key}) => segmentOf.get(key) ?? 0);
  return segments.map((_, nth) => encodeSeries(stored, catalogueOf(all.get(nth) ?? [], manifest)).named);
}
