// The parts of a search index, brought to the state of the store: each dataset that a load has changed is indexed again, or its part renewed.
//
// A release without new words and series changes no postings, and one without a new period nothing at all: that is most of the work of
// a large dataset. A dataset that can't be read is left out until it changes: the others are found.
import {hash} from "node:crypto";
import {inSlices, type Pace} from "../../budget.ts";
import {readNameEnglish, readProviders} from "../../reference.ts";
import type {FamilyIndex} from "../../search/index/family-index.ts";
import {indexDataset, redateDataset} from "../../search/index/index-dataset.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {type CatalogueDigest, decodeCatalogue, digestCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import {StoreOutage} from "../outage.ts";
import type {Engine} from "../script.ts";
import {type DatasetVersion, readStoredDataset, type StoredDataset} from "./indexed-dataset.ts";

/** @returns brings the parts of an index, always the same or a new and empty one, to the state of the datasets; gives the faults of those left out */
export function createPartExchange(statistics: Engine) {
  /** Of the datasets as they are in the index. */
  const digests = new Map<number, CatalogueDigest>();

  async function exchangePart(
    into: FamilyIndex,
    stored: StoredDataset,
    providerWords: string,
    pace: Pace,
  ): Promise<void> {
    const {id, changedBy} = stored;
    const [older, before] = [into.parts.get(id), digests.get(id)];
    const digest = digestOf(stored, providerWords);
    digests.delete(id);
    if (pace.isOver()) await pace.letOthersIn();
    if (older !== undefined && before?.shape === digest.shape && before.periods === digest.periods) {
      into.renew({...older, changedBy});
    } else {
      const dataset = {...stored, providerWords, english: englishOf, catalogue: decodeOf(stored)};
      if (pace.isOver()) await pace.letOthersIn();
      if (older !== undefined && before?.shape === digest.shape)
        into.renew(await inSlices(redateDataset(older, dataset, into.territories), pace));
      else
        await inSlices(into.put(await inSlices(indexDataset(dataset, into.vocabulary, into.territories), pace)), pace);
    }
    digests.set(id, digest);
  }

  async function bringPart(into: FamilyIndex, id: number, pace: Pace): Promise<void> {
    const stored = await statistics.read((q) => readStoredDataset(q, id));
    if (pace.isOver()) await pace.letOthersIn();
    if (stored === null) return await inSlices(into.remove(id), pace);
    const providerWords = readProviders().get(stored.provider)?.searchWords ?? "";
    await exchangePart(into, stored, providerWords, pace);
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

function decodeOf(stored: StoredDataset): Catalogue {
  return namingDataset(stored, () => decodeCatalogue(stored.columns));
}

/** The state of all that a part is made of; its shape includes all words. */
function digestOf(stored: StoredDataset, providerWords: string): CatalogueDigest {
  const {columns, changedBy: _, ...words} = stored;
  const {shape, periods} = namingDataset(stored, () => digestCatalogue(columns));
  return {shape: shape + hash("sha256", JSON.stringify([words, providerWords])), periods};
}

function namingDataset<T>({provider, code}: StoredDataset, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`dataset ${provider}/${code} is damaged and can't be searched: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Readers ask in English for what is published in Russian. */
function englishOf(name: string): string | null {
  return readNameEnglish().get(name) ?? null;
}
