// The territories that a package need not list: those of the country whose lists it takes, which has to be Russia for there to be any.
//
// A package of another country, or of no country's list, has its own codes alone: its 040 is not the Southern district.

import {matchTerritoryName} from "../../../country/ru/territory-matcher.ts";
import {canonicalCode, HOME_COUNTRY, type Level, type Territory} from "../../../statistics/territory.ts";

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

/** @param builtIn the territories of Russia, by code */
export function knownIn(
  country: string,
  builtIn: ReadonlyMap<string, Territory>,
  labelFault: LabelFault,
): KnownTerritories {
  if (country === HOME_COUNTRY) {
    const canonicalOf = (code: string, level: Level): string => canonicalCode(code, level, null);
    return {country, builtIn, labelFault, canonicalOf, named: (text) => matchTerritoryName(text)};
  }
  return {country, builtIn: new Map(), labelFault: () => null, canonicalOf: (code) => code, named: () => null};
}

/**
 * Why a normalised code can't be one of a country's: readers filter by it in every dataset at once, so that a territory of another
 * country must not be one of Russia. Codes that are no country's are nobody's to judge.
 */
export function findStrangeness(country: string, canonical: string): string | null {
  const isStrange = country !== HOME_COUNTRY && country !== NO_COUNTRY && /^RU(-|$)/.test(canonical);
  return isStrange ? `is a code of Russia, and the package is of ${country}` : null;
}

/** What is wrong with a label that a package gives to a code; null when the code is not built in, or the label agrees. */
export function findLabelFault({builtIn, labelFault}: KnownTerritories, code: string, label: string): string | null {
  const territory = builtIn.get(code);
  const fault = territory === undefined ? null : labelFault(territory, label);
  return fault === null ? null : `${fault}; a code of another list needs "country" in dataset.json`;
}
