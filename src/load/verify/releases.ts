// Compares releases with their archived files: the fingerprint, and the reasons for missing values.
//
// A newer parser may give other reasons, so they are compared only if the parser has not changed. The names of a release are not read again:
// a later program may read them differently, and the seal of the row shows a change.
import {isDeepStrictEqual} from "node:util";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import type {MissingRow} from "../../store/datasets/missing.ts";
import type {Store} from "../../store/open.ts";
import {type ListingRecord, listListings, readEntries} from "../../store/releases/listing.ts";
import type {ReleaseRecord} from "../../store/releases/release.ts";
import type {SeriesRecord} from "../../store/series/series.ts";
import {archivedFiles} from "../archive/archive.ts";
import type {ParsedRelease} from "../archive/parse-archived.ts";
import {keysOf} from "../change/series-targets.ts";
import {packageFingerprint} from "../identity/fingerprint.ts";
import {listingSourceNamed} from "../listing/load-listing.ts";
import {parserName, parserNamed} from "../sources/sources.ts";

export interface ReleaseCheck {
  /** Called with each release that was read again. */
  readonly onParsed: (release: ReleaseRecord, parsed: ParsedRelease) => void;
  readonly end: () => void;
}

export function createReleaseCheck(
  address: DatasetAddress,
  series: readonly SeriesRecord[],
  missing: readonly MissingRow[],
  say: (finding: string) => void,
): ReleaseCheck {
  const numbers = new Map(series.map(({key, number}) => [key, number]));
  const stored = new Map(missing.map((row) => [`${row.releaseId} ${row.number}`, row]));
  return {
    onParsed(release, {buffered}) {
      const keys = keysOf(
        address,
        buffered.missing.map((one) => one.series),
      );
      for (const [index, {cells}] of buffered.missing.entries()) {
        const name = `${release.id} ${numbers.get(keys[index]!)}`;
        if (stored.get(name)?.cells === cells) stored.delete(name);
      }
      if (!isReadByTheSame(release))
        for (const [name, row] of stored) if (row.releaseId === release.id) stored.delete(name);
    },
    end() {
      for (const {releaseId, number} of stored.values())
        say(`release ${releaseId}: its reasons for missing values of series number ${number} are not in its files`);
    },
  };
}

/** Whether the release would be read by the version of the parser that read it. */
export function isReadByTheSame({parser}: ReleaseRecord): boolean {
  const present = parserNamed(parser);
  return present !== null && present !== undefined && parserName(present) === parser;
}

/** Whether the fingerprint fits the files: the SHA-256 of a single file, or of the list of a package. */
export function hasOwnFingerprint({fingerprint, files}: Pick<ReleaseRecord, "fingerprint" | "files">): boolean {
  return fingerprint === packageFingerprint(files) || (files.length === 1 && fingerprint === files[0]!.sha256);
}

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
