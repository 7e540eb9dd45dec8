// The segments of a search index, brought to the state of the store: of each dataset that a load has changed, those that differ are opened.
//
// A release without a new period changes nothing, and one without new words and series leaves the blocks with words and names as they are.
// A dataset that can't be read is left out until it changes: the others are found.

import {isDeepStrictEqual} from "node:util";
import {bindSegments} from "../../search/index/bind-segment.ts";
import type {DatasetSegment, OpenSegment} from "../../search/index/dataset-segment.ts";
import type {FamilyIndex} from "../../search/index/family-index.ts";
import {indexDataset} from "../../search/index/index-dataset.ts";
import type {WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {type CatalogueDigest, decodeCatalogueManifest} from "../../statistics/catalogue/catalogue-code.ts";
import {type Pace, type Steps, withRests} from "../../work/pace.ts";
import type {Queries} from "../engines/differences.ts";
import {StoreOutage} from "../outage.ts";
import type {Engine, Script} from "../script.ts";
import {readWholeCatalogue} from "../series/catalogue.ts";
import {namingDataset} from "../series/dataset-at-run.ts";
import {DamagedSegment, indexedDataset, segmentDigest} from "./manifest.ts";
import type {SearchMemory} from "./memory.ts";
import {readSearchSegments} from "./segment.ts";
import {type DatasetVersion, readStoredDataset, type StoredDataset} from "./stored-dataset.ts";

export interface SegmentExchange {
  /** Brings the segments of an index, always the same or a new and empty one, to the state of the datasets; gives the faults of those left out. */
  exchange(into: FamilyIndex, versions: readonly DatasetVersion[], pace: Pace): Promise<Error[]>;
  /** A block of the dataset was lost (memory.ts): the next exchange opens its segment again, or makes it. */
  suspect(datasetId: number): void;
}

export function createSegmentExchange(statistics: Engine, memory: SearchMemory): SegmentExchange {
  /** Of the datasets as they are in the index. */
  const digests = new Map<number, CatalogueDigest>();
  const suspects = new Set<number>();

  /** A dataset as it is stored, with what its segment in the index must be made of. */
  function* readChanged(q: Queries, id: number, older: readonly DatasetSegment[]): Script<Changed | null> {
    const stored = yield* readStoredDataset(q, id);
    if (stored === null) return null;
    return yield* namingDataset(stored, readSource(q, id, stored, older), " is damaged and can't be searched");
  }

  function* readSource(
    q: Queries,
    id: number,
    stored: StoredDataset,
    older: readonly DatasetSegment[],
  ): Script<Changed> {
    const digest = segmentDigest(stored);
    const isSuspect = suspects.has(id);
    const changed = {stored, digest, damage: null};
    if (older.length > 0 && isDeepStrictEqual(digests.get(id), digest) && !isSuspect)
      return {...changed, source: {same: older}};
    const segments = yield* readSearchSegments(q, id, digest, memory, {known: older, isSuspect});
    if (segments !== null && !(segments instanceof DamagedSegment)) return {...changed, source: {segments}};
    return {...changed, source: {whole: (yield* readWholeCatalogue(q, id))!}, damage: segments};
  }

  /** @returns a fault that keeps nothing from being found: what is stored for search is damaged */
  async function bringSegment(into: FamilyIndex, id: number, pace: Pace): Promise<Error | null> {
    const changed = await statistics.read((q) => readChanged(q, id, into.segments.get(id) ?? []));
    if (pace.isOver()) await pace.letOthersIn();
    if (changed === null) {
      await withRests(into.remove(id), pace);
      return null;
    }
    const {stored, digest, source, damage} = changed;
    digests.delete(id);
    suspects.delete(id);
    await withRests(into.put(id, await withRests(makeSegments(into, stored, source), pace)), pace);
    digests.set(id, digest);
    if (damage === null) return null;
    const {provider, code} = stored;
    return new Error(`dataset ${provider}/${code} is found, but by more work: ${damage.message}`, {cause: damage});
  }

  const exchange: SegmentExchange["exchange"] = async (into, versions, pace) => {
    const present = new Set(versions.map(({id}) => id));
    for (const id of [...into.segments.keys()]) if (!present.has(id)) await withRests(into.remove(id), pace);
    const faults: Error[] = [];
    for (const {id, changedBy} of versions) {
      if (into.segments.get(id)?.[0]?.changedBy === changedBy && !suspects.has(id)) continue;
      try {
        const fault = await bringSegment(into, id, pace);
        if (fault !== null) faults.push(fault);
      } catch (error) {
        if (error instanceof StoreOutage) throw error;
        await withRests(into.remove(id), pace);
        faults.push(error as Error);
      }
    }
    // Then it is no single dataset that is damaged.
    if (faults.length > 0 && into.segments.size === 0) throw faults[0]!;
    return faults;
  };

  return {
    exchange,
    suspect: (datasetId) => {
      suspects.add(datasetId);
    },
  };
}

/** same: nothing that is stored for search has changed. segments: these are stored. whole: a segment must be made of the whole catalogue. */
type Source =
  | {readonly same: readonly DatasetSegment[]}
  | {readonly segments: readonly (OpenSegment | DatasetSegment)[]}
  | {readonly whole: WholeCatalogue};

interface Changed {
  readonly stored: StoredDataset;
  readonly digest: CatalogueDigest;
  readonly source: Source;
  /** Why the stored segments can't be opened, if there are any. */
  readonly damage: DamagedSegment | null;
}

function* makeSegments(into: FamilyIndex, stored: StoredDataset, source: Source): Steps<DatasetSegment[]> {
  if ("same" in source) return source.same.map((segment) => ({...segment, changedBy: stored.changedBy}));
  if ("whole" in source)
    return [yield* indexDataset(indexedDataset(stored, source.whole), into.vocabulary, into.territories)];
  return yield* bindSegments(source.segments, stored, into, decodeCatalogueManifest(stored.columns));
}
