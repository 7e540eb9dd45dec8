// Small releases in the formats of the field: SDMX, JSON-stat, PC-Axis, and those of Eurostat, ONS, BLS and the World Bank.
import * as coded from "../../src/load/sources/formats/coded-files.fixture.ts";
import * as sdmxFiles from "../../src/load/sources/formats/sdmx-files.fixture.ts";
import {type CutFormat, ofText} from "./format.ts";

/** The same figures at the last days of their months. */
function monthEnds(last: number, day: string): string {
  return coded
    .jsonStat(last, day)
    .replaceAll(
      /"(2025)-(\d\d)"/g,
      (_, year, month) => `"${year}-${month}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}"`,
    );
}

export const STANDARD_FORMATS: readonly CutFormat[] = [
  {
    name: "SDMX-ML generic",
    open: false,
    untold: true,
    ...ofText("g.xml", sdmxFiles.sdmxGeneric(9), sdmxFiles.sdmxGeneric(8)),
  },
  {
    name: "SDMX-ML 2.0 generic",
    open: false,
    untold: true,
    provider: "estat",
    ...ofText("m.xml", sdmxFiles.sdmxMessageGroup(9), sdmxFiles.sdmxMessageGroup(8)),
  },
  {
    name: "SDMX-ML structured",
    open: false,
    untold: true,
    ...ofText("ss.xml", sdmxFiles.sdmxStructured(9), sdmxFiles.sdmxStructured(8)),
  },
  {name: "SDMX-ML 3.0", open: false, untold: true, ...ofText("t.xml", sdmxFiles.sdmxThird(9), sdmxFiles.sdmxThird(8))},
  {
    name: "SDMX-ML compact",
    open: false,
    untold: true,
    ...ofText("c.xml", sdmxFiles.sdmxCompact(9), sdmxFiles.sdmxCompact(8)),
  },
  {name: "SDMX-CSV", open: true, untold: true, ...ofText("s.csv", sdmxFiles.sdmxCsv(9), sdmxFiles.sdmxCsv(8))},
  {
    name: "SDMX-JSON",
    open: false,
    untold: true,
    provider: "estat",
    dataset: "prices",
    ...ofText("s.json", sdmxFiles.sdmxJson(9), sdmxFiles.sdmxJson(8)),
  },
  {
    name: "JSON-stat",
    open: false,
    provider: "me",
    dataset: "prices",
    ...ofText("j.json", coded.jsonStat(9, "2026-02-01"), coded.jsonStat(8, "2026-01-01")),
  },
  {
    name: "JSON-stat, dates by a descriptor",
    open: false,
    provider: "me",
    dataset: "prices",
    release: {"j.json": monthEnds(9, "2026-02-01"), "descriptor.json": '{"dates": "in month"}'},
    before: {"j.json": monthEnds(8, "2026-01-01"), "descriptor.json": '{"dates": "in month"}'},
  },
  {name: "Eurostat TSV", open: true, untold: true, ...ofText("p.tsv", coded.eurostatTsv(9), coded.eurostatTsv(8))},
  {name: "ONS CSV", open: true, ...ofText("o.csv", coded.onsCsv(9, "01-02-2026"), coded.onsCsv(8, "01-01-2026"))},
  {
    name: "ONS values by lines",
    open: true,
    untold: true,
    ...ofText("v.csv", coded.onsObservations(9), coded.onsObservations(8)),
  },
  {name: "BLS flat file", open: true, untold: true, ...ofText("cu.data.txt", coded.blsFlat(9), coded.blsFlat(8))},
  {
    name: "World Bank CSV",
    open: true,
    ...ofText("w.csv", coded.worldBankCsv(9, "2026-02-01"), coded.worldBankCsv(8, "2026-01-01")),
  },
  {
    name: "World Bank workbook",
    open: false,
    untold: true,
    release: {"w.xlsx": coded.worldBankBook(9)},
    before: {"w.xlsx": coded.worldBankBook(8)},
  },
  {
    name: "PC-Axis",
    open: false,
    provider: "me",
    ...ofText("p.px", coded.pcAxis(9, "2026-02-01"), coded.pcAxis(8, "2026-01-01")),
  },
];
