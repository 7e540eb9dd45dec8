// Which table of a form it is: by the line code of its first row (010 income, 200 expenditure, 500 financing, 900 transfers) and by its
// code columns. Names of sheets and titles differ from year to year.
import {folded} from "../../described/text-facts.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import type {FormTable} from "./form-table.ts";

export interface TableKind {
  readonly code: string;
  readonly label: string;
}

/** null: no table that is known. */
export function tableKind(sheet: Sheet, table: FormTable, form: string): TableKind | null {
  const line = firstLine(sheet, table);
  const part = PARTS.find(([first]) => line.startsWith(first));
  if (part === undefined) return null;
  const [, code, label] = part;
  if (form !== FEDERAL || code === "transfers") return {code, label};
  const breakdown = breakdownOf(table.codeNames);
  return breakdown === null ? null : {code: `${code}${breakdown.code}`, label: `${label}${breakdown.label}`};
}

export const FEDERAL = "0507011";
export const REGIONAL = "0503317";

const PARTS: readonly (readonly [first: string, code: string, label: string])[] = [
  ["01", "income", "Доходы бюджета"],
  ["2", "expenditure", "Расходы бюджета"],
  ["5", "financing", "Источники финансирования дефицита бюджета"],
  ["9", "transfers", "Консолидируемые расчеты между бюджетами"],
];

function firstLine(sheet: Sheet, {firstRow, lastRow, columns}: FormTable): string {
  const line = columns[0]?.labels.line ?? 0;
  if (line === 0) return "";
  for (let row = firstRow; row <= lastRow; row++) {
    const text = folded(sheet.cell(row, line)?.text ?? "").replace(/\.0$/, "");
    if (/^\d{3}$/.test(text)) return text;
  }
  return "";
}

/** By the words over the code columns; one column without words is the plain classification. */
function breakdownOf(names: readonly string[]): TableKind | null {
  const kinds = names.map((name) => BREAKDOWNS.find(([words]) => words.test(name))?.[1] ?? "?").join(" ");
  if (names.length === 1 && kinds !== "section") return {code: "", label: ""};
  const [, code, label] = COMBINATIONS.find(([combination]) => combination === kinds) ?? [];
  if (code !== undefined) return {code: `_${code}`, label: `, ${label}`};
  return names.length === 2 ? {code: "_by_administrator", label: ", по главным администраторам"} : null;
}

const BREAKDOWNS: readonly (readonly [RegExp, string])[] = [
  [/^Главный распорядитель/i, "agency"],
  [/^Рз?, ?Пр$/i, "section"],
  [/^ЦСР$/i, "target"],
  [/^ВР$/i, "kind"],
];

const COMBINATIONS: readonly (readonly [string, string, string])[] = [
  ["agency section target kind", "by_agency", "ведомственная структура"],
  ["section target kind", "by_section", "по разделам, целевым статьям и видам расходов"],
  ["target kind section", "by_program", "по целевым статьям, видам расходов и разделам"],
  ["section", "summary", "по разделам и подразделам, со средствами, не отнесенными к открытой части"],
];
