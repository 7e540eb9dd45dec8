// The country and the territories of a package (dataset.json, `country` and `geo`), beside those that are built in.
//
// A package may give a built-in code another level, but no other name and no code of another country: its figures would be served as those of
// the built-in territory (CONTRACT 4).
import {DEFAULT_COUNTRY} from "../../../country/countries.ts";
import {LEVELS, type Territory} from "../../../statistics/territory.ts";
import type {Fields} from "./fields.ts";
import {findLabelFault, findStrangeness, type KnownTerritories, NO_COUNTRY} from "./known-territories.ts";

export function readCountry(fields: Fields): string {
  const country = fields.textOrNull("country") ?? DEFAULT_COUNTRY.code;
  if (country !== NO_COUNTRY && !/^[A-Z]{2}$/.test(country))
    fields.refuse("country", `must be a code of ISO 3166 like "US", or "none", not ${JSON.stringify(country)}`);
  return country;
}

export function readTerritory(fields: Fields, territories: KnownTerritories): Territory {
  const code = fields.code("code");
  const known = territories.builtIn.get(code);
  if (isLevelWord(code)) fields.refuse("code", `must not be the word ${JSON.stringify(code)}`);
  const level = fields.choiceOrNull("level", LEVELS) ?? known?.level ?? null;
  if (level === null && !fields.has("level")) fields.refuse("level", `is missing; one of ${LEVELS.join(", ")}`);
  const given = fields.codeOrNull("canonical");
  const canonical =
    given ?? (known?.level === level ? known.canonical : territories.canonicalOf(code, level ?? "city"));
  const canonicalFault = given === null ? null : findCanonicalFault(territories.country, given);
  if (canonicalFault !== null) fields.refuse("canonical", canonicalFault);
  const strangeness = findStrangeness(territories.country, canonical);
  if (strangeness !== null) fields.refuse(given === null ? "code" : "canonical", strangeness);
  const name = fields.text("name");
  const fault = findLabelFault(territories, code, name);
  if (fault !== null) fields.refuse("name", `${JSON.stringify(name)} ${fault}`);
  return {
    code,
    name,
    level: level ?? "city",
    canonical,
    parent: fields.codeOrNull("parent") ?? known?.parent ?? null,
  };
}

function isLevelWord(code: string): boolean {
  return code === "all" || LEVELS.some((level) => level === code);
}

function findCanonicalFault(country: string, canonical: string): string | null {
  if (isLevelWord(canonical)) return `must not be the word ${JSON.stringify(canonical)}`;
  const hasShape = country !== DEFAULT_COUNTRY.code || /^[A-Z]{2}(-[A-Za-z0-9._-]+)?$/.test(canonical);
  return hasShape ? null : `must have a shape like "${DEFAULT_COUNTRY.code}-77"`;
}

/** A part of a dataset can't rename a built-in territory. */
export function withBuiltInNames(
  territories: readonly Territory[] | null,
  {builtIn}: KnownTerritories,
): readonly Territory[] | null {
  return territories?.map((one) => ({...one, name: builtIn.get(one.code)?.name ?? one.name})) ?? null;
}
