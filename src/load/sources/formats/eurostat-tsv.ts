// Eurostat's TSV: the codes of a row in one cell, separated by commas; periods across; flags behind the values.
//
// The name of the last dimension and of the columns is one word, "geo\TIME_PERIOD". A lone ":" is a value that is not available; ": c" is
// confidential.
import type {Source} from "../../source.ts";
import {createCodedBook} from "./coded-release.ts";
import {bareName, cellPlace, isWhole, NO_ATTRIBUTES, NO_LABELS, readRows, soleFile, soleStart} from "./text-table.ts";

/** A value or ":", then its flags, with or without a blank between. */
const CELL = /^\s*(:|-?\d+(?:\.\d+)?|)\s*([a-z]*)\s*$/;
const TIME = /^time(?:_period)?$/i;

export const eurostatTsv: Source = {
  name: "eurostat-tsv",
  version: 2,
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
    const head = {
      file: file.name,
      provider: "eurostat",
      dataset,
      dimensions,
      time,
      noValue: [":"],
    };
    const book = createCodedBook(head, hints, sink);
    const columns = header!.cells.map((cell) => cell.trim());
    for (const row of rows) {
      if (!isWhole(file, row, columns.length, sink)) continue;
      const own = row.cells[0]!.split(",").map((code) => code.trim());
      if (own.length !== keys.length) {
        const reason = `has ${own.length} codes where the header has ${keys.length}`;
        sink.refuse({
          file: file.name,
          line: row.line,
          column: "1",
          reason,
          text: row.cells[0]!,
          values: columns.length - 1,
          row: null,
        });
        continue;
      }
      for (let at = 1; at < columns.length; at++) {
        const raw = row.cells[at]!;
        const [, text = "", flags = ""] = CELL.exec(raw) ?? [raw, raw];
        const attributes = flags === "" ? NO_ATTRIBUTES : new Map([["OBS_FLAG", flags]]);
        const place = {...cellPlace(row, at), raw};
        book.observeKey([...own, columns[at]!], text, attributes, place);
      }
    }
    return {metadata: book.metadata(), ending};
  },
};
