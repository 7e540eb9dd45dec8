// The footnotes below or beside a table, by their marks: each mark is looked up once, because a page has the same mark on many values.
import type {TableWords} from "../../country/country.ts";
import type {Sheet} from "../workbook/sheet.ts";
import type {Facts} from "./facts.ts";

/** Footnotes are at most this many rows above or below the end of the table. */
const ROWS = 40;

export interface NotedPeriod {
  readonly facts: Facts;
  readonly step: string;
}

export interface Notes {
  /** The period of a value with this mark; null: no footnote with it names a month and a year. */
  period(mark: string): NotedPeriod | null;
  /** Whether the footnote with this digit says that values are withheld to protect those who reported them. */
  isConfidential(mark: string): boolean;
}

export function createNotes(sheet: Sheet, lastRow: number, tables: TableWords): Notes {
  return {
    period: remembered((mark) => footnotePeriod(sheet, lastRow, mark, tables)),
    isConfidential: remembered((mark) => isConfidential(sheet, lastRow, mark, tables)),
  };
}

/** The function with one answer for each text: for the few texts of a table. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const answers = new Map<string, {readonly answer: T}>();
  return (text) => {
    let known = answers.get(text);
    if (known === undefined) {
      known = {answer: read(text)};
      answers.set(text, known);
    }
    return known.answer;
  };
}

/**
 * FIX-rosstat-07: in the row "December" of the consumer price index the newest value belongs to the month of release, as its footnote says.
 * In January the value of December replaces it.
 */
function footnotePeriod(sheet: Sheet, lastRow: number, mark: string, tables: TableWords): NotedPeriod | null {
  for (const text of notesNear(sheet, lastRow)) {
    const said = tables.footnotePeriod(text, mark);
    if (said === null) continue;
    const {words, year, name} = said;
    return {facts: {words, year}, step: `of ${name} ${year}, as footnote ${mark} says`};
  }
  return null;
}

function isConfidential(sheet: Sheet, lastRow: number, mark: string, tables: TableWords): boolean {
  for (const text of notesNear(sheet, lastRow)) {
    const note = text.normalize("NFKC").trim();
    if (note.startsWith(mark) && !/^\d/.test(note.slice(1)) && tables.confidential.test(note)) return true;
  }
  return false;
}

/** The texts of the first three columns around the last row of a table. */
function* notesNear(sheet: Sheet, lastRow: number): Iterable<string> {
  for (let row = Math.max(1, lastRow - ROWS); row <= Math.min(sheet.rowCount, lastRow + ROWS); row++)
    for (let column = 1; column <= 3; column++) yield sheet.cell(row, column)?.text ?? "";
}
