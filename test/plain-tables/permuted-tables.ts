// Plain tables made by chance: other orders of columns, other headers, other writings of periods, territories and missing values.
import {days, months, type Part, quarters, weeks, years} from "./period-writings.ts";
import {COUNTRY_PLACES, REGION_PLACES} from "./sixty-tables.ts";
import type {Column, Series, TableSpec, TextFormat} from "./table-model.ts";

export type Chance = (count: number) => number;

const HEADERS = {
  country: [
    "Country",
    "country",
    "Entity",
    "Area",
    "geo",
    "REF_AREA",
    "Country Name",
    "location",
    "Reporter country",
    "nation",
    "Territory",
  ],
  code: ["Code", "iso3", "ISO", "Country Code", "country_code", "iso_code", "LOCATION"],
  страна: ["Страна", "страна", "Государство", "Территория", "Регион"],
  region: ["Регион", "Субъект РФ", "Территория", "Область", "region"],
  date: ["date", "Date", "time", "TIME_PERIOD", "Period", "period", "Time Period", "ref_date", "Дата", "Период"],
  year: ["year", "Year", "YEAR", "Years", "Год", "год"],
  month: ["month", "Month", "mon", "Месяц"],
  quarter: ["quarter", "Quarter", "qtr", "Квартал"],
  value: ["value", "Value", "OBS_VALUE", "obs_value", "Значение", "values"],
  index: ["", "Unnamed: 0", "index", "id", "№"],
  indicator: ["Indicator", "Series", "variable", "Item", "Показатель", "Indicator Name"],
  dimension: ["sex", "age group", "sector", "Product group", "Вид"],
  note: ["Note", "Source", "comments", "Примечание"],
  frequency: ["FREQ", "Frequency"],
} as const;

const WRITINGS: Readonly<Record<Part["of"], readonly string[]>> = {
  A: ["year", "2021.0", "2021 год"],
  Q: ["2024-Q1", "2024Q1", "2024 Q1", "Q1 2024", "Q1-24", "1Q24", "1Q 2024", "I кв. 2024", "1 квартал 2024", "iso"],
  M: [
    "2024-01",
    "2024M01",
    "202401",
    "01.2024",
    "01/2024",
    "Jan 2024",
    "Jan-24",
    "January 2024",
    "2024 Jan",
    "2024 январь",
    "январь 2024",
    "янв 24",
    "янв. 2024 г.",
    "iso",
    "iso end",
    "compact",
    "iso stamp",
    "day.month.year",
  ],
  W: ["2024-W05", "2024W05"],
  D: [
    "iso",
    "iso stamp",
    "iso blank stamp",
    "compact",
    "day.month.year",
    "day/month/year",
    "15 Jan 2024",
    "January 15, 2024",
    "15 января 2024",
  ],
};
const MISSING = ["", "", "NA", "n/a", "NaN", ".", "..", "null", "…", "#N/A", "нет данных"];
const FORMATS: readonly TextFormat[] = [
  ",",
  ",",
  ",",
  ";",
  "\t",
  "xlsx",
  "json records",
  "json columns",
  "json lines",
  "utf-16",
  "gzip",
  "sep=;",
  "ods",
  "json split",
];
const SERIES = ["Exports", "Imports", "Cement output", "Retail trade", "Доходы", "Wages"];

