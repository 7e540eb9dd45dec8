// Tables of text of three statistical offices: TSV of Eurostat, flat files of the Bureau of Labor Statistics, CSV of the Office for National
// Statistics.
import {Refusal} from "../../../service/refusal.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import type {ParserCode} from "../../source.ts";
import type {TextRecord} from "../../workbook/text-location.ts";
import {createCodedRegister} from "./coded-release.ts";
import {
  bareName,
  cellLocation,
  isWhole,
  NO_ATTRIBUTES,
  NO_LABELS,
  readRows,
  soleFile,
  soleStart,
} from "./text-table.ts";

/** A value or ":", then its flags, with or without a blank between. */
const CELL = /^\s*(:|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|)\s*([a-z]*|@C)\s*$/;
const TIME = /^time(?:_period)?$/i;

/**
 * The codes of a row in one cell, separated by commas; periods across; flags behind the values. The name of the last dimension and of the
 * columns is one word, "geo\TIME_PERIOD". A lone ":" is a value that is not available; ": c" is confidential.
 */
export const eurostatTsv: ParserCode = {
  recognises: async (files) => /^[\w,]+\\[\w]+ *\t/.test(await soleStart(files)),
  async parse(files, hints, sink) {
    const file = soleFile(files);
    const {rows: lines, ending} = await readRows(file, "\t");
    const [header, ...rows] = lines;
    const [left, across] = header!.cells[0]!.split("\\") as [string, string];
    const keys = left.split(",").map((id) => id.trim());
    const ids = [...keys, across.trim()];
    const time = ids.findIndex((id) => TIME.test(id));
    const dimensions = ids.map((id) => ({id, name: id, labels: NO_LABELS}));
    const dataset = hints.dataset === null ? bareName(file).replace(/^estat_/, "") : null;
    const head = {file: file.name, provider: "eurostat", dataset, dimensions, time, noValue: [":"]};
    const register = createCodedRegister(head, hints, sink);
    const columns = header!.cells.map((cell) => cell.trim());
    for (const row of rows) {
      if (!isWhole(file, row, columns.length, sink)) continue;
      const own = row.cells[0]!.split(",").map((code) => code.trim());
      if (own.length !== keys.length) {
        const reason = `has ${own.length} codes where the header has ${keys.length}`;
        const location = {file: file.name, line: row.line, column: "1", row: null};
        sink.refuse({...location, reason, text: row.cells[0]!, values: columns.length - 1});
        continue;
      }
      for (let at = 1; at < columns.length; at++) {
        const raw = row.cells[at]!;
        const [, text = "", flags = ""] = CELL.exec(raw) ?? [raw, raw];
        // "@C" is the status of confidentiality, which has no letter of its own among the flags.
        const attributes = flags === "" ? NO_ATTRIBUTES : new Map([["OBS_FLAG", flags.replace("@", "")]]);
        const location = {...cellLocation(row, at), raw};
        register.observeKey([...own, columns[at]!], text, attributes, location);
      }
    }
    return {metadata: register.metadata(), ending};
  },
};

const BLS_COLUMNS = ["series_id", "year", "period", "value", "footnote_codes"];

/**
 * One value in a line, with the identifier of its series, a year and a period of it. M13, Q05 and S03 are averages of the year beside its
 * months, and S01 and S02 half-years: neither is a period of this program.
 */
export const bls: ParserCode = {
  recognises: async (files) =>
    /^series_id\s*\tyear\s*\tperiod\s*\t\s*value\s*\tfootnote_codes/.test(await soleStart(files)),
  async parse(files, hints, sink) {
    const file = soleFile(files);
    const {rows: lines, ending} = await readRows(file, "\t");
    const [names, ...rows] = lines;
    const head = {
      noValue: ["-"],
      file: file.name,
      provider: "bls",
      // cu.data.1.AllItems is a part of the survey cu
      dataset: hints.dataset === null ? bareName(file).replace(/\.data.*$/, "") : null,
      dimensions: [{id: "series_id", name: "series_id", labels: NO_LABELS}],
      territory: "US",
    };
    const register = createCodedRegister(head, hints, sink);
    // a header that lost its line end holds the first row
    isWhole(file, names!, BLS_COLUMNS.length, sink);
    for (const row of rows) {
      if (!isWhole(file, row, BLS_COLUMNS.length, sink)) continue;
      const [series, year, period, value, footnotes] = row.cells.map((cell) => cell.trim());
      const attributes = footnotes === "" ? NO_ATTRIBUTES : new Map([["footnote_codes", footnotes!]]);
      register.observe([series!], `${year}-${period}`, value!, attributes, cellLocation(row, 3));
    }
    return {metadata: register.metadata(), ending};
  },
};

