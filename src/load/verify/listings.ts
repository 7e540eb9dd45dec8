// Compares publishers' lists of indicators with their archived files, which are read again.
import {isDeepStrictEqual} from "node:util";
import {type ListingRecord, listListings, readEntries} from "../../store/datasets/listing.ts";
import type {Store} from "../../store/open.ts";
import {archivedFiles} from "../archive/archive.ts";
import {listingSourceNamed} from "../listing/load-listing.ts";
import {hasOwnFingerprint} from "./releases.ts";

export async function verifyListings(store: Store, onFinding: (finding: string) => void): Promise<void> {
  for (const listing of await store.statistics.read((q) => listListings(q))) {
    const say = (finding: string): void => onFinding(`catalogue ${listing.id}: ${finding}`);
    try {
      await verifyListing(store, listing, say);
    } catch (error) {
      say(`it can't be compared with its archived file: ${(error as Error).message}`);
    }
  }
}

async function verifyListing(store: Store, listing: ListingRecord, say: (finding: string) => void): Promise<void> {
  const source = await listingSourceNamed(listing.parser);
  const [file] = archivedFiles(store, listing);
  if (!hasOwnFingerprint(listing) || file?.name !== listing.sourceFile) say("its fingerprint is not that of its file");
  if (source === null || file === undefined) return;
  if (source.provider !== listing.provider)
    say(`its provider is ${listing.provider}, its file is of ${source.provider}`);
  const {publishedAt, entries} = await source.parse(file, listing.hints);
  if (publishedAt !== listing.publishedAt) say("its day is not that of its file");
  if (listing.entryCount !== entries.length)
    say(`it is said to have ${listing.entryCount} entries, its file has ${entries.length}`);
  const stored = new Map((await store.statistics.read((q) => readEntries(q, listing))).map((one) => [one.code, one]));
  for (const entry of entries) {
    if (!isDeepStrictEqual(stored.get(entry.code), {...entry})) say(`its entry ${entry.code} is not as in its file`);
    stored.delete(entry.code);
  }
  for (const code of stored.keys()) say(`its entry ${code} is not in its file`);
}
