// Russia: the territories of OKATO, the words of Rosstat and EMISS, and the map of the subjects of the federation.
import {readTerritories, readTerritoryEnglish} from "../../reference.ts";
import type {Country} from "../country.ts";
import {canonicalCode} from "./canonical-code.ts";
import {englishName} from "./english-names.ts";
import {LEVEL_WORDS} from "./level-words.ts";
import {describeAsListed} from "./listed-words.ts";
import {nestedNote} from "./overlap-note.ts";
import {TABLE_WORDS} from "./table-words.ts";
import {labelContradiction} from "./territory-label.ts";
import {matchTerritoryCode, matchTerritoryInEra, matchTerritoryName, territoriesNamed} from "./territory-matcher.ts";
import {EAST_COLUMN, TILE_COLUMNS, TILES} from "./tile-grid.ts";
import {englishUnit, isKnownUnit, knownUnit, percent, takesPower, unitInside} from "./unit-matcher.ts";

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
