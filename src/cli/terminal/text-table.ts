// Rows as a table for people: columns in the order of the first row's members, numbers to the right.
import {type Call, DONE} from "../command.ts";

export type PrintedRow = Readonly<Record<string, string | number | null>>;

/** Prints the result of a list: all rows as JSON with --json, else as a table. @param short the row as the table shows it */
export function printRows<Row extends object>(
  {options, say}: Pick<Call, "options" | "say">,
  rows: readonly Row[],
  short: (row: Row) => PrintedRow = (row) => row as PrintedRow,
): number {
  if (options["json"] === true) say(JSON.stringify(rows));
  else for (const line of textTable(rows.map(short))) say(line);
  return DONE;
}

/** The lines of the table with its header; none when there are no rows. */
export function textTable(rows: readonly PrintedRow[]): string[] {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((name) => Math.max(name.length, ...rows.map((row) => String(row[name] ?? "").length)));
  const line = (cells: readonly string[]): string => cells.join("  ").trimEnd();
  const header = line(columns.map((name, index) => name.padEnd(widths[index] ?? 0)));
  const body = rows.map((row) =>
    line(
      columns.map((name, index) => {
        const width = widths[index] ?? 0;
        const cell = row[name] ?? "";
        return typeof cell === "number" ? String(cell).padStart(width) : cell.padEnd(width);
      }),
    ),
  );
  return rows.length === 0 ? [] : [header, ...body];
}
