// Tables of a Treasury form on one sheet: a header that begins with "Наименование показателя" and ends in a row of column numbers.
//
// FIX-roskazna-01: tables are found by these words, never by the names of sheets, because each template has its own names. FIX-roskazna-02:
// since 2016 plan and execution are side by side, each with its own name and code columns; a value belongs to the nearest ones on its left.
// FIX-roskazna-12: a table of which half of the header is lost is refused; left out, it would be a silent gap.
import {folded} from "../../../country/plain-text.ts";
import {headerCell} from "../../described/header/sheet-layout.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import {FEDERAL} from "./form-head.ts";
import {spreadCode} from "./spread-code.ts";

/** The columns with the name and the codes of a row. */
export interface RowLabels {
  readonly name: number;
  readonly line: number;
  readonly codes: readonly number[];
  /** The digits of one code are spread over the code columns, which have no headers of their own. */
  readonly spread: boolean;
}

export interface FormColumn {
  readonly column: number;
  /** Header texts from top to bottom, without a text that repeats the one above. */
  readonly header: readonly string[];
  readonly labels: RowLabels;
}

export interface FormTable {
  /** First and last row that may have values. */
  readonly firstRow: number;
  readonly lastRow: number;
  /** Header texts of the code columns, of the first labels. */
  readonly codeNames: readonly string[];
  readonly columns: readonly FormColumn[];
}

export interface FormTables {
  readonly tables: readonly FormTable[];
  /** Rows with one half of a header, the words or the column numbers, without the other: a table is there and can't be read. */
  readonly halfHeads: readonly number[];
}

export function findFormTables(sheet: Sheet): FormTables {
  const heads: {row: number; column: number; numbers: number}[] = [];
  const halfHeads: number[] = [];
  for (let row = 1; row <= sheet.rowCount; row++) {
    const column = nameColumn(sheet, row);
    if (column === null) {
      const isNumberRow = [1, 2, 3].some((first) => isNumbered(sheet, row, first));
      if (isNumberRow && heads.at(-1)?.numbers !== row) halfHeads.push(row);
      continue;
    }
    const numbers = numberRow(sheet, row, column);
    if (numbers === null) halfHeads.push(row);
    else heads.push({row, column, numbers});
  }
  const tables = heads.map((head, index) => {
    const lastRow = (heads[index + 1]?.row ?? sheet.rowCount + 1) - 1;
    return {firstRow: head.numbers + 1, lastRow, ...readColumns(sheet, head)};
  });
  return {tables, halfHeads};
}

/** FIX-roskazna-03: column numbers are numbers in one template and texts in another. */
export function isColumnNumber(text: string): boolean {
  return /^\d{1,2}(?:\.0)?$/.test(text);
}

function nameColumn(sheet: Sheet, row: number): number | null {
  for (let column = 1; column <= Math.min(3, sheet.columnCount); column++)
    if (/^Наименование показателя$/i.test(textAt(sheet, row, column))) return column;
  return null;
}

function isNumbered(sheet: Sheet, row: number, column: number): boolean {
  const [first, second] = [textAt(sheet, row, column), textAt(sheet, row, column + 1)];
  return isColumnNumber(first) && Number(first) === 1 && isColumnNumber(second) && Number(second) === 2;
}

const MAX_HEADER_ROWS = 6;

function numberRow(sheet: Sheet, from: number, column: number): number | null {
  for (let row = from + 1; row <= Math.min(from + MAX_HEADER_ROWS, sheet.rowCount); row++) {
    if (isNumbered(sheet, row, column)) return row;
  }
  return null;
}

function readColumns(sheet: Sheet, head: {row: number; column: number; numbers: number}) {
  const columns: FormColumn[] = [];
  let codeNames: readonly string[] | null = null;
  let labels: {name: number; line: number; codes: number[]; names: string[]; spread: boolean} | null = null;
  let top = "";
  const brokenFrom = brokenHeadStart(sheet, head);
  for (let column = head.column; column <= sheet.columnCount; column++) {
    const whole = brokenFrom === null ? "" : brokenWords(sheet, brokenFrom, head.numbers, column);
    top = whole || textOf(sheet, head.row, column) || top;
    const below: string[] = [];
    for (let row = head.row + 1; row < head.numbers && brokenFrom === null; row++) {
      const text = textOf(sheet, row, column, head.row);
      if (text !== "" && text !== top && text !== below.at(-1)) below.push(text);
    }
    if (/^Наименование показателя$/i.test(top)) {
      labels ??= {name: column, line: 0, codes: [], names: [], spread: false};
      if (columns.length > 0 && labels.name < columns.at(-1)!.column)
        labels = {name: column, line: 0, codes: [], names: [], spread: false};
    } else if (labels && /^Код стро/i.test(top)) labels.line = column;
    else if (labels && /^Код .*классифи/i.test(top)) {
      labels.codes.push(column);
      labels.names.push(below[0] ?? "");
      // Two columns without headers are the administrator and the code.
      labels.spread =
        labels.codes.length > (brokenFrom === null ? 2 : 1) &&
        (labels.names.every((name) => name === "") || isSpreadByAdministrator(labels.names));
    } else if (labels && top !== "") {
      codeNames ??= labels.names;
      columns.push({column, header: [top, ...below], labels});
    }
  }
  return {columns, codeNames: codeNames ?? []};
}

