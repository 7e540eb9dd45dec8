// CSV of the Office for National Statistics: one column for each series, lines with its facts above, then years, quarters and months in
// one column of periods.
import {Refusal} from "../../../refusal.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import type {Source} from "../../source.ts";
import type {TextRow} from "../../workbook/delimited.ts";
import {createCodedBook} from "./coded-release.ts";
import {bareName, cellPlace, isWhole, NO_ATTRIBUTES, readRows, soleFile, soleStart} from "./text-table.ts";

export const onsCsv: Source = {
  name: "ons-csv",
  version: 2,
  recognises: async (files) => /^"?Title"?,[^\n]*\n"?CDID"?,/.test(await soleStart(files)),
  async parse(files, hints, sink) {
    const file = soleFile(files);
    const {rows, ending} = await readRows(file, ",");
    const body = rows.findIndex(({cells}) => /^\d{4}(?: |$)/.test(cells[0]!));
    if (!file.isSpared) refuseHeader(file.name, rows.slice(0, body < 0 ? rows.length : body));
    const facts = new Map(
      rows
        .slice(0, body < 0 ? rows.length : body)
        .map(({cells}) => [cells[0]!.trim().toLowerCase(), cells.map((cell) => cell.trim())]),
    );
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
    const book = createCodedBook(head, hints, sink);
    for (const row of body < 0 ? [] : rows.slice(body)) {
      if (!isWhole(file, row, codes.length, sink)) continue;
      for (let at = 1; at < codes.length; at++) {
        const unit = [fact("preunit")[at], fact("unit")[at]].filter(Boolean).join(" ");
        const attributes = unit === "" ? NO_ATTRIBUTES : new Map([["UNIT", unit]]);
        book.observe([codes[at]!], row.cells[0]!, row.cells[at]!, attributes, cellPlace(row, at));
      }
    }
    return {metadata: book.metadata(), ending};
  },
};

const FACTS = ["title", "cdid", "source dataset id", "preunit", "unit", "release date"];
const OTHER_FACTS = ["next release", "important notes"];

/** @throws Refusal if a line above the periods is not one of the known ones, or lacks a series */
function refuseHeader(file: string, rows: readonly TextRow[]): void {
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
