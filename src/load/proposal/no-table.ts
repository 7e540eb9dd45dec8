// The refusal of a file without a table that a proposal can find: what was looked for, and what the first rows have instead.
//
// A person sees from the rows which of their texts is no period or no number for this program; nothing here decides how they are read.

import type {Country} from "../../country/country.ts";
import {Refusal} from "../../service/refusal.ts";
import {counted} from "../../text/counted.ts";
import type {Sheet, Workbook} from "../workbook/sheet.ts";
import {isValue, rowCells} from "./reading.ts";

const LOOKED_FOR =
  "looked for a row of two years, months or dates above values, and for a row with a label and a number below a row of names";
const MOST_SHEETS = 3;
const MOST_ROWS = 4;
const MOST_CELLS = 6;
const MOST_LETTERS = 24;
const ROWS_LOOKED_AT = 60;

export async function refuseWithoutTable(path: string, workbook: Workbook, country: Country): Promise<never> {
  const shown = workbook.sheets.filter(({hidden}) => !hidden);
  const lines = [`${path} has no table that could be found: ${LOOKED_FOR}`];
  if (shown.length === 0) lines.push("  it has no visible sheet");
  for (const head of shown.slice(0, MOST_SHEETS)) lines.push(...sheetLines(await workbook.read(head), country));
  if (shown.length > MOST_SHEETS) lines.push(`  … and ${counted(shown.length - MOST_SHEETS, "more sheet")}`);
  throw new Refusal(lines.join("\n"), "write a descriptor: docs/adding-a-source.md");
}

function sheetLines(sheet: Sheet, country: Country): string[] {
  if (sheet.rowCount === 0) return [`  sheet "${sheet.name}" is empty`];
  const reading = {country, publishedAt: 0, date1904: false, table: {columns: [], rows: []}};
  const rows = Array.from({length: Math.min(sheet.rowCount, ROWS_LOOKED_AT)}, (_, at) => at + 1);
  const numbers = rows.flatMap((row) => rowCells(sheet, row)).filter((cell) => isValue(cell, reading)).length;
  const candidate = rows.find((row) => {
    const cells = rowCells(sheet, row);
    return cells.length > 1 && !cells.some((cell) => isValue(cell, reading));
  });
  const header = candidate === undefined ? "no row of names alone" : `row ${candidate} is a row of names`;
  const of = `${counted(sheet.rowCount, "row")} of ${counted(sheet.columnCount, "column")}`;
  const found = `${counted(numbers, "number")} in the first ${counted(rows.length, "row")}, ${header}`;
  const first = rows.filter((row) => rowCells(sheet, row).length > 0).slice(0, MOST_ROWS);
  return [`  sheet "${sheet.name}", ${of}: ${found}`, ...first.map((row) => `    row ${row}: ${rowText(sheet, row)}`)];
}

function rowText(sheet: Sheet, row: number): string {
  const cells = rowCells(sheet, row).map(({text}) => text.replace(/\s+/g, " ").trim());
  const shown = cells
    .slice(0, MOST_CELLS)
    .map((text) => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text));
  return `${shown.join(" | ")}${cells.length > MOST_CELLS ? " | …" : ""}`;
}
