// The nation and the states of the United States by their codes and names.
//
// Publishers write a state by ISO 3166 (US-CA), FIPS (06) or the postal code (CA). Packages may use each of these codes; the normalised code
// is that of ISO 3166. A name is never guessed: only whole names, and the spellings of the reference list, are found.
import {type AmericanTerritory, once, readAmericanTerritories} from "../../reference.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {CountryTerritories, TileGrid} from "../country.ts";

const NATION = "US";

export function americanTerritories(): CountryTerritories {
  const listed = readAmericanTerritories;
  const builtIn = once(() => listed().flatMap((one) => codesOf(one).map((code) => territoryOf(one, code))));
  const byCode = once(() => new Map(builtIn().map((territory) => [territory.code, territory])));
  const byName = once(
    () =>
      new Map(
        listed().flatMap((one) =>
          [one.name, ...one.spellings].map((name) => [foldName(name), territoryOf(one, one.iso)]),
        ),
      ),
  );
  const ofName = (text: string): Territory | null => byName().get(foldName(text)) ?? null;
  return {
    builtIn,
    english: once(() => new Map(builtIn().map(({code, name}) => [code, name]))),
    canonicalOf: (code) => code,
    owns: (canonical) => /^US(-|$)/.test(canonical),
    ofCode: (code) => byCode().get(code.trim()) ?? null,
    ofName,
    named: (text) => [ofName(text)].filter((one) => one !== null),
    inEra: ofName,
    labelFault(territory, label) {
      const folded = foldName(label);
      const meant = byName().get(folded);
      const isWhole = meant === undefined && ` ${folded} `.includes(` ${foldName(territory.name)} `);
      const isCode = listed().some((one) => one.iso === territory.canonical && codesOf(one).includes(label.trim()));
      if (isWhole || isCode || meant?.canonical === territory.canonical) return null;
      return `contradicts the built-in name of ${territory.code}, which is ${JSON.stringify(territory.name)}`;
    },
  };
}

/** Each state is one tile; the map fits on a narrow screen. */
export function americanTiles(): TileGrid {
  const states = readAmericanTerritories().filter(({postal}) => postal !== null);
  return {
    columns: Math.max(...states.map(({column}) => column)) + 1,
    breakAt: null,
    tiles: new Map(states.map(({iso, column, row, postal}) => [iso, {column, row, ru: postal!, en: postal!}])),
  };
}

function codesOf({iso, fips, postal}: AmericanTerritory): string[] {
  return postal === null ? [iso, fips] : [iso, fips, postal];
}

function territoryOf({iso, name, level}: AmericanTerritory, code: string): Territory {
  return {code, name, level, canonical: iso, parent: level === "country" ? null : NATION};
}

/** In lower case, without points, "the", and footnote marks after the name. */
function foldName(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s*(?:\(\d+\)|\d+\)?|\*+)\s*$/, "")
    .replace(/[.,]/g, "")
    .replace(/^the /, "")
    .replace(/\s+/g, " ")
    .trim();
}
