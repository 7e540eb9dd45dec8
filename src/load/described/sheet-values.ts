// Sends the values of one described table into the sink: each cell right of the labels and below the header is a value or is refused.
//
// Every value can be explained when it is given: sheet, cell, the text of the cell, and the steps.

import {firstDay, lastDay} from "../../statistics/time/day.ts";
import {weekOrdinal} from "../../statistics/time/week.ts";
import type {ObservationSink} from "../source.ts";
import {createCountedRows} from "../workbook/form-marks.ts";
import type {Cell, Sheet} from "../workbook/sheet.ts";
import {textLocation} from "../workbook/text-location.ts";
import {createCellReader, isFigure, timesProblem, valueInUnit} from "./cell-value.ts";
import type {CellException, TableDescription} from "./descriptor/descriptor.ts";
import {type Exceptions, exceptionsOf, type FoundException} from "./exceptions.ts";
import {
  cumulativeTransformation,
  dayOfDate,
  type Facts,
  isProblem,
  joined,
  type PeriodReading,
  type Problem,
  periodOfFacts,
  type ValuePeriod,
} from "./facts.ts";
import {createNotes} from "./footnotes.ts";
import {refuseBackwardParts} from "./header/backward-parts.ts";
import {headerCell, type SheetLayout} from "./header/sheet-layout.ts";
import {FREE} from "./layout.ts";
import {isOverSeveral} from "./merged-value.ts";
import type {SeriesRegister} from "./series-register.ts";
import {baseProblem} from "./series-register.ts";
import {createRowReader} from "./sheet-facts.ts";
import {createStrayRows, type StrayProblem} from "./stray-rows.ts";
import {openTableCells} from "./table-cells.ts";
import {factsOfCell, type TextContext} from "./text-facts.ts";
import {createValueFacts, type PeriodFacts, type ValueColumn} from "./value-facts.ts";

export interface SheetTable {
  readonly file: string;
  readonly sheet: Sheet;
  readonly layout: SheetLayout;
  /** Facts about all values from the title, the sheet's name and the descriptor. */
  readonly facts: Facts;
  readonly context: TextContext;
  /** Periods are the source's own weeks, dated by the header. */
  readonly weekly: boolean;
  /** The exceptions that changed a value are added. */
  readonly used: Set<CellException | TableDescription>;
}

