// Piece 0 of what is stored for search: of what the blocks were made, and where the sections of each part are.
//
// A dataset is one part. A large one may have additions behind it: parts of the series that came later (search-additions.ts).
import {hash} from "node:crypto";
import {once, readNameEnglish, readProviders} from "../../reference/reference.ts";
import type {IndexedDataset} from "../../search/index/dataset-segment.ts";
import {openLayout, type PackedLayout} from "../../search/stored/layout.ts";
import {openPart, PART_VERSION} from "../../search/stored/segment-code.ts";
import {type PartSeries, readPartSeries} from "../../search/stored/segment-series.ts";
import {readAtOnce, type SegmentReading, type StoredPart} from "../../search/stored/reading.ts";
import {createSeriesKeys, type WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {type CatalogueDigest, digestCatalogue, readHead} from "../../statistics/catalogue/catalogue-code.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {readToken} from "./blobs.ts";
import type {StoredDataset} from "./stored-dataset.ts";

/** The stored content of a part can't be read; the part can be made without it. */
export class DamagedPart extends Error {
  override name = "DamagedPart";
}

/** The state of all that a part is made of. `shape` includes all words; see digestCatalogue. */
export function digestOf(stored: StoredDataset): CatalogueDigest {
  const {columns, changedBy: _, ...words} = stored;
  const {shape, periods} = digestCatalogue(readHead(columns));
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

/** What a program gives to a part beside the dataset: its rules, and the words that readers ask for in English. */
export const maker = once(() => hash("sha256", JSON.stringify([PART_VERSION, ...readNameEnglish()])));

/** Where the sections of a part are, and the SHA-256 of each of its blocks. */
export interface PartBlocks {
  readonly layout: PackedLayout;
  readonly blocks: readonly string[];
}

export interface Addition extends PartBlocks {
  /** The number of its series. */
  readonly series: number;
}

export interface PartHead extends CatalogueDigest, PartBlocks {
  readonly maker: string;
  /** In the order in which they came; absent: none. */
  readonly additions?: readonly Addition[];
}

/** A part, and the number of the piece that has its first block: blocks of all parts follow one another. */
export interface PlacedPart extends PartBlocks {
  readonly firstToken: number;
}

export function partsOf({layout, blocks, additions = []}: PartHead): PlacedPart[] {
  let firstToken = 1;
  return [{layout, blocks}, ...additions].map((one) => {
    const index = {layout: one.layout, blocks: one.blocks, firstToken};
    firstToken += one.blocks.length;
    return index;
  });
}

export function isMadeOf(head: PartHead, {shape, periods}: CatalogueDigest): boolean {
  return head.maker === maker() && head.shape === shape && head.periods === periods;
}

/** The SHA-256 of the rest comes first. */
export function encodePartHead(head: PartHead): Uint8Array {
  const json = JSON.stringify(head);
  return Buffer.from(hash("sha256", json) + json);
}

const SEAL_LENGTH = 64;

/** null: there is none. */
export function* readPartHead(q: Queries, id: number): Script<PartHead | DamagedPart | null> {
  const bytes = yield* readToken(q, id, 0);
  if (bytes === null) return null;
  const text = new TextDecoder().decode(bytes);
  const json = text.slice(SEAL_LENGTH);
  if (hash("sha256", json) !== text.slice(0, SEAL_LENGTH))
    return new DamagedPart("piece 0 of what is stored for search is damaged");
  return JSON.parse(json) as PartHead;
}

export function hashBlock(block: Uint8Array): string {
  return hash("sha256", block);
}

/** null: all blocks are sound. */
export function* findBlockFault(q: Queries, id: number, head: PartHead): Script<DamagedPart | null> {
  for (const part of partsOf(head))
    for (const number of part.blocks.keys()) {
      const read = yield* readBlocks(q, id, part, [number]);
      if (read instanceof DamagedPart) return read;
    }
  return null;
}

/** All blocks of a part, or those with these numbers. */
export function* readBlocks(
  q: Queries,
  id: number,
  {blocks, firstToken}: PlacedPart,
  numbers: Iterable<number> = blocks.keys(),
): Script<Map<number, Uint8Array> | DamagedPart> {
  const read = new Map<number, Uint8Array>();
  for (const number of numbers) {
    const token = firstToken + number;
    const block = yield* readToken(q, id, token);
    if (block === null || hashBlock(block) !== blocks[number])
      return new DamagedPart(`piece ${token} of what is stored for search is damaged`);
    read.set(number, block);
  }
  return read;
}

/** Does work on a part, and reads the blocks that it waits for. */
export function* workOn<T>(
  q: Queries,
  id: number,
  part: PlacedPart,
  work: (stored: StoredPart) => SegmentReading<T>,
): Script<T | DamagedPart> {
  const read = new Map<number, Uint8Array>();
  const working = work({blocks: {find: (number) => read.get(number)}, layout: openLayout(part.layout)});
  for (;;) {
    const step = working.next();
    if (step.done) return step.value;
    for (const need of step.value ?? []) {
      const blocks = yield* readBlocks(q, id, part, need.numbers);
      if (blocks instanceof DamagedPart) return blocks;
      for (const [number, block] of blocks) read.set(number, block);
      need.got = need.numbers.map((number) => blocks.get(number)!);
    }
  }
}

/** The series of a part with their keys: all that it is made of, but for what its dataset tells. */
export function* readSeriesOf(
  q: Queries,
  id: number,
  part: PlacedPart,
  {provider, code}: StoredDataset,
): Script<(PartSeries & {readonly key: string})[] | DamagedPart> {
  const blocks = yield* readBlocks(q, id, part);
  if (blocks instanceof DamagedPart) return blocks;
  const keyOf = createSeriesKeys(provider, code);
  const open = openPart(part.layout, {find: (number) => blocks.get(number)});
  return readAtOnce(readPartSeries(open)).map((one) => ({...one, key: keyOf(one)}));
}

/** The place among the parts of each series of an addition, by its key; all others are in the first part. */
export function* readPartsOfKeys(
  q: Queries,
  id: number,
  parts: readonly PlacedPart[],
  stored: StoredDataset,
): Script<Map<string, number> | DamagedPart> {
  const partOf = new Map<string, number>();
  for (const [index, part] of parts.entries()) {
    const series = index === 0 ? [] : yield* readSeriesOf(q, id, part, stored);
    if (series instanceof DamagedPart) return series;
    for (const {key} of series) partOf.set(key, index);
  }
  return partOf;
}
