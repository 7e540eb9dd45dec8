// The day of publication in the texts of a workbook: "Updated: 26.11.2025". A day without such words may be any other day.
import type {Country} from "../../country/country.ts";
import type {StatedDay} from "../../statistics/time/day.ts";
import type {PublicationPlace} from "../described/descriptor.ts";
import {cellDay, isDateFormat, type Workbook} from "../workbook/sheet.ts";
import {quoted} from "./doubts.ts";

export interface Publication {
  readonly sheet: string;
  readonly day: StatedDay;
  readonly place: PublicationPlace;
}

const ROWS_SEARCHED = 200;
/** Cells behind the words in which the day may be. */
const CELLS_BEHIND = 3;

export async function findPublication(book: Workbook, {tables}: Country): Promise<Publication | null> {
  for (const head of book.sheets) {
    if (head.hidden) continue;
    const sheet = await book.read(head);
    const words = tables.layout.updated;
    let left = 0;
    let text = "";
    for (let row = 1; row <= Math.min(ROWS_SEARCHED, sheet.rowCount); row++)
      for (let column = 1; column <= Math.min(20, sheet.columnCount); column++) {
        const cell = sheet.cell(row, column);
        if (cell === null) continue;
        const found = words.exec(cell.text);
        if (found !== null) [left, text] = [CELLS_BEHIND, found[0]];
        else if (--left < 0) continue;
        const day = isDateFormat(cell.format) ? cellDay(cell, book.date1904) : tables.dayIn(cell.text);
        if (day === null) continue;
        const place = book.sheets.length === 1 ? {text} : {sheet: `^${quoted(head.name)}$`, text};
        return {sheet: head.name, day, place};
      }
  }
  return null;
}
