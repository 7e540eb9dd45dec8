// A small table as CSV: delimited by semicolons, lines end in \n, numbers as in JSON, what is null an empty cell.
import {csvCell} from "./csv-cell.ts";

export type CsvValue = string | number | boolean | null;

/** Columns in the order given, named as the members of the rows; `bom` puts a byte order mark first. */
export function tableCsv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, CsvValue>>[],
  bom: boolean,
): string {
  const lines = [columns.map(csvCell).join(";")];
  for (const row of rows) lines.push(columns.map((column) => cellText(row[column] ?? null)).join(";"));
  return `${bom ? "\uFEFF" : ""}${lines.join("\n")}\n`;
}

function cellText(value: CsvValue): string {
  if (value === null) return "";
  return typeof value === "string" ? csvCell(value) : JSON.stringify(value);
}
