// Blob 0 of what is stored for search: of what the blocks were made, and where the sections of each segment are.
//
// A dataset is one segment. A large one may have deltas behind it: segments of the series that came later (deltas.ts).
import {hash} from "node:crypto";
import {once, readNameEnglish, readProviders} from "../../reference/reference.ts";
import type {IndexedDataset} from "../../search/index/dataset-segment.ts";
import {openLayout, type PackedLayout} from "../../search/stored/layout.ts";
import {type FetchedBlocks, readAtOnce, type SearchSteps, type StoredSegment} from "../../search/stored/reading.ts";
import {openSegment, SEGMENT_VERSION} from "../../search/stored/segment-code.ts";
import {readSegmentSeries, type SegmentSeries} from "../../search/stored/segment-series.ts";
import {createSeriesKeys, type WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {
  type CatalogueDigest,
  decodeCatalogueManifest,
  digestCatalogue,
} from "../../statistics/catalogue/catalogue-code.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {readSegmentBlob} from "./blobs.ts";
import type {StoredDataset} from "./stored-dataset.ts";

/** The stored content of a segment can't be read; the segment can be made without it. */
export class DamagedSegment extends Error {
  override name = "DamagedSegment";
}

/** The state of all that a segment is made of. `shape` includes all words; see digestCatalogue. */
export function segmentDigest(stored: StoredDataset): CatalogueDigest {
  const {columns, changedBy: _, ...words} = stored;
  const {shape, periods} = digestCatalogue(decodeCatalogueManifest(columns));
  return {shape: shape + hash("sha256", JSON.stringify([words, wordsOfProvider(stored)])), periods};
}

/** The dataset as it is indexed. */
export function indexedDataset(stored: StoredDataset, catalogue: WholeCatalogue): IndexedDataset {
  const english = (name: string): string | null =>
    (endsOfEnglish().has(endOf(name)) ? readNameEnglish().get(name) : undefined) ?? null;
  return {...stored, providerWords: wordsOfProvider(stored), english, catalogue};
}

/** A Map would compute a hash of each of the long names of a survey, and the engine would keep each once more. */
const endsOfEnglish = once(() => new Set(Array.from(readNameEnglish().keys(), endOf)));

/** The length of a name and its last letter as one number. */
function endOf(name: string): number {
  return name.length * 0x10000 + (name.charCodeAt(name.length - 1) || 0);
}

function wordsOfProvider({provider}: StoredDataset): string {
  return readProviders().get(provider)?.searchWords ?? "";
}

/** What a program gives to a segment beside the dataset: its rules, and the words that readers ask for in English. */
export const maker = once(() => hash("sha256", JSON.stringify([SEGMENT_VERSION, ...readNameEnglish()])));

/** Where the sections of a segment are, and the SHA-256 of each of its blocks. */
export interface SegmentBlocks {
  readonly layout: PackedLayout;
  readonly blocks: readonly string[];
}

export interface Delta extends SegmentBlocks {
  /** The number of its series. */
  readonly series: number;
}

export interface SegmentManifest extends CatalogueDigest, SegmentBlocks {
  readonly maker: string;
  /** In the order in which they came; absent: none. */
  readonly deltas?: readonly Delta[];
}

/** A segment, and the number of the blob that has its first block: blocks of all segments follow one another. */
export interface PlacedSegment extends SegmentBlocks {
  readonly firstBlob: number;
}

export function segmentsOf({layout, blocks, deltas = []}: SegmentManifest): PlacedSegment[] {
  let firstBlob = 1;
  return [{layout, blocks}, ...deltas].map((one) => {
    const index = {layout: one.layout, blocks: one.blocks, firstBlob};
    firstBlob += one.blocks.length;
    return index;
  });
}

export function isMadeOf(manifest: SegmentManifest, {shape, periods}: CatalogueDigest): boolean {
  return manifest.maker === maker() && manifest.shape === shape && manifest.periods === periods;
}

/** The SHA-256 of the rest comes first. */
export function encodeManifest(manifest: SegmentManifest): Uint8Array {
  const json = JSON.stringify(manifest);
  return Buffer.from(hash("sha256", json) + json);
}

const SEAL_LENGTH = 64;

/** null: there is none. */
export function* readSegmentManifest(q: Queries, id: number): Script<SegmentManifest | DamagedSegment | null> {
  const bytes = yield* readSegmentBlob(q, id, 0);
  if (bytes === null) return null;
  const text = new TextDecoder().decode(bytes);
  const json = text.slice(SEAL_LENGTH);
  if (hash("sha256", json) !== text.slice(0, SEAL_LENGTH))
    return new DamagedSegment("block 0 of what is stored for search is damaged");
  return JSON.parse(json) as SegmentManifest;
}

export function hashBlock(block: Uint8Array): string {
  return hash("sha256", block);
}

/** null: all blocks are sound. */
export function* findBlockFault(q: Queries, id: number, manifest: SegmentManifest): Script<DamagedSegment | null> {
  for (const segment of segmentsOf(manifest))
    for (const number of segment.blocks.keys()) {
      const read = yield* readSegmentBlocks(q, id, segment, [number]);
      if (read instanceof DamagedSegment) return read;
    }
  return null;
}

/** All blocks of a segment, or those with these numbers. */
export function* readSegmentBlocks(
  q: Queries,
  id: number,
  {blocks, firstBlob}: PlacedSegment,
  numbers: Iterable<number> = blocks.keys(),
): Script<Map<number, Uint8Array> | DamagedSegment> {
  const read = new Map<number, Uint8Array>();
  for (const number of numbers) {
    const token = firstBlob + number;
    const block = yield* readSegmentBlob(q, id, token);
    if (block === null || hashBlock(block) !== blocks[number])
      return new DamagedSegment(`block ${token} of what is stored for search is damaged`);
    read.set(number, block);
  }
  return read;
}

/** Does work on a segment, and reads the blocks that it waits for. */
export function* runOnSegment<T>(
  q: Queries,
  id: number,
  segment: PlacedSegment,
  work: (stored: StoredSegment) => SearchSteps<T>,
): Script<T | DamagedSegment> {
  const read = new Map<number, Uint8Array>();
  const working = work({blocks: {find: (number) => read.get(number)}, layout: openLayout(segment.layout)});
  for (let fetched: FetchedBlocks = []; ; ) {
    const step = working.next(fetched);
    if (step.done) return step.value;
    fetched = [];
    for (const {numbers} of step.value ?? []) {
      const blocks = yield* readSegmentBlocks(q, id, segment, numbers);
      if (blocks instanceof DamagedSegment) return blocks;
      for (const [number, block] of blocks) read.set(number, block);
      fetched = [...fetched, numbers.map((number) => blocks.get(number)!)];
    }
  }
}

/** The series of a segment with their keys: all that it is made of, but for what its dataset tells. */
export function* readSeriesOf(
  q: Queries,
  id: number,
  segment: PlacedSegment,
  {provider, code}: StoredDataset,
): Script<(SegmentSeries & {readonly key: string})[] | DamagedSegment> {
  const blocks = yield* readSegmentBlocks(q, id, segment);
  if (blocks instanceof DamagedSegment) return blocks;
  const keyOf = createSeriesKeys(provider, code);
  const open = openSegment(segment.layout, {find: (number) => blocks.get(number)});
  return readAtOnce(readSegmentSeries(open)).map((one) => ({...one, key: keyOf(one)}));
}

/** The number of the segment of each series of a delta, by its key; all others are in the first segment. */
export function* readSegmentsOfKeys(
  q: Queries,
  id: number,
  segments: readonly PlacedSegment[],
  stored: StoredDataset,
): Script<Map<string, number> | DamagedSegment> {
  const segmentOf = new Map<string, number>();
  for (const [index, segment] of segments.entries()) {
    const series = index === 0 ? [] : yield* readSeriesOf(q, id, segment, stored);
    if (series instanceof DamagedSegment) return series;
    for (const {key} of series) segmentOf.set(key, index);
  }
  return segmentOf;
}