/** @returns whether the table has no value, and nothing that could not be read */
export function readSheetValues(
  {file, sheet, layout, facts: tableFacts, context, weekly, used}: SheetTable,
  register: SeriesRegister,
  sink: ObservationSink,
): boolean {
  const {country, table} = context;
  let values = 0;
  const exceptions = exceptionsOf(table, file, sheet.name, context, used);
  const locate = (row: number, column: number) => textLocation(sheet, row, column);
  const textAt = (row: number, column: number) => sheet.cell(row, column)?.text ?? "";
  const {refuse, refused, moveTo, origin} = openTableCells({file, sheet, locate, textAt}, sink);

  const all = readColumns(layout, context, exceptions, tableFacts);
  const columns = refuseBackwardParts(sheet, layout, table.columns, all);
  const periods = periodReading(table, columns);
  const readPeriod = (facts: PeriodFacts, {week}: ValueColumn): ValuePeriod | Problem => {
    const period = weekly ? weekOf(facts, week) : periodOfFacts(facts, periods);
    if (isProblemPeriod(period) || period.week === undefined) return period;
    return register.week(period.week) ?? period;
  };
  const seriesOf = seriesReader(context, register, sink);
  const found = createValueFacts(columns, readPeriod, seriesOf);
  const readCell = createCellReader(country.tables, table.decimals === "shown");
  const notes = createNotes(sheet, layout.lastRow, country.tables);

  const hasExceptions = table.exceptions !== undefined && layout.labelCount > 0;
  const rows = createRowReader(sheet, layout, context, exceptions);
  const counted = createCountedRows(sheet, layout.labelCount, table.rows);
  const strays = createStrayRows(sheet, layout, columns, context, tableFacts);

  const takeValue = (
    row: number,
    cell: Cell,
    valueColumn: ValueColumn,
    said: Facts,
    exception: FoundException | null,
  ) => {
    const {column, problem} = valueColumn;
    if (problem !== null && !solves(problem, exception)) return refuse(row, column, problem);
    const own = found.of(valueColumn, said, exception);
    const {facts} = own;
    const value = valueInUnit(facts.unit, cell, readCell);
    if (value.kind === "unreadable") return refuse(row, column, {reason: value.reason, text: cell.text});
    const times = timesProblem(value, facts.transformation);
    if (times !== null) return refuse(row, column, {reason: times, text: cell.text});
    if (value.kind === "value" && isOverSeveral(sheet, layout, table.rows, row, column))
      return refuse(row, column, {reason: "is one number for several rows or columns", text: cell.text});
    let steps = facts.steps === undefined ? value.steps : [...value.steps, ...facts.steps];
    if (exception !== null) steps = [...steps, exception.because];
    let noted: PeriodFacts | null = null;
    if (table.footnotes === "period" && value.kind === "value" && value.mark !== null) {
      const note = notes.period(value.mark);
      if (note === null)
        return refuse(row, column, {reason: `has a footnote ${value.mark} that names no period`, text: cell.text});
      noted = {...found.periodFacts(valueColumn, said, exception), ...note.facts};
      steps = [...steps, note.step];
    }
    const period = noted ? readPeriod(noted, valueColumn) : found.periodAt(valueColumn, said, exception);
    if (isProblemPeriod(period)) return refuse(row, column, period);
    let handle: number | Problem;
    if (facts.era === undefined) handle = found.seriesOf(own, period);
    else {
      const {words} = noted ?? found.periodFacts(valueColumn, said, exception);
      const territory = territoryOfEra(facts.era, words, period, context);
      if (territory === null) {
        const reason = "is from a time when this territory did not exist";
        return refuse(row, column, {reason, text: facts.era, kind: "territory"});
      }
      handle = seriesOf({...facts, territory}, period);
    }
    if (typeof handle !== "number") return refuse(row, column, handle);
    const index = moveTo(row, column, cell.text, steps);
    if (value.kind === "value") {
      values++;
      sink.observe(handle, period.ordinal, value.value, index, origin);
    } else {
      const isSuppressed = value.mark !== null && notes.isConfidential(value.mark);
      sink.missing?.(handle, period.ordinal, isSuppressed ? "suppressed" : value.reason, index, origin);
    }
  };

  for (let row = layout.headerBottom + 1; row <= layout.lastRow; row++) {
    const {data, facts: rowFacts, problem: rowUnread, section} = rows.read(row);
    const problem = sheet.problemAt(row);
    if (problem !== null) {
      const figures = columns.filter(({column}) => /\d/.test(sheet.cell(row, column)?.text ?? "")).length;
      refuse(row, 1, {reason: problem, text: ""}, Math.max(1, figures));
      continue;
    }
    const label = hasExceptions ? (headerCell(sheet, row, layout.labelCount)?.plain ?? "") : "";
    for (const column of layout.unnamed) {
      const cell = sheet.cell(row, column);
      if (cell === null || !isFigure(cell, country.tables)) continue;
      if (!exceptions.at({row, column, section, header: [], label})?.ignore)
        refuse(row, column, {reason: "has no column header", text: cell.text});
    }
    const stray = data ? strays.values(row, rowFacts) : strays.heading(row);
    if (typeof stray === "string") continue;
    const unread = [...(rowUnread === null ? [] : [rowUnread]), ...(data ? counted(row) : []), ...stray];
    let rowProblem: {readonly problem: Problem; values: number} | null = null;
    for (const valueColumn of columns) {
      const cell = sheet.cell(row, valueColumn.column);
      if (cell === null) continue;
      const {column, header} = valueColumn;
      const exception = exceptions.at({row, column, section, header, label});
      if (exception?.ignore) continue;
      const unsolved = unread.length === 0 ? undefined : unsolvedIn(unread, valueColumn, exception);
      if (unsolved !== undefined) {
        // A row is refused once, with the number of its values.
        rowProblem ??= {problem: unsolved, values: 0};
        rowProblem.values++;
        continue;
      }
      takeValue(row, cell, valueColumn, rowFacts, exception);
    }
    if (rowProblem !== null) refuse(row, rowProblem.problem.column ?? 1, rowProblem.problem, rowProblem.values);
  }
  return values + refused() === 0;
}

