// Small tables as people publish them, each made from a model (territories, periods, series) and a layout, so that its truth is known.
//
// The truth comes from the model alone and never from the text that is written, so a fault of the writer shows as a wrong value.
import {gzipSync} from "node:zlib";
import {zipOf} from "../../src/load/input/zip.fixture.ts";
import {xlsxOf} from "../../src/load/workbook/workbook.fixture.ts";
import {type Part, writtenPeriod} from "./period-writings.ts";

/** A territory by its normalised code, with the ways to write it. */
export interface Place {
  readonly canonical: string;
  readonly en: string;
  readonly wb?: string;
  readonly ru?: string;
  readonly two?: string;
  readonly three?: string;
  readonly digits?: string;
}

export interface Series {
  readonly name: string;
  /** Names by column, if more than one column names the series. */
  readonly parts?: readonly string[];
  readonly code?: string;
  readonly unit?: string;
}

/** A column of the table; `h` is its header. */
export type Column =
  | {readonly as: "place"; readonly h: string; readonly form: Exclude<keyof Place, "canonical">}
  | {readonly as: "period"; readonly h: string; readonly form: string}
  | {readonly as: "series"; readonly h: string; readonly part?: number}
  | {readonly as: "series code" | "unit" | "value"; readonly h: string}
  | {readonly as: "across"; readonly over: "series" | "periods" | "places"; readonly form?: string}
  | {readonly as: "number"; readonly h: string; readonly from: number}
  | {readonly as: "same"; readonly h: string; readonly text: string}
  | {readonly as: "status"; readonly h: string; readonly good: string; readonly missing: string};

export interface TableSpec {
  readonly name: string;
  readonly places: readonly Place[];
  readonly periods: readonly Part[];
  readonly series: readonly Series[];
  /** Key of UNITS, of all series that have none of their own. */
  readonly unit: string;
  readonly columns: readonly Column[];
  /** The order of the dimensions in the rows, the slowest first. */
  readonly order?: readonly ("places" | "periods" | "series")[];
  readonly format?: TextFormat;
  /** Lines over the header, and below the table. */
  readonly over?: readonly string[];
  readonly below?: readonly string[];
  readonly missing?: string;
  readonly decimals?: 0 | 1 | 2 | 3;
  readonly comma?: true;
  /** What a person has to say, because the file does not. */
  readonly words?: TableWordsGiven;
  /** The table can't be read before a question that fits is answered; with the answers in `words` it can. */
  readonly asked?: RegExp;
  readonly file?: string;
}

export interface TableWordsGiven {
  readonly unit?: string;
  readonly territory?: string;
  readonly territories?: string;
  readonly dates?: string;
  readonly years?: string;
}

export type TextFormat =
  | ","
  | ";"
  | "\t"
  | "utf-16"
  | "sep=;"
  | "xlsx"
  | "ods"
  | "json records"
  | "json data"
  | "json columns"
  | "json indexed"
  | "json split"
  | "json lines"
  | "gzip";

export interface TrueValue {
  readonly territory: string;
  readonly period: string;
  readonly unit: string;
  readonly name: string;
  /** null: missing. */
  readonly value: number | null;
}

export interface MadeTable {
  readonly name: string;
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly words: TableWordsGiven;
  readonly asked: RegExp | null;
  readonly truth: readonly TrueValue[];
}

/** Names that a unit of a model may have once it is read. */
export const UNITS: Readonly<Record<string, readonly string[]>> = {
  percent: ["процент", "percent", "Percent", "per cent", "%"],
  persons: ["человек", "person", "persons", "Persons"],
  usd: ["доллар США", "US dollar", "US dollars", "USD"],
  "mln rub": ["миллион рублей", "million roubles"],
  index: ["Index, 2015=100", "index", "Index", "индекс"],
  tonnes: ["тонна", "tonne", "tonnes", "Tonnes"],
};

/** Headers that say nothing about the values below them. */
const PLAIN_HEADERS = /^(?:values?|obs_value|rate|значение|показатель)$/i;

function nameOfValues({columns}: TableSpec): string {
  const header = columns.flatMap((column) => (column.as === "value" ? [column.h] : []))[0] ?? "";
  return PLAIN_HEADERS.test(header) ? "" : header;
}

type Indexes = Readonly<Record<"places" | "periods" | "series", number>>;

/** No value looks like a year or a count, and each is another one. */
function valueAt({places, periods, series}: Indexes, {decimals = 1}: TableSpec): number | null {
  if ((places * 7 + periods * 5 + series * 3) % 11 === 10) return null;
  const value = 3.25 + places * 271.5 + periods * 13.125 + series * 6011.75;
  return Number(value.toFixed(decimals));
}

export function madeTable(spec: TableSpec): MadeTable {
  const truth: TrueValue[] = [];
  for (const places of spec.places.keys())
    for (const periods of spec.periods.keys())
      for (const series of spec.series.keys()) {
        const own = spec.series[series]!;
        truth.push({
          territory: spec.places[places]!.canonical,
          period: writtenPeriod(spec.periods[periods]!, "truth"),
          unit: own.unit ?? spec.unit,
          name: own.name === "" ? nameOfValues(spec) : own.name,
          value: valueAt({places, periods, series}, spec),
        });
      }
  const format = spec.format ?? ",";
  const rows = rowsOf(spec);
  const file = spec.file ?? `table.${ENDINGS[format]}`;
  return {
    name: spec.name,
    file,
    bytes: written(rows, spec, format),
    words: spec.words ?? {},
    asked: spec.asked ?? null,
    truth,
  };
}