/** One column for each series, lines with its facts above, then years, quarters and months in one column of periods. */
export const onsCsv: ParserCode = {
  recognises: async (files) => /^"?Title"?,[^\n]*\n"?CDID"?,/.test(await soleStart(files)),
  async parse(files, hints, sink) {
    const file = soleFile(files);
    const {rows, ending} = await readRows(file, ",");
    const first = rows.findIndex(({cells}) => /^\d{4}(?: |$)/.test(cells[0]!));
    const body = first < 0 ? rows.length : first;
    const header = rows.slice(0, body);
    refuseHeader(file.name, header);
    const facts = new Map(header.map(({cells}) => [cells[0]!.trim().toLowerCase(), cells.map((cell) => cell.trim())]));
    const fact = (name: string): string[] => facts.get(name) ?? [];
    const [titles, codes, own] = [fact("title"), fact("cdid"), fact("source dataset id")];
    const labels = new Map(codes.map((code, at) => [code, titles[at] ?? ""]));
    const [, day, month, year] = /^(\d\d)-(\d\d)-(\d{4})$/.exec(fact("release date")[1] ?? "") ?? [];
    const said = codes.length === 2 ? own[1]?.toUpperCase() || null : bareName(file);
    const head = {
      file: file.name,
      provider: "ons",
      dataset: hints.dataset === null ? said : null,
      name: codes.length === 2 ? (titles[1] ?? null) : null,
      publishedAt: year === undefined ? null : parseDay(`${year}-${month}-${day}`),
      dimensions: [{id: "CDID", name: "CDID", labels}],
      territory: "GB",
    };
    const register = createCodedRegister(head, hints, sink);
    for (const row of rows.slice(body)) {
      if (!isWhole(file, row, codes.length, sink)) continue;
      for (let at = 1; at < codes.length; at++) {
        const unit = [fact("preunit")[at], fact("unit")[at]].filter(Boolean).join(" ");
        const attributes = unit === "" ? NO_ATTRIBUTES : new Map([["UNIT", unit]]);
        register.observe([codes[at]!], row.cells[0]!, row.cells[at]!, attributes, cellLocation(row, at));
      }
    }
    return {metadata: register.metadata(), ending};
  },
};

const FACTS = ["title", "cdid", "source dataset id", "preunit", "unit", "release date"];
const OTHER_FACTS = ["next release", "important notes"];

/** @throws Refusal if a line above the periods is not one of the known ones, or lacks a series */
function refuseHeader(file: string, rows: readonly TextRecord[]): void {
  const names = rows.map(({cells}) => cells[0]!.trim().toLowerCase());
  const width = rows.find((_, at) => names[at] === "cdid")?.cells.length ?? 0;
  const lost = FACTS.find((name) => rows[names.indexOf(name)]?.cells.length !== width);
  const strange = names.find((name) => ![...FACTS, ...OTHER_FACTS, ""].includes(name));
  if (lost !== undefined || strange !== undefined)
    throw new Refusal(
      `${file}: the lines above the periods ${lost === undefined ? `have ${JSON.stringify(strange)}` : `lack the ${lost} of a series`}`,
      "it is damaged: download it again",
    );
  const code = rows[names.indexOf("cdid")]!.cells.slice(1).find((cell) => !/^[A-Z0-9]{4}$/.test(cell.trim()));
  if (code !== undefined) throw new Refusal(`${file}: ${JSON.stringify(code)} is not the identifier of a series`, null);
}
