// The head of a Treasury form: which form it is, of which day, in which unit, and whose budget.
//
// Codes stand in the cell behind their caption ("Форма по ОКУД" | "0503317"); the day behind "на 1 января 2022 г." is the end of what is
// summed, not a day of publication.
import {type Day, parseDay} from "../../../statistics/time/day.ts";
import {folded} from "../../described/text-facts.ts";
import type {Sheet} from "../../workbook/sheet.ts";

export interface FormHead {
  /** "0507011" */
  readonly form: string;
  /** The day on which the amounts stood: the first of a month. */
  readonly day: Day;
  readonly okei: string;
  /** ОКТМО, before 2014 ОКАТО; empty where the form does not say. */
  readonly municipality: string;
  readonly okpo: string;
  readonly quarterly: boolean;
  /** Names of the financial body and of the budget. */
  readonly names: string;
}

/** null: the sheet has no head of such a form. */
export function readFormHead(sheet: Sheet, forms: readonly string[]): FormHead | null {
  const caption = (pattern: RegExp): string => findBehind(sheet, pattern) ?? "";
  const form = caption(/^Форма по ОКУД$/);
  if (!forms.includes(form)) return null;
  const [, dayOfMonth, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(caption(/^Дата$/)) ?? [];
  const day = year === undefined ? null : parseDay(`${year}-${month}-${dayOfMonth}`);
  if (day === null) return null;
  const terms = textOf(sheet, /^Периодичность/);
  return {
    form,
    day,
    okei: caption(/^по ОКЕИ$/),
    municipality: caption(/^по ОК(?:ТМО|АТО)$/).replace(/^-$/, ""),
    okpo: caption(/^по ОКПО$/),
    // A template that names several terms ("квартальная, годовая") is of the shortest.
    quarterly: /квартальная/i.test(terms) && !/месячная/i.test(terms),
    names: [caption(/^Наименование финансового органа/), caption(/^Наименование бюджета/)].join(" "),
  };
}

const HEAD_ROWS = 14;

/** The next text behind the caption in its row; a number as its digits. */
function findBehind(sheet: Sheet, caption: RegExp): string | null {
  for (let row = 1; row <= Math.min(HEAD_ROWS, sheet.rowCount); row++) {
    for (let column = 1; column <= sheet.columnCount; column++) {
      if (!caption.test(folded(sheet.cell(row, column)?.text ?? ""))) continue;
      for (let next = column + 1; next <= sheet.columnCount; next++) {
        const cell = sheet.cell(row, next);
        if (cell === null) continue;
        const text = folded(cell.text);
        return /^(?:Дата|по ОК|Форма по)/.test(text) ? null : text.replace(/\.0$/, "");
      }
    }
  }
  return null;
}

function textOf(sheet: Sheet, caption: RegExp): string {
  for (let row = 1; row <= Math.min(HEAD_ROWS, sheet.rowCount); row++) {
    for (let column = 1; column <= sheet.columnCount; column++) {
      const text = folded(sheet.cell(row, column)?.text ?? "");
      if (caption.test(text)) return `${text} ${findBehind(sheet, caption) ?? ""}`;
    }
  }
  return "";
}
