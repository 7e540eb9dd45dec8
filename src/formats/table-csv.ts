// Our CSV: cells, and small tables. Semicolons separate, lines end in \n, numbers are as in JSON, null is an empty cell. A text is quoted
// only where RFC 4180 requires it, and a spreadsheet reads no cell as a formula.
export type CsvValue = string | number | boolean | null;

/** Columns in the given order, named like the members of the rows; `bom` adds a byte order mark at the start. */
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

/** Characters that make a spreadsheet read a text as a formula. Not the minus: codes begin with it. */
const FORMULA = /^[=+@\t]/;
const QUOTED = /[;"\r\n]/;

/** The cell as written in the file. Our own numbers and dates do not need it. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
