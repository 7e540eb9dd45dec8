// Every parser by name, most in a folder beside this file; those of workbooks with a descriptor are together in described-workbooks.ts.
// The first that recognises the files takes them.
//
// The code of a parser is imported when files or a release first need it: importing all of them takes longer than a small load. So its name
// and version are here, not beside its code: raise the version here when the same bytes would give another value.
import type {Parser, ParserCode, SourceFile} from "../source.ts";
import {isWorkbook} from "../workbook/workbook.ts";

interface ListedParser extends Parser {
  /** It reads texts alone, so a workbook needs none of its code. */
  readonly ofText?: true;
}

const PARSERS: readonly ListedParser[] = [
  later({name: "tidy", version: 4, ofText: true, isPackage: true}, async () => (await import("./tidy/source.ts")).tidy),
  later({name: "described", version: 20}, async () => (await import("./described-workbooks.ts")).described),
  later({name: "sdmx-ml", version: 8, ofText: true}, async () => (await import("./formats/sdmx/sdmx-ml.ts")).sdmxMl),
  later({name: "sdmx-csv", version: 8, ofText: true}, async () => (await import("./formats/sdmx/sdmx-csv.ts")).sdmxCsv),
  later(
    {name: "sdmx-json", version: 7, ofText: true},
    async () => (await import("./formats/sdmx/sdmx-json.ts")).sdmxJson,
  ),
  later({name: "json-stat", version: 8, ofText: true}, async () => (await import("./formats/json-stat.ts")).jsonStat),
  later(
    {name: "eurostat-tsv", version: 4, ofText: true},
    async () => (await import("./formats/office-tables.ts")).eurostatTsv,
  ),
  later({name: "ons-csv", version: 3, ofText: true}, async () => (await import("./formats/office-tables.ts")).onsCsv),
  later(
    {name: "ons-observations", version: 2, ofText: true},
    async () => (await import("./formats/ons-observations.ts")).onsObservations,
  ),
  later({name: "bls", version: 2, ofText: true}, async () => (await import("./formats/office-tables.ts")).bls),
  later({name: "pc-axis", version: 4, ofText: true}, async () => (await import("./formats/pc-axis.ts")).pcAxis),
  later({name: "fedstat", version: 3, ofText: true}, async () => (await import("./fedstat/source.ts")).fedstat),
  later(
    {name: "cbr-rates", version: 2, ofText: true, isPartial: true},
    async () => (await import("./cbr/rates.ts")).cbrRates,
  ),
  later(
    {name: "cbr-diffgrams", version: 2, ofText: true, isPartial: true},
    async () => (await import("./cbr/diffgrams.ts")).cbrDiffgrams,
  ),
  later(
    {name: "cbr-data-service", version: 1, ofText: true, isPartial: true},
    async () => (await import("./cbr/data-service.ts")).cbrDataService,
  ),
  later(
    {name: "cbr-key-rate-table", version: 2, ofText: true},
    async () => (await import("./cbr/key-rate-table.ts")).cbrKeyRateTable,
  ),
  later({name: "cbr-workbooks", version: 12}, async () => (await import("./described-workbooks.ts")).cbrWorkbooks),
  later(
    {name: "fedstat_excel", version: 4, isPartial: true},
    async () => (await import("./fedstat_excel/source.ts")).fedstatExcel,
  ),
  later({name: "roskazna", version: 7, isPartial: true}, async () => (await import("./roskazna/source.ts")).roskazna),
  later({name: "rosstat_files", version: 13}, async () => (await import("./described-workbooks.ts")).rosstat),
  later(
    {name: "rosstat_isep", version: 3, ofText: true, isPartial: true},
    async () => (await import("./rosstat/text-publication.ts")).rosstatIsep,
  ),
  later(
    {name: "rosstat_kep", version: 5, ofText: true},
    async () => (await import("./rosstat/text-publication.ts")).rosstatKep,
  ),
  later(
    {name: "showdata", version: 11, isPartial: true},
    async () => (await import("./described-workbooks.ts")).showdata,
  ),
  later({name: "world-bank", version: 3}, async () => (await import("./formats/world-bank.ts")).worldBank),
];

function later(facts: Omit<ListedParser, keyof ParserCode>, read: () => Promise<ParserCode>): ListedParser {
  return {
    ...facts,
    recognises: async (files) => (await read()).recognises(files),
    parse: async (files, hints, sink) => (await read()).parse(files, hints, sink),
  };
}

/** How a release remembers its parser: "name@version". */
export function parserName(parser: Parser): string {
  return `${parser.name}@${parser.version}`;
}

/** Of all parsers, "name@version". */
export function parserNames(): string[] {
  return PARSERS.map(parserName);
}

/** The parser that reads again what a release remembers. null: the release is of a newer program, and this parser could read other values. */
export function parserNamed(parser: string): Parser | null {
  const present = presentParser(parser);
  return present !== null && Number(parser.split("@")[1]) > present.version ? null : present;
}

/** The parser with that name, of any version, for files that are not published yet. */
export function presentParser(parser: string): Parser | null {
  return PARSERS.find((listed) => listed.name === parser.split("@")[0]) ?? null;
}

export async function findParser(files: readonly SourceFile[]): Promise<Parser | null> {
  const [sole, another] = files;
  const isOneWorkbook = sole !== undefined && another === undefined && (await isWorkbook(sole));
  for (const parser of PARSERS) {
    if (isOneWorkbook && parser.ofText) continue;
    if (await parser.recognises(files)) return parser;
  }
  return null;
}
