// Russian names of the countries of the world, for lists and tables that name them in English.
//
// A name is exchanged only if the code is that of the country and the name is one of its own: a package may give "FR" another meaning.
import {once, readCountryCodes, readCountryNames} from "../reference/reference.ts";
import type {Territory} from "../statistics/territory.ts";
import {DEFAULT_COUNTRY} from "./countries.ts";

/** null: no country has the code, or the name is not a name of that country. */
export function russianCountry({code, name}: Pick<Territory, "code" | "name">): string | null {
  return names().get(`${code};${name}`) ?? null;
}

/** By a code of ISO 3166-1 and a name that is not Russian. */
const names = once(() => {
  const [english, russian] = ["en", "ru"].map((language) => new Intl.DisplayNames(language, {type: "region"}));
  const other = new Map(readCountryNames().map((one) => [one.two, one.names]));
  const found = new Map<string, string>();
  for (const {two, three, numeric, names: own} of readCountryCodes()) {
    if (two === DEFAULT_COUNTRY.code) continue;
    const name = USUAL[two] ?? russian!.of(two)!;
    for (const written of [english!.of(two)!, ...own, ...(other.get(two) ?? [])])
      if (!/[а-яё]/i.test(written)) for (const code of [two, three, numeric]) found.set(`${code};${written}`, name);
  }
  return found;
});

/** Usual short names where those of Unicode are abbreviated or name a capital. */
const USUAL: Readonly<Record<string, string>> = {
  AX: "Аландские острова",
  BM: "Бермудские острова",
  BV: "Остров Буве",
  CC: "Кокосовые острова",
  CD: "Демократическая Республика Конго",
  CG: "Республика Конго",
  CK: "Острова Кука",
  CX: "Остров Рождества",
  FK: "Фолклендские острова",
  FO: "Фарерские острова",
  GS: "Южная Георгия и Южные Сандвичевы острова",
  HK: "Гонконг",
  HM: "Острова Херд и Макдональд",
  IM: "Остров Мэн",
  KY: "Острова Кайман",
  MH: "Маршалловы Острова",
  MM: "Мьянма",
  MO: "Макао",
  MP: "Северные Марианские острова",
  NF: "Остров Норфолк",
  PN: "Острова Питкэрн",
  SB: "Соломоновы Острова",
  SC: "Сейшелы",
  SH: "Остров Святой Елены",
  UM: "Внешние малые острова США",
  VG: "Британские Виргинские острова",
  VI: "Американские Виргинские острова",
  ZA: "ЮАР",
};
