// Finds the releases whose names are used. If several packages name a code, reference lists show the name of the newest release.
//
// That is the newest release with the code, not the newest release of the dataset: a release without the list gives no name.

import {retold, type Territory} from "../territory.ts";
import type {Day} from "../time/day.ts";
import {keepsOlderName} from "./kept-name.ts";
import type {ReleaseMetadata} from "./release.ts";

/** The part of a release that matters for names. Releases are ordered by day, and within a day by the time of loading. */
export interface NamingRelease {
  readonly day: Day;
  /** ISO 8601, UTC. */
  readonly loadedAt: string;
}

/** The releases whose names are in the folded metadata (foldMetadata); null: no release names any. */
export interface Naming {
  readonly indicators: NamingRelease | null;
  readonly units: NamingRelease | null;
  /** By code, because territories are merged by code. */
  readonly territories: ReadonlyMap<string, NamingRelease>;
}

/** `releases` in order of (day, load), as they are folded. */
export function findNaming(
  releases: readonly {readonly metadata: ReleaseMetadata; readonly loadedAt: string}[],
): Naming {
  let indicators: NamingRelease | null = null;
  let units: NamingRelease | null = null;
  const territories = new Map<string, NamingRelease>();
  const named = new Map<string, Territory>();
  for (const {metadata, loadedAt} of releases) {
    const release = {day: metadata.publishedAt, loadedAt};
    const isPartial = metadata.partial === true;
    if (metadata.indicators !== null) indicators = (isPartial && indicators) || release;
    if (metadata.units !== null) units = (isPartial && units) || release;
    for (const territory of metadata.territories ?? []) {
      const {code, name} = territory;
      const older = named.get(code);
      const told = retold(older, territory, isPartial);
      named.set(code, told);
      const isKept = older !== undefined && (told === older || keepsOlderName(code, older.name, name, isPartial));
      if (!isKept) territories.set(code, release);
    }
  }
  return {indicators, units, territories};
}
