// The United States: the nation and 51 states by ISO 3166, FIPS and postal codes, the words of American tables, and the map of the states.
//
// Packages may use each of the codes of a state; the normalised code is that of ISO 3166. A name is never guessed: only whole names, and the
// spellings of the reference list, are found.
import {type AmericanTerritory, once, readAmericanTerritories, readAmericanUnits} from "../../reference/reference.ts";
import type {UnitLabel} from "../../statistics/release/release.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {Country, CountryTerritories, CountryUnits, TileGrid} from "../country.ts";
import {folded} from "../plain-text.ts";
import {findSlip} from "../unit-slip.ts";
import {TABLE_WORDS} from "./table-words.ts";

const LEVEL_WORDS: Country["levels"] = {
  ru: {
    one: {
      country: "страна",
      district: "район переписи",
      macroregion: "регион переписи",
      region: "штат",
      city: "город или округ",
    },
    many: {
      country: "страна",
      district: "районы переписи",
      macroregion: "регионы переписи",
      region: "штаты",
      city: "города и округа",
    },
    map: "Плиточная карта штатов, пять групп по значению",
  },
  en: {
    one: {
      country: "nation",
      district: "census division",
      macroregion: "census region",
      region: "state",
      city: "city or county",
    },
    many: {
      country: "nation",
      district: "census divisions",
      macroregion: "census regions",
      region: "states",
      city: "cities and counties",
    },
    map: "Tile map of the states, five groups by value",
  },
};

const SEARCHES = {
  placeholder: "payrolls, GDP…",
  questions: ["unemployment rate", "consumer price index", "payroll employment", "population"],
} as const;

export const us: Country = {
  code: "US",
  name: "the United States",
  language: "en",
  territories: americanTerritories(),
  units: americanUnits(),
  tables: TABLE_WORDS,
  get tiles() {
    return tiles();
  },
  levels: LEVEL_WORDS,
  // Publishers write only English, so an example in another language would find nothing.
  searches: {ru: SEARCHES, en: SEARCHES},
  // there is no parser for a catalogue of an American publisher
  englishName: () => null,
  describeListed: (folded) => folded,
  overlapNote: () => null,
};

const tiles = once(americanTiles);

const unitsBySpelling = once(() => {
  const units = new Map<string, UnitLabel>();
  for (const {name, okei, mult, spellings} of readAmericanUnits()) {
    const label = {code: name.toLowerCase().replaceAll(" ", "_"), name, okei: okei || null, mult};
    for (const spelling of [name, ...spellings]) units.set(spelling.toLowerCase(), label);
  }
  return units;
});

function americanUnits(): CountryUnits {
  const known = (text: string): UnitLabel | null => unitsBySpelling().get(folded(text).toLowerCase()) ?? null;
  return {
    known,
    inside(text) {
      const bare = folded(text)
        .replace(/^\((.*)\)$/, "$1")
        .replace(/[.,;:]+$/, "")
        .trim();
      return known(bare) ?? known(bare.replace(/^(?:in|as) /i, ""));
    },
    slip: (text) => findSlip(text, unitsBySpelling().keys()),
    // packages already have English names of units
    english: () => null,
    percent: () => known("percent")!,
    startsWithNumber: (words) => /^(?:thousands?|millions?|billions?|trillions?)\b/i.test(words),
    isKnown: (name) => known(name) !== null,
    takesPower: (text) =>
      /\b(?:feet|foot|ft|miles?|mi|yards?|yd|inch(?:es)?)\.?$/i.test(text) && !/\b(?:sq|cu)\S*\s+\S+$/i.test(text),
  };
}

const NATION = "US";

function americanTerritories(): CountryTerritories {
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
function americanTiles(): TileGrid {
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
