// What searches cache of the stored segments of datasets: blocks, bounded by their bytes, read from the store where a question needs them.
//
// A block is known by the SHA-256 of its bytes. So a block that a load has replaced is never taken for the one before it, and one that two
// states share is read once.
import {isDeepStrictEqual} from "node:util";
import type {Blocks, FetchedBlocks, Need, SearchSteps, StoredSegment} from "../../search/stored/reading.ts";
import {type BoundedCache, createBoundedCache} from "../../work/bounded-cache.ts";
import {createPace, type Pace} from "../../work/pace.ts";
import type {Queries} from "../engines/differences.ts";
import type {Engine, Script} from "../script.ts";
import {readSegmentBlobs} from "./blobs.ts";
import {hashBlock, type PlacedSegment} from "./manifest.ts";

/** Without a setting. */
export const SEARCH_BYTES = 128 * 2 ** 20;

/** A block of a dataset is not what it was when its segment was opened: a load came in between, or it is damaged. */
export class LostBlock extends Error {
  override name = "LostBlock";
  readonly datasetId: number;
  constructor(datasetId: number) {
    super(`what is stored for search of dataset ${datasetId} is another than before`);
    this.datasetId = datasetId;
  }
}

export interface SearchMemory {
  blocksOf(datasetId: number, segment: PlacedSegment): Blocks;
  /** Whether what a segment in memory reads is this one, where it is. */
  isSame(known: StoredSegment, datasetId: number, segment: PlacedSegment): boolean;
  /** Keeps a block that was read already. */
  keep(sha256: string, block: Uint8Array): void;
  /** Does the work, lets others in where it rests, and reads what it waits for. Throws LostBlock. */
  play<T>(work: SearchSteps<T>, pace?: Pace): Promise<T>;
}

interface StoredBlocks extends Blocks {
  readonly datasetId: number;
  readonly segment: PlacedSegment;
}

/** One for the whole process. */
export function createSearchMemory(statistics: Engine, maxBytes: number): SearchMemory {
  const cache: BoundedCache<Uint8Array> = createBoundedCache(maxBytes);
  const keep: SearchMemory["keep"] = (sha256, block) => cache.keep(sha256, block, block.length + ENTRY_BYTES);

  function* readNeed(q: Queries, need: Need): Script<Uint8Array[]> {
    const {datasetId, segment} = need.blocks as StoredBlocks;
    const {blocks, firstBlob} = segment;
    const read = yield* readSegmentBlobs(
      q,
      datasetId,
      need.numbers.map((number) => firstBlob + number),
    );
    return need.numbers.map((number) => {
      const block = read.get(firstBlob + number);
      if (block === undefined || hashBlock(block) !== blocks[number]) throw new LostBlock(datasetId);
      keep(blocks[number]!, block);
      return block;
    });
  }

  function* readNeeds(q: Queries, needs: readonly Need[]): Script<FetchedBlocks> {
    const fetched: Uint8Array[][] = [];
    for (const need of needs) fetched.push(yield* readNeed(q, need));
    return fetched;
  }

  return {
    keep,
    blocksOf(datasetId, segment) {
      const stored: StoredBlocks = {datasetId, segment, find: (number) => cache.find(segment.blocks[number]!)};
      return stored;
    },
    isSame: ({blocks}, datasetId, segment) =>
      "segment" in blocks &&
      (blocks as StoredBlocks).datasetId === datasetId &&
      isDeepStrictEqual(blocks.segment, segment),
    async play(work, pace = createPace()) {
      for (let fetched: FetchedBlocks | undefined; ; ) {
        const step = work.next(fetched);
        if (step.done) return step.value;
        const needs = step.value;
        fetched = needs && (await statistics.read((q) => readNeeds(q, needs)));
        if (pace.isOver()) await pace.letOthersIn();
      }
    },
  };
}

/** Besides its bytes, each entry takes about this much. */
const ENTRY_BYTES = 300;
