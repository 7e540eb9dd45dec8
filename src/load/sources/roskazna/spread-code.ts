// A code of classification whose digits are spread over several columns, in the form of the templates that have one column for each part.
//
// FIX-roskazna-11: the template of 2021. Digits are counted, never filled up: a number in a cell has lost the zeros before it, so a code
// that is too short is refused.
import {folded} from "../../../country/plain-text.ts";
import type {Sheet} from "../../workbook/sheet.ts";

/** Widths of the parts of an expenditure: agency, section, target, kind. */
const EXPENDITURE = [3, 4, 10, 3];

/**
 * @param part the kind of table: income, expenditure, financing
 * @returns the parts joined by "-"; "" if the row has no code; null if its digits are no complete code
 */
export function spreadCode(sheet: Sheet, row: number, columns: readonly number[], part: string): string | null {
  const digits = columns
    .map((column) => folded(sheet.cell(row, column)?.text ?? "").replace(/[\s\u00a0]/g, ""))
    .join("");
  if (/^[xх]*$/i.test(digits)) return "";
  if (!/^\d+$/.test(digits)) return null;
  if (part.startsWith("expenditure")) {
    const widths = digits.length === 20 ? EXPENDITURE : digits.length === 17 ? EXPENDITURE.slice(1) : null;
    return widths === null ? null : cut(digits, widths);
  }
  if (digits.length === 17) return digits;
  return digits.length === 20 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : null;
}

/** Without the zeros of a subtotal, which other templates leave empty. */
function cut(digits: string, widths: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const width of widths) {
    parts.push(digits.slice(at, at + width));
    at += width;
  }
  while (parts.length > 1 && /^0+$/.test(parts.at(-1)!)) parts.pop();
  return parts.join("-");
}
