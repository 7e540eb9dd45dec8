// The United States: the nation and 51 states by ISO 3166, FIPS and postal codes, the words of American tables, and the map of the states.
import {once, readAmericanUnits} from "../../reference.ts";
import type {UnitLabel} from "../../statistics/release/release.ts";
import type {Country, CountryUnits} from "../country.ts";
import {folded} from "../plain-text.ts";
import {TABLE_WORDS} from "./table-words.ts";
import {americanTerritories, americanTiles} from "./territories.ts";

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
  placeholder: "unemployment rate Texas…",
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
    // packages already have English names of units
    english: () => null,
    percent: () => known("percent")!,
    isKnown: (name) => known(name) !== null,
    takesPower: (text) =>
      /\b(?:feet|foot|ft|miles?|mi|yards?|yd|inch(?:es)?)\.?$/i.test(text) && !/\b(?:sq|cu)\S*\s+\S+$/i.test(text),
  };
}
