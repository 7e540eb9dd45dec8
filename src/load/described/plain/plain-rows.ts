// The rows of a plain table: those of a sheet, or of a long text that is read block by block.
//
// A long text has no sheet of all its rows, so its header and its titles are found in its sample, which begins with its first lines.
import type {ObservationSink} from "../../source.ts";
import {raggedRow} from "../../workbook/delimited.ts";
import type {Cell, Sheet, TextRecords} from "../../workbook/sheet.ts";
import {textLocation} from "../../workbook/text-location.ts";
import {type Facts, isProblem, joined, type Problem} from "../facts.ts";
import type {SheetLayout} from "../header/sheet-layout.ts";
import type {SeriesRegister} from "../series-register.ts";
import {titleFacts} from "../sheet-facts.ts";
import {findPlainHeader, type PlainHeader} from "./plain-header.ts";
import {createPlainReader, type PlainTable} from "./plain-table.ts";

export interface PlainSource extends Omit<PlainTable, "header" | "facts" | "sheet" | "locate"> {
  /** The whole sheet, or the sample of a long text. */
  readonly sheet: Sheet;
  /** null: the sheet is whole. */
  readonly records: TextRecords | null;
  readonly dated: Facts | Problem;
}

/** @returns a problem of the whole table; null: its rows were read */
export async function readPlainRows(
  {sheet, records, dated, ...source}: PlainSource,
  register: SeriesRegister,
  sink: ObservationSink,
): Promise<Problem | null> {
  const header = findPlainHeader(sheet, source.context.table);
  if (header === null) return {reason: "no row has all the labels that the descriptor names", text: ""};
  const title = isProblem(dated) ? dated : titleFacts(sheet, layoutOf(header, sheet), source.context);
  if (isProblem(title)) return title;
  const facts = joined(dated as Facts, title);
  const table: PlainTable = {
    ...source,
    sheet,
    header,
    facts,
    locate: (row, column) => textLocation(sheet, row, column),
  };
  if (records === null) {
    const reader = createPlainReader(table, register, sink);
    let row = header.row + 1;
    const cellAt = (column: number): Cell | null => sheet.cell(row, column);
    for (; row <= sheet.rowCount; row++) reader.read(row, cellAt, sheet.problemAt(row));
    return null;
  }
  const {linesBefore} = records;
  const locate = (row: number, column: number) => ({line: row + linesBefore, column, element: null});
  const reader = createPlainReader({...table, locate}, register, sink);
  const cells = createTextCells(sheet.columnCount);
  for await (const rows of records.rows())
    for (const row of rows) {
      if (row.line - linesBefore <= header.row) continue;
      cells.put(row.cells);
      reader.read(row.line - linesBefore, cells.at, raggedRow(row));
    }
  return null;
}

/** One cell for each column, whose text is that of the present row: ten million rows would be a hundred million cells. */
function createTextCells(width: number) {
  const all = Array.from({length: width + 1}, () => ({
    kind: "text" as const,
    text: "",
    plain: "",
    number: Number.NaN,
    format: "General",
  }));
  let texts: readonly string[] = [];
  return {
    put(cells: readonly string[]): void {
      texts = cells;
    },
    at(column: number): Cell | null {
      const text = texts[column - 1];
      if (text === undefined || text === "") return null;
      // A letter or a digit is no blank.
      if (text.charCodeAt(0) <= SPACE && text.trim() === "") return null;
      if (text.charCodeAt(0) > LAST_PLAIN && text.trim() === "") return null;
      const cell = all[column] ?? {kind: "text" as const, text, plain: text, number: Number.NaN, format: "General"};
      cell.text = text;
      cell.plain = text;
      return cell;
    },
  };
}

const [SPACE, LAST_PLAIN] = [0x20, 0x7e];

function layoutOf({row}: PlainHeader, {rowCount}: Sheet): SheetLayout {
  const none = {titles: [], labelCount: 0, columns: [], unnamed: []};
  return {headerTop: row, headerBottom: row, lastRow: rowCount, ...none};
}
