// Rows as a table for people: columns in the order of the first row's members, numbers to the right.
export type TextRow = Readonly<Record<string, string | number | null>>;

/** The lines of the table with its header; none when there are no rows. */
export function textTable(rows: readonly TextRow[]): string[] {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((name) => Math.max(name.length, ...rows.map((row) => String(row[name] ?? "").length)));
  const line = (cells: readonly string[]): string => cells.join("  ").trimEnd();
  const header = line(columns.map((name, place) => name.padEnd(widths[place] ?? 0)));
  const body = rows.map((row) =>
    line(
      columns.map((name, place) => {
        const width = widths[place] ?? 0;
        const cell = row[name] ?? "";
        return typeof cell === "number" ? String(cell).padStart(width) : cell.padEnd(width);
      }),
    ),
  );
  return rows.length === 0 ? [] : [header, ...body];
}
