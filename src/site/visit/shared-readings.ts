// What pages read once for all visitors and keep until the store or the day changes: the home page, and how a value stands among its level.
//
// It is made once for a site (site.ts). A key names the state that was read, so an entry is never wrong, only unused.

import type {Territory} from "../../statistics/territory.ts";
import type {PublishedRelease} from "../../store/releases/published-release.ts";
import type {FoundSeries} from "../../store/series/named-series.ts";
import {type BoundedCache, createBoundedCache} from "../../work/bounded-cache.ts";
import type {SeriesFigures} from "../figures/series-figures.ts";
import type {InBoth} from "../words/language.ts";
import type {InLanguage} from "../words/own-names.ts";

export interface SharedReadings {
  /** By state, language and day. A reading that is not finished is kept too: visitors that come meanwhile wait for it. */
  readonly home: Map<string, Promise<HomeReading>>;
  /** By state, language, family of series, level and period. */
  readonly standings: BoundedCache<Standing>;
}

export interface HomeReading {
  readonly tiles: readonly ShownTile[];
  /** By day of publication, the newest first; of a dataset the newest only. */
  readonly releases: readonly InLanguage<PublishedRelease>[];
}

export interface ShownTile {
  /** null: the series has its own title. */
  readonly names: InBoth<string> | null;
  readonly series: InLanguage<FoundSeries>;
  readonly figures: SeriesFigures;
  /** The steps by which the figures are computed here from published ones; null: they are published. */
  readonly derive: string | null;
}

/** How a value stands among the territories of its level. */
export interface Standing {
  /** By the key of the series; a territory without a value in the period has none. */
  readonly ranks: ReadonlyMap<string, number>;
  /** The values of the same period in the series of the country; a dataset may have the country in two extents. */
  readonly countries: readonly {readonly territory: Territory; readonly value: number}[];
  /** Whether the dataset has the country in several extents, so that its name says which. */
  readonly severalCountries: boolean;
}

const STANDING_BYTES = 4 * 1024 * 1024;

export function createSharedReadings(): SharedReadings {
  return {home: new Map(), standings: createBoundedCache(STANDING_BYTES)};
}
