// A code of classification whose digits are spread over several columns, in the form of the templates that have one column for each part.
//
// FIX-roskazna-11: the template of 2021. Digits are counted, never filled up: a number in a cell has lost the zeros before it unless
// its format shows them, so a code that is too short is refused.
import {folded} from "../../../country/plain-text.ts";
import type {Cell, Sheet} from "../../workbook/sheet.ts";

/** Widths of the parts of an expenditure: agency, section, target, kind. */
const EXPENDITURE = [3, 4, 10, 3];

/**
 * @param part the kind of table: income, expenditure, financing
 * @returns the parts joined by "-"; "" if the row has no code; null if its digits are no complete code
 */
export function spreadCode(sheet: Sheet, row: number, columns: readonly number[], part: string): string | null {
  const texts = columns.map((column) => shownDigits(sheet.cell(row, column)));
  const digits = texts.join("");
  if (/^[xх]*$/i.test(digits)) return "";
  // An administrator in total: its other columns have an x.
  if (/^\d{3}[xх]+$/i.test(digits)) return digits.slice(0, 3);
  // The code of a target may have letters: "011D169010".
  if (part.startsWith("expenditure") && columns.length === EXPENDITURE.length) return partsOf(texts);
  if (!/^\d+$/.test(digits)) return null;
  if (part.startsWith("expenditure")) {
    const widths = digits.length === 20 ? EXPENDITURE : digits.length === 17 ? EXPENDITURE.slice(1) : null;
    return widths === null ? null : cut(digits, widths);
  }
  if (digits.length === 17) return digits;
  if (digits.length !== 20) return null;
  return digits.startsWith("000") ? digits.slice(3) : `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

/** A number as its format shows it: 20 under "000" is "020". */
function shownDigits(cell: Cell | null): string {
  if (cell === null) return "";
  const text = folded(cell.text).replace(/[\s\u00a0]/g, "");
  return cell.kind === "number" && /^0+$/.test(cell.format) && /^\d+$/.test(text)
    ? text.padStart(cell.format.length, "0")
    : text;
}

/** One column for each part; those of a subtotal are empty. null: a part has lost digits, or one is left out in the middle. */
function partsOf(texts: readonly string[]): string | null {
  const used = texts.findLastIndex((text) => text !== "") + 1;
  const isWhole = texts
    .slice(0, used)
    .every((text, index) => text.length === EXPENDITURE[index] && /^[\dA-ZА-Я]+$/i.test(text));
  return isWhole ? cut(texts.join(""), EXPENDITURE.slice(0, used)) : null;
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
