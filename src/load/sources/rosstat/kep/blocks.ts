// The blocks of the publication: labels, a header, one row for each year. Each value goes to the series that its labels name.
import {codeOfName} from "../../../../country/ru/table-words.ts";
import {matchTerritoryCode} from "../../../../country/ru/territory-matcher.ts";
import {knownUnit} from "../../../../country/ru/unit-matcher.ts";
import {lineLocator} from "../../../../service/evidence.ts";
import {cumulativeTransformation} from "../../../described/facts.ts";
import type {SeriesRegister} from "../../../described/series-register.ts";
import type {ObservationSink, Origin, SourceFile} from "../../../source.ts";
import {figuresIn, raggedRow} from "../../../workbook/delimited.ts";
import type {TextRecord} from "../../../workbook/text-location.ts";
import {
  type AcrossColumn,
  acrossColumns,
  annualColumns,
  type CellFigure,
  type ColumnPeriod,
  cellFigures,
  columnPeriods,
  isQuarterLine,
  isSecondLine,
  rowName,
  saysPercent,
  secondFigure,
  yearOf,
  yearsAcross,
} from "./columns.ts";
import {type BlockLabels, createLabelReader} from "./labels.ts";

/** The second figure of a cell, recalculated as its footnote says. */
const SECOND = {code: "by_footnote", name: "второе из двух значений клетки, пересчитанное, как говорит сноска"};

/** A table with the years in its header: its rows are names, its columns are periods. */
interface AcrossTable {
  readonly years: readonly number[];
  columns: readonly AcrossColumn[];
  percent: boolean;
  hasRows: boolean;
}

interface ValueFacts {
  readonly frequency: "A" | "Q" | "M";
  readonly ordinal: number;
  readonly transformation: string;
  readonly names: readonly string[];
}

