// A table as text (.csv, .tsv) as the one sheet of a workbook, so that the same descriptors read it.
//
// A row of the sheet is a line of the file: a record with line breaks inside quotes stands at its first line and leaves rows empty
// behind it. Every cell is a text; what is a number is told where it is read.
import {Refusal} from "../../refusal.ts";
import {readDecodedText} from "../input/decoded-text.ts";
import {textRows} from "../input/text-table.ts";
import type {SourceFile} from "../source.ts";
import type {WorkbookLimits} from "./package-parts.ts";
import {createSheetBuilder, type Sheet, textCell, type Workbook} from "./sheet.ts";

/** @throws Refusal when the text is no table (text-table.ts), or has more cells than a sheet may hold */
export async function openDelimited(file: SourceFile, limits: WorkbookLimits): Promise<Workbook> {
  const text = await readDecodedText(file);
  const head = {name: tableName(file.name), hidden: false, place: 0};
  let sheet: Sheet | null = null;
  return {
    format: "csv",
    date1904: false,
    sheets: [head],
    async read() {
      sheet ??= readTable(file, head.name, text, limits);
      return sheet;
    },
  };
}

/** Whether the file may be a table of text by its name; what stands in it is for others to judge. */
export function isDelimitedName(file: string): boolean {
  return /\.(?:csv|tsv)$/i.test(file);
}

/** The file's name without folders and ending. */
function tableName(file: string): string {
  return file.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
}

function readTable(file: SourceFile, name: string, text: string, limits: WorkbookLimits): Sheet {
  const builder = createSheetBuilder(name, false, "lines");
  for (const {line, cells} of textRows(file, text, delimiterOf(text))) {
    for (const [place, cell] of cells.entries()) builder.put(line, place + 1, textCell(cell));
    if (builder.cellCount > limits.cells) throw new Refusal(`${file.name} holds more than ${limits.cells} cells`);
  }
  return builder.build();
}

/** A tab or a semicolon in the first line is no part of a text; a comma may be one. */
function delimiterOf(text: string): string {
  const end = text.indexOf("\n");
  const first = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, "");
  return ["\t", ";"].find((sign) => first.includes(sign)) ?? ",";
}
