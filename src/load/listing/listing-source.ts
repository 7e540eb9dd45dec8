// A parser of providers' catalogues: what it is given and what it gives. A catalogue is no release: it brings words and no values.
import {Refusal} from "../../refusal.ts";
import type {ListedIndicator} from "../../statistics/release/release.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {LoadHints, SourceFile} from "../source.ts";

export interface ParsedListing {
  /** The day by which the catalogue said so. */
  readonly publishedAt: Day;
  /** One for each code, ascending by number. */
  readonly entries: readonly ListedIndicator[];
}

export interface ListingSource {
  /** Kept with each catalogue as "name@version". */
  readonly name: string;
  readonly version: number;
  readonly provider: string;
  recognises(file: SourceFile): Promise<boolean>;
  /** @throws Refusal when the whole can't be understood, or does not say of which day it is and the command does not either */
  parse(file: SourceFile, hints: LoadHints): Promise<ParsedListing>;
}

/**
 * The entries by code. An indicator that hangs in several places of a tree is one with all of them.
 * @throws Refusal when there are none, or two entries of one number contradict each other
 */
export function gatherEntries(file: string, entries: Iterable<ListedIndicator>): ListedIndicator[] {
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
      "take one of the two out; nothing of the catalogue was loaded",
    );
  }
}

function shown(fact: string | boolean | null): string {
  return JSON.stringify(typeof fact === "string" ? fact.slice(0, 80) : fact);
}
