// A provider's catalogue loaded, and withdrawn: archived, recorded by indicator, and applied to the datasets of the store.
//
// Later datasets get its words when they are published (dataset-transaction.ts). A catalogue creates no dataset and publishes no value.
// It is recorded first and then applied, in batches of datasets; loading the same file again completes an interrupted run. A withdrawal
// removes the words first and then the record, so it can be repeated too. The archive keeps the bytes.
import {Refusal} from "../../service/refusal.ts";
import {lockDataset} from "../../store/engines/dataset-lock.ts";
import type {Store} from "../../store/open.ts";
import {
  deleteListing,
  insertListing,
  type ListingRecord,
  listListedCodes,
  listListings,
} from "../../store/releases/listing.ts";
import {keepFiles} from "../archive/archive.ts";
import type {Fingerprints} from "../identity/fingerprint.ts";
import {readTextStart} from "../input/decoded-text.ts";
import {type LoadOutcome, loadOutcome} from "../publish-files.ts";
import type {LoadHints, SourceFile} from "../source.ts";
import {readableListings} from "../sources/listings.ts";
import {describeDatasets, NO_DATASET} from "./describe-datasets.ts";
import type {ListingSource} from "./listing-source.ts";

/** The parser of that name, whatever its version. */
export async function listingSourceNamed(parser: string): Promise<ListingSource | null> {
  return (await readableListings()).find(({name}) => name === parser.split("@")[0]) ?? null;
}

/** null: the files are not a catalogue. @throws Refusal for a web page with the name of a catalogue */
export async function findListingSource(files: readonly SourceFile[]): Promise<ListingSource | null> {
  const [file] = files;
  if (files.length !== 1 || file === undefined) return null;
  for (const source of await readableListings()) if (await source.recognises(file)) return source;
  const isNamedSo = /(?:indlist|opendata_list|fedstatAPIr_indicators)[^/]*\.(?:csv|json)$/i.test(file.name);
  if (isNamedSo && /^\s*<(?:!doctype\s+html|html)/i.test(await readTextStart(file)))
    throw new Refusal(
      `${file.name} is a web page, not a catalogue`,
      "the site probably had an error; download it again",
    );
  return null;
}

/** @throws Refusal if the catalogue can't be read completely; then nothing changes */
export async function loadListing(
  store: Store,
  source: ListingSource,
  file: SourceFile,
  {fingerprint, files}: Fingerprints,
  {hints, now}: {readonly hints: LoadHints; readonly now: Date},
): Promise<LoadOutcome> {
  if (hints.dataset !== null || (hints.provider !== null && hints.provider !== source.provider))
    throw new Refusal(
      `${file.name} is a catalogue of ${source.provider}`,
      "leave out --provider and --dataset: it is about all of its datasets",
    );
  const {publishedAt, entries} = await source.parse(file, hints);
  await keepFiles(store, [file], files);
  const {provider} = source;
  const listing = {
    id: globalThis.crypto.randomUUID(),
    provider,
    publishedAt,
    loadedAt: now.toISOString(),
    fingerprint,
    sourceFile: file.name,
    parser: `${source.name}@${source.version}`,
    hints,
    files,
  };
  const isNew = await store.statistics.write(function* (q) {
    yield* lockDataset(q, {provider, dataset: NO_DATASET});
    const known = yield* listListings(q);
    if (known.some((one) => one.fingerprint === fingerprint && one.publishedAt === publishedAt)) return false;
    yield* insertListing(q, listing, entries);
    return true;
  });
  const codes = new Set(entries.map(({code}) => code));
  const described = await describeDatasets(store, {provider, codes, publishedAt}, now);
  const release = {provider, dataset: NO_DATASET, publishedAt};
  const counts = {indicators: entries.length, datasets: described};
  return loadOutcome(release, {changed: isNew || described > 0, listing: counts});
}

export interface WithdrawnListing {
  readonly listing: ListingRecord;
  /** Datasets whose words changed. */
  readonly datasets: number;
}

/**
 * @param id as `ryad catalogue list` shows it, or its start if only one catalogue has it
 * @throws Refusal if there is no such catalogue
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
  // A release that was published between the two steps was described with it.
  return {listing, datasets: before + (await describeDatasets(store, about, now))};
}

async function findListing(store: Store, id: string): Promise<ListingRecord> {
  const listings = await store.statistics.read((q) => listListings(q));
  const found = listings.filter((listing) => id !== "" && listing.id.startsWith(id));
  if (found.length === 1) return found[0]!;
  throw new Refusal(
    found.length === 0 ? `there is no catalogue ${id}` : `the ids of ${found.length} catalogues begin with ${id}`,
    "ryad catalogue list names them",
  );
}
