// The interface of parsers of providers' catalogues. A catalogue is not a release: it has words and no values.
import {Refusal} from "../../service/refusal.ts";
import type {ListedIndicator} from "../../statistics/release/release.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {LoadHints, SourceFile} from "../source.ts";

export interface ParsedListing {
  /** The day of the catalogue. */
  readonly publishedAt: Day;
  /** One for each code, ascending by number. */
  readonly entries: readonly ListedIndicator[];
}

export interface ListingSource {
  /** Recorded with each catalogue as "name@version". */
  readonly name: string;
  readonly version: number;
  readonly provider: string;
  recognises(file: SourceFile): Promise<boolean>;
  /** @throws Refusal if the file can't be read completely, or neither the file nor the command gives the day */
  parse(file: SourceFile, hints: LoadHints): Promise<ParsedListing>;
}

/**
 * The entries by code. An indicator in several places of a tree becomes one entry with all places.
 * @throws Refusal if there are no entries, or two entries of one number contradict each other
 */
export function collectEntries(file: string, entries: Iterable<ListedIndicator>): ListedIndicator[] {
  const byCode = new Map<string, ListedIndicator>();
  for (const entry of entries) {
    const known = byCode.get(entry.code);
    if (known !== undefined) refuseContradiction(file, known, entry);
    const topics = known?.topics && entry.topics ? [...known.topics, ...entry.topics] : entry.topics;
    byCode.set(entry.code, {...entry, topics});
  }
  if (byCode.size === 0) throw new Refusal(`${file} lists no indicator`, "it was probably cut off; download it again");
  return [...byCode.values()].sort((a, b) => Number(a.code) - Number(b.code));
}

function refuseContradiction(file: string, known: ListedIndicator, entry: ListedIndicator): void {
  for (const fact of ["name", "agency", "excluded"] as const) {
    if (known[fact] === entry[fact]) continue;
    throw new Refusal(
      `${file} lists indicator ${entry.code} twice and contradicts itself: ${fact} is ${shown(known[fact])}, then ${shown(entry[fact])}`,
      "remove one of the two; nothing of the catalogue was loaded",
    );
  }
}

function shown(fact: string | boolean | null): string {
  return JSON.stringify(typeof fact === "string" ? fact.slice(0, 80) : fact);
}
