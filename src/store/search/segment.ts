// What a load stores of a dataset for search: the blocks of its parts of the index, beside a digest of all that they were made of.
//
// A server opens them if the digest is that of the dataset as it is; else (an older program loaded, a piece is damaged) it makes one part
// itself, and keeps it in memory whole. Only blocks that differ are written.

import type {DatasetPart, OpenPart} from "../../search/index/dataset-segment.ts";
import {makeContent} from "../../search/index/index-dataset.ts";
import {collectLists, type ListedSeries, listedAt} from "../../search/index/series-set.ts";
import {encodePart, openingBlocks, openPart} from "../../search/stored/segment-code.ts";
import {restatePart} from "../../search/stored/restated.ts";
import {type Catalogue, keyAt, type WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import type {CatalogueDigest} from "../../statistics/catalogue/catalogue-code.ts";
import {atOnce} from "../../work/pace.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {deleteBlobsBehind, readToken, writeToken} from "./blobs.ts";
import {
  DamagedPart,
  digestOf,
  encodePartHead,
  findBlockFault,
  hashBlock,
  indexedDataset,
  isMadeOf,
  maker,
  type PartBlocks,
  type PartHead,
  type PlacedPart,
  partsOf,
  readBlocks,
  readPartHead,
  readPartsOfKeys,
  workOn,
} from "./manifest.ts";
import type {SearchMemory} from "./memory.ts";
import {readStoredDataset, type StoredDataset} from "./stored-dataset.ts";

/**
 * The parts if they were made of this; null: there are none. Only the blocks that a part is opened from are read, unless a doubt is about
 * the others.
 * @param held parts that may be of an earlier state: those that are the same are given instead of being opened
 */
export function* readSearchParts(
  q: Queries,
  id: number,
  digest: CatalogueDigest,
  memory: SearchMemory,
  held: readonly DatasetPart[] = [],
  isDoubted = false,
): Script<(OpenPart | DatasetPart)[] | DamagedPart | null> {
  const head = yield* readPartHead(q, id);
  if (head === null || head instanceof DamagedPart) return head;
  if (!isMadeOf(head, digest)) return null;
  const fault = isDoubted ? yield* findBlockFault(q, id, head) : null;
  if (fault !== null) return fault;
  const opened: (OpenPart | DatasetPart)[] = [];
  for (const part of partsOf(head)) {
    const same = isDoubted ? undefined : held.find(({stored}) => memory.holds(stored, id, part));
    const open = same ?? (yield* openStored(q, id, part, memory));
    if (open instanceof DamagedPart) return open;
    opened.push(open);
  }
  return opened;
}

function* openStored(q: Queries, id: number, part: PlacedPart, memory: SearchMemory): Script<OpenPart | DamagedPart> {
  const {layout, blocks} = part;
  const read = yield* readBlocks(q, id, part, openingBlocks(layout));
  if (read instanceof DamagedPart) return read;
  // a block with nothing else is needed by the next opening alone
  for (const [number, block] of read) if (layout.inBlock[number]! > 1) memory.keep(blocks[number]!, block);
  const opened = openPart(layout, {find: (number) => read.get(number)});
  return {...opened, stored: {...opened.stored, blocks: memory.blocksOf(id, part)}};
}

/**
 * Says that the stored content is that of the dataset as it is now: with the same series and words, each active or stalled as before.
 * Damage of its pieces is not looked for. @returns false: it was not made of the earlier state, or the words are others
 */
export function* renewPartDigest(q: Queries, id: number, earlier: CatalogueDigest): Script<boolean> {
  const stored = yield* readStoredDataset(q, id);
  const head = yield* readPartHead(q, id);
  if (stored === null || head === null || head instanceof DamagedPart || !isMadeOf(head, earlier)) return false;
  const digest = digestOf(stored);
  if (digest.shape !== earlier.shape) return false;
  if (digest.periods !== earlier.periods) yield* writeToken(q, id, 0, encodePartHead({...head, ...digest}));
  return true;
}

/**
 * Writes which series are active and stalled, if all else is as before.
 * @param catalogue of the dataset as it is now
 * @returns false: nothing was written, and the part must be made of all series
 */
export function* restateSearchPart(
  q: Queries,
  id: number,
  earlier: CatalogueDigest,
  catalogue: Catalogue,
): Script<boolean> {
  const stored = yield* readStoredDataset(q, id);
  const head = yield* readPartHead(q, id);
  if (stored === null || head === null || head instanceof DamagedPart || !isMadeOf(head, earlier)) return false;
  const digest = digestOf(stored);
  if (digest.shape !== earlier.shape) return false;
  const restated = yield* restateParts(q, id, head, stored, catalogue);
  if (restated === null) return false;
  for (const [number, bytes] of restated.tokens) yield* writeToken(q, id, number, bytes);
  const next = {...restated.head, ...digest};
  yield* writeToken(q, id, 0, encodePartHead(next));
  yield* deleteBlobsBehind(
    q,
    id,
    partsOf(next).reduce((sum, {blocks}) => sum + blocks.length, 0),
  );
  return true;
}

interface Restated {
  readonly head: PartHead;
  /** Those that differ. */
  readonly tokens: ReadonlyMap<number, Uint8Array>;
}

/**
 * null: a part has other families, is damaged, or has another number of blocks and others behind it.
 * @param added keys of series that no part has
 */
export function* restateParts(
  q: Queries,
  id: number,
  head: PartHead,
  stored: StoredDataset,
  catalogue: Catalogue,
  added: Iterable<string> = [],
): Script<Restated | null> {
  const parts = partsOf(head);
  const listed = yield* listSeries(q, id, parts, stored, catalogue, new Set(added));
  if (listed === null) return null;
  const tokens = new Map<number, Uint8Array>();
  const named: PartBlocks[] = [];
  for (const [nth, part] of parts.entries()) {
    const lists = atOnce(collectLists(listed[nth]!));
    const restated = yield* workOn(q, id, part, (own) => restatePart(own, part.layout, lists));
    if (restated === null || restated instanceof DamagedPart) return null;
    const {layout, blocks} = restated;
    if (layout.inBlock.length !== part.blocks.length && nth < parts.length - 1) return null;
    const hashes = part.blocks.slice(0, layout.inBlock.length);
    for (const [number, block] of blocks) {
      const sha256 = hashBlock(block);
      if (sha256 !== part.blocks[number]) tokens.set(part.firstToken + number, block);
      hashes[number] = sha256;
    }
    named.push({layout, blocks: hashes});
  }
  const additions = head.additions?.map((one, nth) => ({...one, ...named[nth + 1]!}));
  return {head: {...head, ...named[0]!, ...(additions && {additions})}, tokens};
}

/** The series of each part. null: an addition is damaged. */
function* listSeries(
  q: Queries,
  id: number,
  parts: readonly PlacedPart[],
  stored: StoredDataset,
  catalogue: Catalogue,
  added: ReadonlySet<string>,
): Script<ListedSeries[] | null> {
  if (parts.length === 1 && added.size === 0) return [catalogue];
  const partOf = yield* readPartsOfKeys(q, id, parts, stored);
  if (partOf instanceof DamagedPart) return null;
  const positions: number[][] = parts.map(() => []);
  for (let position = 0; position < catalogue.size; position++) {
    const key = keyAt(catalogue, position);
    if (!added.has(key)) positions[partOf.get(key) ?? 0]!.push(position);
  }
  return positions.map((own) => listedAt(catalogue, own));
}

/** Makes one part of all series of a dataset and writes it, unless the stored parts were made of this catalogue. */
export function* writeSearchPart(q: Queries, id: number, catalogue: WholeCatalogue): Script<void> {
  const stored = yield* readStoredDataset(q, id);
  if (stored === null) return;
  const digest = digestOf(stored);
  const read = yield* readPartHead(q, id);
  const older = read instanceof DamagedPart || read?.maker !== maker() ? null : read;
  if (older !== null && isMadeOf(older, digest) && (yield* findBlockFault(q, id, older)) === null) return;
  const {blocks, named} = encodeSeries(stored, catalogue);
  for (const [number, block] of blocks.entries()) {
    const isThere = older?.blocks[number] === named.blocks[number];
    const present = isThere ? yield* readToken(q, id, number + 1) : null;
    if (present === null || Buffer.compare(present, block) !== 0) yield* writeToken(q, id, number + 1, block);
  }
  yield* writeToken(q, id, 0, encodePartHead({...digest, maker: maker(), ...named}));
  yield* deleteBlobsBehind(q, id, blocks.length);
}

/** Whether the content is there that this program makes of the dataset as it is. */
export function* hasSearchPart(q: Queries, id: number): Script<boolean> {
  const stored = yield* readStoredDataset(q, id);
  if (stored === null) return false;
  const head = yield* readPartHead(q, id);
  return head !== null && !(head instanceof DamagedPart) && isMadeOf(head, digestOf(stored));
}

/** The blocks of a part with these series, and how a head names them. */
export function encodeSeries(
  stored: StoredDataset,
  catalogue: WholeCatalogue,
): {readonly blocks: readonly Uint8Array[]; readonly named: PartBlocks} {
  const {layout, blocks} = encodePart(atOnce(makeContent(indexedDataset(stored, catalogue))));
  return {blocks, named: {layout, blocks: blocks.map(hashBlock)}};
}