/**
 * FIX-roskazna-13: the sheets of 2021 write a header over several rows without merging them ("Код" / "строки"), partly above the row of
 * "Наименование показателя". The first of these rows; null: each row is a level of the header.
 */
function brokenHeadStart(sheet: Sheet, {row, column}: {row: number; column: number}): number | null {
  if (!/^строки$/i.test(textOf(sheet, row, column + 1))) return null;
  let start = row;
  while (start > 1 && isBrokenHead(sheet, start - 1, column)) start--;
  return start;
}

function isBrokenHead(sheet: Sheet, row: number, name: number): boolean {
  const texts: string[] = [];
  for (let column = name; column <= sheet.columnCount; column++) texts.push(textAt(sheet, row, column));
  return texts[0] === "" && texts.some((text) => text !== "") && !texts.some((text) => /^\d+\. /.test(text));
}

function brokenWords(sheet: Sheet, from: number, to: number, column: number): string {
  const words: string[] = [];
  for (let row = from; row < to; row++) words.push(textOf(sheet, row, column, from));
  return words.filter((word) => word !== "").join(" ");
}

/** Of the sheet of 2021 that has no lines: an administrator, and the digits of a code of income under one header. */
function isSpreadByAdministrator([first = "", ...others]: readonly string[]): boolean {
  return (
    /^главный администратор$/i.test(first) && others.length > 1 && others.every((name) => /^вида, подвида$/i.test(name))
  );
}

/** Joins words that were broken at the end of a line: "консолидиро- ванный", "Код стро-ки". */
function textOf(sheet: Sheet, row: number, column: number, from = 1): string {
  return joinedWords(headerCell(sheet, row, column, from)?.text ?? "");
}

/** Texts longer than this are neither the words of a header nor the number of a column; most names of rows are. */
const LONGEST_HEAD = 80;

function textAt(sheet: Sheet, row: number, column: number): string {
  const text = sheet.cell(row, column)?.text ?? "";
  return text.length > LONGEST_HEAD ? text : joinedWords(text);
}

export function joinedWords(text: string): string {
  const words = folded(text);
  return words.includes("-") ? words.replace(/(?<=[а-яё])- ?(?=[а-яё])/gi, "") : words;
}

export interface TableKind {
  readonly code: string;
  readonly label: string;
}

/**
 * The kind of a table, by the line code of its first row (010 income, 200 expenditure, 500 financing, 900 transfers) and by its code
 * columns, because names of sheets and titles change each year. null: an unknown table.
 */
export function tableKind(sheet: Sheet, table: FormTable, form: string): TableKind | null {
  const line = firstLine(sheet, table) || (isSpreadByAdministrator(table.codeNames) ? "010" : "");
  const part = PARTS.find(([first]) => line.startsWith(first));
  if (part === undefined) return null;
  const [, code, label] = part;
  if (form !== FEDERAL || code === "transfers") return {code, label};
  const breakdown = table.columns[0]?.labels.spread
    ? spreadBreakdown(sheet, table, code)
    : breakdownOf(table.codeNames);
  return breakdown === null ? null : {code: `${code}${breakdown.code}`, label: `${label}${breakdown.label}`};
}

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

/** By the headers of the code columns; one column without a header is the plain classification. */
function breakdownOf(names: readonly string[]): TableKind | null {
  const kinds = names.map((name) => BREAKDOWNS.find(([words]) => words.test(name))?.[1] ?? "?").join(" ");
  if (names.length === 1 && kinds !== "section") return {code: "", label: ""};
  const [, code, label] = COMBINATIONS.find(([combination]) => combination === kinds) ?? [];
  if (code !== undefined) return {code: `_${code}`, label: `, ${label}`};
  return names.length === 2 ? {code: "_by_administrator", label: ", по главным администраторам"} : null;
}

/** By the digits of the first code: with an administrator or without. */
function spreadBreakdown(sheet: Sheet, {firstRow, lastRow, columns}: FormTable, part: string): TableKind | null {
  for (let row = firstRow; row <= lastRow; row++) {
    const found = spreadCode(sheet, row, columns[0]!.labels.codes, part);
    if (found === "" || found === null) continue;
    if (part !== "expenditure")
      return found.length === 17
        ? {code: "", label: ""}
        : {code: "_by_administrator", label: ", по главным администраторам"};
    const combination = /^\d{3}(?:-|$)/.test(found) ? "agency section target kind" : "section target kind";
    const [, code, label] = COMBINATIONS.find(([words]) => words === combination)!;
    return {code: `_${code}`, label: `, ${label}`};
  }
  return null;
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
