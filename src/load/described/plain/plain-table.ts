// Sends the values of a plain table into the sink: one header row, and below it a row for each record, however long.
//
// Every row is judged, wherever its columns stand: a row whose period, territory or unit is unknown is refused, never guessed. A comment below
// the table is no row, unless it has a value: then it is refused.
import {COMMENT, REMARK_WORDS} from "../../../country/plain-table-words.ts";
import type {ObservationSink} from "../../source.ts";
import type {Cell, Sheet} from "../../workbook/sheet.ts";
import type {TextLocation} from "../../workbook/text-location.ts";
import {isFigure, timesProblem, valueInUnit} from "../cell-value.ts";
import type {CellException, TableDescription} from "../descriptor/descriptor.ts";
import {exceptionsOf, type FoundException} from "../exceptions.ts";
import {
  type Facts,
  isProblem,
  joined,
  type PeriodReading,
  type Problem,
  periodOfFacts,
  type ValuePeriod,
} from "../facts.ts";
import type {SeriesRegister} from "../series-register.ts";
import {baseProblem} from "../series-register.ts";
import {openTableCells} from "../table-cells.ts";
import {factsOfCell, type TextContext} from "../text-facts.ts";
import type {PlainHeader} from "./plain-header.ts";
import {createPlainLabels, type PlainRow} from "./plain-labels.ts";
import {createPlainCellReader} from "./plain-number.ts";

export interface PlainTable {
  readonly file: string;
  readonly sheet: Pick<Sheet, "name" | "columnCount" | "locatedBy">;
  readonly header: PlainHeader;
  /** Facts about all values from lines above, the sheet's name and the descriptor. */
  readonly facts: Facts;
  readonly context: TextContext;
  readonly used: Set<CellException | TableDescription>;
  /** The place of a cell of a text. */
  readonly locate: (row: number, column: number) => TextLocation;
}

interface PlainColumn {
  readonly index: number;
  readonly column: number;
  readonly header: readonly string[];
  readonly facts: Facts;
  readonly problem: Problem | null;
  readonly ownPeriod: ValuePeriod | Problem | null;
  /** The period of a year of the rows: its header names a month or a quarter. null: it names none. */
  readonly periodIn: ((year: ValuePeriod) => ValuePeriod | Problem) | null;
}

export interface PlainReader {
  /** One row below the header; rows are read from top to bottom. @param problem why its cells can't be trusted */
  read(row: number, cellAt: (column: number) => Cell | null, problem: string | null): void;
}

export function createPlainReader(
  {file, sheet, header, facts: tableFacts, context, used, locate}: PlainTable,
  register: SeriesRegister,
  sink: ObservationSink,
): PlainReader {
  const {country, table} = context;
  let cellAt: (column: number) => Cell | null = () => null;
  const {refuse, moveTo, origin} = openTableCells(
    {file, sheet, locate, textAt: (_, column) => cellAt(column)?.text ?? ""},
    sink,
  );
  const exceptions = exceptionsOf(table, file, sheet.name, context, used);
  const periods = {allCumulative: false, monthlyStocks: false, dates: table.dates};
  const columns = readPlainColumns(header, tableFacts, context, periods);
  const labelsOf = createPlainLabels(table.rows, context, periods);
  const readCell = createPlainCellReader(country.tables, table.numbers);
  const percent = country.units.percent().code;
  const hasExceptions = table.exceptions !== undefined;
  const asksForLabels = table.exceptions?.some((one) => one.label !== undefined) === true;

  const handleOf = (one: PlainColumn, {series}: PlainRow, period: ValuePeriod, exception: FoundException | null) => {
    const own = (): number | Problem => {
      const both = joined(one.facts, series.facts);
      const facts = exception?.facts ? {...both, ...exception.facts} : both;
      const transformation = facts.transformation ?? "level";
      return baseProblem(facts, percent) ?? register.handle(facts, period.frequency, sink, transformation);
    };
    if (exception !== null) return own();
    const known = series.handles[one.index];
    if (known?.frequency === period.frequency) return known.handle;
    const handle = own();
    series.handles[one.index] = {frequency: period.frequency, handle};
    return handle;
  };

  /** A problem: the value is refused. */
  const takeValue = (row: number, cell: Cell, one: PlainColumn, labels: PlainRow, label: string): Problem | null => {
    const exception = hasExceptions
      ? exceptions.at({row, column: one.column, section: "", header: one.header, label})
      : null;
    if (exception?.ignore) return null;
    if (one.problem !== null) return one.problem;
    if (labels.problem !== null) return labels.problem;
    const ofRow = one.ownPeriod ?? labels.period;
    if ("reason" in ofRow) return ofRow;
    const period = one.periodIn === null ? ofRow : one.periodIn(ofRow);
    if ("reason" in period) return period;
    const unit = exception?.facts?.unit ?? labels.series.facts.unit ?? one.facts.unit;
    const value = valueInUnit(unit, cell, readCell);
    if (value.kind === "unreadable") return {reason: value.reason, text: cell.text};
    const transformation =
      exception?.facts?.transformation ?? labels.series.facts.transformation ?? one.facts.transformation;
    const times = timesProblem(value, transformation);
    if (times !== null) return {reason: times, text: cell.text};
    const handle = handleOf(one, labels, period, exception);
    if (typeof handle !== "number") return handle;
    const twoDays = period.week === undefined ? null : register.week(period.week);
    if (twoDays !== null) return twoDays;
    const steps = exception === null ? value.steps : [...value.steps, exception.because];
    const index = moveTo(row, one.column, cell.text, steps);
    if (value.kind === "value" && !labels.isMissing) sink.observe(handle, period.ordinal, value.value, index, origin);
    else {
      const reason = value.kind === "missing" ? value.reason : "not-available";
      sink.missing?.(handle, period.ordinal, reason, index, origin);
    }
    return null;
  };
  const labelAt = (index: number): Cell | null => cellAt(header.labels[index]!);
  const hasValue = (cell: Cell | null): boolean => cell !== null && readCell(cell, false).kind === "value";

  return {
    read(row, ofRow, problem) {
      cellAt = ofRow;
      if (isComment(ofRow, sheet.columnCount)) {
        // "# of deaths" may be a name: a line with values is never left out in silence.
        const lost = columns.filter(({column}) => hasValue(ofRow(column)));
        if (lost.length > 0) refuse(row, lost[0]!.column, COMMENT_OR_NAME, lost.length);
        return;
      }
      if (problem !== null) {
        const figures = columns.filter(({column}) => /\d/.test(ofRow(column)?.text ?? "")).length;
        refuse(row, 1, {reason: problem, text: ""}, Math.max(1, figures));
        return;
      }
      for (const column of header.unnamed) {
        const cell = ofRow(column);
        if (cell !== null && isFigure(cell, country.tables))
          refuse(row, column, {reason: "has no column header", text: cell.text});
      }
      let labels: PlainRow | null = null;
      const label = asksForLabels ? joinedLabels(header.labels.map((column) => ofRow(column)?.plain)) : "";
      for (const one of columns) {
        const cell = ofRow(one.column);
        if (cell === null) continue;
        labels ??= labelsOf(labelAt);
        const unread = takeValue(row, cell, one, labels, label);
        if (unread !== null) refuse(row, one.column, unread);
      }
    },
  };
}

