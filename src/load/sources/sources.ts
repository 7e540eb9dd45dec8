// Every parser by name. A parser is one folder beside this file; the first that recognises the files takes them.
import type {Source, SourceFile} from "../source.ts";
import {cbrDataService} from "./cbr/data-service.ts";
import {cbrDiffgrams} from "./cbr/diffgrams.ts";
import {cbrKeyRateTable} from "./cbr/key-rate-table.ts";
import {cbrRates} from "./cbr/rates.ts";
import {cbrWorkbooks, rosstat, showdata} from "./described/built-in.ts";
import {described} from "./described/source.ts";
import {fedstat} from "./fedstat/source.ts";
import {fedstatExcel} from "./fedstat_excel/source.ts";
import {bls} from "./formats/bls.ts";
import {eurostatTsv} from "./formats/eurostat-tsv.ts";
import {jsonStat} from "./formats/json-stat.ts";
import {onsCsv} from "./formats/ons-csv.ts";
import {pcAxis} from "./formats/pc-axis.ts";
import {sdmxCsv} from "./formats/sdmx-csv.ts";
import {sdmxJson} from "./formats/sdmx-json.ts";
import {sdmxMl} from "./formats/sdmx-ml.ts";
import {worldBank} from "./formats/world-bank.ts";
import {roskazna} from "./roskazna/source.ts";
import {rosstatIsep} from "./rosstat_isep/source.ts";
import {rosstatKep} from "./rosstat_kep/source.ts";
import {tidy} from "./tidy/source.ts";

const SOURCES: readonly Source[] = [
  tidy,
  described,
  sdmxMl,
  sdmxCsv,
  sdmxJson,
  jsonStat,
  eurostatTsv,
  onsCsv,
  bls,
  pcAxis,
  fedstat,
  cbrRates,
  cbrDiffgrams,
  cbrDataService,
  cbrKeyRateTable,
  cbrWorkbooks,
  fedstatExcel,
  roskazna,
  rosstat,
  rosstatIsep,
  rosstatKep,
  showdata,
  worldBank,
];

/** How a release remembers its parser: "name@version". */
export function parserName(source: Source): string {
  return `${source.name}@${source.version}`;
}

/** Of all parsers, "name@version". */
export function parserNames(): string[] {
  return SOURCES.map(parserName);
}

/**
 * The parser that reads again what a release remembers: of its version where that one let in more, else the present one. null: the release
 * is of a newer program, and this parser could read other values.
 */
export function sourceNamed(parser: string): Source | null {
  const present = presentSource(parser);
  if (present !== null && Number(parser.split("@")[1]) > present.version) return null;
  return present?.before?.find((source) => parserName(source) === parser) ?? present;
}

/** The parser with that name, of any version, for files that are not published yet. */
export function presentSource(parser: string): Source | null {
  return SOURCES.find((source) => source.name === parser.split("@")[0]) ?? null;
}

export async function findSource(files: readonly SourceFile[]): Promise<Source | null> {
  for (const source of SOURCES) if (await source.recognises(files)) return source;
  return null;
}
