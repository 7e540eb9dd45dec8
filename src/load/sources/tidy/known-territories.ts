// The territories that a package need not list: those of the country that it names, where the program knows that country.
//
// A package of a country without built-in lists, or of no country's list, has its own codes alone: its 040 is not the Southern district.

import {DEFAULT_COUNTRY, ownerOf} from "../../../country/countries.ts";
import type {Country} from "../../../country/country.ts";
import type {Level, Territory} from "../../../statistics/territory.ts";

/** Why a label can't stand beside the code of a built-in territory; null when it can. */
export type LabelFault = (territory: Territory, label: string) => string | null;

/** The codes of a package are its own. */
export const NO_COUNTRY = "none";

export interface KnownTerritories {
  /** ISO 3166 alpha-2, or NO_COUNTRY. */
  readonly country: string;
  /** By code. */
  readonly builtIn: ReadonlyMap<string, Territory>;
  readonly labelFault: LabelFault;
  /** `geo_canonical` of a code that is not built in. */
  canonicalOf(code: string, level: Level): string;
  /** The built-in territory that a name stands for. */
  named(text: string): Territory | null;
}

/** @param known null: the program has no lists of that country */
export function knownIn(country: string, known: Country | null, labelFault?: LabelFault): KnownTerritories {
  if (known === null)
    return {country, builtIn: new Map(), labelFault: () => null, canonicalOf: (code) => code, named: () => null};
  const {territories} = known;
  return {
    country,
    builtIn: new Map(territories.builtIn().map((territory) => [territory.code, territory])),
    labelFault: labelFault ?? territories.labelFault,
    canonicalOf: territories.canonicalOf,
    named: (text) => territories.ofName(text),
  };
}

/**
 * Why a normalised code can't be one of a country's: readers filter by it in every dataset at once, so that a territory of one country
 * must not be one of another. A package that names no country may have any.
 */
export function findStrangeness(country: string, canonical: string): string | null {
  if (country === DEFAULT_COUNTRY.code || country === NO_COUNTRY) return null;
  const owner = ownerOf(canonical);
  return owner === null || owner.code === country
    ? null
    : `is a code of ${owner.name}, and the package is of ${country}`;
}

/** What is wrong with a label that a package gives to a code; null when the code is not built in, or the label agrees. */
export function findLabelFault({builtIn, labelFault}: KnownTerritories, code: string, label: string): string | null {
  const territory = builtIn.get(code);
  const fault = territory === undefined ? null : labelFault(territory, label);
  return fault === null ? null : `${fault}; a code of another list needs "country" in dataset.json`;
}
