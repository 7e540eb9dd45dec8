// The selected series of a dataset whose catalogue does not fit into memory, from the blocks that can have them.
//
// The result is that of the whole catalogue: places of codes are the same, and only positions are those of the part.
import type {BoundedCache} from "../../bounded-cache.ts";
import {askedClasses, blocksSelected, blocksWithClasses} from "../../statistics/catalogue/block-choice.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {beginJoin, type StoredBlock} from "../../statistics/catalogue/catalogue-blocks.ts";
import type {CatalogueHead} from "../../statistics/catalogue/catalogue-code.ts";
import {
  FILTERED,
  resolveSelection,
  type Selection,
  type SeriesFilters,
  selectPage,
} from "../../statistics/catalogue/selection.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {readSomeBlocks} from "./catalogue.ts";

export interface SelectedSeries {
  /** For the normal form of the selection; it may lack series, and names of classes. */
  readonly catalogue: Catalogue;
  readonly selection: Selection;
  /** The number of series, and at most `limit` of them from `offset` on, with a catalogue that has them. */
  page(q: Queries, offset: number, limit: number): Script<SelectedPage>;
}

export interface SelectedPage {
  readonly catalogue: Catalogue;
  readonly total: number;
  readonly positions: readonly number[];
}

/** Gives a catalogue of some blocks, ascending. */
type ReadPart = (numbers: readonly number[]) => Script<Catalogue>;

/** Blocks whose series are looked at together: about 10 MB. */
const AT_ONCE = 64;
/** Blocks that are read, or copied, between two places to rest. */
const READ_TOGETHER = 8;

/** @param kept for blocks; a key names the content of the block */
export function createPartReader(kept: Pick<BoundedCache<StoredBlock>, "keep"> & {find(key: string): unknown}) {
  /** A catalogue of some blocks, ascending. */
  function* read(q: Queries, id: number, head: CatalogueHead, numbers: readonly number[]): Script<Catalogue> {
    const keyOf = (number: number) => `${id} ${number} ${head.blocks[number]!.columns} ${head.blocks[number]!.periods}`;
    const blocks = new Map(numbers.map((number) => [number, kept.find(keyOf(number)) as StoredBlock | undefined]));
    const missing = numbers.filter((number) => blocks.get(number) === undefined);
    for (let from = 0; from < missing.length; from += READ_TOGETHER) {
      for (const block of yield* readSomeBlocks(q, id, missing.slice(from, from + READ_TOGETHER)))
        blocks.set(block.number, block);
      yield;
    }
    const joining = beginJoin(head, numbers);
    for (const [nth, number] of numbers.entries()) {
      joining.add(blocks.get(number)!);
      if (nth % READ_TOGETHER === READ_TOGETHER - 1) yield;
    }
    const catalogue = joining.end();
    // not before they are found to be sound
    for (const number of missing) {
      const block = blocks.get(number)!;
      kept.keep(keyOf(number), block, block.columns.length + block.periods.length);
    }
    return catalogue;
  }

  function* page(
    head: CatalogueHead,
    read: ReadPart,
    selection: Selection,
    offset: number,
    limit: number,
  ): Script<SelectedPage> {
    const {size, blockSize} = head;
    let [total, positions] = [size, [] as number[]];
    if (FILTERED.every((dimension) => selection[dimension] === null)) {
      for (let position = offset; position < Math.min(size, offset + limit); position++) positions.push(position);
    } else {
      total = 0;
      const chosen = blocksSelected(head, selection);
      for (let from = 0; from < chosen.length; from += AT_ONCE) {
        const some = chosen.slice(from, from + AT_ONCE);
        const part = yield* read(some);
        const found = selectPage(part, selection, Math.max(0, offset - total), limit - positions.length);
        for (const position of found.positions)
          positions.push(some[Math.floor(position / blockSize)]! * blockSize + (position % blockSize));
        total += found.total;
      }
    }
    const numbers = [...new Set(positions.map((position) => Math.floor(position / blockSize)))];
    const starts = new Map(numbers.map((number, place) => [number, (place - number) * blockSize]));
    positions = positions.map((position) => position + starts.get(Math.floor(position / blockSize))!);
    return {catalogue: yield* read(numbers), total, positions};
  }

  return {
    read,
    *select(q: Queries, id: number, head: CatalogueHead, filters: SeriesFilters): Script<SelectedSeries> {
      // The blocks of the asked classes are often those of the page too.
      let last: {readonly numbers: string; readonly catalogue: Catalogue} | null = null;
      function* readPart(own: Queries, numbers: readonly number[]): Script<Catalogue> {
        const name = numbers.join();
        if (last?.numbers !== name) last = {numbers: name, catalogue: yield* read(own, id, head, numbers)};
        return last.catalogue;
      }
      const classes = blocksWithClasses(head, askedClasses(filters.classification));
      const catalogue = yield* readPart(q, classes);
      const selection = resolveSelection(catalogue, filters);
      return {
        catalogue,
        selection,
        page: (own, offset, limit) => page(head, (numbers) => readPart(own, numbers), selection, offset, limit),
      };
    },
  };
}
