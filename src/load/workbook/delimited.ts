// A table as text (.csv, .tsv) as the one sheet of a workbook, so that the same descriptors read it.
//
// A row of the sheet is a line of the file: a record with line breaks inside quotes stands at its first line and leaves rows empty
// behind it. Every cell is a text; what is a number is told where it is read.
import {Refusal} from "../../refusal.ts";
import {readDecodedText} from "../decoded-text.ts";
import type {SourceFile} from "../source.ts";
import type {WorkbookLimits} from "./limits.ts";
import {createSheetBuilder, type Sheet, textCell, type Workbook} from "./sheet.ts";

/** @throws Refusal when the text is no table: bytes that are no text, a quote that is never closed, more cells than a sheet may hold */
export async function openDelimited(file: SourceFile, limits: WorkbookLimits): Promise<Workbook> {
  const text = await readDecodedText(file);
  if (text.includes("\0")) throw new Refusal(`${file.name} is not a text`, "download it again, or save it as .csv");
  const head = {name: tableName(file.name), hidden: false, place: 0};
  let sheet: Sheet | null = null;
  return {
    format: "csv",
    date1904: false,
    sheets: [head],
    async read() {
      sheet ??= readTable(file.name, head.name, text, limits);
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

function readTable(file: string, name: string, text: string, limits: WorkbookLimits): Sheet {
  const builder = createSheetBuilder(name, false, "lines");
  const delimiter = delimiterOf(text);
  let [row, column, at, line] = [1, 1, 0, 1];
  while (at < text.length) {
    let value: string;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === null)
        throw new Refusal(`${file}, line ${line}: a quote is opened and never closed`, "it was probably cut off");
      value = text.slice(at + 1, end).replaceAll('""', '"');
      line += value.split("\n").length - 1;
      at = end + 1;
      // What stands behind the closing quote belongs to the cell, as spreadsheets have it.
      const rest = endOfCell(text, at, delimiter);
      value += text.slice(at, rest);
      at = rest;
    } else {
      const end = endOfCell(text, at, delimiter);
      value = text.slice(at, end);
      at = end;
    }
    builder.put(row, column, textCell(value));
    if (builder.cellCount > limits.cells) throw new Refusal(`${file} holds more than ${limits.cells} cells`);
    if (text[at] === delimiter) column++;
    else {
      line++;
      row = line;
      column = 1;
    }
    at++;
  }
  return builder.build();
}

/** A tab or a semicolon in the first line is no part of a text; a comma may be one. */
function delimiterOf(text: string): string {
  const end = text.indexOf("\n");
  const first = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, "");
  return ["\t", ";"].find((sign) => first.includes(sign)) ?? ",";
}

function closingQuote(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] !== '"') return at;
    at++;
  }
  return null;
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n") at++;
  return at;
}
