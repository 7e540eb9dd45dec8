// Catalogues in memory, bounded by their bytes: whole, or the manifest and some blocks of one that is too large. Names share the room
// (name-cache.ts).
//
// A catalogue is used only with the version that it was made from, read in the same snapshot as the rest of the answer, so an entry is
// dropped only to make room. A later version takes over what it shares with the one in memory.

import type {Emit} from "../../service/events.ts";
import {blocksWithClasses, blocksWithIndexes} from "../../statistics/catalogue/block-choice.ts";
import {weighCatalogue} from "../../statistics/catalogue/build-catalogue.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {columnBytes, redateCatalogue, weeksOf} from "../../statistics/catalogue/catalogue-blocks.ts";
import {
  type CatalogueDigest,
  type CatalogueManifest,
  DamagedCatalogue,
  digestCatalogue,
} from "../../statistics/catalogue/catalogue-code.ts";
import {resolveSelection, type SeriesFilters, selectPage} from "../../statistics/catalogue/selection.ts";
import type {PeriodTable} from "../../statistics/time/day.ts";
import {cacheOfKind, createBoundedCache} from "../../work/bounded-cache.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {createBlockReader} from "./block-selection.ts";
import {blobOf, readCatalogueBlobs, readCatalogueBlocks, readCatalogueManifest} from "./catalogue.ts";
import {type DatasetAtRun, namingDataset} from "./dataset-at-run.ts";
import {createNameCache, type NameCache} from "./name-cache.ts";
import type {SelectedPage, SeriesSelection} from "./series-selection.ts";

/** With the codes by which an error names it. */
interface NamedDatasetAtRun extends DatasetAtRun {
  readonly provider: string;
  readonly code: string;
}

export interface CatalogueCache extends NameCache {
  /** Whether the catalogue of the dataset in this state, or its manifest, is in memory. */
  isAtHand(dataset: DatasetAtRun): boolean;
  /** The catalogue of the dataset in this state, from memory or from the store, without names of classes. */
  read(q: Queries, dataset: NamedDatasetAtRun): Script<Catalogue>;
  /** The manifest of a catalogue that does not fit into the memory for all; null: it fits. */
  readLargeManifest(q: Queries, dataset: NamedDatasetAtRun): Script<CatalogueManifest | null>;
  /** The series that filters select. @param mayRest false: it, and its pages, throw LongSelection if they are long */
  select(q: Queries, dataset: NamedDatasetAtRun, filters: SeriesFilters, mayRest: boolean): Script<SeriesSelection>;
  /** At most `limit` of the selected series from `offset` on, with a catalogue that has them. */
  readPage(
    q: Queries,
    dataset: NamedDatasetAtRun,
    selected: SeriesSelection,
    page: {readonly offset: number; readonly limit: number},
  ): Script<SelectedPage>;
  /** A catalogue that has all series of the classes (null: those without one), and may lack others. */
  readClasses(q: Queries, dataset: NamedDatasetAtRun, codes: Iterable<string | null>): Script<Catalogue>;
  /** The same for the classes at indexes from `from` to before `to`. */
  readClassesAt(q: Queries, dataset: NamedDatasetAtRun, from: number, to: number): Script<Catalogue>;
  /** The calendar of its weeks. */
  readWeeks(q: Queries, dataset: NamedDatasetAtRun): Script<PeriodTable | null>;
}

