// What is stored for search after series became active or stalled: only the pieces that say so are made and written again.
import {atOnce} from "../../budget.ts";
import {collectLists, type ListedSeries} from "../../search/index/series-set.ts";
import {restatePart} from "../../search/stored/restated.ts";
import {type Catalogue, keyAt} from "../../statistics/catalogue/catalogue.ts";
import type {CatalogueDigest} from "../../statistics/catalogue/catalogue-code.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {readStoredDataset, type StoredDataset} from "./indexed-dataset.ts";
import {
  DamagedPart,
  digestOf,
  encodePartHead,
  hashBlock,
  isMadeOf,
  type PartBlocks,
  type PartHead,
  type PlacedPart,
  partsOf,
  readPartHead,
  readPartsOfKeys,
  workOn,
} from "./search-head.ts";
import {deletePiecesBehind, writePiece} from "./search-pieces.ts";

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
  for (const [number, bytes] of restated.pieces) yield* writePiece(q, id, number, bytes);
  const next = {...restated.head, ...digest};
  yield* writePiece(q, id, 0, encodePartHead(next));
  yield* deletePiecesBehind(
    q,
    id,
    partsOf(next).reduce((sum, {blocks}) => sum + blocks.length, 0),
  );
  return true;
}

interface Restated {
  readonly head: PartHead;
  /** Those that differ. */
  readonly pieces: ReadonlyMap<number, Uint8Array>;
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
  const pieces = new Map<number, Uint8Array>();
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
      if (sha256 !== part.blocks[number]) pieces.set(part.firstPiece + number, block);
      hashes[number] = sha256;
    }
    named.push({layout, blocks: hashes});
  }
  const additions = head.additions?.map((one, nth) => ({...one, ...named[nth + 1]!}));
  return {head: {...head, ...named[0]!, ...(additions && {additions})}, pieces};
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
  return positions.map((own) => seriesAt(catalogue, own));
}

/** The series at these positions, with territories numbered among their own. */
function seriesAt(
  {families, frequency, territory, lastPeriod, frontiers}: Catalogue,
  positions: readonly number[],
): ListedSeries {
  const used = [...new Set(positions.map((position) => territory.index[position]!))].sort((one, other) => one - other);
  const placeOf = new Map(used.map((place, own) => [place, own]));
  const starts: number[] = [];
  let family = 0;
  let last = -1;
  for (const [own, position] of positions.entries()) {
    while (families[family + 1]! <= position) family++;
    if (family !== last) starts.push(own);
    last = family;
  }
  return {
    families: Uint32Array.from([...starts, positions.length]),
    frequency: {codes: frequency.codes, index: Uint16Array.from(positions, (position) => frequency.index[position]!)},
    territory: {index: Uint32Array.from(positions, (position) => placeOf.get(territory.index[position]!)!)},
    lastPeriod: Int32Array.from(positions, (position) => lastPeriod[position]!),
    frontiers,
  };
}