export function readKepBlocks(
  {name: file}: SourceFile,
  rows: Iterable<TextRecord>,
  register: SeriesRegister,
  sink: ObservationSink,
): void {
  const labels = createLabelReader();
  let columns = null as readonly (ColumnPeriod | null)[] | null;
  let year = null as number | null;
  let block = null as BlockLabels | null;
  let across = null as AcrossTable | null;
  /** The last row that had a year: figures below it may be the second figures of its cells. */
  let last = null as {readonly line: number; readonly extra: string | null} | null;
  const country = matchTerritoryCode("643")!;
  /** @param raw a cell, or all cells of a row that is lost with all its figures */
  const refuse = (
    line: number,
    column: number | null,
    reason: string,
    raw: string | readonly string[],
    kind?: "period" | "unit",
  ) => {
    const location = {file, line, column: column === null ? null : String(column), row: null};
    const [text, values] = typeof raw === "string" ? [raw, 1] : [raw.join(" | "), figuresIn(raw)];
    sink.refuse({...location, reason, text: text.slice(0, 80), values, ...(kind && {kind})});
  };
  let at = {line: 0, column: 0, raw: "", steps: [] as readonly string[]};
  const origin: Origin = {
    explain: () => ({locator: lineLocator(file, at.line, at.column), raw: at.raw, steps: at.steps}),
  };

  const give = (
    {line, column, raw}: {readonly line: number; readonly column: number; readonly raw: string},
    figure: CellFigure,
    facts: ValueFacts,
    of: BlockLabels,
  ) => {
    const {value, isSecond, steps} = figure;
    if (value.kind === "unreadable") {
      refuse(line, column, value.reason, raw);
      return;
    }
    const {heading, unit} = of;
    const {frequency, ordinal, transformation, names} = facts;
    const classes = names.map((name) => ({code: codeOfName(name), name}));
    const indicator = {code: codeOfName(heading), name: heading};
    const own = {indicator, classes, territory: country, transformation, ...(unit !== null && {unit})};
    const handle = register.handle({...own, ...(isSecond && {measure: SECOND})}, frequency, sink);
    if (typeof handle !== "number") {
      refuse(line, column, handle.reason, `${heading} / ${names.join(" / ")}`, "unit");
      return;
    }
    at = {line, column, raw, steps};
    if (value.kind === "value") sink.observe(handle, ordinal, value.value, line, origin);
    else sink.missing?.(handle, ordinal, value.reason, line, origin);
  };

  const take = (line: number, cells: readonly string[], extra: string | null, isSecond = false) => {
    if (columns === null || block === null || cells.slice(columns.length + 1).some((cell) => cell !== "")) {
      const first = cells.findIndex((cell, index) => index > 0 && cell !== "");
      const reason = block === null ? "has no label of its own above it" : "has no known period header above it";
      if (first > 0) refuse(line, first + 1, reason, cells, "period");
      return;
    }
    for (const [index, column] of columns.entries()) {
      const raw = cells[index + 1] ?? "";
      if (raw === "") continue;
      if (column === null) {
        refuse(line, index + 2, "has no period above it", raw, "period");
        continue;
      }
      const names = [...block.names, ...(extra === null ? [] : [extra])];
      const facts = {frequency: column.frequency, names, ...periodAndBase(column, year!, block)};
      const figures = isSecond ? [secondFigure(raw)] : cellFigures(raw);
      for (const figure of figures) give({line, column: index + 2, raw}, figure, facts, block);
    }
  };

  const takeAcross = (line: number, cells: readonly string[], table: AcrossTable) => {
    const {heading, base} = labels.values();
    if (cells.slice(table.columns.length + 1).some((cell) => cell !== "")) {
      refuse(line, 2, "has no known period header above it", cells, "period");
      return;
    }
    const of = {heading, names: [], base, isNew: true, unit: table.percent ? knownUnit("процент") : null};
    for (const [index, {frequency, ordinal, cumulative}] of table.columns.entries()) {
      const raw = cells[index + 1] ?? "";
      if (raw === "") continue;
      const transformation = cumulative ? cumulativeTransformation("level") : "level";
      const facts = {frequency, ordinal, transformation, names: [rowName(cells[0]!)]};
      for (const figure of cellFigures(raw)) give({line, column: index + 2, raw}, figure, facts, of);
    }
  };

  const takeYear = (line: number, cells: readonly string[], own: number) => {
    across = null;
    const before = year;
    year = own;
    const found = labels.values();
    // The years start again without a new label: a label was lost, and the one before does not apply to them.
    const isLost = !found.isNew && ((before !== null && year <= before) || block === null);
    block = isLost ? null : found;
    take(line, cells, null);
    last = {line, extra: null};
  };

  /** A row with an empty first cell: a header, or the second figures of the row above. */
  const takeUnlabelled = (line: number, cells: readonly string[]) => {
    if (isQuarterLine(cells)) return;
    const years = yearsAcross(cells);
    if (years !== null) {
      across = {years, columns: annualColumns(years), percent: false, hasRows: false};
      columns = null;
      year = null;
      block = null;
      return;
    }
    // Figures below an empty year are the second line of the cells above; without a footnote their year is not certain.
    const rest = cells.slice(1);
    const isFigures = rest.every((cell) => !/[а-яё]/i.test(cell));
    if (isFigures && isSecondLine(cells) && last?.line === line - 1) take(line, cells, last.extra, true);
    else if (isFigures) refuse(line, rest.findIndex((cell) => cell !== "") + 2, "is not in the row of a year", cells);
    else {
      across = null;
      columns = columnPeriods(cells);
    }
  };

  for (const row of rows) {
    const {line, cells} = row;
    const [first = "", ...rest] = cells;
    const hasValues = rest.some((cell) => cell !== "");
    if (first === "" && !hasValues) continue;
    const ownYear = yearOf(first);
    // Only a label or a header begins a table of another width.
    const ragged = (ownYear !== null && columns !== null) || (first !== "" && hasValues) ? raggedRow(row) : null;
    if (ragged !== null && columnPeriods(["", ...rest]) === null) {
      refuse(line, null, ragged, cells);
      continue;
    }
    const isPercent: boolean = across !== null && saysPercent(cells.find((cell) => cell !== "")!);
    const periods: readonly AcrossColumn[] | null =
      across === null || across.hasRows ? null : acrossColumns(across.years, cells);
    if (across !== null && isPercent) across.percent = true;
    else if (across !== null && periods !== null) across.columns = periods;
    else if (ownYear !== null) takeYear(line, cells, ownYear);
    else if (first === "") takeUnlabelled(line, cells);
    else if (!hasValues) labels.read(first);
    else if (/^\d{1,3}$/.test(first) && columnPeriods(["", ...rest]) !== null) {
      // FIX-rosstat-21: the number of a footnote or a page is in the corner cell of a header.
      across = null;
      columns = columnPeriods(["", ...rest]);
    } else if (across !== null) {
      across.hasRows = true;
      takeAcross(line, cells, across);
    } else if (labels.beginsTable()) {
      // FIX-rosstat-44: the year and the labels above belong to the table before. A whole of 100 per cent is of no year.
      if (rest.some((cell) => cell !== "" && cell !== "100")) refuse(line, 2, "has no year above it", cells, "period");
    } else if (year !== null && block !== null && /[а-яё]/i.test(first)) {
      // A name has a Russian word; anything else, "Infinity" or "20 15", may be a damaged year.
      const extra = first.replace(/\s*\/\s*[A-Za-z].*$/, "").trim();
      take(line, cells, extra);
      last = {line, extra};
    } else {
      const reason = year === null || block === null ? "has no year above it" : "begins with neither a year nor a name";
      refuse(line, 2, reason, cells, "period");
    }
  }
}

function periodAndBase({frequency, offset, cumulative}: ColumnPeriod, year: number, {base}: BlockLabels) {
  const periods = {A: 1, Q: 4, M: 12}[frequency];
  const previous = {A: "pct_yoy", Q: "pct_qoq", M: "pct_mom"}[frequency];
  const plain = base === null ? "level" : base.transformation === "previous" ? previous : base.transformation;
  const ytd = cumulative || (base?.cumulative === true && frequency === "M");
  return {ordinal: year * periods + offset, transformation: ytd ? cumulativeTransformation(plain) : plain};
}