/** The first problem of the row that counts for the column and that the exception does not solve. */
function unsolvedIn(unread: readonly StrayProblem[], {found}: ValueColumn, exception: FoundException | null) {
  return unread.find((one) => !(one.fact !== undefined && found[one.fact] !== undefined) && !solves(one, exception));
}

function readColumns(
  layout: SheetLayout,
  context: TextContext,
  exceptions: Exceptions,
  tableFacts: Facts,
): ValueColumn[] {
  const {table} = context;
  // FIX-rosstat-43: the longest ending counts, wherever the descriptor has it: "_bln_rub" also ends in "_rub".
  const marks = Object.keys(table.marks ?? {}).sort((a, b) => b.length - a.length);
  return layout.columns.map(({column, cells}, index) => {
    let found: Facts = {};
    let problem: Problem | null = null;
    for (const [level, cell] of cells.entries()) {
      const kind = table.columns[level]!;
      if (cell === null) {
        if (kind !== "ignore" && !FREE.has(kind))
          problem ??= {reason: "has nothing above it in one of the header's rows", text: ""};
        continue;
      }
      const said = factsOfCell(cell, kind, context);
      if (isProblem(said)) {
        problem ??= said;
        found = joined(found, said.partial ?? {});
        continue;
      }
      found = joined(found, said);
      const mark = marks.find((sign) => cell.text.trim().endsWith(sign));
      if (mark !== undefined) found = {...found, ...exceptions.factsOf(table.marks![mark]!)};
    }
    const header = cells.filter((cell) => cell !== null).map(({plain}) => plain);
    return {column, found, facts: joined(tableFacts, found), problem, week: index + 1, header};
  });
}

function periodReading({dates, cumulative}: TableDescription, columns: readonly ValueColumn[]): PeriodReading {
  const facts = columns.filter(({problem}) => problem === null).map(({found}) => found);
  return {
    dates,
    allCumulative: cumulative === "any" && facts.some(saysCumulative),
    monthlyStocks: facts.some(({words}) => words?.kind === "stock" && words.month > 1),
  };
}

/** FIX-rosstat-38: whether the exception gives the fact that an unreadable label or header cell lacks. */
function solves({kind}: Problem, exception: FoundException | null): boolean {
  const facts = exception?.facts ?? {};
  if (kind === "period") return facts.words !== undefined || facts.year !== undefined;
  if (kind === "territory") return facts.territory !== undefined;
  return kind === "unit" && facts.unit !== undefined;
}

function seriesReader({country, isProbe}: TextContext, register: SeriesRegister, sink: ObservationSink) {
  const percent = country.units.percent().code;
  return (facts: Facts, period: ValuePeriod): number | Problem =>
    (isProbe ? null : baseProblem(facts, percent)) ??
    register.handle(facts, period.frequency, sink, transformationAt(facts, period));
}

function saysCumulative({words}: Facts): boolean {
  return words?.kind === "part" && words.cumulative;
}

function transformationAt(facts: Facts, {cumulative}: ValuePeriod): string {
  const transformation = facts.transformation ?? "level";
  return cumulative ? cumulativeTransformation(transformation) : transformation;
}

/** A state on a day belongs to that day; a value of a period belongs to its end, or to the day of publication before it. */
function territoryOfEra(
  era: string,
  words: Facts["words"],
  {frequency, ordinal}: ValuePeriod,
  {country, publishedAt, eras}: TextContext,
) {
  if (frequency === "W") return null;
  const first = firstDay(frequency, ordinal);
  const end = words?.kind === "stock" ? first : lastDay(frequency, first);
  return country.territories.inEra(era, {first, last: Math.min(end, publishedAt)}, eras!);
}

function isProblemPeriod(period: ValuePeriod | Problem): period is Problem {
  return "reason" in period;
}

/** FIX-rosstat-08: the source numbers its weeks by its own registration days, which are rarely seven days apart. */
function weekOf(facts: PeriodFacts, week: number): ValuePeriod | Problem {
  const year = facts.year ?? facts.date?.year ?? null;
  const day = year === null || facts.date === undefined ? null : dayOfDate(facts.date, year);
  if (year === null || day === null) return {reason: "has no registration day above it", text: ""};
  return {frequency: "W", ordinal: weekOrdinal(year, week), cumulative: false, week: {year, week, day}};
}
