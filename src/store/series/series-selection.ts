// The series that filters select in one state of a dataset, and a page of them. catalogue-cache.ts selects and reads the pages; only of a
// dataset that does not fit into its memory are there `blocks`, which block-selection.ts reads.
import type {StoredBlock} from "../../statistics/catalogue/block-columns.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import type {CatalogueManifest} from "../../statistics/catalogue/catalogue-code.ts";
import type {Selection} from "../../statistics/catalogue/selection.ts";

export interface SeriesSelection {
  /** For the normal form of the selection; with `blocks` it may lack series. It never has names of classes. */
  readonly catalogue: Catalogue;
  readonly selection: Selection;
  /** null: `catalogue` has all series of the dataset. */
  readonly blocks: SelectionBlocks | null;
}

/** The blocks of a large dataset that may have series of a selection. */
export interface SelectionBlocks {
  readonly manifest: CatalogueManifest;
  /** Those that are read already. */
  readonly cached: BlocksByNumber;
  /** Those that may have series of the selection, ascending. */
  readonly chosen: readonly number[];
  /** The number of series in each, or `UNKNOWN_COUNT`; what a page learns is written into it. */
  readonly counts: Uint32Array;
  readonly mayRest: boolean;
}

/** Blocks of a catalogue that were read, by the number of the block. */
export type BlocksByNumber = Map<number, StoredBlock>;

export const UNKNOWN_COUNT = 2 ** 32 - 1;

export interface SelectedPage {
  /** It has the series of the page. */
  readonly catalogue: Catalogue;
  /** The number of selected series, over all pages. */
  readonly total: number;
  readonly positions: readonly number[];
}

/** Thrown instead of a long look at a large dataset, where the caller does not let others in. */
export class LongSelection extends Error {
  override name = "LongSelection";
}
