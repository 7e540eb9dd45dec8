// The parts of a search index, brought to the state of the store: of each dataset that a load has changed, those that differ are opened.
//
// A release without a new period changes nothing, and one without new words and series leaves the blocks with words and names as they are.
// A dataset that can't be read is left out until it changes: the others are found.
import {isDeepStrictEqual} from "node:util";
import {bindParts} from "../../search/index/bind-segment.ts";
import type {DatasetPart, OpenPart} from "../../search/index/dataset-segment.ts";
import type {FamilyIndex} from "../../search/index/family-index.ts";
import {indexDataset} from "../../search/index/index-dataset.ts";
import type {WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {type CatalogueDigest, DamagedCatalogue, readHead} from "../../statistics/catalogue/catalogue-code.ts";
import {inSlices, type Pace, type Steps} from "../../work/pace.ts";
import type {Queries} from "../engines/differences.ts";
import {StoreOutage} from "../outage.ts";
import type {Engine, Script} from "../script.ts";
import {readWholeCatalogue} from "../series/catalogue.ts";
import {DamagedPart, digestOf, indexedDataset} from "./manifest.ts";
import type {SearchMemory} from "./memory.ts";
import {readSearchParts} from "./segment.ts";
import {type DatasetVersion, readStoredDataset, type StoredDataset} from "./stored-dataset.ts";

export interface PartExchange {
  /** Brings the parts of an index, always the same or a new and empty one, to the state of the datasets; gives the faults of those left out. */
  exchange(into: FamilyIndex, versions: readonly DatasetVersion[], pace: Pace): Promise<Error[]>;
  /** A block of the dataset was lost (search-memory.ts): the next exchange opens its part again, or makes it. */
  doubt(datasetId: number): void;
}

export function createPartExchange(statistics: Engine, memory: SearchMemory): PartExchange {
  /** Of the datasets as they are in the index. */
  const digests = new Map<number, CatalogueDigest>();
  const doubted = new Set<number>();

  /** A dataset as it is stored, with what its part in the index must be made of. */
  function* readChanged(q: Queries, id: number, older: readonly DatasetPart[]): Script<Changed | null> {
    const stored = yield* readStoredDataset(q, id);
    if (stored === null) return null;
    return yield* namingDataset(stored, readSource(q, id, stored, older));
  }

  function* readSource(q: Queries, id: number, stored: StoredDataset, older: readonly DatasetPart[]): Script<Changed> {
    const digest = digestOf(stored);
    const isDoubted = doubted.has(id);
    const changed = {stored, digest, damage: null};
    if (older.length > 0 && isDeepStrictEqual(digests.get(id), digest) && !isDoubted)
      return {...changed, source: {same: older}};
    const parts = yield* readSearchParts(q, id, digest, memory, older, isDoubted);
    if (parts !== null && !(parts instanceof DamagedPart)) return {...changed, source: {parts}};
    return {...changed, source: {whole: (yield* readWholeCatalogue(q, id))!}, damage: parts};
  }

  /** @returns a fault that keeps nothing from being found: what is stored for search is damaged */
  async function bringPart(into: FamilyIndex, id: number, pace: Pace): Promise<Error | null> {
    const changed = await statistics.read((q) => readChanged(q, id, into.parts.get(id) ?? []));
    if (pace.isOver()) await pace.letOthersIn();
    if (changed === null) {
      await inSlices(into.remove(id), pace);
      return null;
    }
    const {stored, digest, source, damage} = changed;
    digests.delete(id);
    doubted.delete(id);
    await inSlices(into.put(id, await inSlices(makeParts(into, stored, source), pace)), pace);
    digests.set(id, digest);
    if (damage === null) return null;
    const {provider, code} = stored;
    return new Error(`dataset ${provider}/${code} is found, but by more work: ${damage.message}`, {cause: damage});
  }

  const exchange: PartExchange["exchange"] = async (into, versions, pace) => {
    const present = new Set(versions.map(({id}) => id));
    for (const id of [...into.parts.keys()]) if (!present.has(id)) await inSlices(into.remove(id), pace);
    const faults: Error[] = [];
    for (const {id, changedBy} of versions) {
      if (into.parts.get(id)?.[0]?.changedBy === changedBy && !doubted.has(id)) continue;
      try {
        const fault = await bringPart(into, id, pace);
        if (fault !== null) faults.push(fault);
      } catch (error) {
        if (error instanceof StoreOutage) throw error;
        await inSlices(into.remove(id), pace);
        faults.push(error as Error);
      }
    }
    // Then it is no single dataset that is damaged.
    if (faults.length > 0 && into.parts.size === 0) throw faults[0]!;
    return faults;
  };

  return {
    exchange,
    doubt: (datasetId) => {
      doubted.add(datasetId);
    },
  };
}

/** Parts with all that is told of them, parts that are stored or bound already, or all that one is made of: then it is in memory whole. */
type Source =
  | {readonly same: readonly DatasetPart[]}
  | {readonly parts: readonly (OpenPart | DatasetPart)[]}
  | {readonly whole: WholeCatalogue};

interface Changed {
  readonly stored: StoredDataset;
  readonly digest: CatalogueDigest;
  readonly source: Source;
  /** Why the stored parts can't be opened, if there are any. */
  readonly damage: DamagedPart | null;
}

function* makeParts(into: FamilyIndex, stored: StoredDataset, source: Source): Steps<DatasetPart[]> {
  if ("same" in source) return source.same.map((part) => ({...part, changedBy: stored.changedBy}));
  if ("whole" in source)
    return [yield* indexDataset(indexedDataset(stored, source.whole), into.vocabulary, into.territories)];
  return yield* bindParts(source.parts, stored, into, readHead(stored.columns));
}

function* namingDataset<T>({provider, code}: StoredDataset, script: Script<T>): Script<T> {
  try {
    return yield* script;
  } catch (error) {
    if (!(error instanceof DamagedCatalogue)) throw error;
    throw new Error(`dataset ${provider}/${code} is damaged and can't be searched: ${error.message}`, {cause: error});
  }
}
