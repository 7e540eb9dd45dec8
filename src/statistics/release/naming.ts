// Finds the releases whose names are used. If several packages name a code, reference lists show the name of the newest release.
//
// That is the newest release with the code, not the newest release of the dataset: a release without the list gives no name.

import {keepsOlderName, type Territory, updatedTerritory} from "../territory.ts";
import type {Day} from "../time/day.ts";
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

/** A release as it is folded. */
export interface FoldedRelease {
  readonly metadata: ReleaseMetadata;
  readonly loadedAt: string;
}

/** `releases` in order of (day, load), as they are folded. */
export function findNaming(releases: readonly FoldedRelease[]): Naming {
  return continueNaming({indicators: null, units: null, territories: new Map()}, [], releases);
}

/** The naming after more releases. @param named the territories of the releases before them, as they are folded */
export function continueNaming(older: Naming, named: readonly Territory[], releases: readonly FoldedRelease[]): Naming {
  let {indicators, units} = older;
  const territories = new Map(older.territories);
  const known = new Map(named.map((territory) => [territory.code, territory]));
  for (const {metadata, loadedAt} of releases) {
    const release = {day: metadata.publishedAt, loadedAt};
    const isPartial = metadata.partial === true;
    if (metadata.indicators !== null) indicators = (isPartial && indicators) || release;
    if (metadata.units !== null) units = (isPartial && units) || release;
    for (const territory of metadata.territories ?? []) {
      const {code, name} = territory;
      const before = known.get(code);
      const updated = updatedTerritory(before, territory, isPartial);
      known.set(code, updated);
      const isKept = before !== undefined && (updated === before || keepsOlderName(code, before.name, name, isPartial));
      if (!isKept) territories.set(code, release);
    }
  }
  return {indicators, units, territories};
}
