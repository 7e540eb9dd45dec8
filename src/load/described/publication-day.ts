// The day on which a workbook was published, as it says itself: "Обновлено: 26.11.2025 г.", or in words in the next cell.
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
): Promise<Day> {
  const written = place === undefined ? null : await writtenDay(book, place);
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

async function writtenDay(book: Workbook, place: PublicationPlace): Promise<Day | null> {
  const names = new RegExp(place.sheet ?? "", "i");
  const words = new RegExp(place.text, "i");
  for (const head of book.sheets) {
    if (head.hidden || !names.test(head.name)) continue;
    const day = dayOnSheet(await book.read(head), words, book.date1904);
    if (day !== null) return day;
  }
  return null;
}

function dayOnSheet(sheet: Sheet, words: RegExp, date1904: boolean): Day | null {
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
      const day = dayIn(text.slice(at));
      if (day !== null) return day;
      if (--left === 0) return null;
    }
  }
  return null;
}

/** The first day in a text: "26.11.2025", "10 июня 2026 г.". */
export function dayIn(text: string): Day | null {
  const digits = /(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/.exec(text);
  if (digits !== null) return parseDay(isoDay(digits[3]!, Number(digits[2]), digits[1]!));
  for (const words of text.toLowerCase().matchAll(/(?<!\d)(\d{1,2})[\s\u00a0]+([а-я]+)[\s\u00a0]+(\d{4})(?!\d)/g)) {
    const month = MONTHS_OF.indexOf(words[2]!) + 1;
    if (month > 0) return parseDay(isoDay(words[3]!, month, words[1]!));
  }
  return null;
}

const MONTHS_OF = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(" ");

function isoDay(year: string, month: number, day: string): string {
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
