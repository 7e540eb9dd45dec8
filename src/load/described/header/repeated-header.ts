// Whether a row further down is the header of the table once more, or values that look like one.
import {isDateFormat, type Sheet} from "../../workbook/sheet.ts";

/**
 * Whether a row that reads as periods is the header once more. "2010 | 1995 | 1900" reads as three years, and may be values.
 *
 * It is a header if it has no bare numbers, or the same texts as the first one. Other bare years are a header if they rise or fall all the
 * way and no label of a row of values stands beside them. In doubt the row is no header, and its values are read or refused.
 * @param top the row of the first header to compare with
 */
export function comesAgain(sheet: Sheet, row: number, top: number, labelCount: number): boolean {
  const years: number[] = [];
  let isSame = true;
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (cell === null) continue;
    const text = cell.plain.trim();
    if (text !== sheet.cell(top, column)?.plain.trim()) isSame = false;
    if (cell.kind === "number" ? !isDateFormat(cell.format) : isBareNumber(text)) years.push(yearOrValue(text));
  }
  if (isSame || years.length === 0) return true;
  const steps = years.slice(1).map((year, at) => year - years[at]!);
  // A comparison with NaN is false.
  const isOrdered = !years.some(Number.isNaN) && [1, -1].some((sign) => steps.every((step) => step * sign > 0));
  if (!isOrdered) return false;
  const labels = (from: number): string[] =>
    Array.from({length: labelCount}, (_, at) => sheet.cell(from, at + 1)?.plain.trim() ?? "");
  const own = labels(row);
  if (own.some((label) => label !== "")) return own.join("\n") === labels(top).join("\n");
  // Two years in a row without a label may be values, unless the first header has no label either.
  const isConsecutive =
    steps.every((step) => Math.abs(step) === 1) && (steps.length > 1 || labels(top).every((label) => label === ""));
  return isConsecutive || !hasNumbers(sheet, row - 1, labelCount);
}

/** Digits alone, or with a mark: "1995p" and "2010*" may be values too. */
export function isBareNumber(text: string): boolean {
  return /^[-+\u2212]?\d[\d\s\u00a0.,]*(?:\*+|\(?[a-z]\)?)?$/i.test(text);
}

/** The year that a bare number may be; NaN: it can only be a value. */
export function yearOrValue(text: string): number {
  return /^(?:1[7-9]|2[01])\d\d(?![\d.,])/.test(text) ? Number(text.slice(0, 4)) : Number.NaN;
}

function hasNumbers(sheet: Sheet, row: number, labelCount: number): boolean {
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (cell !== null && (cell.kind === "number" || isBareNumber(cell.plain.trim()))) return true;
  }
  return false;
}
