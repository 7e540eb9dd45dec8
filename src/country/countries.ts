// The countries that the program knows, by their codes. A country is one folder beside this file and one line in this list.
import type {ReleaseMetadata} from "../statistics/release/release.ts";
import type {Territory} from "../statistics/territory.ts";
import type {Country} from "./country.ts";
import {ru} from "./ru/ru.ts";
import {us} from "./us/us.ts";

export const COUNTRIES: readonly Country[] = [ru, us];

/** The country of a release that names none [country.*]. */
export const DEFAULT_COUNTRY: Country = ru;

/** @param code ISO 3166-1 alpha-2. @returns null: a country without built-in lists */
export function countryOf(code: string): Country | null {
  return COUNTRIES.find((country) => country.code === code) ?? null;
}

/** The country whose words a release uses: the default country if the program does not know the release's. */
export function countryOfRelease({country}: Pick<ReleaseMetadata, "country">): Country {
  return countryOf(country ?? DEFAULT_COUNTRY.code) ?? DEFAULT_COUNTRY;
}

/** The country whose list has this normalised code; null for a code of a package. */
export function ownerOf(canonical: string): Country | null {
  return COUNTRIES.find(({territories}) => territories.owns(canonical)) ?? null;
}

/**
 * The built-in territories that the program lists for a release of another country than the default, so that reference lists have them if
 * there are figures for them. Any list that names the code replaces them. null: none.
 */
export function listedTerritories(country: Country | null, used: Iterable<Territory>): Territory[] | null {
  if (country === null || country === DEFAULT_COUNTRY) return null;
  return Array.from(used, (territory) => ({...territory, labelled: true}));
}
