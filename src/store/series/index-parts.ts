// The parts of a search index, brought to the state of the store: each dataset that a load has changed is indexed again, or its part renewed.
//
// A release without a new period changes nothing, and one without new words and series leaves the blocks with words and names as they are.
// A dataset that can't be read is left out until it changes: the others are found.
import {inSlices, type Pace, type Steps} from "../../budget.ts";
import {bindPart} from "../../search/index/bind-part.ts";
import type {DatasetPart, OpenPart} from "../../search/index/dataset-part.ts";
import type {FamilyIndex} from "../../search/index/family-index.ts";
import {indexDataset} from "../../search/index/index-dataset.ts";
import type {WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {type CatalogueDigest, DamagedCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import type {Queries} from "../engines/differences.ts";
import {StoreOutage} from "../outage.ts";
import type {Engine, Script} from "../script.ts";
import {readWholeCatalogue} from "./catalogue.ts";
import {type DatasetVersion, readStoredDataset, type StoredDataset} from "./indexed-dataset.ts";
import type {SearchMemory} from "./search-memory.ts";
import {DamagedPart, digestOf, indexedDataset, readSearchPart} from "./search-part.ts";

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
  function* readChanged(q: Queries, id: number, hasPart: boolean): Script<Changed | null> {
    const stored = yield* readStoredDataset(q, id);
    if (stored === null) return null;
    return yield* namingDataset(stored, function* (): Script<Changed> {
      const digest = digestOf(stored);
      const before = hasPart ? digests.get(id) : undefined;
      const hasShape = before?.shape === digest.shape;
      const changed = {stored, digest, hasShape, damage: null};
      if (hasShape && before.periods === digest.periods && !doubted.has(id)) return {...changed, source: null};
      const open = yield* readSearchPart(q, id, digest, memory, doubted.has(id));
      if (open !== null && !(open instanceof DamagedPart)) return {...changed, source: {open}};
      return {...changed, source: {whole: (yield* readWholeCatalogue(q, id))!}, damage: open};
    });
  }

  /** @returns a fault that keeps nothing from being found: what is stored for search is damaged */
  async function bringPart(into: FamilyIndex, id: number, pace: Pace): Promise<Error | null> {
    const older = into.parts.get(id);
    const changed = await statistics.read((q) => readChanged(q, id, older !== undefined));
    if (pace.isOver()) await pace.letOthersIn();
    if (changed === null) {
      await inSlices(into.remove(id), pace);
      return null;
    }
    const {stored, digest, hasShape, source, damage} = changed;
    digests.delete(id);
    doubted.delete(id);
    if (source === null) into.renew({...older!, changedBy: stored.changedBy});
    else {
      const part = await inSlices(makePart(into, stored, source), pace);
      if (hasShape) into.renew(part);
      else await inSlices(into.put(part), pace);
    }
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
      if (into.parts.get(id)?.changedBy === changedBy && !doubted.has(id)) continue;
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

/** The stored part, or all that one is made of: then it is in memory whole. */
type Source = {readonly open: OpenPart} | {readonly whole: WholeCatalogue};

interface Changed {
  readonly stored: StoredDataset;
  readonly digest: CatalogueDigest;
  /** There is a part, made of the same series and words. */
  readonly hasShape: boolean;
  /** null: its last periods are the same too. */
  readonly source: Source | null;
  /** Why the stored part can't be opened, if there is one. */
  readonly damage: DamagedPart | null;
}

function makePart({vocabulary, territories}: FamilyIndex, stored: StoredDataset, source: Source): Steps<DatasetPart> {
  return "open" in source
    ? bindPart(source.open, stored, vocabulary, territories)
    : indexDataset(indexedDataset(stored, source.whole), vocabulary, territories);
}

function* namingDataset<T>({provider, code}: StoredDataset, script: () => Script<T>): Script<T> {
  try {
    return yield* script();
  } catch (error) {
    if (!(error instanceof DamagedCatalogue)) throw error;
    throw new Error(`dataset ${provider}/${code} is damaged and can't be searched: ${error.message}`, {cause: error});
  }
}
