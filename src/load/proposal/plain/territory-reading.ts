// The ways to read the members of a column, or the headers of values, as territories.
import {COUNTRIES} from "../../../country/countries.ts";
import type {Country} from "../../../country/country.ts";
import {COLUMN_WORDS, COUNTRY_WORDS, STATE_WORDS} from "../../../country/plain-table-words.ts";
import {namesWorldTerritory, worldTerritory} from "../../../country/world-territories.ts";
import type {Territory} from "../../../statistics/territory.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {Kind} from "../../described/descriptor/descriptor.ts";
import {STAYS_OPEN} from "../guesses.ts";
import type {Say} from "../reading.ts";
import type {ColumnProfile} from "./column-profile.ts";

export interface TerritoryReading {
  readonly kind: Kind;
  readonly country: Country | null;
  readonly of: (text: string) => Territory | null;
}

const LEAST_SHARE = 0.8;

/** The ways to read territories: countries of the world, then names and codes of the lists of countries. */
export function readings(words: Country, isNamed: boolean, day: Day): TerritoryReading[] {
  const listed = isNamed ? [words] : [words, ...COUNTRIES.filter((one) => one !== words)];
  return [
    {kind: "country", country: null, of: worldTerritory},
    ...listed.flatMap((one): TerritoryReading[] => [
      {kind: "territory", country: one === words ? null : one, of: (text) => one.territories.ofName(text, day)},
      {kind: "code of territory", country: one === words ? null : one, of: one.territories.ofCode},
    ]),
  ];
}

/** Names of members, and the share of them that a reading knows; null: too few. */
export function territoryReading(
  {texts, header}: {readonly texts: readonly string[]; readonly header: string},
  words: Country,
  isNamed: boolean,
  day: Day,
  say: Say,
): TerritoryReading | null {
  if (texts.length === 0) return null;
  const isOfTerritories = COLUMN_WORDS.territory.test(header);
  const isDigits = texts.every((text) => /^\d+$/.test(text));
  if (isDigits && !COLUMN_WORDS.code.test(header)) return null;
  const fits = readings(words, isNamed, day)
    .map((reading) => ({reading, read: texts.filter((text) => reading.of(text) !== null).length}))
    .filter(({read}) => read >= texts.length * LEAST_SHARE);
  const [best] = [...fits].sort((a, b) => b.read - a.read);
  if (best === undefined) return null;
  // Codes without a word for territories may be languages or currencies. The headers of values have no word, and are many.
  const areCodes = !texts.some((text) => namesWorldTerritory(text) || /\p{L}{4}/u.test(text));
  const mayBeCodes = header === "" || COLUMN_WORDS.code.test(header);
  if (areCodes && !isOfTerritories && (!mayBeCodes || texts.length < 3)) return null;
  const others = fits.filter(({read, reading}) => read === best.read && reading !== best.reading);
  const rival = others.find(({reading}) => isOtherReading(texts, best.reading, reading));
  if (rival !== undefined) {
    const isState = STATE_WORDS.test(header);
    const isCountry = COUNTRY_WORDS.test(header);
    if (isState && rival.reading.country !== null) return rival.reading;
    if (!isCountry)
      say(
        `are the members of ${header}, such as ${texts[0]}, countries or parts of one? write the kind in a descriptor${STAYS_OPEN}`,
        null,
      );
  }
  return best.reading;
}

function isOtherReading(texts: readonly string[], one: TerritoryReading, other: TerritoryReading): boolean {
  return texts.some((text) => {
    const [a, b] = [one.of(text), other.of(text)];
    return a !== null && b !== null && a.canonical !== b.canonical;
  });
}

/** A column with the way in which its members are read. */
export interface OfTerritories {
  readonly one: ColumnProfile;
  readonly reading: TerritoryReading;
}

export function textsOf({distinct}: ColumnProfile): string[] {
  return distinct.map(({plain}) => plain.trim());
}
