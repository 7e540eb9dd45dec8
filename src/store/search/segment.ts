// What a load stores of a dataset for search: the blocks of its segments of the index, beside a digest of all that they were made of.
//
// A server opens them if the digest is that of the dataset as it is; else (an older program loaded, a blob is damaged) it makes one segment
// itself, and keeps it in memory whole. Only blocks that differ are written.

import type {DatasetSegment, OpenSegment} from "../../search/index/dataset-segment.ts";
import {makeContent} from "../../search/index/index-dataset.ts";
import {collectLists, type ListedSeries, listedAt} from "../../search/index/series-set.ts";
import {restateSegment} from "../../search/stored/restated.ts";
import {encodeSegment, openingBlocks, openSegment} from "../../search/stored/segment-code.ts";
import {type Catalogue, keyAt, type WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import type {CatalogueDigest} from "../../statistics/catalogue/catalogue-code.ts";
import {atOnce} from "../../work/pace.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {deleteBlobsBehind, readSegmentBlob, writeBlob} from "./blobs.ts";
import {
  DamagedSegment,
  encodeManifest,
  findBlockFault,
  hashBlock,
  indexedDataset,
  isMadeOf,
  maker,
  type PlacedSegment,
  readSegmentBlocks,
  readSegmentManifest,
  readSegmentsOfKeys,
  runOnSegment,
  type SegmentBlocks,
  type SegmentManifest,
  segmentDigest,
  segmentsOf,
} from "./manifest.ts";
import type {SearchMemory} from "./memory.ts";
import {readStoredDataset, type StoredDataset} from "./stored-dataset.ts";

/**
 * The segments if they were made of this; null: there are none. Only the blocks that a segment is opened from are read.
 * @param isSuspect a block was missing or damaged: all blocks are read
 * @param known open segments that may be of an earlier state: those that are the same are given instead of being opened
 */
export function* readSearchSegments(
  q: Queries,
  id: number,
  digest: CatalogueDigest,
  memory: SearchMemory,
  {known = [], isSuspect = false}: {readonly known?: readonly DatasetSegment[]; readonly isSuspect?: boolean} = {},
): Script<(OpenSegment | DatasetSegment)[] | DamagedSegment | null> {
  const manifest = yield* readSegmentManifest(q, id);
  if (manifest === null || manifest instanceof DamagedSegment) return manifest;
  if (!isMadeOf(manifest, digest)) return null;
  const fault = isSuspect ? yield* findBlockFault(q, id, manifest) : null;
  if (fault !== null) return fault;
  const opened: (OpenSegment | DatasetSegment)[] = [];
  for (const segment of segmentsOf(manifest)) {
    const same = isSuspect ? undefined : known.find(({stored}) => memory.isSame(stored, id, segment));
    const open = same ?? (yield* openStored(q, id, segment, memory));
    if (open instanceof DamagedSegment) return open;
    opened.push(open);
  }
  return opened;
}

function* openStored(
  q: Queries,
  id: number,
  segment: PlacedSegment,
  memory: SearchMemory,
): Script<OpenSegment | DamagedSegment> {
  const {layout, blocks} = segment;
  const read = yield* readSegmentBlocks(q, id, segment, openingBlocks(layout));
  if (read instanceof DamagedSegment) return read;
  // a block with nothing else is needed by the next opening alone
  for (const [number, block] of read) if (layout.inBlock[number]! > 1) memory.keep(blocks[number]!, block);
  const opened = openSegment(layout, {find: (number) => read.get(number)});
  return {...opened, stored: {...opened.stored, blocks: memory.blocksOf(id, segment)}};
}

/**
 * Says that the stored content is that of the dataset as it is now: with the same series and words, each active or stalled as before.
 * Damage of its blobs is not looked for. @returns false: it was not made of the earlier state, or the words are others
 */
export function* renewSegmentDigest(q: Queries, id: number, earlier: CatalogueDigest): Script<boolean> {
  const stored = yield* readStoredDataset(q, id);
  const manifest = yield* readSegmentManifest(q, id);
  if (stored === null || manifest === null || manifest instanceof DamagedSegment || !isMadeOf(manifest, earlier))
    return false;
  const digest = segmentDigest(stored);
  if (digest.shape !== earlier.shape) return false;
  if (digest.periods !== earlier.periods) yield* writeBlob(q, id, 0, encodeManifest({...manifest, ...digest}));
  return true;
}

/**
 * Writes which series are active and stalled, if all else is as before.
 * @param catalogue of the dataset as it is now
 * @returns false: nothing was written, and the segment must be made of all series
 */
export function* restateSearchSegment(
  q: Queries,
  id: number,
  earlier: CatalogueDigest,
  catalogue: Catalogue,
): Script<boolean> {
  const stored = yield* readStoredDataset(q, id);
  const manifest = yield* readSegmentManifest(q, id);
  if (stored === null || manifest === null || manifest instanceof DamagedSegment || !isMadeOf(manifest, earlier))
    return false;
  const digest = segmentDigest(stored);
  if (digest.shape !== earlier.shape) return false;
  const restated = yield* restateSegments(q, id, manifest, {stored, catalogue});
  if (restated === null) return false;
  for (const [number, bytes] of restated.tokens) yield* writeBlob(q, id, number, bytes);
  const next = {...restated.manifest, ...digest};
  yield* writeBlob(q, id, 0, encodeManifest(next));
  yield* deleteBlobsBehind(
    q,
    id,
    segmentsOf(next).reduce((sum, {blocks}) => sum + blocks.length, 0),
  );
  return true;
}

interface Restated {
  readonly manifest: SegmentManifest;
  /** Those that differ. */
  readonly tokens: ReadonlyMap<number, Uint8Array>;
}

/**
 * null: a segment has other families, is damaged, or has another number of blocks and others behind it.
 * @param added keys of series that no segment has
 */
export function* restateSegments(
  q: Queries,
  id: number,
  manifest: SegmentManifest,
  {stored, catalogue}: {readonly stored: StoredDataset; readonly catalogue: Catalogue},
  added: Iterable<string> = [],
): Script<Restated | null> {
  const segments = segmentsOf(manifest);
  const listed = yield* listSeries(q, id, segments, {stored, catalogue}, new Set(added));
  if (listed === null) return null;
  const tokens = new Map<number, Uint8Array>();
  const named: SegmentBlocks[] = [];
  for (const [nth, segment] of segments.entries()) {
    const lists = atOnce(collectLists(listed[nth]!));
    const restated = yield* runOnSegment(q, id, segment, (own) => restateSegment(own, segment.layout, lists));
    if (restated === null || restated instanceof DamagedSegment) return null;
    const {layout, blocks} = restated;
    if (layout.inBlock.length !== segment.blocks.length && nth < segments.length - 1) return null;
    const hashes = segment.blocks.slice(0, layout.inBlock.length);
    for (const [number, block] of blocks) {
      const sha256 = hashBlock(block);
      if (sha256 !== segment.blocks[number]) tokens.set(segment.firstBlob + number, block);
      hashes[number] = sha256;
    }
    named.push({layout, blocks: hashes});
  }
  const deltas = manifest.deltas?.map((one, nth) => ({...one, ...named[nth + 1]!}));
  return {manifest: {...manifest, ...named[0]!, ...(deltas && {deltas})}, tokens};
}

/** The series of each segment. null: a delta is damaged. */
function* listSeries(
  q: Queries,
  id: number,
  segments: readonly PlacedSegment[],
  {stored, catalogue}: {readonly stored: StoredDataset; readonly catalogue: Catalogue},
  added: ReadonlySet<string>,
): Script<ListedSeries[] | null> {
  if (segments.length === 1 && added.size === 0) return [catalogue];
  const segmentOf = yield* readSegmentsOfKeys(q, id, segments, stored);
  if (segmentOf instanceof DamagedSegment) return null;
  const positions: number[][] = segments.map(() => []);
  for (let position = 0; position < catalogue.size; position++) {
    const key = keyAt(catalogue, position);
    if (!added.has(key)) positions[segmentOf.get(key) ?? 0]!.push(position);
  }
  return positions.map((own) => listedAt(catalogue, own));
}

/** Makes one segment of all series of a dataset and writes it, unless the stored segments were made of this catalogue. */
export function* writeSearchSegment(q: Queries, id: number, catalogue: WholeCatalogue): Script<void> {
  const stored = yield* readStoredDataset(q, id);
  if (stored === null) return;
  const digest = segmentDigest(stored);
  const read = yield* readSegmentManifest(q, id);
  const older = read instanceof DamagedSegment || read?.maker !== maker() ? null : read;
  if (older !== null && isMadeOf(older, digest) && (yield* findBlockFault(q, id, older)) === null) return;
  const {blocks, named} = encodeSeries(stored, catalogue);
  for (const [number, block] of blocks.entries()) {
    const isThere = older?.blocks[number] === named.blocks[number];
    const present = isThere ? yield* readSegmentBlob(q, id, number + 1) : null;
    if (present === null || Buffer.compare(present, block) !== 0) yield* writeBlob(q, id, number + 1, block);
  }
  yield* writeBlob(q, id, 0, encodeManifest({...digest, maker: maker(), ...named}));
  yield* deleteBlobsBehind(q, id, blocks.length);
}

/** The blocks of a segment with these series, and how a manifest names them. */
export function encodeSeries(
  stored: StoredDataset,
  catalogue: WholeCatalogue,
): {readonly blocks: readonly Uint8Array[]; readonly named: SegmentBlocks} {
  const {layout, blocks} = encodeSegment(atOnce(makeContent(indexedDataset(stored, catalogue))));
  return {blocks, named: {layout, blocks: blocks.map(hashBlock)}};
}
