// A catalogue taken back: its datasets are described as they would be without it.
//
// First the words go, then the catalogue: who is interrupted withdraws it again. Its bytes stay in the archive, as those of a
// withdrawn release do.
import {Refusal} from "../../refusal.ts";
import {deleteListing, type ListingRecord, listListedCodes, listListings} from "../../store/datasets/listing.ts";
import {lockDataset} from "../../store/engines/dataset-lock.ts";
import type {Store} from "../../store/open.ts";
import {describeDatasets, NO_DATASET} from "./describe-datasets.ts";

export interface WithdrawnListing {
  readonly listing: ListingRecord;
  /** Datasets whose words changed. */
  readonly datasets: number;
}

/**
 * @param id as `ryad catalogue list` shows it; its start is enough where it fits one catalogue alone
 * @throws Refusal when there is no such catalogue
 */
export async function withdrawListing(store: Store, id: string, now: Date): Promise<WithdrawnListing> {
  const listing = await findListing(store, id);
  const {provider, publishedAt} = listing;
  const codes = new Set(await store.statistics.read((q) => listListedCodes(q, listing.id)));
  const about = {provider, codes, publishedAt};
  const before = await describeDatasets(store, about, now, listing.id);
  await store.statistics.write(function* (q) {
    yield* lockDataset(q, {provider, dataset: NO_DATASET});
    yield* deleteListing(q, listing.id);
  });
  // A release that landed between the two was described with it.
  return {listing, datasets: before + (await describeDatasets(store, about, now))};
}

async function findListing(store: Store, id: string): Promise<ListingRecord> {
  const listings = await store.statistics.read((q) => listListings(q));
  const found = listings.filter((listing) => id !== "" && listing.id.startsWith(id));
  if (found.length === 1) return found[0]!;
  throw new Refusal(
    found.length === 0 ? `there is no catalogue ${id}` : `${found.length} catalogues begin with ${id}`,
    "ryad catalogue list names them",
  );
}
