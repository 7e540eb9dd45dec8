// Territories: their levels, their code in the source's list, and their normalised code (`geo_canonical`), which users know.
//
// The country of a territory gives its normalised code (src/country). Two territories may have the same one: two methodologies for one
// country.

export const LEVELS = ["country", "district", "macroregion", "region", "city"] as const;
export type Level = (typeof LEVELS)[number];

export interface Territory {
  /** The code in the source's classifier. */
  readonly code: string;
  readonly name: string;
  readonly level: Level;
  readonly canonical: string;
  /** Code of the larger territory that contains it. */
  readonly parent: string | null;
  /** Known only from the label of a row. Its level is a guess, so any list that names the code replaces it. */
  readonly labelled?: true;
}

/** Two lists may use one code for two territories, which differ in their normalised codes: 040 is a district in one and Austria in another. */
export function territoryIdentity({code, canonical}: Pick<Territory, "code" | "canonical">): string {
  return JSON.stringify([code, canonical]);
}

/**
 * A territory after a later release with its code: the label of a row does not change an element of a list, and not every name replaces the
 * older one.
 */
export function updatedTerritory(older: Territory | undefined, newer: Territory, isPartial = false): Territory {
  if (!older) return newer;
  if (newer.labelled && !older.labelled) return older;
  return keepsOlderName(newer.code, older.name, newer.name, isPartial) ? {...newer, name: older.name} : newer;
}

/**
 * Whether the older name of any code is kept. A name that equals the code is not a name: a source that once loses its names must not remove
 * the known ones.
 * @param isPartial the later release is a part of its dataset and renames nothing
 */
export function keepsOlderName(code: string, older: string, newer: string, isPartial = false): boolean {
  return older !== code && (isPartial || newer === code);
}
