// The selected series of a dataset whose catalogue does not fit into memory, from the blocks that can have them, or by their keys.
//
// The result is that of the whole catalogue: indexes of codes are the same, and only positions are those among the series that were read.

import {
  blocksSelected,
  blocksWithClasses,
  queryClasses,
  selectionWithin,
  selectsAll,
} from "../../statistics/catalogue/block-choice.ts";
import {type StoredBlock, sizeOf} from "../../statistics/catalogue/block-columns.ts";
import {beginTaking, catalogueOfSome, classesOf, openBlock} from "../../statistics/catalogue/block-series.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {beginJoin} from "../../statistics/catalogue/catalogue-blocks.ts";
import type {CatalogueManifest} from "../../statistics/catalogue/catalogue-code.ts";
import {
  resolveSelection,
  type Selection,
  type SeriesFilters,
  selectPage,
} from "../../statistics/catalogue/selection.ts";
import {type BoundedCache, cacheOfKind} from "../../work/bounded-cache.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {readSomeBlocks} from "./catalogue.ts";
import type {DatasetAtRun} from "./dataset-at-run.ts";
import {readSeriesFromKey, readSeriesOfKeys} from "./series.ts";
import {
  type BlocksByNumber,
  LongSelection,
  type SelectedPage,
  type SelectionBlocks,
  type SeriesSelection,
  UNKNOWN_COUNT,
} from "./series-selection.ts";

/** Blocks that are read, or copied, between two rests: about 0.7 MB. */
const READ_TOGETHER = 4;
/** A selection that looks at more blocks is long: others should not wait for it. */
const FEW_BLOCKS = 8;
/** At most this number of blocks of the asked classes is cached until the page is read: they are often its blocks too. */
const MOST_CACHED = 64;
/** How many series a selection has in each block is kept, unless its text is longer. */
const LONGEST_NAME = 4000;

