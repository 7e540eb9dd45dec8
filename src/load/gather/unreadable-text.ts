// A place that could not be read, in words: file, sheet and cell or line and column, why, and what stands there.
import type {Unreadable} from "../source.ts";

export function unreadableText({file, sheet, cell, line, column, reason, text}: Unreadable): string {
  const place = [
    file,
    sheet === undefined ? null : `sheet "${sheet}"`,
    cell === undefined ? null : `cell ${cell}`,
    line === null ? null : `line ${line}`,
    column === null ? null : `column ${column}`,
  ]
    .filter(Boolean)
    .join(", ");
  return `${place}: ${reason}${text ? ` (${JSON.stringify(text)})` : ""}`;
}
