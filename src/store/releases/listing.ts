// Publishers' lists of indicators (`ryad catalogue`): their facts about each indicator, by code, whether or not a dataset has that code.
//
// Every loaded list stays: of each fact the newest counts, and older names are still searched.

import type {DatedListing, ListedIndicator, ReleaseHints} from "../../statistics/release/release.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";
import {readMirrorListed} from "../changes/mirror.ts";
import type {DatasetAddress} from "../datasets/dataset.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, insertRow, insertRows, selectRows} from "../rows.ts";
import type {RowOf} from "../schema/tables.ts";
import {all, type Param, run, type Script, statement} from "../script.ts";
import {type ArchivedSource, archivedSource, parseHints, sourceRow} from "./release-file.ts";

export interface ListingRecord extends ArchivedSource {
  /** Random. */
  readonly id: string;
  readonly provider: string;
  readonly publishedAt: Day;
  /** ISO 8601, UTC. */
  readonly loadedAt: string;
  readonly hints: ReleaseHints;
  readonly entryCount: number;
}

/** Stores a list with all its entries, one for each code. */
export function* insertListing(
  q: Queries,
  listing: Omit<ListingRecord, "entryCount">,
  entries: readonly ListedIndicator[],
): Script<void> {
  yield* run(
    insert(q, {
      id: listing.id,
      provider_code: listing.provider,
      published_at: dayText(listing.publishedAt),
      loaded_at: listing.loadedAt,
      ...sourceRow(listing),
      hints: JSON.stringify(listing.hints),
      entry_count: entries.length,
    }),
  );
  if (entries.length === 0) return;
  yield* run(
    insertEntries(
      q,
      entries.map(({code, name, agency, topics, excluded}) => ({
        provider_code: listing.provider,
        code,
        listing_id: listing.id,
        published_at: dayText(listing.publishedAt),
        loaded_at: listing.loadedAt,
        name,
        agency,
        topics: topics === null ? null : JSON.stringify(topics),
        excluded: excluded === null ? null : excluded ? 1 : 0,
      })),
    ),
  );
}

/** Every list, ascending by (day, load). */
export function* listListings(q: Queries): Script<ListingRecord[]> {
  return (yield* all(every(q, {}))).map(listingRecord);
}

/**
 * The entries for a code in the provider's lists, ascending by (day, load); of a dataset of another service those of that service.
 * @param without id of a list that is left out
 */
export function* readListed(
  q: Queries,
  {provider, dataset}: DatasetAddress,
  without: string | null = null,
): Script<DatedListing[]> {
  const mirrored = yield* readMirrorListed(q, {provider, dataset});
  if (mirrored !== null) return mirrored;
  const rows = (yield* all(ofCode(q, {provider, dataset}))).filter(({listing_id}) => listing_id !== without);
  return rows.map((row) => ({...listedIndicator(row), day: storedDay(row.published_at)}));
}

/** The entries of a list that are under its provider, day and moment. */
export function* readEntries(q: Queries, listing: ListingRecord): Script<ListedIndicator[]> {
  const query = q.db
    .selectFrom("listed_indicator")
    .select(["code", "name", "agency", "topics", "excluded"])
    .where("listing_id", "=", listing.id)
    .where("provider_code", "=", listing.provider)
    .where("published_at", "=", dayText(listing.publishedAt))
    .where("loaded_at", "=", listing.loadedAt);
  return (yield* all(query.compile())).map(listedIndicator);
}

type EntryRow = Pick<RowOf<"listed_indicator">, "code" | "name" | "agency" | "topics" | "excluded">;

function listedIndicator({code, name, agency, topics, excluded}: EntryRow): ListedIndicator {
  return {
    code,
    name,
    agency,
    topics: topics === null ? null : (JSON.parse(topics) as string[][]),
    excluded: excluded === null ? null : excluded === 1,
  };
}

/** The codes in a list. */
export function* listListedCodes(q: Queries, id: string): Script<string[]> {
  return (yield* all(codesOf(q, {id}))).map(({code}) => code);
}

export function* deleteListing(q: Queries, id: string): Script<void> {
  yield* run(deleteEntries(q, {listing_id: id}));
  yield* run(deleteRow(q, {id}));
}

function listingRecord(row: RowOf<"listing">): ListingRecord {
  return {
    id: row.id,
    provider: row.provider_code,
    publishedAt: storedDay(row.published_at),
    loadedAt: row.loaded_at,
    ...archivedSource(row),
    hints: parseHints(row.hints),
    entryCount: row.entry_count,
  };
}

const insert = insertRow("listing");

const every = statement((q, _param: Param<object>) =>
  q.db.selectFrom("listing").selectAll().orderBy("published_at").orderBy("loaded_at").orderBy("id"),
);

const insertEntries = insertRows("listed_indicator");

const ofCode = selectRows(
  "listed_indicator",
  ["code", "listing_id", "published_at", "name", "agency", "topics", "excluded"],
  {provider: "provider_code", dataset: "code"},
  ["published_at", "loaded_at", "listing_id"],
);

const codesOf = selectRows("listed_indicator", ["code"], {id: "listing_id"}, ["code"]);

const deleteEntries = deleteRowsBy("listed_indicator", "listing_id");

const deleteRow = deleteRowsBy("listing", "id");
