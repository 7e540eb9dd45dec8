// The blocks of the publication: labels, a header, rows of years. Each value goes to the series that its labels name.

import {cumulativeTransformation} from "../../described/base-words.ts";
import {codeOfName} from "../../described/class-code.ts";
import type {SeriesBook} from "../../described/series-book.ts";
import {parseNumberText} from "../../number-text.ts";
import type {ObservationSink, Origin} from "../../source.ts";
import {matchTerritoryCode} from "../../territory-matcher.ts";
import {type ColumnPeriod, columnPeriods, isQuarterLine} from "./columns.ts";
import {type BlockLabels, createLabelReader} from "./labels.ts";
import {textRows} from "./rows.ts";

const YEAR = /^((?:19|20)\d\d)(?:\d\)(?:, ?\d\))*)?$/;

export function readBlocks(file: string, text: string, book: SeriesBook, sink: ObservationSink): void {
  const labels = createLabelReader();
  let columns: readonly (ColumnPeriod | null)[] | null = null;
  let year: number | null = null;
  let block: BlockLabels | null = null;
  const country = matchTerritoryCode("643")!;
  const refuse = (line: number, column: number | null, reason: string, raw: string, kind?: "period" | "unit") => {
    const place = {file, line, column: column === null ? null : String(column), row: null};
    sink.refuse({...place, reason, text: raw.slice(0, 80), ...(kind && {kind})});
  };
  let at = {line: 0, column: 0, raw: "", dropped: false};
  const origin: Origin = {
    explain: () => ({
      locator: {file, sheet: null, cell: null, line: at.line, column: at.column, element: null},
      raw: at.raw,
      steps: at.dropped ? ["a footnote mark dropped", "read from text"] : ["read from text"],
    }),
  };

  const take = (line: number, cells: readonly string[], extra: string | null) => {
    if (columns === null || block === null || cells.slice(columns.length + 1).some((cell) => cell !== "")) {
      const first = cells.findIndex((cell, place) => place > 0 && cell !== "");
      const reason =
        block === null ? "stands under no label of its own" : "stands under no header of periods that is known";
      if (first > 0) refuse(line, first + 1, reason, cells.join(" | "), "period");
      return;
    }
    for (const [place, column] of columns.entries()) {
      const raw = cells[place + 1] ?? "";
      if (raw === "") continue;
      if (column === null) {
        refuse(line, place + 2, "stands under no period", raw, "period");
        continue;
      }
      const value = parseNumberText(raw);
      if (value.kind === "unreadable") {
        refuse(line, place + 2, value.reason, raw);
        continue;
      }
      const {ordinal, transformation} = periodAndBase(column, year!, block);
      const {heading, names, unit} = block;
      const path = [...names, ...(extra === null ? [] : [extra])];
      const classes = path.map((name) => ({code: codeOfName(name), name}));
      const indicator = {code: codeOfName(heading), name: heading};
      const facts = {indicator, classes, territory: country, transformation, ...(unit !== null && {unit})};
      const handle = book.handle(facts, column.frequency, sink);
      if (typeof handle !== "number") {
        refuse(line, place + 2, handle.reason, `${heading} / ${path.join(" / ")}`, "unit");
        continue;
      }
      at = {line, column: place + 2, raw, dropped: /\d\)$/.test(raw)};
      if (value.kind === "value") sink.observe(handle, ordinal, value.value, line, origin);
      else sink.missing?.(handle, ordinal, value.reason, line, origin);
    }
  };

  for (const {line, cells} of textRows(text)) {
    const [first = "", ...rest] = cells;
    const hasValues = rest.some((cell) => cell !== "");
    if (first === "" && !hasValues) continue;
    const years = YEAR.exec(first);
    if (years !== null) {
      const before = year;
      year = Number(years[1]);
      const found = labels.values();
      // Years that begin anew under no label of their own: a label was lost, and the one before is not theirs.
      const isLost: boolean = !found.isNew && ((before !== null && year <= before) || block === null);
      block = isLost ? null : found;
      take(line, cells, null);
    } else if (first === "") {
      if (isQuarterLine(cells)) continue;
      // Figures under an empty cell are the second line of a cell above: they belong to no year for sure.
      const isFigures = rest.every((cell) => !/[а-яё]/i.test(cell));
      if (rest.some((cell) => YEAR.test(cell))) {
        // Years across: another kind of table, whose rows have no year of their own.
        columns = null;
        year = null;
        block = null;
        continue;
      }
      if (isFigures)
        refuse(line, rest.findIndex((cell) => cell !== "") + 2, "stands in no year's row", rest.join(" | "));
      else columns = columnPeriods(cells);
    } else if (!hasValues) labels.read(first);
    else if (year !== null && block !== null) take(line, cells, first.replace(/\s*\/\s*[A-Za-z].*$/, "").trim());
    else refuse(line, 2, "stands under no year", cells.join(" | "), "period");
  }
}

function periodAndBase({frequency, offset, cumulative}: ColumnPeriod, year: number, {base}: BlockLabels) {
  const periods = {A: 1, Q: 4, M: 12}[frequency];
  const previous = {A: "pct_yoy", Q: "pct_qoq", M: "pct_mom"}[frequency];
  const plain = base === null ? "level" : base.transformation === "previous" ? previous : base.transformation;
  const ytd = cumulative || (base?.cumulative === true && frequency === "M");
  return {ordinal: year * periods + offset, transformation: ytd ? cumulativeTransformation(plain) : plain};
}
