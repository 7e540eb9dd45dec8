// Russia: the territories of OKATO, the words of Rosstat and EMISS, English names, and the map of the subjects of the federation.

import {once, readNameEnglish, readTerritories, readTerritoryEnglish} from "../../reference/reference.ts";
import type {Level} from "../../statistics/territory.ts";
import {createBoundedCache} from "../../work/bounded-cache.ts";
import type {Country, Tile} from "../country.ts";
import {unitOfEnglish} from "./english-units.ts";
import {describeAsListed} from "./listed-words.ts";
import {TABLE_WORDS} from "./table-words.ts";
import {labelContradiction} from "./territory-label.ts";
import {matchTerritoryCode, matchTerritoryInEra, matchTerritoryName, territoriesNamed} from "./territory-matcher.ts";
import {
  isKnownUnit,
  knownUnit,
  percent,
  russianUnitInEnglish,
  startsWithNumber,
  takesPower,
  unitInside,
  unitOfSymbol,
  unitSlip,
} from "./unit-matcher.ts";

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

/** Rows of the tile map from the north; in each: number of the subject, column, short Russian name, letters of ISO 3166-2. */
const TILE_ROWS: readonly string[] = [
  "51 4 Мур MUR,87 15 Чук CHU",
  "10 4 Кар KR,29 5 Арх ARK,83 6 НАО NEN,89 9 ЯНАО YAN,14 13 Якут SA,49 14 Маг MAG,41 15 Камч KAM",
  "39 0 Клг KGD,78 3 СПб SPE,47 4 Лен LEN,35 5 Влгд VLG,11 7 Коми KO,86 9 ХМАО KHM,24 11 Крнр KYA,27 14 Хаб KHA,65 15 Схл SAK",
  "60 3 Пск PSK,53 4 Новг NGR,76 5 Яр YAR,44 6 Кос KOS,43 7 Кир KIR,59 8 Перм PER,66 9 Свер SVE,72 10 Тюм TYU,70 11 Том TOM,38 12 Ирк IRK,03 13 Бур BU,28 14 Амур AMU,79 15 ЕАО YEV",
  "67 3 Смол SMO,69 4 Твер TVE,33 5 Влад VLA,37 6 Ив IVA,12 7 МЭл ME,18 8 Удм UD,74 9 Чел CHE,45 10 Кург KGN,55 11 Омск OMS,54 12 Нск NVS,75 14 Заб ZAB,25 15 Прим PRI",
  "32 2 Брян BRY,40 3 Клж KLU,50 4 МО MOS,77 5 Мск MOW,52 6 НН NIZ,21 7 Чув CU,16 8 Тат TA,02 9 Баш BA,42 12 Кем KEM,19 13 Хак KK",
  "57 3 Орёл ORL,71 4 Тул TUL,62 5 Ряз RYA,13 6 Морд MO,73 7 Улн ULY,63 8 Сам SAM,56 9 Орб ORE,22 11 АлтК ALT,04 12 РАлт AL,17 13 Тыва TY",
  "46 3 Кур KRS,48 4 Лип LIP,68 5 Там TAM,58 6 Пенз PNZ,64 7 Сар SAR",
  "31 3 Бел BEL,36 4 Вор VOR,61 5 Рост ROS,34 6 Волг VGG,30 7 Астр AST",
  "92 2 Сев SEV,91 3 Крым CR,23 4 Крсд KDA,01 5 Адыг AD,26 6 Став STA,08 7 Калм KL",
  "09 4 КЧР KC,07 5 КБР KB,15 6 РСО SE,06 7 Инг IN,20 8 Чеч CE,05 9 Даг DA",
];

