// The countries that the program knows, by their codes. A country is one folder beside this file and one line in this list.
import type {ReleaseMetadata} from "../statistics/release/release.ts";
import type {Territory} from "../statistics/territory.ts";
import type {Country} from "./country.ts";
import {ru} from "./ru/ru.ts";
import {us} from "./us/us.ts";

export const COUNTRIES: readonly Country[] = [ru, us];

/** The country of a release that names none (CONTRACT 4). */
export const DEFAULT_COUNTRY: Country = ru;

/** @param code ISO 3166-1 alpha-2; null for a country without built-in lists */
export function countryOf(code: string): Country | null {
  return COUNTRIES.find((country) => country.code === code) ?? null;
}

/** Whose words a release uses: those of the default country where the program does not know its own. */
export function countryOfRelease({country}: Pick<ReleaseMetadata, "country">): Country {
  return countryOf(country ?? DEFAULT_COUNTRY.code) ?? DEFAULT_COUNTRY;
}

/** The country whose list has this normalised code; null for a code of a package. */
export function ownerOf(canonical: string): Country | null {
  return COUNTRIES.find(({territories}) => territories.owns(canonical)) ?? null;
}

/**
 * The built-in territories that a release has to list itself: those of another country than the default, so that reference lists have
 * them once there are figures for them. They give way to any list that names the code. null: none.
 */
export function listedTerritories(country: Country | null, used: Iterable<Territory>): Territory[] | null {
  if (country === null || country === DEFAULT_COUNTRY) return null;
  return Array.from(used, (territory) => ({...territory, labelled: true}));
}
