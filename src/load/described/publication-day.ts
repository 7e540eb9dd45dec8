// The publication day in the text of a workbook: "Updated: 26.11.2025", or in words in the next cell.

import type {TableWords} from "../../country/country.ts";
import type {StatedDay} from "../../statistics/time/day.ts";
import {statedDay} from "../metadata.ts";
import type {LoadHints} from "../source.ts";
import {cellDay, isDateFormat, type Sheet, type Workbook} from "../workbook/sheet.ts";
import type {PublicationCell, TableDescription} from "./descriptor/descriptor.ts";
import {expressionOf, type LinearExpression} from "./descriptor/expression.ts";

const SHORT_DAY = /(?<!\d)\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)/;

/** The day is at most this many cells after the words. */
const CELLS_BEHIND = 40;

/** `isGiven`: by the command alone. @throws Refusal if neither the file nor the command gives the day, or they give different days */
export async function describedPublicationDay(
  file: string,
  workbook: Workbook,
  cell: PublicationCell | undefined,
  hints: LoadHints,
  tables: TableWords,
): Promise<{day: StatedDay; isGiven: boolean}> {
  const written = cell === undefined ? null : await writtenDay(workbook, cell, tables);
  const missing = cell === undefined ? "workbooks of this family never do" : `there is no day after "${cell.text}"`;
  const day = statedDay(file, written, hints, `${file} does not say when it was published: ${missing}`);
  return {day, isGiven: written === null};
}

/** Fields of a table whose territories are codes. */
const GIVEN_CODES: ReadonlySet<string> = new Set(["fixed", "exceptions", "territories"]);

/** Whether tables have names of territories, which are read by the day of publication. */
export function readsNamesOfTerritories(tables: readonly TableDescription[]): boolean {
  const isNamed = (kinds: unknown): boolean => {
    if (typeof kinds === "string") return /^(?:.*, )?(?:territory\b|mixed$)/.test(kinds);
    return typeof kinds === "object" && kinds !== null && Object.values(kinds).some(isNamed);
  };
  return tables.some((table) =>
    Object.entries(table).some(([field, kinds]) => !GIVEN_CODES.has(field) && isNamed(kinds)),
  );
}

async function writtenDay(workbook: Workbook, cell: PublicationCell, tables: TableWords): Promise<StatedDay | null> {
  const names = expressionOf(cell.sheet ?? "");
  const words = expressionOf(cell.text);
  for (const head of workbook.sheets) {
    if (head.hidden || !names.test(head.name)) continue;
    const day = dayOnSheet(
      (await workbook.records?.sample()) ?? (await workbook.read(head)),
      words,
      workbook.date1904,
      tables,
    );
    if (day !== null) return day;
  }
  return null;
}

function dayOnSheet(sheet: Sheet, words: LinearExpression, date1904: boolean, tables: TableWords): StatedDay | null {
  let left = -1;
  for (let row = 1; row <= sheet.rowCount; row++) {
    for (let column = 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      if (left > 0 && isDateFormat(cell.format)) return cellDay(cell, date1904);
      const text = cell.text;
      const at = left > 0 ? 0 : words.search(text);
      if (at < 0) continue;
      if (left < 0) left = CELLS_BEHIND;
      const day = tables.dayIn(text.slice(at));
      if (day !== null) return day;
      // FIX-rosstat-62: "26.11.25" is a day that is not read, and the next date on the sheet is another one.
      if (SHORT_DAY.test(text.slice(at))) return null;
      if (--left === 0) return null;
    }
  }
  return null;
}
