// Russia: the territories of OKATO, the words of Rosstat and EMISS, and the map of the subjects of the federation.
import {readTerritories, readTerritoryEnglish} from "../../reference.ts";
import type {Country} from "../country.ts";
import {canonicalCode} from "./canonical-code.ts";
import {englishName} from "./english-names.ts";
import {describeAsListed} from "./listed-words.ts";
import {TABLE_WORDS} from "./table-words.ts";
import {labelContradiction} from "./territory-label.ts";
import {matchTerritoryCode, matchTerritoryInEra, matchTerritoryName, territoriesNamed} from "./territory-matcher.ts";
import {EAST_COLUMN, TILE_COLUMNS, TILES} from "./tile-grid.ts";
import {englishUnit, isKnownUnit, knownUnit, percent, takesPower, unitInside} from "./unit-matcher.ts";

/** By the names of the levels in the languages of the site. */
const LEVEL_WORDS: Country["levels"] = {
  ru: {
    one: {
      country: "страна",
      district: "федеральный округ",
      macroregion: "экономический район",
      region: "субъект федерации",
      city: "город или часть субъекта",
    },
    many: {
      country: "страна",
      district: "федеральные округа",
      macroregion: "экономические районы",
      region: "субъекты федерации",
      city: "города и части субъектов",
    },
    map: "Плиточная карта регионов, пять групп по значению",
  },
  en: {
    one: {
      country: "country",
      district: "federal district",
      macroregion: "economic region",
      region: "region",
      city: "city or part of a region",
    },
    many: {
      country: "country",
      district: "federal districts",
      macroregion: "economic regions",
      region: "regions",
      city: "cities and parts of regions",
    },
    map: "Tile map of the regions, five groups by value",
  },
};

export const ru: Country = {
  code: "RU",
  name: "Russia",
  language: "ru",
  territories: {
    builtIn: readTerritories,
    english: readTerritoryEnglish,
    canonicalOf: (code, level) => canonicalCode(code, level, null),
    owns: (canonical) => /^RU(-|$)/.test(canonical),
    ofCode: matchTerritoryCode,
    ofName: matchTerritoryName,
    named: territoriesNamed,
    inEra: matchTerritoryInEra,
    labelFault: labelContradiction,
  },
  units: {known: knownUnit, inside: unitInside, percent, english: englishUnit, isKnown: isKnownUnit, takesPower},
  tables: TABLE_WORDS,
  englishName,
  tiles: {columns: TILE_COLUMNS, breakAt: EAST_COLUMN, tiles: TILES},
  levels: LEVEL_WORDS,
  searches: {
    ru: {
      placeholder: "инфляция, ВВП, население Москвы…",
      questions: ["индекс потребительских цен", "валовой внутренний продукт", "ключевая ставка", "население"],
    },
    en: {
      placeholder: "inflation, GDP, population of Moscow…",
      questions: ["consumer price index", "gross domestic product", "key rate", "population"],
    },
  },
  describeListed: describeAsListed,
  overlapNote: nestedNote,
};

/**
 * A note about the oblasts that have a value beside their autonomous areas; null: there are none. Some publishers include the areas in the
 * oblast, others do not; the values do not show which, so the sum of a ranking with both may count the areas twice.
 * @param valued canonical codes of the territories that have a value
 */
export function nestedNote(valued: ReadonlySet<string>, language: "ru" | "en"): string | null {
  const isBeside = (oblast: string, areas: readonly string[]): boolean =>
    valued.has(oblast) && areas.some((area) => valued.has(area));
  const isTyumen = isBeside("RU-72", ["RU-86", "RU-89"]);
  const isArkhangelsk = isBeside("RU-29", ["RU-83"]);
  const words = NESTED_WORDS[language];
  if (isTyumen && isArkhangelsk) return words.both;
  return isTyumen ? words.tyumen : isArkhangelsk ? words.arkhangelsk : null;
}

const NESTED_WORDS = {
  ru: {
    both: "Значения Тюменской и Архангельской областей могут включать их автономные округа, которые показаны и отдельно.",
    tyumen: "Значение Тюменской области может включать её автономные округа, которые показаны и отдельно.",
    arkhangelsk: "Значение Архангельской области может включать Ненецкий автономный округ, который показан и отдельно.",
  },
  en: {
    both: "The values of Tyumen and Arkhangelsk Regions may include their autonomous areas, which are also listed separately.",
    tyumen: "The value of Tyumen Region may include its autonomous areas, which are also listed separately.",
    arkhangelsk:
      "The value of Arkhangelsk Region may include the Nenets Autonomous Area, which is also listed separately.",
  },
};