/** All labels of a row, as the `label` of an exception is compared with them: rows that follow each other may differ in the first one alone. */
export function joinedLabels(texts: readonly (string | undefined)[]): string {
  return texts.map((text) => text?.trim() ?? "").join("; ");
}

const COMMENT_OR_NAME: Problem = {reason: "is in a row that begins like a comment: is it a name?", text: ""};

function readPlainColumns(
  {values}: PlainHeader,
  tableFacts: Facts,
  context: TextContext,
  periods: PeriodReading,
): PlainColumn[] {
  const [kind] = context.table.columns;
  return values.map(({column, cell}, index): PlainColumn => {
    const said = factsOfCell(cell, kind!, context);
    const problem = isProblem(said) ? said : null;
    const found = isProblem(said) ? {} : said;
    const isPart = (kind === "month" || kind === "quarter") && !givesPeriod(tableFacts);
    const isDated = !isPart && (found.year !== undefined || found.date !== undefined || found.words !== undefined);
    const facts = joined(tableFacts, found);
    const ownPeriod = isDated || givesPeriod(tableFacts) ? periodOfFacts(facts, periods) : null;
    const periodIn = isPart && found.words !== undefined ? partOf(found.words, periods) : null;
    return {index, column, header: [cell.plain], facts, problem, ownPeriod, periodIn};
  });
}

/** A header with a month in a row with a month has two: only a year takes a part. */
function partOf(words: NonNullable<Facts["words"]>, periods: PeriodReading) {
  const known = new Map<number, ValuePeriod | Problem>();
  return ({frequency, ordinal}: ValuePeriod): ValuePeriod | Problem => {
    if (frequency !== "A")
      return {reason: "has a period in its row and another one in its header", text: "", kind: "period"};
    const period = known.get(ordinal) ?? periodOfFacts({year: ordinal, words}, periods);
    known.set(ordinal, period);
    return period;
  };
}

function givesPeriod({year, date}: Facts): boolean {
  return year !== undefined || date !== undefined;
}

/** A row with nothing but one text that is a remark: a line cut off behind its label is none. */
export function isComment(cellAt: (column: number) => Cell | null, width: number): boolean {
  const first = cellAt(1);
  if (first === null || first.kind !== "text") return false;
  const text = first.plain.trim();
  if (text.startsWith("#") || text.startsWith("//")) return COMMENT.test(text);
  for (let column = 2; column <= width; column++) if (cellAt(column) !== null) return false;
  return REMARK_WORDS.test(text);
}