/** One for the whole process. */
export function createCatalogueCache(maxBytes: number, emit: Emit): CatalogueCache {
  const room = createBoundedCache<unknown>(maxBytes);
  const cache = cacheOfKind<CachedCatalogue | CachedManifest>(room, "catalogue");
  const blocks = createBlockReader(room);

  /** The whole catalogue, or the manifest of one that does not fit into the memory for all. */
  function* open(q: Queries, dataset: NamedDatasetAtRun): Script<Opened> {
    const entry = cache.find(String(dataset.id));
    const hit = entry?.changedBy === dataset.changedBy;
    emit({type: "cache-asked", cache: "catalogue", hit});
    return hit ? entry : yield* namingDataset(dataset, readNew(q, dataset, entry));
  }

  function* readNew(
    q: Queries,
    dataset: NamedDatasetAtRun,
    entry: CachedCatalogue | CachedManifest | undefined,
  ): Script<Opened> {
    const key = String(dataset.id);
    const manifest = yield* readCatalogueManifest(q, dataset.id);
    if (manifest === null) throw new DamagedCatalogue("the catalogue is missing");
    const {changedBy} = dataset;
    const keepManifest = () =>
      cache.keep(key, {changedBy, manifest}, MANIFEST_BYTES + MANIFEST_BLOCK_BYTES * manifest.blocks.length);
    // continuations lead from any block to any other
    const mayBeReadByBlocks = !manifest.hasContinuesAs && !manifest.hasContinuesFrom;
    if (columnBytes(manifest) > maxBytes && mayBeReadByBlocks) {
      keepManifest();
      return {manifest};
    }
    const older = entry !== undefined && "catalogue" in entry ? entry : undefined;
    const read = yield* readAgain(q, dataset.id, manifest, older);
    // only now the size of the codes of its classes is known; what the manifest has of blocks is kept beside the columns
    const bytes = weighCatalogue(read.catalogue) + MANIFEST_BLOCK_BYTES * manifest.blocks.length;
    if (bytes > maxBytes && mayBeReadByBlocks) keepManifest();
    else cache.keep(key, {...read, changedBy}, bytes);
    return read;
  }

  return {
    ...createNameCache(room, maxBytes),
    isAtHand: ({id, changedBy}) => cache.find(String(id))?.changedBy === changedBy,
    *read(q, dataset) {
      const opened = yield* open(q, dataset);
      if ("catalogue" in opened) return opened.catalogue;
      return yield* namingDataset(dataset, readCatalogueBlocks(q, dataset.id, opened.manifest));
    },
    *readLargeManifest(q, dataset) {
      const opened = yield* open(q, dataset);
      return "catalogue" in opened ? null : opened.manifest;
    },
    *select(q, dataset, filters, mayRest) {
      const opened = yield* open(q, dataset);
      if ("catalogue" in opened) return yield* selectInWhole(opened.catalogue, filters);
      return yield* namingDataset(dataset, blocks.select(q, dataset, opened.manifest, filters, mayRest));
    },
    *readPage(q, dataset, {catalogue, selection, blocks: own}, page) {
      if (own === null) return {catalogue, ...selectPage(catalogue, selection, page.offset, page.limit)};
      return yield* namingDataset(dataset, blocks.readPage(q, dataset.id, selection, own, page));
    },
    *readClasses(q, dataset, codes) {
      const opened = yield* open(q, dataset);
      if ("catalogue" in opened) return opened.catalogue;
      return yield* namingDataset(
        dataset,
        blocks.read(q, dataset.id, opened.manifest, blocksWithClasses(opened.manifest, codes)),
      );
    },
    *readClassesAt(q, dataset, from, to) {
      const opened = yield* open(q, dataset);
      if ("catalogue" in opened) return opened.catalogue;
      return yield* namingDataset(
        dataset,
        blocks.read(q, dataset.id, opened.manifest, blocksWithIndexes(opened.manifest, from, to)),
      );
    },
    *readWeeks(q, dataset) {
      const opened = yield* open(q, dataset);
      return "catalogue" in opened ? opened.catalogue.weeks : weeksOf(opened.manifest);
    },
  };
}

/** The selected series of a catalogue in memory. */
function* selectInWhole(catalogue: Catalogue, filters: SeriesFilters): Script<SeriesSelection> {
  yield;
  const selection = yield* resolveSelection(catalogue, filters);
  yield;
  return {catalogue, selection, blocks: null};
}

/** Memory of an entry: about what a manifest of small dictionaries takes. */
const MANIFEST_BYTES = 20_000;
const MANIFEST_BLOCK_BYTES = 1000;

type Opened = {readonly catalogue: Catalogue} | {readonly manifest: CatalogueManifest};

interface CachedCatalogue {
  readonly changedBy: string;
  readonly digest: CatalogueDigest;
  readonly manifest: CatalogueManifest;
  readonly catalogue: Catalogue;
}

/** Of a catalogue that is read in parts. */
interface CachedManifest {
  readonly changedBy: string;
  readonly manifest: CatalogueManifest;
}

/** The catalogue as it is stored; beside an older state only the blocks that differ are read, and only their last periods if the shape is the same. */
function* readAgain(
  q: Queries,
  id: number,
  manifest: CatalogueManifest,
  older: CachedCatalogue | undefined,
): Script<Omit<CachedCatalogue, "changedBy">> {
  const digest = digestCatalogue(manifest);
  if (older?.digest.shape !== digest.shape)
    return {digest, manifest, catalogue: yield* readCatalogueBlocks(q, id, manifest, older)};
  const changed = manifest.blocks.flatMap(({periods}, number) =>
    periods === older.manifest.blocks[number]!.periods ? [] : [number],
  );
  const blobAt = (number: number) => manifest.blocks[number]!.blob + 1;
  const blobs =
    changed.length === 0 ? new Map<number, Uint8Array>() : yield* readCatalogueBlobs(q, id, changed.map(blobAt));
  const read = changed.map((number) => [number, blobOf(blobs, blobAt(number))] as const);
  return {digest, manifest, catalogue: redateCatalogue(older.catalogue, manifest, new Map(read))};
}