const ENDINGS: Readonly<Record<TextFormat, string>> = {
  ...{",": "csv", ";": "csv", "\t": "tsv", "utf-16": "csv", "sep=;": "csv", xlsx: "xlsx", ods: "ods"},
  ...{
    "json records": "json",
    "json data": "json",
    "json columns": "json",
    "json indexed": "json",
    "json split": "json",
  },
  ...{"json lines": "jsonl", gzip: "csv.gz"},
};

type Written = string | number | null;

/** The header and the rows. A cell without a value is null. */
function rowsOf(spec: TableSpec): Written[][] {
  const across = spec.columns.find((column) => column.as === "across");
  const order = (spec.order ?? ["places", "series", "periods"]).filter((one) => one !== across?.over);
  const header = spec.columns.flatMap((column): string[] =>
    column.as === "across" ? spec[column.over].map((_, at) => headerOf(spec, column, at)) : [column.h],
  );
  const rows: Written[][] = [header];
  const walk = (depth: number, at: Indexes): void => {
    if (depth < order.length) {
      for (const index of spec[order[depth]!].keys()) walk(depth + 1, {...at, [order[depth]!]: index});
      return;
    }
    rows.push(
      spec.columns.flatMap((column): Written[] =>
        column.as === "across"
          ? spec[column.over].map((_, index) => valueAt({...at, [column.over]: index}, spec))
          : [cellOf(spec, column, at, rows.length)],
      ),
    );
  };
  walk(0, {places: 0, periods: 0, series: 0});
  return rows;
}

function headerOf(spec: TableSpec, column: Column & {as: "across"}, at: number): string {
  if (column.over === "series") return spec.series[at]!.name;
  if (column.over === "periods") return writtenPeriod(spec.periods[at]!, column.form!);
  return spec.places[at]![column.form as "en"]!;
}

function cellOf(spec: TableSpec, column: Exclude<Column, {as: "across"}>, at: Indexes, row: number): Written {
  const series = spec.series[at.series]!;
  switch (column.as) {
    case "place":
      return spec.places[at.places]![column.form] ?? null;
    case "period": {
      const text = writtenPeriod(spec.periods[at.periods]!, column.form);
      return column.form === "year" || column.form === "number" ? Number(text) : text;
    }
    case "series":
      return column.part === undefined ? series.name : series.parts![column.part]!;
    case "series code":
      return series.code!;
    case "unit":
      return series.unit ?? spec.unit;
    case "value":
      return valueAt(at, spec);
    case "number":
      return row - 1 + column.from;
    case "same":
      return column.text;
    case "status":
      return valueAt(at, spec) === null ? column.missing : column.good;
  }
}

function written(rows: readonly Written[][], spec: TableSpec, format: TextFormat): Uint8Array {
  const {over = [], below = [], missing = ""} = spec;
  const [header, ...body] = rows as [string[], ...Written[][]];
  const records = () => body.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at]])));
  if (format === "xlsx")
    return xlsxOf([
      {
        name: "Sheet1",
        rows: [
          ...over.map((line) => [line]),
          ...rows.map((row) => row.map((one) => one ?? (missing || null))),
          ...below.map((line) => [line]),
        ],
      },
    ]);
  if (format === "ods") return odsOf([...over.map((line) => [line]), ...rows, ...below.map((line) => [line])]);
  if (format === "json records") return bytesOf(JSON.stringify(records(), null, 1));
  if (format === "json data")
    return bytesOf(JSON.stringify({source: "an office", count: body.length, data: records()}));
  if (format === "json lines")
    return bytesOf(
      `${records()
        .map((one) => JSON.stringify(one))
        .join("\n")}\n`,
    );
  if (format === "json split") return bytesOf(JSON.stringify({columns: header, index: [...body.keys()], data: body}));
  if (format === "json columns" || format === "json indexed") {
    const column = (at: number) =>
      format === "json columns"
        ? body.map((row) => row[at])
        : Object.fromEntries(body.map((row, index) => [index, row[at]]));
    return bytesOf(JSON.stringify(Object.fromEntries(header.map((name, at) => [name, column(at)]))));
  }
  const delimiter = format.length === 1 ? format : format === "sep=;" ? ";" : ",";
  const cell = (one: Written): string => {
    const text =
      one === null ? missing : typeof one === "number" && spec.comma ? String(one).replace(".", ",") : String(one);
    return text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [...over, ...rows.map((row) => row.map(cell).join(delimiter)), ...below];
  const text = `${(format === "sep=;" ? ["sep=;", ...lines] : lines).join("\n")}\n`;
  if (format === "utf-16") return Buffer.from(`\ufeff${text}`, "utf16le");
  return format === "gzip" ? gzipSync(text) : bytesOf(text);
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}

const STYLES =
  '<?xml version="1.0" encoding="UTF-8"?><office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3"/>';

/** As a spreadsheet program of the Open Document Format writes it: values with their types, and blank cells in one element. */
function odsOf(rows: readonly (readonly Written[])[]): Uint8Array {
  const escaped = (text: string): string =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const cell = (one: Written): string =>
    one === null
      ? "<table:table-cell/>"
      : typeof one === "number"
        ? `<table:table-cell office:value-type="float" office:value="${one}"><text:p>${one}</text:p></table:table-cell>`
        : `<table:table-cell office:value-type="string"><text:p>${escaped(one)}</text:p></table:table-cell>`;
  const body = rows.map(
    (row) =>
      `<table:table-row>${row.map(cell).join("")}<table:table-cell table:number-columns-repeated="1000"/></table:table-row>`,
  );
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3"><office:body><office:spreadsheet><table:table table:name="Sheet1">${body.join("")}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
  return zipOf([
    {name: "mimetype", content: "application/vnd.oasis.opendocument.spreadsheet", stored: true},
    {name: "content.xml", content},
    {name: "styles.xml", content: STYLES},
    {
      name: "META-INF/manifest.xml",
      content:
        '<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    },
  ]);
}
