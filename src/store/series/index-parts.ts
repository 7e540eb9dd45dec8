// The parts of a search index, brought to the state of the store: each dataset that a load has changed is indexed again, or its part renewed.
//
// A release without new words and series changes no postings, and one without a new period nothing at all: that is most of the work of
// a large dataset. A dataset that can't be read is left out until it changes: the others are found.
import {inSlices, type Pace, type Steps} from "../../budget.ts";
import {bindPart, redateDataset} from "../../search/index/bind-part.ts";
import type {DatasetPart, PartContent} from "../../search/index/dataset-part.ts";
import type {FamilyIndex} from "../../search/index/family-index.ts";
import {indexDataset} from "../../search/index/index-dataset.ts";
import type {Catalogue, WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {type CatalogueDigest, DamagedCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import type {Queries} from "../engines/differences.ts";
import {StoreOutage} from "../outage.ts";
import type {Engine, Script} from "../script.ts";
import {readCatalogue, readWholeCatalogue} from "./catalogue.ts";
import {type DatasetVersion, readStoredDataset, type StoredDataset} from "./indexed-dataset.ts";
import {DamagedPart, digestOf, indexedDataset, readSearchPart} from "./search-part.ts";

/** @returns brings the parts of an index, always the same or a new and empty one, to the state of the datasets; gives the faults of those left out */
export function createPartExchange(statistics: Engine) {
  /** Of the datasets as they are in the index. */
  const digests = new Map<number, CatalogueDigest>();

  /** A dataset as it is stored, with what its part in the index must be made of. */
  function* readChanged(q: Queries, id: number, hasPart: boolean): Script<Changed | null> {
    const stored = yield* readStoredDataset(q, id);
    if (stored === null) return null;
    return yield* namingDataset(stored, function* (): Script<Changed> {
      const digest = digestOf(stored);
      const before = hasPart ? digests.get(id) : undefined;
      const hasShape = before?.shape === digest.shape;
      const changed = {stored, digest, hasShape, damage: null};
      if (hasShape && before.periods === digest.periods) return {...changed, source: null};
      const content = yield* readSearchPart(q, id, digest);
      if (content !== null && !(content instanceof DamagedPart)) return {...changed, source: {content}};
      const source = hasShape
        ? {redated: (yield* readCatalogue(q, id))!}
        : {whole: (yield* readWholeCatalogue(q, id))!};
      return {...changed, source, damage: content};
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
    if (source === null) into.renew({...older!, changedBy: stored.changedBy});
    else {
      const part = await inSlices(makePart(into, stored, source, older), pace);
      if (hasShape) into.renew(part);
      else await inSlices(into.put(part), pace);
    }
    digests.set(id, digest);
    if (damage === null) return null;
    const {provider, code} = stored;
    return new Error(`dataset ${provider}/${code} is found, but by more work: ${damage.message}`, {cause: damage});
  }

  return async function exchangeParts(
    into: FamilyIndex,
    versions: readonly DatasetVersion[],
    pace: Pace,
  ): Promise<Error[]> {
    const present = new Set(versions.map(({id}) => id));
    for (const id of [...into.parts.keys()]) if (!present.has(id)) await inSlices(into.remove(id), pace);
    const faults: Error[] = [];
    for (const {id, changedBy} of versions) {
      if (into.parts.get(id)?.changedBy === changedBy) continue;
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
}

/** The stored part, or of what is made else: the last periods if words and series are those of the older part, or all. */
type Source = {readonly content: PartContent} | {readonly redated: Catalogue} | {readonly whole: WholeCatalogue};

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

function makePart(
  {vocabulary, territories}: FamilyIndex,
  stored: StoredDataset,
  source: Source,
  older: DatasetPart | undefined,
): Steps<DatasetPart> {
  if ("content" in source) return bindPart(source.content, stored, vocabulary, territories);
  if ("redated" in source)
    return redateDataset(older!, {changedBy: stored.changedBy, catalogue: source.redated}, territories);
  return indexDataset(indexedDataset(stored, source.whole), vocabulary, territories);
}

function* namingDataset<T>({provider, code}: StoredDataset, script: () => Script<T>): Script<T> {
  try {
    return yield* script();
  } catch (error) {
    if (!(error instanceof DamagedCatalogue)) throw error;
    throw new Error(`dataset ${provider}/${code} is damaged and can't be searched: ${error.message}`, {cause: error});
  }
}
