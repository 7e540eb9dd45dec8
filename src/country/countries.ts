// The countries that the program knows, by their codes. A country is one folder beside this file and one line in this list.
import type {Country} from "./country.ts";
import {ru} from "./ru/ru.ts";

export const COUNTRIES: readonly Country[] = [ru];

/** The country of a release that names none (CONTRACT 4). */
export const DEFAULT_COUNTRY: Country = ru;

/** @param code ISO 3166-1 alpha-2; null for a country without built-in lists */
export function countryOf(code: string): Country | null {
  return COUNTRIES.find((country) => country.code === code) ?? null;
}

/** The country whose list has this normalised code; null for a code of a package. */
export function ownerOf(canonical: string): Country | null {
  return COUNTRIES.find(({territories}) => territories.owns(canonical)) ?? null;
}
