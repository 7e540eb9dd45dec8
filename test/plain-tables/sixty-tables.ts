// Sixty small plain tables: long and wide, in all the writings of periods, territories and missing values that people publish.
//
// Each needs at most the words that its file does not have: a unit, a territory, or the answer to a question that it leaves open.
import {days, months, type Part, quarters, weeks, years} from "./period-writings.ts";
import type {Column, Place, Series, TableSpec} from "./table-model.ts";

const FR: Place = {canonical: "FR", en: "France", ru: "Франция", two: "FR", three: "FRA", digits: "250"};
const DE: Place = {canonical: "DE", en: "Germany", ru: "Германия", two: "DE", three: "DEU", digits: "276"};
const US: Place = {canonical: "US", en: "United States", wb: "USA", ru: "США", two: "US", three: "USA", digits: "840"};
const GB: Place = {
  canonical: "GB",
  en: "United Kingdom",
  wb: "UK",
  ru: "Великобритания",
  two: "GB",
  three: "GBR",
  digits: "826",
};
const KR: Place = {
  canonical: "KR",
  en: "South Korea",
  wb: "Korea, Rep.",
  ru: "Республика Корея",
  two: "KR",
  three: "KOR",
  digits: "410",
};
const TR: Place = {canonical: "TR", en: "Turkey", wb: "Türkiye", ru: "Турция", two: "TR", three: "TUR", digits: "792"};
const RU: Place = {
  canonical: "RU-00",
  en: "Russia",
  wb: "Russian Federation",
  ru: "Россия",
  two: "RU",
  three: "RUS",
  digits: "643",
};
const BR: Place = {canonical: "BR", en: "Brazil", ru: "Бразилия", two: "BR", three: "BRA", digits: "076"};
const WORLD: Place = {canonical: "name:World", en: "World", wb: "World", ru: "Мир", three: "WLD"};
const EURO: Place = {canonical: "name:Euro area", en: "Euro area", wb: "Euro area", three: "EMU"};
export const COUNTRY_PLACES: readonly Place[] = [FR, DE, US, GB, KR, TR, RU, BR];
const THREE = [FR, DE, US];
const region = (canonical: string, ru: string, digits: string): Place => ({canonical, en: ru, ru, digits});
export const REGION_PLACES: readonly Place[] = [
  region("RU-31", "Белгородская область", "14000000000"),
  region("RU-77", "г. Москва", "45000000000"),
  region("RU-78", "г. Санкт-Петербург", "40000000000"),
];
const state = (two: string, en: string): Place => ({canonical: `US-${two}`, en, two});
const STATES = [state("TX", "Texas"), state("CA", "California"), state("NY", "New York")];
const shop = (en: string): Place => ({canonical: `name:${en}`, en});
const SHOPS = [shop("Springfield North"), shop("Shelbyville"), shop("Ogdenville"), shop("Capital City")];
const NOWHERE: Place = {canonical: "", en: ""};
const atPlace = (canonical: string): Place => ({...NOWHERE, canonical});

const one: readonly Series[] = [{name: ""}];
const named = (...names: string[]): Series[] => names.map((name) => ({name}));
const country = (h = "Country", form: "en" | "wb" | "ru" | "two" | "three" | "digits" = "en"): Column => ({
  as: "place",
  h,
  form,
});
const period = (form: string, h = "date"): Column => ({as: "period", h, form});
const year = (h = "year"): Column => period("year", h);
const value = (h = "value"): Column => ({as: "value", h});
const seriesAcross: Column = {as: "across", over: "series"};
const periodsAcross = (form: string): Column => ({as: "across", over: "periods", form});
const placesAcross = (form: string): Column => ({as: "across", over: "places", form});
const PERCENT = {unit: "percent"} as const;

/** A long table of three countries with one unit that a person gives. */
function long(
  name: string,
  periods: readonly Part[],
  columns: readonly Column[],
  other: Partial<TableSpec> = {},
): TableSpec {
  return {name, places: THREE, periods, series: one, unit: "percent", words: PERCENT, columns, ...other};
}

const US_ALONE = {places: [atPlace("US")], words: {unit: "percent", territory: "US"}};
const TWO_UNITS: Series[] = [
  {name: "Exports", code: "EXP", unit: "usd"},
  {name: "Unemployment", code: "UNE", unit: "percent"},
];
const PARTS: Series[] = [
  {name: "Male / 15-24", parts: ["Male", "15-24"]},
  {name: "Male / 25-64", parts: ["Male", "25-64"]},
  {name: "Female / 15-24", parts: ["Female", "15-24"]},
  {name: "Female / 25-64", parts: ["Female", "25-64"]},
];