export function permutedTable(chance: Chance, number: number): TableSpec {
  const of = <T>(all: readonly T[]): T => all[chance(all.length)]!;
  const isRussian = chance(5) === 0;
  const isRegional = isRussian && chance(2) === 0;
  const places = isRegional ? REGION_PLACES : shuffled(COUNTRY_PLACES, chance).slice(0, 3 + chance(4));
  const frequency = of(["A", "A", "Q", "Q", "M", "M", "M", "W", "D"] as const);
  const periods: readonly Part[] = {
    A: () => years(2000 + chance(15), 4 + chance(4)),
    Q: () => quarters(2018 + chance(4), 5 + chance(4)),
    M: () => months(2018 + chance(5), 6 + chance(9)),
    W: () => weeks(2024, 1 + chance(20), 6),
    D: () => days(2024, 1 + chance(12), 9, 8),
  }[frequency]();
  const count = chance(3) === 0 ? 2 + chance(3) : 1;
  const series: Series[] = count === 1 ? [{name: ""}] : SERIES.slice(0, count).map((name) => ({name}));
  const territory = territoryOf(of, chance, isRussian, isRegional);
  const period = periodOf(of, chance, frequency);
  const shape = chance(4);
  const labels: Column[] = [];
  let across: Column | null = null;
  if (count > 1 && shape !== 1) across = {as: "across", over: "series"};
  else if (shape === 1 && frequency !== "D") across = {as: "across", over: "periods", form: of(WRITINGS[frequency])};
  else if (shape === 2 && count === 1 && !isRegional)
    across = {as: "across", over: "places", form: of(isRussian ? ["ru"] : ["en", "two", "three"])};
  const overs = across?.as === "across" ? across.over : null;
  if (overs !== "places") labels.push(...territory);
  if (overs !== "periods") labels.push(...period);
  if (overs !== "series" && count > 1) labels.push({as: "series", h: of(HEADERS.indicator)});
  labels.push(across ?? {as: "value", h: of(HEADERS.value)});
  if (chance(6) === 0) labels.push({as: "same", h: of(HEADERS.note), text: "see the methodology"});
  if (chance(8) === 0 && overs !== "periods") labels.push({as: "same", h: of(HEADERS.frequency), text: frequency});
  const ordered = shuffled(labels, chance);
  if (chance(6) === 0) ordered.unshift({as: "number", h: of(HEADERS.index), from: chance(2)});
  const format = of(FORMATS);
  const isText = !format.startsWith("json") && format !== "xlsx" && format !== "ods";
  const comma = isText && (format === ";" || format === "sep=;" || format === "\t") && chance(2) === 0;
  return {
    name: `${number}: ${format} ${frequency} ${ordered.map((one) => ("h" in one ? one.h : one.over)).join(" | ")}`,
    ...{places, periods, series, unit: "percent", columns: ordered, format, words: {unit: "percent"}},
    order: shuffled(["places", "periods", "series"] as const, chance),
    missing: isText || format === "xlsx" ? of(MISSING) : "",
    ...(comma && {comma: true as const}),
    ...(isText &&
      chance(5) === 0 && {over: of([["Prices by country"], ["# made by a program"], ["Prices", "not adjusted"]])}),
    ...(isText && chance(6) === 0 && {below: of([["# end"], ["Source: an office"], ["", "Источник: ведомство"]])}),
  };
}

function territoryOf(
  of: <T>(all: readonly T[]) => T,
  chance: Chance,
  isRussian: boolean,
  isRegional: boolean,
): Column[] {
  if (isRegional) {
    const name: Column = {as: "place", h: of(HEADERS.region), form: "ru"};
    return chance(3) === 0 ? [name, {as: "place", h: of(["ОКАТО", "okato", "Код ОКАТО"]), form: "digits"}] : [name];
  }
  if (isRussian) return [{as: "place", h: of(HEADERS.страна), form: "ru"}];
  const code: Column = {as: "place", h: of(HEADERS.code), form: of(["two", "three"] as const)};
  const name: Column = {as: "place", h: of(HEADERS.country), form: "en"};
  return of([[name], [code], [name, code]]);
}

function periodOf(of: <T>(all: readonly T[]) => T, chance: Chance, frequency: Part["of"]): Column[] {
  const year: Column = {as: "period", h: of(HEADERS.year), form: "year"};
  if (frequency === "M" && chance(4) === 0)
    return [year, {as: "period", h: of(HEADERS.month), form: of(["number", "January", "Jan", "январь"])}];
  if (frequency === "Q" && chance(4) === 0)
    return [year, {as: "period", h: of(HEADERS.quarter), form: of(["number", "Q1"])}];
  if (frequency === "A") return [{as: "period", h: of(HEADERS.year), form: of(WRITINGS.A)}];
  return [{as: "period", h: of(HEADERS.date), form: of(WRITINGS[frequency])}];
}

function shuffled<T>(all: readonly T[], chance: Chance): T[] {
  const rest = [...all];
  return Array.from({length: all.length}, () => rest.splice(chance(rest.length), 1)[0]!);
}