/** @param room shared with other kinds of entries; a key names the content, or the state of the dataset */
export function createBlockReader(room: BoundedCache<unknown>) {
  const cache = cacheOfKind<StoredBlock>(room, "block");
  const countsOf = cacheOfKind<Uint32Array>(room, "counts");

  /** From memory or from the store. @param keeps false: they are part of many, which would take the room of all else */
  function* readBlocks(
    q: Queries,
    id: number,
    manifest: CatalogueManifest,
    numbers: readonly number[],
    keeps: boolean,
  ): Script<BlocksByNumber> {
    const keyOf = (number: number) =>
      `${id} ${number} ${manifest.blocks[number]!.columns} ${manifest.blocks[number]!.periods}`;
    const blocks = new Map<number, StoredBlock>();
    for (const number of numbers) {
      const block = cache.find(keyOf(number));
      if (block !== undefined) blocks.set(number, block);
    }
    const missing = numbers.filter((number) => !blocks.has(number));
    for (let from = 0; from < missing.length; from += READ_TOGETHER) {
      for (const block of yield* readSomeBlocks(q, id, manifest, missing.slice(from, from + READ_TOGETHER))) {
        blocks.set(block.number, block);
        if (keeps) cache.keep(keyOf(block.number), block, block.columns.length + block.periods.length);
      }
      yield;
    }
    return blocks;
  }

  /** A catalogue of some blocks, ascending. */
  function* read(q: Queries, id: number, manifest: CatalogueManifest, numbers: readonly number[]): Script<Catalogue> {
    const joining = beginJoin(manifest, numbers);
    for (let from = 0; from < numbers.length; from += READ_TOGETHER) {
      const some = numbers.slice(from, from + READ_TOGETHER);
      const blocks = yield* readBlocks(q, id, manifest, some, numbers.length <= FEW_BLOCKS);
      for (const number of some) joining.add(blocks.get(number)!);
      yield;
    }
    return joining.end();
  }

  /** The numbers of series of the selection that are known, by block. What is learnt of others is written into them, and is kept. */
  function findCounts(
    dataset: DatasetAtRun,
    manifest: CatalogueManifest,
    selection: Selection,
    chosen: readonly number[],
  ) {
    const counts = new Uint32Array(manifest.blocks.length).fill(UNKNOWN_COUNT);
    for (const number of chosen) if (selectsAll(manifest, number, selection)) counts[number] = sizeOf(manifest, number);
    const name = JSON.stringify(selection);
    if (unknownOf(counts, chosen) <= FEW_BLOCKS || name.length > LONGEST_NAME) return counts;
    const key = `${dataset.id} ${dataset.changedBy} ${name}`;
    const before = countsOf.find(key);
    if (before === undefined) countsOf.keep(key, counts, 2 * key.length + counts.byteLength);
    return before ?? counts;
  }

  /** At most `limit` series from `offset` on. */
  function* readPage(
    q: Queries,
    id: number,
    selection: Selection,
    {manifest, cached, chosen, counts, mayRest}: SelectionBlocks,
    {offset, limit}: {readonly offset: number; readonly limit: number},
  ): Script<SelectedPage> {
    const isLong = unknownOf(counts, chosen) > FEW_BLOCKS;
    if (isLong && !mayRest) throw new LongSelection();
    const taking = beginTaking(manifest);
    let [total, left] = [0, limit];
    for (let from = 0; from < chosen.length; from += READ_TOGETHER) {
      const some = chosen.slice(from, from + READ_TOGETHER);
      const unknown = some.filter((number) => counts[number] === UNKNOWN_COUNT && !cached.has(number));
      const read = yield* readBlocks(q, id, manifest, unknown, !isLong);
      for (const number of some) {
        if (counts[number] === UNKNOWN_COUNT || (left > 0 && total + counts[number]! > offset)) {
          const found = cached.get(number) ?? read.get(number);
          const block = openBlock(manifest, found ?? (yield* readBlocks(q, id, manifest, [number], true)).get(number)!);
          const within = selectionWithin(manifest, number, selection);
          const page = selectPage(block, within, Math.max(0, offset - total), left);
          taking.add(block, page.positions);
          left -= page.positions.length;
          counts[number] = page.total;
        }
        total += counts[number]!;
      }
    }
    const catalogue = taking.end();
    return {catalogue, total, positions: Array.from({length: catalogue.size}, (_, at) => at)};
  }

  return {
    read,
    readPage,
    /** @param mayRest false: throws LongSelection if it is long */
    *select(
      q: Queries,
      dataset: DatasetAtRun,
      manifest: CatalogueManifest,
      filters: SeriesFilters,
      mayRest: boolean,
    ): Script<SeriesSelection> {
      const {id} = dataset;
      const classes = blocksWithClasses(manifest, queryClasses(filters.classification));
      if (classes.length > FEW_BLOCKS && !mayRest) throw new LongSelection();
      const cached = yield* readBlocks(q, id, manifest, classes, classes.length <= FEW_BLOCKS);
      const catalogue = classesOf(
        manifest,
        classes.map((number) => cached.get(number)!),
      );
      const selection = yield* resolveSelection(catalogue, filters);
      if (classes.length > MOST_CACHED) cached.clear();
      const chosen = blocksSelected(manifest, selection);
      const counts = findCounts(dataset, manifest, selection, chosen);
      return {catalogue, selection, blocks: {manifest, cached, chosen, counts, mayRest}};
    },
  };
}

function unknownOf(counts: Uint32Array, chosen: readonly number[]): number {
  return chosen.reduce((sum, number) => sum + Number(counts[number] === UNKNOWN_COUNT), 0);
}

/** Of a large dataset at most `most` series, those with the smallest keys from one on: the engine has an index of keys. */
export function* readSeriesFrom(
  q: Queries,
  datasetId: number,
  manifest: CatalogueManifest,
  from: string,
  most: number,
): Script<Catalogue> {
  return catalogueOfSome(manifest, yield* readSeriesFromKey(q, datasetId, from, most), new Map());
}

/** The series of a large dataset with these keys; a key that it lacks is left out. */
export function* readSeriesWithKeys(
  q: Queries,
  datasetId: number,
  manifest: CatalogueManifest,
  keys: readonly string[],
): Script<Catalogue> {
  return catalogueOfSome(manifest, yield* readSeriesOfKeys(q, datasetId, keys), new Map());
}
