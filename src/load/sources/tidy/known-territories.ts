// The territories that a package need not list: those of its country, if the program knows that country.
//
// FIX-country-02: if the country has no built-in lists, or the package has no country, all its codes are its own: its 040 is not the Southern district.
import {DEFAULT_COUNTRY, ownerOf} from "../../../country/countries.ts";
import type {Country} from "../../../country/country.ts";
import type {Level, Territory} from "../../../statistics/territory.ts";

/** The reason why a label contradicts the code of a built-in territory; null: it does not. */
type TerritoryLabelFault = (territory: Territory, label: string) => string | null;

export const NO_COUNTRY = "none";

export interface KnownTerritories {
  /** ISO 3166 alpha-2, or NO_COUNTRY. */
  readonly country: string;
  /** By code. */
  readonly builtIn: ReadonlyMap<string, Territory>;
  readonly labelFault: TerritoryLabelFault;
  /** `geo_canonical` of a code that is not built in. */
  canonicalOf(code: string, level: Level): string;
  /** The built-in territory with this name. */
  named(text: string): Territory | null;
}

/** @param known null: the program has no lists of that country */
export function knownIn(country: string, known: Country | null): KnownTerritories {
  if (known === null)
    return {country, builtIn: new Map(), labelFault: () => null, canonicalOf: (code) => code, named: () => null};
  const {territories} = known;
  return {
    country,
    builtIn: new Map(territories.builtIn().map((territory) => [territory.code, territory])),
    labelFault: territories.labelFault,
    canonicalOf: territories.canonicalOf,
    named: (text) => territories.ofName(text),
  };
}

/**
 * The reason why a normalised code can't belong to a country. Readers filter by it in all datasets at once, so a code of one country must
 * not be used for another. A package without a country may have any code.
 */
export function findStrangeness(country: string, canonical: string): string | null {
  if (country === DEFAULT_COUNTRY.code || country === NO_COUNTRY) return null;
  const owner = ownerOf(canonical);
  return owner === null || owner.code === country
    ? null
    : `is a code of ${owner.name}, and the country of the package is ${country}`;
}

/** The fault of a label that a package gives to a code; null: the code is not built in, or the label agrees with it. */
export function findLabelFault({builtIn, labelFault}: KnownTerritories, code: string, label: string): string | null {
  const territory = builtIn.get(code);
  const fault = territory === undefined ? null : labelFault(territory, label);
  return fault === null ? null : `${fault}; a code of another list needs "country" in dataset.json`;
}
