// Flat files of the Bureau of Labor Statistics: one value in a line, with the identifier of its series, a year and a period of it.
//
// M13, Q05 and S03 are averages of the year beside its months, and S01 and S02 half-years: neither is a period of this program.
import type {Source} from "../../source.ts";
import {createCodedBook} from "./coded-release.ts";
import {bareName, cellPlace, isWhole, NO_ATTRIBUTES, NO_LABELS, readRows, soleFile, soleStart} from "./text-table.ts";

const COLUMNS = ["series_id", "year", "period", "value", "footnote_codes"];

export const bls: Source = {
  name: "bls",
  version: 1,
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
    const book = createCodedBook(head, hints, sink);
    // a header that lost its line end holds the first row
    isWhole(file, names!, COLUMNS.length, sink);
    for (const row of rows) {
      if (!isWhole(file, row, COLUMNS.length, sink)) continue;
      const [series, year, period, value, footnotes] = row.cells.map((cell) => cell.trim());
      const attributes = footnotes === "" ? NO_ATTRIBUTES : new Map([["footnote_codes", footnotes!]]);
      book.observe([series!], `${year}-${period}`, value!, attributes, cellPlace(row, 3));
    }
    return {metadata: book.metadata(), ending};
  },
};
