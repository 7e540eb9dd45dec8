// The parts of a search index, brought to the state of the store: each dataset that a load has changed is indexed again, or its part renewed.
//
// A release without new words and series changes no postings, and one without a new period nothing at all: that is most of the work of
// a large dataset. A dataset that can't be read is left out until it changes: the others are found.
import {hash} from "node:crypto";
import {inSlices, type Pace} from "../../budget.ts";
import {readNameEnglish, readProviders} from "../../reference.ts";
import type {FamilyIndex} from "../../search/index/family-index.ts";
import {indexDataset, redateDataset} from "../../search/index/index-dataset.ts";
import type {Catalogue, WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {
  type CatalogueDigest,
  DamagedCatalogue,
  digestCatalogue,
  readHead,
} from "../../statistics/catalogue/catalogue-code.ts";
import type {Queries} from "../engines/differences.ts";
import {StoreOutage} from "../outage.ts";
import type {Engine, Script} from "../script.ts";
import {readCatalogue, readWholeCatalogue} from "./catalogue.ts";
import {type DatasetVersion, readStoredDataset, type StoredDataset} from "./indexed-dataset.ts";

/** @returns brings the parts of an index, always the same or a new and empty one, to the state of the datasets; gives the faults of those left out */
export function createPartExchange(statistics: Engine) {
  /** Of the datasets as they are in the index. */
  const digests = new Map<number, CatalogueDigest>();

  /** A dataset as it is stored, with as much of its catalogue as its part in the index lacks. */
  function* readChanged(q: Queries, id: number, hasPart: boolean): Script<Changed | null> {
    const stored = yield* readStoredDataset(q, id);
    if (stored === null) return null;
    const providerWords = readProviders().get(stored.provider)?.searchWords ?? "";
    return yield* namingDataset(stored, function* () {
      const before = hasPart ? digests.get(id) : undefined;
      const digest = digestOf(stored, providerWords);
      const changed = {stored, providerWords, digest};
      if (before?.shape !== digest.shape) return {...changed, whole: yield* readWholeCatalogue(q, id), redated: null};
      const redated = before.periods === digest.periods ? null : yield* readCatalogue(q, id);
      return {...changed, whole: null, redated};
    });
  }

  async function bringPart(into: FamilyIndex, id: number, pace: Pace): Promise<void> {
    const older = into.parts.get(id);
    const changed = await statistics.read((q) => readChanged(q, id, older !== undefined));
    if (pace.isOver()) await pace.letOthersIn();
    if (changed === null) return await inSlices(into.remove(id), pace);
    const {stored, providerWords, digest, whole, redated} = changed;
    const {changedBy} = stored;
    digests.delete(id);
    if (whole !== null) {
      const dataset = {...stored, providerWords, english: englishOf, catalogue: whole};
      await inSlices(into.put(await inSlices(indexDataset(dataset, into.vocabulary, into.territories), pace)), pace);
    } else if (redated !== null) {
      const dataset = {changedBy, catalogue: redated};
      into.renew(await inSlices(redateDataset(older!, dataset, into.territories), pace));
    } else into.renew({...older!, changedBy});
    digests.set(id, digest);
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
        await bringPart(into, id, pace);
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

interface Changed {
  readonly stored: StoredDataset;
  readonly providerWords: string;
  readonly digest: CatalogueDigest;
  /** Its words or series have changed. */
  readonly whole: WholeCatalogue | null;
  /** Only its last periods have. */
  readonly redated: Catalogue | null;
}

/** The state of all that a part is made of; its shape includes all words. */
function digestOf(stored: StoredDataset, providerWords: string): CatalogueDigest {
  const {columns, changedBy: _, ...words} = stored;
  const {shape, periods} = digestCatalogue(readHead(columns));
  return {shape: shape + hash("sha256", JSON.stringify([words, providerWords])), periods};
}

function* namingDataset<T>({provider, code}: StoredDataset, script: () => Script<T>): Script<T> {
  try {
    return yield* script();
  } catch (error) {
    if (!(error instanceof DamagedCatalogue)) throw error;
    throw new Error(`dataset ${provider}/${code} is damaged and can't be searched: ${error.message}`, {cause: error});
  }
}

/** Readers ask in English for what is published in Russian. */
function englishOf(name: string): string | null {
  return readNameEnglish().get(name) ?? null;
}
