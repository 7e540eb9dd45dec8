// The value of a cell of a plain table: the words for a missing value that programs write, and numbers as the descriptor says they are written.
//
// "NA" and a single point are no values in a plain table, and would be unreadable words in a publisher's workbook.
import type {MissingReason, TableWords} from "../../../country/country.ts";
import {MISSING_WORDS} from "../../../country/plain-table-words.ts";
import {readDecimal} from "../../../statistics/decimal-text.ts";
import type {Cell} from "../../workbook/sheet.ts";
import {type CellValue, createCellReader} from "../cell-value.ts";
import type {TableDescription} from "../descriptor/descriptor.ts";

/** @param numbers undefined: with a point before decimals, and nothing between thousands but blanks */
export function createPlainCellReader(
  words: TableWords,
  numbers: TableDescription["numbers"],
): (cell: Cell, isPercent: boolean) => CellValue {
  const read = createCellReader(words, false);
  return (cell, isPercent) => {
    if (cell.kind !== "text") return read(cell, isPercent);
    const text = cell.plain.trim();
    const first = text.charCodeAt(0);
    const reason = first >= ZERO && first <= NINE ? null : missingIn(text);
    if (reason !== null) return {kind: "missing", reason, steps: [], mark: null};
    const bare = withoutBlanks(text);
    const plain = numbers !== undefined ? withPoint(text, numbers) : PLAIN.test(bare) ? bare : null;
    // "1,234" in a table whose other numbers have no comma may be 1234 or 1.234.
    if (plain === null && numbers === undefined && /\d,\d/.test(text))
      return {kind: "unreadable", reason: "has a comma, and the descriptor does not say how numbers are written"};
    if (plain === null && numbers !== undefined && /\d[.,]\d/.test(text))
      return {kind: "unreadable", reason: `is not written as ${numbers}, as the descriptor says`};
    const value = plain === null ? null : readDecimal(plain);
    return value === null ? read(cell, isPercent) : {kind: "value", value, steps: FROM_TEXT, mark: null};
  };
}

/** Whether a text stands for a missing value. */
export function missingIn(text: string): MissingReason | null {
  return MISSING_WORDS.test(text) ? "not-available" : null;
}

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d{1,3})?$/;
const [ZERO, NINE] = [0x30, 0x39];
const FROM_TEXT: readonly string[] = ["read from text"];

const FORMS = {
  "1,234.5": /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d{1,3})?$/i,
  "1.234,5": /^[-+]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?(?:e[-+]?\d{1,3})?$/i,
} as const;

const GROUPED = /^[-+\u2212\u2013]?\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d+)?$/;

/** "1 541,3" and "1’541.3" without what stands between thousands: four digits or more, so the sign behind them can only be that of decimals. */
export function withoutBlanks(text: string): string {
  return GROUPED.test(text) ? text.replace(/[ \u00a0\u2009\u202f'’]/g, "") : text;
}

/** null: the text is no number of that form. */
function withPoint(text: string, numbers: NonNullable<TableDescription["numbers"]>): string | null {
  const plain = withoutBlanks(text.replace(/^[\u2212\u2013](?=\d)/, "-").replace(/^\+/, ""));
  if (!FORMS[numbers].test(plain) || /^-?0\d/.test(plain)) return null;
  const bare = numbers === "1,234.5" ? plain.replaceAll(",", "") : plain.replaceAll(".", "").replace(",", ".");
  return /e/i.test(bare) ? String(Number(bare)) : bare;
}
