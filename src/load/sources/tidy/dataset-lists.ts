// The country, the territories and the weeks of a package: `country`, `geo` and `weeks` of dataset.json.
//
// A package may give a built-in code another level, but no other name and no code of another country: its figures would be served as those of
// the built-in territory [territory.package].
import {DEFAULT_COUNTRY} from "../../../country/countries.ts";
import {LEVELS, type Territory} from "../../../statistics/territory.ts";
import {dayOf} from "../../../statistics/time/day.ts";
import {checkWeeks, type PriceWeek, WEEKS_A_YEAR} from "../../../statistics/time/week.ts";
import type {EnglishNames} from "./english-names.ts";
import type {Fields} from "./fields.ts";
import {findLabelFault, findStrangeness, type KnownTerritories, NO_COUNTRY} from "./known-territories.ts";

export function readCountry(fields: Fields): string {
  const country = fields.textOrNull("country") ?? DEFAULT_COUNTRY.code;
  if (country !== NO_COUNTRY && !/^[A-Z]{2}$/.test(country))
    fields.refuse("country", `must be a code of ISO 3166 like "US", or "none", not ${JSON.stringify(country)}`);
  return country;
}

export function readTerritory(fields: Fields, territories: KnownTerritories, english: EnglishNames): Territory {
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
  english.read(fields, "name_en", name, (other) => findLabelFault(territories, code, other));
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

/** Keeps the place of a day that is missing; the package is refused, because the missing day is a problem. */
export const STAND_IN_DAY = dayOf(1970, 1, 1);

/** Number and day of each week, without contradictions; null: the package gives none. */
export function readDeclaredWeeks(fields: Fields): readonly PriceWeek[] | null {
  let isSound = true;
  const weeks = fields.list("weeks", ["year", "week", "date"], (one) => {
    const year = one.number("year", 0, {holds: isWhole(1700, 2199), words: "a year"});
    const week = one.number("week", 0, {holds: isWhole(1, WEEKS_A_YEAR), words: `a week from 1 to ${WEEKS_A_YEAR}`});
    const day = one.day("date");
    isSound &&= year !== 0 && week !== 0 && day !== null;
    return {year, week, day: day ?? STAND_IN_DAY};
  });
  if (weeks && isSound) refuseWeeks(fields, weeks);
  return weeks;
}

const isWhole = (from: number, to: number) => (given: number) =>
  Number.isInteger(given) && given >= from && given <= to;

function refuseWeeks(fields: Fields, weeks: readonly PriceWeek[]): void {
  const seen = new Map<string, number>();
  for (const [index, {year, week, day}] of weeks.entries()) {
    const before = seen.get(`${year}-${week}`);
    if (before !== undefined && weeks[before]!.day !== day)
      fields.refuse(`weeks[${index}]`, `gives another date than weeks[${before}]`);
    seen.set(`${year}-${week}`, before ?? index);
  }
  try {
    checkWeeks(weeks);
  } catch (error) {
    fields.refuse("weeks", (error as Error).message);
  }
}
