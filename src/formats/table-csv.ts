// Our CSV: cells, and small tables. Delimited by semicolons, lines end in \n, numbers as in JSON, null is an empty cell. A text is quoted
// only where RFC 4180 needs it, and no cell is a formula to a spreadsheet.
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

/** Characters that make a spreadsheet read a text as a formula; a minus is left alone, codes begin with it. */
const FORMULA = /^[=+@\t]/;
const QUOTED = /[;"\r\n]/;

/** The cell as it is written in the file. Numbers and dates of ours do not need it. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
