// The stored catalogue: a manifest, and for each block of positions two blobs: its columns, and its last periods. A release that revises one
// value changes one of the small blobs; a new name of a class changes none, because names are in the store's rows of classes.
//
// The blobs of a block say nothing of the blocks before it, and blocks are cut where a key says so. So a new series changes the blobs of the
// block that it falls into, and rarely those of the next one. docs/decisions/0006-changes.md
//
// The manifest has the SHA-256 of each blob, so damage is an error and never a wrong selection, and a server sees which blobs it holds
// already. The smallest and largest codes of a block tell whether it can have series that a filter selects. Numbers are little-endian.
import {hash} from "node:crypto";
import {crc32} from "node:zlib";
import type {Territory} from "../territory.ts";
import type {Day} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {DIMENSIONS, type FewCodes, type Texts, WIDE_FROM_CODES} from "./catalogue.ts";

/** The stored catalogue can't be read: it is cut, altered, or was written by another version. */
export class DamagedCatalogue extends Error {
  override name = "DamagedCatalogue";
}

export const FEW_CODES = DIMENSIONS.filter((dimension): dimension is FewCodes => dimension !== "classification");

/** Everything but the blobs. */
export interface CatalogueManifest {
  readonly size: number;
  /** How long blocks are cut. */
  readonly blockSize: number;
  /** The number of families. */
  readonly families: number;
  /** The number of classes, with null where a series has none. */
  readonly classes: number;
  readonly hasNoClass: boolean;
  /** What all keys begin with. */
  readonly keyPrefix: string;
  readonly codes: Readonly<Record<FewCodes, readonly (string | null)[]>>;
  readonly territories: readonly Territory[];
  readonly indicatorLabels: readonly string[];
  readonly frontiers: readonly (readonly [Frequency, Day])[];
  readonly weeks: {readonly base: number; readonly days: readonly number[]} | null;
  readonly hasContinuesAs: boolean;
  readonly hasContinuesFrom: boolean;
  readonly blocks: readonly BlockOfManifest[];
  /** The version of the program that derived all state of the dataset; absent: it is not known. It is no part of the catalogue. */
  readonly derivedBy?: string;
}

export interface BlockOfManifest {
  /** The number of its columns among the stored blobs; that of its last periods is the next one. It follows from the key of its first series. */
  readonly blob: number;
  /** The position of its first series. */
  readonly from: number;
  /** The number of families that begin in it. */
  readonly families: number;
  /** The index of its first class among all classes, and the first and the last class. */
  readonly firstClass: number;
  readonly classes: readonly [string | null, string | null];
  /** The indexes of the codes of its first series, by dimension as in FEW_CODES. */
  readonly first: readonly number[];
  /** The smallest and the largest index of a code, by dimension as in FEW_CODES. */
  readonly bounds: readonly (readonly [number, number])[];
  /** SHA-256 of the names of its classes, which the store has in rows, and how many of them have none. */
  readonly names: string;
  readonly unnamed: number;
  /** SHA-256 of its blobs. */
  readonly columns: string;
  readonly periods: string;
}

export interface StoredCatalogue {
  readonly manifest: Uint8Array;
  /** In the order of the blocks, of each its columns and its last periods. */
  readonly blobs: readonly Uint8Array[];
  /** Of each blob. */
  readonly numbers: readonly number[];
}

const MAGIC = 0x43_59_52_01;
const VERSION = 1;
/** Magic, version, CRC-32 of the JSON that follows. */
const HEADER_BYTES = 12;

export function encodeCatalogueManifest(manifest: CatalogueManifest): Uint8Array {
  const json = Buffer.from(JSON.stringify(manifest));
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  [MAGIC, VERSION, crc32(json)].forEach((number, index) => {
    header.setUint32(4 * index, number, true);
  });
  return Buffer.concat([new Uint8Array(header.buffer), json]);
}

/** Throws DamagedCatalogue. */
export function decodeCatalogueManifest(bytes: Uint8Array): CatalogueManifest {
  if (bytes.length < HEADER_BYTES) throw new DamagedCatalogue("the catalogue is cut off: its header is not complete");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new DamagedCatalogue("these bytes are not a catalogue");
  const version = view.getUint32(4, true);
  if (version !== VERSION)
    throw new DamagedCatalogue(`the catalogue has version ${version}, this program reads ${VERSION}`);
  const json = bytes.subarray(HEADER_BYTES);
  if (view.getUint32(8, true) !== crc32(json))
    throw new DamagedCatalogue("the catalogue does not agree with its checksum");
  return JSON.parse(new TextDecoder().decode(json)) as CatalogueManifest;
}

/** The blobs by their numbers. */
export function numberedBlobs({numbers, blobs}: StoredCatalogue): Map<number, Uint8Array> {
  return new Map(blobs.map((bytes, index) => [numbers[index]!, bytes]));
}

export function hashOf(blob: Uint8Array | string): string {
  return hash("sha256", blob, "base64url");
}

/** Two catalogues with the same `shape` differ only in last periods and frontiers; with the same `periods` too they are the same. */
export interface CatalogueDigest {
  readonly shape: string;
  readonly periods: string;
}

export function digestCatalogue({
  frontiers,
  blocks,
  derivedBy: _derivedBy,
  ...manifest
}: CatalogueManifest): CatalogueDigest {
  const shape = {...manifest, blocks: blocks.map(({periods: _, ...block}) => block)};
  const periods = [frontiers, blocks.map((block) => block.periods)];
  return {shape: hash("sha256", JSON.stringify(shape)), periods: hash("sha256", JSON.stringify(periods))};
}

/** The bytes of a number of a column: none if all series have the same code. */
export function widthOf(codes: Texts | {readonly length: number}): 0 | 2 | 4 {
  return codes.length < 2 ? 0 : codes.length < WIDE_FROM_CODES ? 2 : 4;
}
