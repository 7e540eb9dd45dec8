// World Bank tables, as text or workbook: a row for each country and indicator, years across.
//
// The day of the last update is above the header of a download for one indicator; other tables need --published.
import {parseDay} from "../../../statistics/time/day.ts";
import type {Ending} from "../../input/ending.ts";
import type {ParserCode, SourceFile} from "../../source.ts";
import {isDelimitedName} from "../../workbook/delimited.ts";
import {cellAddress, type Sheet} from "../../workbook/sheet.ts";
import {mayBeTable, openWorkbook} from "../../workbook/workbook.ts";
import {createCodedRegister} from "./coded-release.ts";
import {fileBeginning, NO_ATTRIBUTES, soleFile} from "./text-table.ts";

const NAMES = ["Country Name", "Country Code", "Indicator Name", "Indicator Code"];
const HEADER_ROWS = 10;

export const worldBank: ParserCode = {
  async recognises(files) {
    const [file, another] = tablesOf(files);
    if (file === undefined || another !== undefined || !(await mayBeTable(file))) return false;
    if (isDelimitedName(file.name) && !/Country Name.*Code/.test(await fileBeginning(file))) return false;
    return (await findTable(file)) !== null;
  },
  async parse(files, hints, sink) {
    const file = soleFile(tablesOf(files));
    for (const one of files) if (one !== file) sink.ignore?.("file", one.name);
    const {sheet, header, columns, others, ending} = (await findTable(file))!;
    for (const other of others) sink.ignore?.("sheet", other);
    const text = (row: number, column: number): string => sheet.cell(row, column)?.text.trim() ?? "";
    const labels = [new Map<string, string>(), new Map<string, string>()];
    for (let row = header + 1; row <= sheet.rowCount; row++)
      for (const [at, [name, code]] of [columns.slice(0, 2), columns.slice(2)].entries())
        if (text(row, code!) !== "") labels[at]!.set(text(row, code!), text(row, name!));
    const dimensions = ["Country Code", "Indicator Code"].map((id, at) => ({id, name: id, labels: labels[at]!}));
    const codes = [...labels[1]!];
    const head = {
      noValue: [".."],
      file: file.name,
      provider: "world_bank",
      dataset: hints.dataset === null && codes.length === 1 ? codes[0]![0] : null,
      name: codes.length === 1 ? codes[0]![1] : null,
      publishedAt: updated(sheet, header),
      dimensions,
    };
    const register = createCodedRegister(head, hints, sink);
    const isText = sheet.locatedBy === "lines";
    const width = sheet.columnCount;
    sink.startFile?.(file.name, isText ? undefined : {name: sheet.name, width});
    const end = firstBlankRow(sheet, header + 1);
    for (let row = header + 1; row <= sheet.rowCount; row++) {
      const ragged = row < end ? sheet.problemAt(row) : null;
      if (ragged !== null && !hasValues(sheet, row, columns))
        sink.refuse({file: file.name, line: row, column: null, reason: ragged, text: text(row, 1), row: null});
      const [country, indicator] = [text(row, columns[1]!), text(row, columns[3]!)];
      const isCoded = /^[A-Z]{3}$/.test(country) && /^[\w.]+$/.test(indicator);
      const problem =
        sheet.problemAt(row) ?? (isCoded ? null : "is in a row without the codes of a country and an indicator");
      for (let column = 1; column <= width; column++) {
        const cell = sheet.cell(row, column);
        // "1990 [YR1990]"
        const time = text(header, column).replace(/ \[YR\d{4}\]$/, "");
        if (cell === null || columns.includes(column)) continue;
        if (country === "" && indicator === "" && !/\d/.test(cell.text)) continue;
        const raw = cell.text;
        if (problem !== null) {
          sink.refuse({file: file.name, line: row, column: String(column), reason: problem, text: raw, row: null});
          continue;
        }
        const inSheet = {name: sheet.name, cell: cellAddress(row, column)};
        const location = isText
          ? {line: row, column}
          : {line: (row - 1) * width + column, column: null, sheet: inSheet};
        const said = cell.kind === "number" ? String(cell.number) : raw;
        register.observe([country, indicator], time, said, NO_ATTRIBUTES, {...location, element: null, raw});
      }
    }
    return {metadata: register.metadata(), ending};
  },
};

/** A download is a zip with the table and descriptions of its countries and indicators beside it. */
function tablesOf(files: readonly SourceFile[]): SourceFile[] {
  return files.filter(({name}) => !/(?:^|\/)Metadata_(?:Country|Indicator)_[^/]*\.csv$/.test(name));
}

interface WorldBankTable {
  readonly sheet: Sheet;
  readonly header: number;
  readonly columns: readonly number[];
  readonly others: readonly string[];
  readonly ending: Ending;
}

/** The first sheet with the four names in one of its first rows, and the columns of the names in their order. */
async function findTable(file: SourceFile): Promise<WorldBankTable | null> {
  const workbook = await openWorkbook(file);
  for (const head of workbook.sheets.slice(0, 1)) {
    const sheet = await workbook.read(head);
    for (let row = 1; row <= Math.min(HEADER_ROWS, sheet.rowCount); row++) {
      const texts = Array.from({length: Math.min(6, sheet.columnCount)}, (_, at) =>
        (sheet.cell(row, at + 1)?.text.trim() ?? "").replace(/^Series /, "Indicator "),
      );
      const columns = NAMES.map((name) => texts.indexOf(name) + 1);
      if (columns.every((column) => column > 0))
        return {
          sheet,
          header: row,
          columns,
          others: workbook.sheets.slice(1).map(({name}) => name),
          ending: workbook.ending,
        };
    }
  }
  return null;
}

/** The table ends there; the lines below it say where it comes from. */
function firstBlankRow(sheet: Sheet, from: number): number {
  let row = from;
  while (row <= sheet.rowCount && sheet.cell(row, 1) !== null) row++;
  return row;
}

/** A row that was cut behind its names has no cell that could be refused. */
function hasValues(sheet: Sheet, row: number, names: readonly number[]): boolean {
  for (let column = 1; column <= sheet.columnCount; column++)
    if (!names.includes(column) && sheet.cell(row, column) !== null) return true;
  return false;
}

function updated(sheet: Sheet, header: number) {
  for (let row = 1; row < header; row++) {
    const text = sheet.cell(row, 1)?.text.trim() === "Last Updated Date" ? sheet.cell(row, 2)?.text.trim() : undefined;
    if (text !== undefined) return parseDay(text.slice(0, 10));
  }
  return null;
}
