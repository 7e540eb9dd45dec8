// One small release in each coded format, written for the tests: the same figures of four countries by month, so that the files of all
// formats can be compared with each other.
import {xlsxOf} from "../../workbook/workbook.fixture.ts";

/** ISO 3166 alpha-2 and alpha-3, and the English name. */
export const COUNTRIES = [
  ["DE", "DEU", "Germany"],
  ["FR", "FRA", "France"],
  ["IT", "ITA", "Italy"],
  ["RU", "RUS", "Russian Federation"],
] as const;

export function figure(country: number, month: number): string {
  return ((country + 3) * 1234.5 + month * 17.25).toFixed(2).replace(/0$/, "");
}

/** By country, then month. */
export function figures(last: number): string[][] {
  return COUNTRIES.map((_, country) => Array.from({length: last}, (_, month) => figure(country, month)));
}

export const month = (at: number, sign = "-"): string => `2025${sign}${String(at + 1).padStart(2, "0")}`;

export const months = (last: number, sign = "-"): string[] => Array.from({length: last}, (_, at) => month(at, sign));

export const rowsOf = <T>(last: number, make: (country: number, at: number, value: string) => T): T[] =>
  figures(last).flatMap((own, country) => own.map((value, at) => make(country, at, value)));

/** With one value in a line: the value, its mark, then codes and labels. Unlike the others it has years: its time has no other form. */
export function onsObservations(last: number): string {
  const rows = rowsOf(
    last,
    (country, at, value) =>
      `${value},,${2010 + at},${2010 + at},${COUNTRIES[country]![0]},${COUNTRIES[country]![2]},CP00,Overall`,
  );
  return ["v4_1,Data Marking,calendar-years,Time,countries,Geography,aggregate,Aggregate", ...rows, ""].join("\n");
}

export function jsonStat(last: number, day: string): string {
  const geo = COUNTRIES.map(([code]) => code);
  const category = (codes: readonly string[]) => ({index: Object.fromEntries(codes.map((code, at) => [code, at]))});
  return `${JSON.stringify(
    {
      version: "2.0",
      class: "dataset",
      label: "Prices",
      updated: `${day}T11:00:00Z`,
      id: ["geo", "time"],
      size: [geo.length, last],
      role: {time: ["time"], geo: ["geo"]},
      dimension: {
        geo: {category: {...category(geo), label: Object.fromEntries(COUNTRIES.map(([code, , name]) => [code, name]))}},
        time: {category: category(months(last))},
      },
      value: figures(last).flat().map(Number),
    },
    null,
    1,
  )}\n`;
}

/** Version 1: a bundle with one dataset, whose dimensions have their order, sizes and roles; values by their place. */
export function jsonStatFirst(last: number, day: string): string {
  const {id, size, role, dimension, label, updated, value} = JSON.parse(jsonStat(last, day));
  const dataset = {label, updated, dimension: {id, size, role, ...dimension}, value: {...value}};
  return `${JSON.stringify({prices: dataset}, null, 1)}\n`;
}

export function eurostatTsv(last: number): string {
  const rows = figures(last).map((own, country) => {
    const cells = own.map((value, at) => (at === 0 ? `${value} p` : `${value} `));
    return [`M,MIO_EUR,${COUNTRIES[country]![0]}`, ...cells].join("\t");
  });
  return [["freq,unit,geo\\TIME_PERIOD", ...months(last).map((one) => `${one} `)].join("\t"), ...rows, ""].join("\n");
}

export function onsCsv(last: number, day: string): string {
  const quoted = (cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(",");
  const names = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP"];
  const rows = Array.from({length: last}, (_, at) => quoted([`2025 ${names[at]}`, figure(0, at)]));
  const head = [
    ["Title", "Prices"],
    ["CDID", "ABCD"],
    ["Source dataset ID", "MM99"],
    ["PreUnit", ""],
    ["Unit", "Index"],
    ["Release date", day],
  ];
  return [...head.map(quoted), quoted(["2023", "99.5"]), quoted(["2024 Q4", "100.5"]), ...rows, ""].join("\n");
}

export function blsFlat(last: number): string {
  const rows = rowsOf(
    last,
    (country, at, value) =>
      `CUUR000${country}SA0   \t2025\tM${String(at + 1).padStart(2, "0")}\t${value.padStart(12)}\t`,
  );
  return ["series_id        \tyear\tperiod\t       value\tfootnote_codes", ...rows, ""].join("\n");
}

function worldBankRows(last: number): (string | number)[][] {
  const years = Array.from({length: last}, (_, at) => String(2010 + at));
  const rows = figures(last).map((own, country) => {
    const [, code, name] = COUNTRIES[country]!;
    return [name, code, "Prices (index)", "FP.PRICES", ...own.map(Number)];
  });
  return [["Country Name", "Country Code", "Indicator Name", "Indicator Code", ...years], ...rows];
}

export function worldBankCsv(last: number, day: string): string {
  const rows = worldBankRows(last).map((cells) => cells.map((cell) => `"${cell}"`).join(","));
  return ['"Data Source","World Development Indicators"', "", `"Last Updated Date","${day}"`, "", ...rows, ""].join(
    "\n",
  );
}

export function worldBankBook(last: number): Uint8Array {
  return xlsxOf([
    {name: "Data", rows: [["Data Source", "World Development Indicators"], [], [], ...worldBankRows(last)]},
  ]);
}

export function pcAxis(last: number, day: string): string {
  const list = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(",");
  return [
    'CHARSET="ANSI";',
    'AXIS-VERSION="2000";',
    'CODEPAGE="utf-8";',
    'MATRIX="PRICES";',
    'TITLE="Prices by country and month";',
    'UNITS="index";',
    `LAST-UPDATED="${day.replaceAll("-", "")} 09:00";`,
    'STUB="country";',
    'HEADING="month";',
    `VALUES("country")=${list(COUNTRIES.map(([, , name]) => name))};`,
    `CODES("country")=${list(COUNTRIES.map(([code]) => code))};`,
    `VALUES("month")=${list(months(last, "M"))};`,
    'TIMEVAL("month")=TLIST(M1);',
    "DATA=",
    ...figures(last).map((own) => own.join(" ")),
    ";",
    "",
  ].join("\n");
}