export const SIXTY: readonly TableSpec[] = [
  // Long tables, by their columns.
  long("country, year, value", years(2018, 4), [country(), year(), value()]),
  long(
    "Entity, Code, Year, one named value",
    years(2018, 4),
    [country("Entity"), country("Code", "three"), year("Year"), seriesAcross],
    {series: named("Life expectancy"), places: [FR, DE, KR, TR, WORLD]},
  ),
  long("year first, country last", years(2018, 4), [year(), value(), country()]),
  long("alpha-2 codes alone", years(2015, 5), [country("geo", "two"), year("time"), value("values")]),
  long("alpha-3 codes alone", years(2015, 5), [country("iso3", "three"), year(), value("obs_value")]),
  long("numeric codes beside names", years(2015, 5), [
    country("Area Code", "digits"),
    country("Area"),
    year("Year"),
    value("Value"),
  ]),
  long(
    "names of the World Bank",
    years(2015, 5),
    [country("Country Name", "wb"), country("Country Code", "three"), year("Year"), value("Value")],
    {places: [KR, TR, RU, GB, WORLD, EURO]},
  ),
  long("an index column without a name", years(2018, 4), [
    {as: "number", h: "", from: 0},
    country("country"),
    year(),
    value(),
  ]),
  long("an index column of pandas", months(2023, 6), [
    {as: "number", h: "Unnamed: 0", from: 0},
    country("area"),
    period("iso"),
    value("rate"),
  ]),
  long("year and month as numbers", months(2022, 14), [
    country(),
    year("Year"),
    period("number", "Month"),
    value("Rate"),
  ]),
  long("year and month as names", months(2022, 14), [
    year(),
    period("January", "month"),
    country("region", "two"),
    value("cpi"),
  ]),
  long("year and quarter", quarters(2021, 9), [country(), year("Year"), period("Q1", "Quarter"), value("Value")]),
  long("year and quarter as numbers", quarters(2021, 9), [
    country("iso", "three"),
    year("yr"),
    period("number", "qtr"),
    value(),
  ]),
  long(
    "an indicator by row",
    years(2018, 4),
    [country(), {as: "series", h: "Indicator"}, year("Year"), value("Value")],
    {series: named("Exports of goods", "Imports of goods"), unit: "usd", words: {unit: "US dollar"}},
  ),
  long(
    "a unit by row",
    years(2018, 4),
    [country(), {as: "series", h: "Series"}, {as: "unit", h: "Unit"}, year("Year"), value("Value")],
    {
      series: [
        {name: "Exports", unit: "usd"},
        {name: "Unemployment", unit: "percent"},
      ],
      words: {},
    },
  ),
  long(
    "name and code of the indicator",
    years(2018, 4),
    [
      country(),
      {as: "series", h: "Indicator Name"},
      {as: "series code", h: "Indicator Code"},
      year("Year"),
      value("Value"),
    ],
    {series: TWO_UNITS.map(({name, code}) => ({name, code: code!}))},
  ),
  long("several values as columns", years(2018, 4), [country(), year("Year"), seriesAcross], {
    series: named("GDP growth", "Inflation", "Unemployment"),
  }),
  long(
    "two dimensions of classes",
    years(2020, 3),
    [country(), {as: "series", h: "sex", part: 0}, {as: "series", h: "age", part: 1}, year("TIME"), value("Value")],
    {series: PARTS},
  ),
  long("status and note columns", quarters(2022, 5), [
    country("LOCATION", "three"),
    period("2024-Q1", "TIME"),
    value("Value"),
    {as: "status", h: "Flag Codes", good: "", missing: "M"},
    {as: "same", h: "Note", text: "see the methodology"},
  ]),
  long("a frequency column", months(2023, 5), [
    {as: "same", h: "FREQ", text: "M"},
    country("REF_AREA", "two"),
    period("2024-01", "TIME_PERIOD"),
    value("OBS_VALUE"),
    {as: "same", h: "Source", text: "IMF"},
  ]),
  long("one country in a column", months(2023, 8), [country("Country"), period("iso", "Date"), value("Value")], {
    places: [GB],
  }),
  // One series without a territory: FRED and the like.
  long("FRED, months", months(2022, 14), [period("iso", "DATE"), seriesAcross], {
    ...US_ALONE,
    series: named("UNRATE"),
    missing: ".",
  }),
  long("FRED, quarters", quarters(2019, 12), [period("iso", "observation_date"), seriesAcross], {
    ...US_ALONE,
    series: named("A191RL1Q225SBEA"),
    missing: ".",
  }),
  long("FRED, years", years(2010, 9), [period("iso", "DATE"), seriesAcross], {
    ...US_ALONE,
    series: named("FPCPITOTLZGUSA"),
    missing: ".",
  }),
  long("FRED, days", days(2024, 3, 4, 9), [period("iso", "DATE"), seriesAcross], {
    ...US_ALONE,
    series: named("DGS10"),
    missing: ".",
  }),
  // Writings of periods.
  long("ends of months", months(2023, 7), [period("iso end", "Date"), country("Country", "two"), value("Price")]),
  long("2024M01", months(2023, 7), [country("Country", "two"), period("2024M01", "Time"), value("Value")]),
  long("202401", months(2023, 7), [period("202401", "yyyymm"), country("Country", "two"), value()]),
  long("20240115", days(2024, 1, 10, 7), [period("compact", "date"), country("Country", "two"), value("close")]),
  long("Jan-24", months(2023, 14), [period("Jan-24", "Month"), country("Country", "two"), value()]),
  long("Jan 2024", months(2023, 7), [country(), period("Jan 2024", "Period"), value()]),
  long("2024 Jan", months(2023, 7), [country(), period("2024 Jan", "Period"), value()]),
  long("01.2024", months(2023, 7), [country("Страна", "ru"), period("01.2024", "Период"), value("Значение")], {
    format: ";",
    comma: true,
  }),
  long("2024 январь", months(2023, 7), [country("Страна", "ru"), period("2024 январь", "Дата"), value("Показатель")], {
    format: ";",
    comma: true,
  }),
  long("янв 24", months(2023, 14), [period("янв 24", "Месяц"), country("Страна", "ru"), value("Значение")], {
    format: ";",
    comma: true,
  }),
  long("15.01.2024", days(2024, 1, 9, 8), [period("day.month.year", "Дата"), country("Страна", "ru"), value("Курс")], {
    format: ";",
    comma: true,
    decimals: 3,
  }),
  long("Q1 2024", quarters(2022, 7), [country(), period("Q1 2024", "quarter"), value()]),
  long("1Q24", quarters(2022, 7), [country(), period("1Q24", "quarter"), value()]),
  long("I кв. 2024", quarters(2022, 7), [country("Страна", "ru"), period("I кв. 2024", "Период"), value("Значение")], {
    format: ";",
    comma: true,
  }),
  long("2021.0", years(2016, 6), [country(), period("2021.0", "year"), value()]),
  long("2024-W05", weeks(2024, 3, 8), [country(), period("2024-W05", "week"), value("deaths")], {
    unit: "persons",
    words: {unit: "persons"},
  }),
  long("a time stamp", months(2023, 6), [period("iso stamp", "timestamp"), country("country_code", "two"), value()]),
  long("days that a later cell decides", days(2024, 1, 9, 8), [
    period("day/month/year", "Date"),
    country("Country", "two"),
    value("Close"),
  ]),
  long(
    "days that no cell decides",
    [1, 2, 3, 4, 5].map((number): Part => ({of: "D", year: 2024, number, day: number + 3})),
    [period("month/day/year", "Date"), country("Country", "two"), value("Close")],
    {asked: /day or the month/, words: {unit: "percent", dates: "month first"}},
  ),
  long("2023/24", years(2018, 5), [country(), period("2023/24", "Year"), value()], {
    asked: /which of the two years/,
    words: {unit: "percent", years: "first"},
  }),
  // Wide tables, both ways round.
  long("years across", years(2018, 5), [country(), periodsAcross("year")]),
  long(
    "years across, names and codes",
    years(2018, 5),
    [
      country("Country Name", "wb"),
      country("Country Code", "three"),
      {as: "series", h: "Indicator Name"},
      periodsAcross("year"),
    ],
    {places: [KR, TR, RU, WORLD], series: named("Inflation, consumer prices")},
  ),
  long("months across", months(2023, 8), [country("Country", "three"), periodsAcross("2024-01")]),
  long("months across in words", months(2023, 8), [country("Страна", "ru"), periodsAcross("янв. 2024 г.")], {
    format: ";",
    comma: true,
  }),
  long("quarters across", quarters(2022, 6), [country(), {as: "series", h: "Item"}, periodsAcross("Q1 2024")], {
    series: named("Exports", "Imports"),
    unit: "usd",
    words: {unit: "USD"},
  }),
  long("countries across", months(2023, 9), [period("2024-01", "Month"), placesAcross("en")]),
  long("codes of countries across", quarters(2022, 6), [period("2024Q1", "TIME"), placesAcross("two")], {format: "\t"}),
  // Territories that are no countries.
  long(
    "regions of Russia",
    years(2018, 4),
    [country("Регион", "ru"), country("ОКАТО", "digits"), year("Год"), value("Значение")],
    {places: REGION_PLACES, format: ";", comma: true, words: {unit: "процент"}},
  ),
  long("states by two letters", months(2023, 6), [period("2024-01", "month"), country("state", "two"), value("rate")], {
    places: STATES,
  }),
  long("shops of nobody's list", months(2023, 6), [country("location"), period("2024-01", "month"), value("sales")], {
    places: SHOPS,
    unit: "usd",
    asked: /territories of what country/,
    words: {unit: "US dollar", territories: "US"},
  }),
  // Formats.
  long("JSON records", years(2018, 4), [country("country"), year(), value()], {format: "json records"}),
  long("JSON columns", months(2023, 5), [country("iso2", "two"), period("2024-01", "period"), value()], {
    format: "json columns",
  }),
  long("JSON Lines", days(2024, 1, 10, 5), [country("iso3", "three"), period("iso"), value("price")], {
    format: "json lines",
  }),
  long(
    "UTF-16 with a title and comment lines, in Russian",
    years(2018, 5),
    [country("Страна", "ru"), periodsAcross("year")],
    {format: "utf-16", over: ["# Инфляция", "# выгрузка: тест"], below: ["# конец"]},
  ),
  long(
    "an Open Document sheet with a title",
    years(2018, 4),
    [country("Country", "wb"), year("Year"), value("Value")],
    {format: "ods", over: ["Inflation by country"], places: [KR, TR, GB]},
  ),
];
