// Catalogues in memory, bounded by their bytes, and the names of classes that an answer needs.
//
// A catalogue is used only with the version that it was made from, read in the same snapshot as the rest of the answer, so an entry is
// dropped only to make room. A later version takes over what it shares with the one in memory.

import type {Emit} from "../../service/events.ts";
import {blocksWithClasses, blocksWithIndexes} from "../../statistics/catalogue/block-choice.ts";
import type {StoredBlock} from "../../statistics/catalogue/block-columns.ts";
import {weighCatalogue, weighTexts} from "../../statistics/catalogue/build-catalogue.ts";
import type {Catalogue, NamedCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {columnBytes, redateCatalogue, weeksOf} from "../../statistics/catalogue/catalogue-blocks.ts";
import {
  type CatalogueDigest,
  type CatalogueManifest,
  DamagedCatalogue,
  digestCatalogue,
} from "../../statistics/catalogue/catalogue-code.ts";
import {resolveSelection, type SeriesFilters, selectPage} from "../../statistics/catalogue/selection.ts";
import type {PeriodTable} from "../../statistics/time/day.ts";
import {type BoundedCache, createBoundedCache} from "../../work/bounded-cache.ts";
import {readEnglishNames} from "../datasets/english-names.ts";
import type {Queries} from "../engines/differences.ts";
import {resolved, type Script} from "../script.ts";
import {createBlockReader, type SeriesSelection} from "./block-selection.ts";
import {blobOf, readBlobs, readBlocks, readCatalogueManifest, readClassNames} from "./catalogue.ts";
import {type ClassNames, createClassNames, knownNames, readAllNames} from "./class-names.ts";
import {findTotalClasses, type TotalWords} from "./total-classes.ts";

/** A dataset in the state after its last load run. */
interface DatasetAtRun {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
  readonly changedBy: string;
}

export interface CatalogueCache {
  /** The catalogue of the dataset in this state, from memory or from the store, without names of classes. */
  read(q: Queries, dataset: DatasetAtRun): Script<Catalogue>;
  /** The manifest of a catalogue that does not fit into the memory for all; null: it fits. */
  readLargeManifest(q: Queries, dataset: DatasetAtRun): Script<CatalogueManifest | null>;
  /**
   * The names of the classes of a catalogue of the dataset; another one is an error. `all`: the answer looks at every one, so that they
   * are read together and kept if there is room.
   */
  openNames(q: Queries, dataset: DatasetAtRun, catalogue: Catalogue, needed: "some" | "all"): Script<ClassNames>;
  /** A catalogue of the dataset with the names of the classes at some positions; another one is an error. */
  nameSome(
    q: Queries,
    dataset: DatasetAtRun,
    catalogue: Catalogue,
    positions: readonly number[],
  ): Script<NamedCatalogue>;
  /** The series that filters select. @param mayRest false: it, and its pages, throw LongSelection if they are long */
  select(q: Queries, dataset: DatasetAtRun, filters: SeriesFilters, mayRest: boolean): Script<SeriesSelection>;
  /** A catalogue that has all series of the classes (null: those without one), and may lack others. */
  readClasses(q: Queries, dataset: DatasetAtRun, codes: Iterable<string | null>): Script<Catalogue>;
  /** The same for the classes at indexes from `from` to before `to`. */
  readClassesAt(q: Queries, dataset: DatasetAtRun, from: number, to: number): Script<Catalogue>;
  /** The indexes of the classes that mean everything, of a catalogue of the dataset with all series. @param words always the same */
  readTotalClasses(
    q: Queries,
    dataset: DatasetAtRun,
    catalogue: Catalogue,
    words: TotalWords,
  ): Script<ReadonlySet<number>>;
  /** English names that the packages of the dataset give, by the published name: the same map while its state is. */
  readEnglish(q: Queries, dataset: Pick<DatasetAtRun, "id" | "changedBy">): Script<ReadonlyMap<string, string>>;
  /** The calendar of its weeks. */
  readWeeks(q: Queries, dataset: DatasetAtRun): Script<PeriodTable | null>;
}

/** Up to this many names are read together when one is needed, and kept. */
const FEW_NAMES = 1000;
/** Names whose memory is counted in one step. */
const WEIGHED_AT_ONCE = 4000;
/** Memory that a name usually takes. */
const NAME_BYTES = 300;

/** One for the whole process. */
export function createCatalogueCache(maxBytes: number, emit: Emit): CatalogueCache {
  const cache: BoundedCache<CachedEntry> = createBoundedCache(maxBytes);
  const blocks = createBlockReader(cache);

  /** The whole catalogue, or the manifest of one that does not fit into the memory for all. */
  function* open(q: Queries, dataset: DatasetAtRun): Script<Opened> {
    const entry = cache.find(String(dataset.id)) as CachedCatalogue | CachedManifest | undefined;
    const hit = entry?.changedBy === dataset.changedBy;
    emit({type: "cache-asked", cache: "catalogue", hit});
    return hit ? entry : yield* withDatasetName(dataset, readNew(q, dataset, entry));
  }

  function* readNew(
    q: Queries,
    dataset: DatasetAtRun,
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

  function findNames({id}: DatasetAtRun, {classification}: Catalogue): CachedNames["names"] | undefined {
    const entry = cache.find(`${id} names`) as CachedNames | undefined;
    return entry?.classification === classification ? entry.names : undefined;
  }

  function* keepNames(q: Queries, {id}: DatasetAtRun, {classification}: Catalogue): Script<CachedNames["names"]> {
    const names = yield* readAllNames(q, id, classification.codes);
    let bytes = 0;
    for (let from = 0; from < names.length; from += WEIGHED_AT_ONCE) {
      bytes += weighTexts(names.slice(from, from + WEIGHED_AT_ONCE));
      yield;
    }
    cache.keep(`${id} names`, {classification, names}, bytes);
    return names;
  }

  return {
    *read(q, dataset) {
      const opened = yield* open(q, dataset);
      if ("catalogue" in opened) return opened.catalogue;
      return yield* withDatasetName(dataset, readBlocks(q, dataset.id, opened.manifest));
    },
    *readLargeManifest(q, dataset) {
      const opened = yield* open(q, dataset);
      return "catalogue" in opened ? null : opened.manifest;
    },
    *openNames(q, dataset, catalogue, query) {
      const {codes} = catalogue.classification;
      const found = findNames(dataset, catalogue);
      if (found !== undefined) return knownNames(found);
      const most = query === "some" ? FEW_NAMES : Math.max(FEW_NAMES, maxBytes / (4 * NAME_BYTES));
      if (codes.length <= most && codes.isIncomplete !== true)
        return knownNames(yield* keepNames(q, dataset, catalogue));
      return createClassNames(dataset.id, codes);
    },
    *nameSome(q, dataset, catalogue, positions) {
      const {codes, index} = catalogue.classification;
      const found = findNames(dataset, catalogue);
      if (found !== undefined || (codes.length <= FEW_NAMES && codes.isIncomplete !== true))
        return {...catalogue, classNames: found ?? (yield* keepNames(q, dataset, catalogue))};
      const classes = new Map(Array.from(positions, (position) => [index[position]!, codes.at(index[position]!)!]));
      const byCode = yield* readClassNames(q, dataset.id, new Set([...classes.values()].filter((one) => one !== null)));
      const at = (position: number): string | null => {
        const code = classes.get(position);
        if (code === undefined) throw new RangeError(`the name of class ${position} was not read`);
        return code === null ? null : (byCode.get(code) ?? null);
      };
      return {...catalogue, classNames: {at}};
    },
    *select(q, dataset, filters, mayRest) {
      const opened = yield* open(q, dataset);
      if ("catalogue" in opened) return yield* selectInWhole(opened.catalogue, filters);
      const selected = yield* withDatasetName(dataset, blocks.select(q, dataset, opened.manifest, filters, mayRest));
      return {...selected, readPositions: (...of) => withDatasetName(dataset, selected.readPositions(...of))};
    },
    *readClasses(q, dataset, codes) {
      const opened = yield* open(q, dataset);
      if ("catalogue" in opened) return opened.catalogue;
      return yield* withDatasetName(
        dataset,
        blocks.read(q, dataset.id, opened.manifest, blocksWithClasses(opened.manifest, codes)),
      );
    },
    *readClassesAt(q, dataset, from, to) {
      const opened = yield* open(q, dataset);
      if ("catalogue" in opened) return opened.catalogue;
      return yield* withDatasetName(
        dataset,
        blocks.read(q, dataset.id, opened.manifest, blocksWithIndexes(opened.manifest, from, to)),
      );
    },
    *readTotalClasses(q, {id, changedBy}, {classification}, words) {
      const entry = cache.find(`${id} totals`) as CachedTotals | undefined;
      if (entry?.changedBy === changedBy) return entry.indexes;
      const indexes = yield* findTotalClasses(q, id, classification.codes, words);
      cache.keep(`${id} totals`, {changedBy, indexes}, TOTAL_BYTES * (1 + indexes.size));
      return indexes;
    },
    *readEnglish(q, {id, changedBy}) {
      const entry = cache.find(`${id} english`) as CachedEnglish | undefined;
      if (entry?.changedBy === changedBy) return entry.english;
      const english = yield* readEnglishNames(q, id);
      cache.keep(`${id} english`, {changedBy, english}, NAME_BYTES * (1 + english.size));
      return english;
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
  const selection = resolveSelection(catalogue, filters);
  yield;
  return {
    catalogue,
    selection,
    readPositions: (_q, offset, limit) => resolved({catalogue, ...selectPage(catalogue, selection, offset, limit)}),
  };
}

/** Memory of an entry: about what a manifest of small dictionaries takes. */
const MANIFEST_BYTES = 20_000;
const MANIFEST_BLOCK_BYTES = 1000;

/** Of a member of a set. */
const TOTAL_BYTES = 50;

type Opened = {readonly catalogue: Catalogue} | {readonly manifest: CatalogueManifest};

type CachedEntry =
  | CachedCatalogue
  | CachedManifest
  | CachedNames
  | CachedTotals
  | CachedEnglish
  | StoredBlock
  | Uint32Array;

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

interface CachedNames {
  /** The classes that they name: a later state with the same names of the same classes shares it. */
  readonly classification: Catalogue["classification"];
  readonly names: readonly (string | null)[];
}

interface CachedEnglish {
  readonly changedBy: string;
  readonly english: ReadonlyMap<string, string>;
}

interface CachedTotals {
  readonly changedBy: string;
  readonly indexes: ReadonlySet<number>;
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
    return {digest, manifest, catalogue: yield* readBlocks(q, id, manifest, older)};
  const changed = manifest.blocks.flatMap(({periods}, number) =>
    periods === older.manifest.blocks[number]!.periods ? [] : [number],
  );
  const blobAt = (number: number) => manifest.blocks[number]!.blob + 1;
  const blobs = changed.length === 0 ? new Map<number, Uint8Array>() : yield* readBlobs(q, id, changed.map(blobAt));
  const read = changed.map((number) => [number, blobOf(blobs, blobAt(number))] as const);
  return {digest, manifest, catalogue: redateCatalogue(older.catalogue, manifest, new Map(read))};
}

/** An error of a damaged catalogue does not name the dataset. */
function* withDatasetName<T>({provider, code}: DatasetAtRun, script: Script<T>): Script<T> {
  try {
    return yield* script;
  } catch (error) {
    if (!(error instanceof DamagedCatalogue)) throw error;
    throw new Error(`dataset ${provider}/${code}: ${error.message}`, {cause: error});
  }
}
