// Values of one table of a Treasury form: each cell of the value columns, in rows that have a code, is a value or is refused.
//
// Rows without a code are headings, signatures and page marks. A number in such a row is refused, so that it is not lost silently.
import {folded} from "../../../country/plain-text.ts";
import {TABLE_WORDS} from "../../../country/ru/table-words.ts";
import type {Territory} from "../../../statistics/territory.ts";
import type {PeriodOrdinal} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import {createCellReader} from "../../described/cell-value.ts";
import type {ObservationSink, Origin} from "../../source.ts";
import {type Cell, cellAddress, type Sheet} from "../../workbook/sheet.ts";
import {columnMeaning} from "./column-meaning.ts";
import {type FormTable, isColumnNumber, type RowLabels} from "./form-table.ts";
import {spreadCode} from "./spread-code.ts";

export interface TableReading {
  readonly file: string;
  readonly sheet: Sheet;
  readonly table: FormTable;
  readonly indicator: string;
  readonly territory: Territory;
  readonly frequency: Frequency;
  readonly period: PeriodOrdinal;
}

export interface LabelForms {
  readonly rows: Map<string, string>;
  readonly levels: Set<string>;
  readonly measures: Set<string>;
  /** Folded names by the text of their cells: thousands of rows share a name. */
  readonly names: Map<string, string>;
}

export function readFormValues(reading: TableReading, forms: LabelForms, sink: ObservationSink): void {
  const {file, sheet, table} = reading;
  const refuse = (row: number, column: number, reason: string): void =>
    sink.refuse({
      file,
      sheet: sheet.name,
      cell: cellAddress(row, column),
      line: null,
      column: null,
      reason,
      text: (sheet.cell(row, column)?.text ?? "").slice(0, 80),
      row: null,
    });
  const columns = table.columns.map((column) => ({...column, meaning: columnMeaning(column.header)}));
  let current: {row: number; column: number; cell: Cell; steps: readonly string[]} | null = null;
  const origin: Origin = {
    explain() {
      const {row, column, cell, steps} = current!;
      const location = {line: null, column: null, element: null};
      return {locator: {file, sheet: sheet.name, cell: cellAddress(row, column), ...location}, raw: cell.text, steps};
    },
  };
  const readCell = createCellReader(TABLE_WORDS, false);
  const texts = createRowTexts(sheet, forms.names);
  const codes = createRowCodes(sheet, texts, reading.indicator);
  const allLabels = new Set(columns.map((column) => column.labels));
  let group = "";
  for (let row = table.firstRow; row <= table.lastRow; row++) {
    if (columns[0] && isNumbered(sheet, row, columns[0].labels, forms.names)) continue;
    for (const labels of allLabels) codes.pass(row, labels);
    for (const {column, labels, meaning} of columns) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      const labelRow = labelRowOf(sheet, texts, row, column, labels);
      const code = codes.at(labelRow, labels);
      if (code === null) {
        if (cell.kind !== "text" || readCell(cell, meaning?.percent === true).kind === "value")
          refuse(row, column, "is in a row without a code");
        continue;
      }
      if (meaning === null) {
        refuse(row, column, "is under an unknown column header");
        continue;
      }
      const value = readCell(cell, meaning.percent);
      if (value.kind === "unreadable") {
        refuse(row, column, value.reason);
        continue;
      }
      const name = texts(labelRow, labels).name;
      if (/^\d\d0$/.test(code)) group = name;
      const isPart = /^9\d[1-9]$/.test(code) && group !== "";
      if (!forms.rows.has(code)) forms.rows.set(code, isPart ? `${group}: ${name}` : name || code);
      if (meaning.level !== null) forms.levels.add(meaning.level);
      forms.measures.add(meaning.measure);
      const handle = sink.series({
        indicator: reading.indicator,
        classification: meaning.level === null ? code : `${code}~${meaning.level}`,
        measure: meaning.measure,
        transformation: "level_ytd",
        unit: meaning.percent ? "процент" : "рубль",
        frequency: reading.frequency,
        territory: reading.territory.code,
      });
      current = {row, column, cell, steps: value.steps};
      const index = (row - 1) * sheet.columnCount + column;
      if (value.kind === "value") sink.observe(handle, reading.period, value.value, index, origin);
      else sink.missing?.(handle, reading.period, value.reason, index, origin);
    }
  }
}

/**
 * FIX-roskazna-07: "в том числе:" and "источники внутреннего финансирования" are two rows of one merged line: its values are in the first
 * row, its codes in the second.
 */
function labelRowOf(sheet: Sheet, texts: RowTexts, row: number, column: number, labels: RowLabels): number {
  const own = texts(row, labels);
  if (hasCode(own)) return row;
  const bottom = sheet.mergedAt(row, column)?.bottom ?? (own.isLeadIn ? row + 1 : row);
  for (let below = row + 1; below <= bottom; below++) {
    if (sheet.cell(below, column) === null && hasCode(texts(below, labels))) return below;
  }
  return row;
}

