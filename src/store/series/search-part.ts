// What a load stores of a dataset for search: the blocks of its part of the index, beside a digest of all that it was made of.
//
// A server opens it if the digest is that of the dataset as it is; else (an older program loaded, a piece is damaged) it makes the part
// itself, and keeps it in memory whole. Only blocks that differ are written.
import {hash} from "node:crypto";
import {atOnce} from "../../budget.ts";
import {once, readNameEnglish, readProviders} from "../../reference.ts";
import type {IndexedDataset, OpenPart} from "../../search/index/dataset-part.ts";
import {makeContent} from "../../search/index/index-dataset.ts";
import type {PackedLayout} from "../../search/stored/layout.ts";
import {encodePart, openingBlocks, openPart, PART_VERSION} from "../../search/stored/part-code.ts";
import type {WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {type CatalogueDigest, digestCatalogue, readHead} from "../../statistics/catalogue/catalogue-code.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {readWholeCatalogue} from "./catalogue.ts";
import {readStoredDataset, type StoredDataset} from "./indexed-dataset.ts";
import type {SearchMemory} from "./search-memory.ts";
import {deletePiecesBehind, listPieces, readPiece, writePiece} from "./search-pieces.ts";

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
  const english = (name: string): string | null => readNameEnglish().get(name) ?? null;
  return {...stored, providerWords: wordsOfProvider(stored), english, catalogue};
}

function wordsOfProvider({provider}: StoredDataset): string {
  return readProviders().get(provider)?.searchWords ?? "";
}

/** What a program gives to a part beside the dataset: its rules, and the words that readers ask for in English. */
const maker = once(() => hash("sha256", JSON.stringify([PART_VERSION, ...readNameEnglish()])));

/** Piece 0: what made the blocks and of what, where their sections are, and the SHA-256 of each. Block k is piece k + 1. */
interface PartHead extends CatalogueDigest {
  readonly maker: string;
  readonly layout: PackedLayout;
  readonly blocks: readonly string[];
}

/** The part if it was made of this; null: there is none. Only the blocks that it is opened from are read, unless a doubt is about the others. */
export function* readSearchPart(
  q: Queries,
  id: number,
  digest: CatalogueDigest,
  memory: SearchMemory,
  isDoubted = false,
): Script<OpenPart | DamagedPart | null> {
  const head = yield* readPartHead(q, id);
  if (head === null || head instanceof DamagedPart) return head;
  if (!isMadeOf(head, digest)) return null;
  const fault = isDoubted ? yield* findBlockFault(q, id, head) : null;
  if (fault !== null) return fault;
  const {layout, blocks} = head;
  const read = new Map<number, Uint8Array>();
  for (const number of openingBlocks(layout)) {
    const block = yield* readBlock(q, id, head, number);
    if (block instanceof DamagedPart) return block;
    read.set(number, block);
    // else only the next opening needs it
    if (layout.inBlock[number]! > 1) memory.keep(blocks[number]!, block);
  }
  const opened = openPart(layout, {find: (number) => read.get(number)});
  return {...opened, stored: {...opened.stored, blocks: memory.blocksOf(id, blocks)}};
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
  if (digest.periods !== earlier.periods) yield* writePiece(q, id, 0, encodePartHead({...head, ...digest}));
  return true;
}

/** Writes the part of a dataset, which has this catalogue now, if it is not there. */
export function* writeSearchPart(q: Queries, id: number, catalogue: WholeCatalogue): Script<void> {
  const stored = yield* readStoredDataset(q, id);
  if (stored === null) return;
  const digest = digestOf(stored);
  const read = yield* readPartHead(q, id);
  const older = read instanceof DamagedPart || read?.maker !== maker() ? null : read;
  if (older !== null && isMadeOf(older, digest) && (yield* findBlockFault(q, id, older)) === null) return;
  const {layout, blocks} = encodePart(atOnce(makeContent(indexedDataset(stored, catalogue))));
  const hashes = blocks.map((block) => hash("sha256", block));
  for (const [number, block] of blocks.entries()) {
    const isThere = older?.blocks[number] === hashes[number];
    const present = isThere ? yield* readPiece(q, id, number + 1) : null;
    if (present === null || Buffer.compare(present, block) !== 0) yield* writePiece(q, id, number + 1, block);
  }
  yield* writePiece(q, id, 0, encodePartHead({...digest, maker: maker(), layout, blocks: hashes}));
  yield* deletePiecesBehind(q, id, blocks.length);
}

/** Whether the content is there that this program makes of the dataset as it is. */
export function* hasSearchPart(q: Queries, id: number): Script<boolean> {
  const stored = yield* readStoredDataset(q, id);
  if (stored === null) return false;
  const head = yield* readPartHead(q, id);
  return head !== null && !(head instanceof DamagedPart) && isMadeOf(head, digestOf(stored));
}

/** What is wrong with the stored part; null: nothing, or it is of another program and no server opens it. */
export function* findPartFault(q: Queries, id: number): Script<string | null> {
  const numbers = yield* listPieces(q, id);
  const stored = yield* readStoredDataset(q, id);
  if (stored === null || numbers.length === 0) return null;
  const head = yield* readPartHead(q, id);
  if (head === null) return "piece 0 of what is stored for search is missing";
  if (head instanceof DamagedPart) return head.message;
  if (head.maker !== maker()) return null;
  if (!isMadeOf(head, digestOf(stored))) return "what is stored for search was made of another state of the dataset";
  if (numbers.length !== head.blocks.length + 1) return "what is stored for search has a piece too many or too few";
  const fault = yield* findBlockFault(q, id, head);
  if (fault !== null) return fault.message;
  const catalogue = (yield* readWholeCatalogue(q, id))!;
  const {layout, blocks} = encodePart(atOnce(makeContent(indexedDataset(stored, catalogue))));
  const hashes = blocks.map((block) => hash("sha256", block));
  return JSON.stringify([layout, hashes]) === JSON.stringify([head.layout, head.blocks])
    ? null
    : "what is stored for search differs from its series and their names";
}

function isMadeOf(head: PartHead, {shape, periods}: CatalogueDigest): boolean {
  return head.maker === maker() && head.shape === shape && head.periods === periods;
}

/** The SHA-256 of the rest comes first. */
function encodePartHead(head: PartHead): Uint8Array {
  const json = JSON.stringify(head);
  return Buffer.from(hash("sha256", json) + json);
}

const SEAL_LENGTH = 64;

/** null: there is none. */
function* readPartHead(q: Queries, id: number): Script<PartHead | DamagedPart | null> {
  const bytes = yield* readPiece(q, id, 0);
  if (bytes === null) return null;
  const text = new TextDecoder().decode(bytes);
  const json = text.slice(SEAL_LENGTH);
  if (hash("sha256", json) !== text.slice(0, SEAL_LENGTH))
    return new DamagedPart("piece 0 of what is stored for search is damaged");
  return JSON.parse(json) as PartHead;
}

/** null: all blocks are sound. */
function* findBlockFault(q: Queries, id: number, head: PartHead): Script<DamagedPart | null> {
  for (const number of head.blocks.keys()) {
    const block = yield* readBlock(q, id, head, number);
    if (block instanceof DamagedPart) return block;
  }
  return null;
}

function* readBlock(q: Queries, id: number, {blocks}: PartHead, number: number): Script<Uint8Array | DamagedPart> {
  const block = yield* readPiece(q, id, number + 1);
  if (block !== null && hash("sha256", block) === blocks[number]) return block;
  return new DamagedPart(`piece ${number + 1} of what is stored for search is damaged`);
}
