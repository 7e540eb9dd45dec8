// The day on which a workbook was published, as it says itself: "Updated: 26.11.2025", or in words in the next cell.
import type {TableWords} from "../../country/country.ts";
import {Refusal} from "../../refusal.ts";
import {type Day, dayText, parseDay} from "../../statistics/time/day.ts";
import type {LoadHints} from "../source.ts";
import {cellDay, isDateFormat, type Sheet, type Workbook} from "../workbook/sheet.ts";
import type {PublicationPlace} from "./descriptor.ts";

/** How far behind the words the day may stand. */
const CELLS_BEHIND = 40;

/** @throws Refusal when neither the file nor the command says the day, or the two say different ones */
export async function publicationDay(
  file: string,
  book: Workbook,
  place: PublicationPlace | undefined,
  hints: LoadHints,
  tables: TableWords,
): Promise<Day> {
  const written = place === undefined ? null : await writtenDay(book, place, tables);
  const told = hints.publishedAt === null ? null : parseDay(hints.publishedAt);
  if (hints.publishedAt !== null && told === null)
    throw new Refusal(`--published ${hints.publishedAt} is not a day`, "write YYYY-MM-DD");
  if (written === null && told === null) {
    throw new Refusal(
      place === undefined
        ? `${file} does not say when it was published: workbooks of this family never do`
        : `${file} does not say when it was published: there is no day behind "${place.text}"`,
      "give the day with --published YYYY-MM-DD",
    );
  }
  if (written !== null && told !== null && written !== told) {
    throw new Refusal(
      `${file} says that it was published on ${dayText(written)}, --published says ${dayText(told)}`,
      "leave out --published: the file's own day counts",
    );
  }
  return (written ?? told)!;
}

async function writtenDay(book: Workbook, place: PublicationPlace, tables: TableWords): Promise<Day | null> {
  const names = new RegExp(place.sheet ?? "", "i");
  const words = new RegExp(place.text, "i");
  for (const head of book.sheets) {
    if (head.hidden || !names.test(head.name)) continue;
    const day = dayOnSheet(await book.read(head), words, book.date1904, tables);
    if (day !== null) return day;
  }
  return null;
}

function dayOnSheet(sheet: Sheet, words: RegExp, date1904: boolean, tables: TableWords): Day | null {
  let left = -1;
  for (let row = 1; row <= sheet.rowCount; row++) {
    for (let column = 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      if (left > 0 && isDateFormat(cell.format)) return cellDay(cell, date1904);
      const text = cell.text;
      const at = left > 0 ? 0 : text.search(words);
      if (at < 0) continue;
      if (left < 0) left = CELLS_BEHIND;
      const day = tables.dayIn(text.slice(at));
      if (day !== null) return day;
      if (--left === 0) return null;
    }
  }
  return null;
}
