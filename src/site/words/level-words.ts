// Names of the levels of territories: each country has its own, and codes of no country have general ones.
import {ownerOf} from "../../country/countries.ts";
import type {LevelWords} from "../../country/country.ts";
import {inBoth, type Language} from "./language.ts";

/** @param canonical the normalised code of a territory */
export function levelWords(canonical: string, language: Language): LevelWords {
  return (ownerOf(canonical)?.levels ?? GENERAL)[language];
}

const GENERAL = inBoth<LevelWords>({
  ru: {
    one: {country: "страна", district: "округ", macroregion: "макрорегион", region: "регион", city: "город"},
    many: {country: "страны", district: "округа", macroregion: "макрорегионы", region: "регионы", city: "города"},
    map: "Карта регионов плитками, цвет — пятая часть, в которую попало значение",
  },
  en: {
    one: {country: "country", district: "district", macroregion: "macroregion", region: "region", city: "city"},
    many: {country: "countries", district: "districts", macroregion: "macroregions", region: "regions", city: "cities"},
    map: "Map of the regions as tiles, coloured by the fifth that the value is in",
  },
});
