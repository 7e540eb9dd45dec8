// Territories: their levels, their code in the source's list and the normalised code (`geo_canonical`) under which users know them.
//
// Which normalised code a territory has is known to its country (src/country). Two territories may share one: two methodologies for
// one country.

import {keepsOlderName} from "./release/kept-name.ts";

export const LEVELS = ["country", "district", "macroregion", "region", "city"] as const;
export type Level = (typeof LEVELS)[number];

export interface Territory {
  /** As in the source's own classifier. */
  readonly code: string;
  readonly name: string;
  readonly level: Level;
  readonly canonical: string;
  /** Code of the territory that it is a part of. */
  readonly parent: string | null;
  /** Known by the label of a row alone. Its level is a guess, so it gives way to any list that names the code. */
  readonly labelled?: true;
}

/** One code may be of two territories in two lists, which their normalised codes tell apart: 040 is a district in one and Austria in another. */
export function territoryIdentity({code, canonical}: Pick<Territory, "code" | "canonical">): string {
  return JSON.stringify([code, canonical]);
}

/**
 * What is known of a territory once a later release speaks of its code: the label of a row says nothing over a list, and not every
 * name renames (kept-name.ts).
 */
export function retold(older: Territory | undefined, newer: Territory, isPartial = false): Territory {
  if (!older) return newer;
  if (newer.labelled && !older.labelled) return older;
  return keepsOlderName(newer.code, older.name, newer.name, isPartial) ? {...newer, name: older.name} : newer;
}
