// Our CSV: cells, and small tables. Semicolons separate, lines end in \n, numbers are as in JSON, null is an empty cell. A text is quoted
// only where RFC 4180 requires it, and a spreadsheet reads no cell as a formula: such a text gets an apostrophe. Codes may begin with a minus
// and keep it; a name gets the apostrophe there too, unless a blank follows, as in a list.
export type CsvValue = string | number | boolean | null;

/** Columns in the given order, named like the members of the rows; `bom` adds a byte order mark at the start. */
export function tableCsv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, CsvValue>>[],
  bom: boolean,
): string {
  const lines = [csvHead(columns)];
  for (const row of rows) lines.push(columns.map((column) => cellText(row[column] ?? null, column)).join(";"));
  return `${bom ? "\uFEFF" : ""}${lines.join("\n")}\n`;
}

function cellText(value: CsvValue, column: string): string {
  if (value === null) return "";
  return typeof value === "string" ? csvCell(value, column) : JSON.stringify(value);
}

/** The first line, without its end. */
export function csvHead(columns: readonly string[]): string {
  return columns.map((column) => csvCell(column, "name")).join(";");
}

/** Columns of codes; the texts of all others are names. */
const CODES: ReadonlySet<string> = new Set([
  ...["provider_code", "dataset_code", "series_key", "series_ref", "indicator", "class", "classification", "measure"],
  ...["transformation", "unit", "freq", "geo", "geo_canonical", "code", "parent", "dataset", "concept_id"],
  ...["class_from", "class_to", "continues_as", "related_provider_code", "related_dataset"],
]);
/** What a spreadsheet reads as a formula. */
const FORMULA = /^[=+@\t]/;
const FORMULA_OR_NAME = /^(?:[=+@\t]|-\S)/;
const QUOTED = /[;"\r\n]/;

/** The cell of a column as written in the file. Our own numbers and dates do not need it. */
export function csvCell(text: string, column: string): string {
  const harmless = (CODES.has(column) ? FORMULA : FORMULA_OR_NAME).test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