const tiles = new Map(
  TILE_ROWS.flatMap((line, row) =>
    line.split(",").map((entry): [string, Tile] => {
      const [number, column, ru, en] = entry.split(" ") as [string, string, string, string];
      return [`RU-${number}`, {column: Number(column), row, ru, en}];
    }),
  ),
);

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
  units: {
    known: knownUnit,
    inside: unitInside,
    ofEnglish: unitOfEnglish,
    ofSymbol: unitOfSymbol,
    slip: unitSlip,
    percent,
    english: russianUnitInEnglish,
    isKnown: isKnownUnit,
    startsWithNumber,
    takesPower,
  },
  tables: TABLE_WORDS,
  englishName: russianNameInEnglish,
  tiles: {columns: 16, breakAt: 10, tiles},
  levels: LEVEL_WORDS,
  searches: {
    ru: {
      placeholder: "инфляция, ВВП…",
      questions: ["индекс потребительских цен", "валовой внутренний продукт", "ключевая ставка", "население"],
    },
    en: {
      placeholder: "inflation, GDP…",
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
  const hasBoth = (oblast: string, areas: readonly string[]): boolean =>
    valued.has(oblast) && areas.some((area) => valued.has(area));
  const isTyumen = hasBoth("RU-72", ["RU-86", "RU-89"]);
  const isArkhangelsk = hasBoth("RU-29", ["RU-83"]);
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

/**
 * `geo_canonical` of a territory of Russia [territory.canonical]: RU-00 the country, RU-nn a subject by its number, RU-1nn a federal district
 * and RU-2nn a macroregion by the last two digits of its code, RU- and the OKATO digits a city (and a region whose number is unknown).
 * A code that is in no list and has none of these forms is kept, and a country is Russia only with a code of Russia (FIX-country-01).
 * The number is not the OKATO prefix: Moscow is RU-77 and OKATO 45, and autonomous districts share the prefix of their oblast.
 */
export function canonicalCode(code: string, level: Level, subjectNumber: string | null): string {
  if (level === "country") return RUSSIA.test(code) ? "RU-00" : ownCode(code);
  if (level === "region" && subjectNumber !== null) return `RU-${subjectNumber.padStart(2, "0")}`;
  if (SHAPE_OF_LEVEL[level].test(code)) return code;
  if (level === "district" && GROUP_CODE.test(code)) return `RU-1${code.slice(-2)}`;
  if (level === "macroregion" && GROUP_CODE.test(code)) return `RU-2${code.slice(-2)}`;
  const isOkato = (level === "city" || level === "region") && OKATO_DIGITS.test(code);
  return isOkato ? `RU-${code}` : ownCode(code);
}

/** A code that begins like a normalised code of another level could be mistaken for another territory. */
function ownCode(code: string): string {
  return code.startsWith("RU-") ? `RU-x-${code}` : code;
}

/** By ISO 3166, or 643 with a mark after it: another methodology. */
const RUSSIA = /^(?:643(?!\d).*|643004\.?[АA]Г|RU|RUS|RU-00)$/;

/** Districts and macroregions have three digits, 030 … 060; a spreadsheet may have removed the zero. */
const GROUP_CODE = /^0?\d\d$/;
/** From the district of a subject (5 digits) down to a village (11). */
const OKATO_DIGITS = /^\d{5,11}$/;

const SHAPE_OF_LEVEL: Record<Exclude<Level, "country">, RegExp> = {
  district: /^RU-1\d\d$/,
  macroregion: /^RU-2\d\d$/,
  region: /^RU-(\d\d|[A-Z]{2,3})$/,
  city: /^RU-\d{5,11}$/,
};

/** A class of several levels ("Всего / мужчины") has one only if each of its parts has one, so that no name is half Russian. */
export function russianNameInEnglish(name: string): string | null {
  // Classes share their parts, and most have a first one without an English name: the others are not cut out then.
  let english = "";
  for (let from = 0; from !== -1; ) {
    const end = name.indexOf(BETWEEN_LEVELS, from);
    const own = remembered(end === -1 ? name.slice(from) : name.slice(from, end));
    if (from === 0 && end !== -1 && own.beginsOther) {
      const whole = ofWhole(folded(name));
      if (whole !== null) return whole;
    }
    if (own.english === null) return null;
    english += from === 0 ? own.english : BETWEEN_LEVELS + own.english;
    from = end === -1 ? -1 : end + BETWEEN_LEVELS.length;
  }
  return english;
}

const BETWEEN_LEVELS = " / ";

interface KnownPart {
  readonly english: string | null;
  /** A name of the list has this and further parts. */
  readonly beginsOther: boolean;
}

/** Beginnings of names of the list that look like those of several levels. */
const beginnings = once(
  () =>
    new Set(
      [...byFolded().keys()]
        .filter((name) => name.includes(BETWEEN_LEVELS))
        .map((name) => name.split(BETWEEN_LEVELS)[0]!),
    ),
);

/** What was wanted last, because folding a name takes much longer than finding it. */
const wanted = createBoundedCache<KnownPart>(20_000);

function remembered(part: string): KnownPart {
  if (isOther(part)) return OTHER;
  const known = wanted.find(part);
  if (known !== undefined) return known;
  const own = folded(part);
  const found = {english: ofWhole(own), beginsOther: beginnings().has(own)};
  wanted.keep(part, found, 1);
  return found;
}

const OTHER: KnownPart = {english: null, beginsOther: false};
/** Folding changes nothing else of such a beginning but capitals. */
const PLAIN_HEAD = /^(?=.{6})[А-Яа-я]+(?: [А-Яа-я]+)*$/;
const HEAD_LETTERS = 6;

/** No name of the list begins so: most names of a large dataset are told by this alone, in a tenth of the time of folding. */
function isOther(part: string): boolean {
  const head = part.slice(0, HEAD_LETTERS);
  return PLAIN_HEAD.test(head) && !heads().has(head.toLowerCase());
}

/** A short name may stand before other words. */
const heads = once(
  () => new Set([...byFolded().keys()].map((name) => `${name}${OF_ALL_REGIONS}`.slice(0, HEAD_LETTERS))),
);

/** @param name folded */
function ofWhole(name: string): string | null {
  const names = byFolded();
  const own = names.get(name);
  if (own !== undefined) return own;
  if (!name.endsWith(OF_ALL_REGIONS)) return null;
  const ofAll = names.get(name.slice(0, -OF_ALL_REGIONS.length).replace(/,$/, ""));
  return ofAll === undefined ? null : `${ofAll}, by region`;
}

const OF_ALL_REGIONS = " по субъектам российской федерации";

const byFolded = once(() => new Map([...readNameEnglish()].map(([name, english]) => [folded(name), english])));

/** Publishers write one name with capitals or without, and with other blanks and dashes; the list has no semicolons. */
function folded(name: string): string {
  const lower = name.toLowerCase().replaceAll("ё", "е").replaceAll(";", ",").replace(/[–—]/g, "-");
  // most names have single blanks alone, and each replacement makes a text
  return lower.replace(/\s{2,}|[^\S ]/g, " ").trim();
}