function hasCode({codes, line}: LabelTexts): boolean {
  return (codes ?? "") !== "" || line !== "";
}

interface LabelTexts {
  readonly row: number;
  /** The codes of classification, joined; null: one of them can't be read. */
  readonly codes: string | null;
  readonly line: string;
  readonly name: string;
  /** "в том числе:": in another template the code is beside it and the name is below. */
  readonly isLeadIn: boolean;
}

type RowTexts = (row: number, labels: RowLabels) => LabelTexts;

/** Every value of a row asks for its texts, so those of the last row are kept. */
function createRowTexts(sheet: Sheet, names: Map<string, string>): RowTexts {
  const last = new Map<RowLabels, LabelTexts>();
  const nameOf = (row: number, labels: RowLabels): string => foldedAt(sheet, row, labels.name, names);
  return (row, labels) => {
    const known = last.get(labels);
    if (known?.row === row) return known;
    const own = nameOf(row, labels);
    const isLeadIn = /^(?:в том числе|из них):?$/i.test(own);
    const name = isLeadIn ? nameOf(row + 1, labels) : own;
    const line = labels.line === 0 ? "" : (codeText(sheet.cell(row, labels.line)) ?? "");
    const texts = {row, codes: ownCodes(sheet, row, labels), line, name, isLeadIn};
    last.set(labels, texts);
    return texts;
  };
}

/**
 * The codes of classification, joined; the line's code for totals. For sources of financing, several lines have the same code (internal
 * and external, growing and shrinking balances), so the line's code is put before it (FIX-roskazna-08). Rows must be read from top to bottom.
 */
function createRowCodes(sheet: Sheet, texts: RowTexts, indicator: string) {
  const withLines = indicator.startsWith("financing");
  const lines = new Map<RowLabels, string>();
  return {
    at(row: number, labels: RowLabels): string | null {
      const {line, codes} = texts(row, labels);
      if (line !== "") lines.set(labels, line);
      const own = labels.spread ? spreadCode(sheet, row, labels.codes, indicator) : codes;
      if (own === null) return null;
      if (own === "") return line || totalLine(sheet, row, labels);
      const above = withLines ? (lines.get(labels) ?? "") : "";
      return above === "" ? own : `${above}-${own}`;
    },
    /** A row may have a line and no value. */
    pass(row: number, labels: RowLabels): void {
      const {line} = texts(row, labels);
      if (line !== "") lines.set(labels, line);
    },
  };
}

/** The total of a table without lines, "Всего | X | X", which other templates have in the first line of income. */
function totalLine(sheet: Sheet, row: number, labels: RowLabels): string | null {
  const isTotal = labels.line === 0 && labels.codes.some((column) => /^[xх]$/i.test(textIn(sheet, row, column)));
  return isTotal ? "010" : null;
}

const textIn = (sheet: Sheet, row: number, column: number): string => folded(sheet.cell(row, column)?.text ?? "");

function ownCodes(sheet: Sheet, row: number, {codes}: RowLabels): string | null {
  const own = codes.map((column) => codeText(sheet.cell(row, column)));
  if (own.includes(null)) return null;
  while (own.length > 0 && own.at(-1) === "") own.pop();
  return own.some((code) => code !== "") ? own.join("-") : "";
}

/** Digits, or the ten characters of a target: "011D169010", "99УТ9T9999". */
const CODE = /^(?:\d{1,20}|(?=.{10}$)\d\d[\dA-ZА-Я]+)$/;
/** A number of more digits is not the one that was written. */
const MOST_DIGITS_OF_NUMBER = 15;

/**
 * FIX-roskazna-05: the "x" of totals is Latin or Cyrillic, small or large, with blanks around it. null: no code, and not empty either. A row
 * with an odd code would be a series of its own, or the total of its line.
 */
function codeText(cell: Cell | null): string | null {
  if (cell === null) return "";
  const text = CODE.test(cell.text) ? cell.text : folded(cell.text).replace(/\.0$/, "");
  if (text === "" || /^[xх]$/i.test(text)) return "";
  return CODE.test(text) && (cell.kind !== "number" || text.length <= MOST_DIGITS_OF_NUMBER) ? text : null;
}

function isNumbered(sheet: Sheet, row: number, {name, line}: RowLabels, names: Map<string, string>): boolean {
  const first = foldedAt(sheet, row, name, names);
  if (!isColumnNumber(first) || Number(first) !== 1) return false;
  const second = foldedAt(sheet, row, line, names);
  return isColumnNumber(second) && Number(second) === 2;
}

function foldedAt(sheet: Sheet, row: number, column: number, names: Map<string, string>): string {
  const text = sheet.cell(row, column)?.text ?? "";
  let known = names.get(text);
  if (known === undefined) {
    known = folded(text);
    names.set(text, known);
  }
  return known;
}
