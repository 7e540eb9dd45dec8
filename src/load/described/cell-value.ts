// The value of one data cell with its steps: a number, or a text that the number parser reads.
import type {MissingReason, TableWords} from "../../country/country.ts";
import {showsOtherCurrency} from "../../country/currency-signs.ts";
import {CODE_REASON, isCode} from "../workbook/form-marks.ts";
import {createFormatReader} from "../workbook/number-format.ts";
import type {Cell, Sheet} from "../workbook/sheet.ts";

export type CellValue =
  | {readonly kind: "value"; readonly value: number; readonly steps: readonly string[]; readonly mark: string | null}
  | {
      readonly kind: "missing";
      readonly reason: MissingReason;
      readonly steps: readonly string[];
      readonly mark: string | null;
    }
  | {readonly kind: "unreadable"; readonly reason: string};

interface CellReading {
  readonly words: TableWords;
  readonly percent: boolean;
  /** Round to the decimals of the number format. */
  readonly shown: boolean;
  readonly formOf: ReturnType<typeof createFormatReader>;
}

/**
 * `mark` is the footnote mark after a value ("2)") or a sign ("…5"): some descriptors, and the reasons of signs, need the footnote's text.
 * A text that many cells have, as a sign for a missing value, is read once.
 * @param shown round to the decimals of the number format
 */
export function createCellReader(words: TableWords, shown: boolean): (cell: Cell, percent: boolean) => CellValue {
  const formOf = createFormatReader(words);
  const [plain, percents] = [false, true].map((percent) => ({
    reading: {words, percent, shown, formOf},
    texts: new Map(),
  }));
  return (cell, percent) => {
    const {reading, texts} = (percent ? percents : plain) as {reading: CellReading; texts: Map<string, CellValue>};
    if (cell.kind === "number") return numberValue(cell, reading);
    if (cell.kind !== "text") return {kind: "unreadable", reason: NO_VALUE[cell.kind]};
    if (cell.plain !== cell.text) return textValue(cell, reading);
    const known = texts.get(cell.text);
    if (known !== undefined) return known;
    const value = textValue(cell, reading);
    if (texts.size < MOST_TEXTS) texts.set(cell.text, value);
    return value;
  };
}

/** A sign of money that contradicts the unit is refused. A cell in per cent is not wrong where the table has no unit: the unit is what is missing. */
export function valueInUnit(
  unit: {readonly okei: string | null; readonly name: string} | undefined,
  cell: Cell,
  read: (cell: Cell, percent: boolean) => CellValue,
): CellValue {
  if (unit !== undefined && cell.kind === "number" && showsOtherCurrency(cell.format, unit.name))
    return {kind: "unreadable", reason: "is shown in another currency than its unit"};
  const value = read(cell, unit?.okei === "744");
  return unit === undefined && value.kind === "unreadable" ? read(cell, true) : value;
}

const MOST_TEXTS = 1000;
const TIMES_BY_FORMAT = "times 100, as its format shows a number of times";
const TIMES_BY_TEXT = "times 100: the table is in per cent";

/** "2.5 times" is 250 per cent of the base and an increment of 150: among increments it is refused, as one of the two words is wrong. */
export function timesProblem(
  {steps}: {readonly steps: readonly string[]},
  transformation: string | undefined,
): string | null {
  if (steps.length === 0 || transformation?.startsWith("growth_") !== true) return null;
  const isTimes = steps.includes(TIMES_BY_FORMAT) || steps.includes(TIMES_BY_TEXT);
  return isTimes ? "is a number of times in a series of increments, which are that number less one" : null;
}

/** Whether the cell is a number, a formula, or a text that reads as a value. */
export function isFigure(cell: Cell, words: TableWords): boolean {
  if (cell.kind === "text") return words.number(cell.plain, {percent: true}).kind === "value";
  return cell.kind === "number" || cell.kind === "formula";
}

/** The number of figures on a sheet: an upper bound of the values that are lost with it. */
export function countFigures(sheet: Sheet, words: TableWords): number {
  let count = 0;
  for (let row = 1; row <= sheet.rowCount; row++)
    for (let column = 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell !== null && isFigure(cell, words)) count++;
    }
  return count;
}

/** Why a cell of such a kind has neither a value nor a name. */
export const NO_VALUE = {
  error: "contains a spreadsheet error",
  boolean: "is not a number",
  formula: "is a formula without its value: open the file in a spreadsheet and save it",
} as const;

const NOT_PERCENT = "is shown in per cent, and its unit is not";

function numberValue(cell: Cell, {percent, shown, formOf}: CellReading): CellValue {
  const {number, format} = cell;
  // Most formats are this one, and a look at the others costs as much as the reading of the cell.
  if (!shown && format === "General") return plainValue(number);
  if (isCode(cell)) return {kind: "unreadable", reason: CODE_REASON};
  const form = formOf(format, number);
  if (form.problem !== null) return {kind: "unreadable", reason: form.problem};
  const steps: string[] = [];
  let value = number;
  if (form.namesPercent && !percent) return {kind: "unreadable", reason: NOT_PERCENT};
  if (form.percent) {
    // FIX-rosstat-35: only a table of per cent can mean 5 where 0.05 is shown as 5 %.
    if (!percent) return {kind: "unreadable", reason: NOT_PERCENT};
    value = Number((value * 100).toPrecision(15));
    steps.push("times 100, as its format shows per cent");
  }
  if (form.currency && percent)
    return {kind: "unreadable", reason: "is shown as money or as a number of times, and its unit is per cent"};
  if (form.times) {
    if (!percent) return {kind: "unreadable", reason: "is a number of times, and the table is not in per cent"};
    value = Number((value * 100).toPrecision(15));
    steps.push(TIMES_BY_FORMAT);
  }
  if (form.thousands > 0) {
    value = shifted(value, -3 * form.thousands);
    steps.push(`divided by ${1000 ** form.thousands}, as its format shows`);
  }
  const rounded = !shown || form.decimals === null ? value : shownValue(value, form.decimals);
  if (rounded !== value) {
    value = rounded;
    steps.push(`rounded to ${form.decimals} decimals, as its format shows`);
  }
  return steps.length === 0 ? plainValue(value) : {...plainValue(value), steps};
}

/** -0 is 0. */
function plainValue(value: number): Extract<CellValue, {kind: "value"}> {
  return {kind: "value", value: value === 0 ? 0 : value, steps: NO_STEPS, mark: null};
}

const NO_STEPS: readonly string[] = [];

function textValue(cell: Cell, {percent, words}: CellReading): CellValue {
  if (isCode(cell)) return {kind: "unreadable", reason: CODE_REASON};
  const steps: string[] = [];
  let text = cell.plain;
  let read = words.number(text, {percent, refusesUnclearMarks: true});
  if (read.kind === "unreadable" && cell.plain !== cell.text) {
    text = cell.text;
    read = words.number(text, {percent, refusesUnclearMarks: true});
  } else if (cell.plain !== cell.text) steps.push("a superscript dropped");
  if (read.kind === "missing") {
    // FIX-rosstat-09: "…" with a superscript 5 means not published, and the footnote says why; only here the superscript counts.
    const whole = cell.plain === cell.text ? read : words.number(cell.text, {percent});
    const {reason} = whole.kind === "missing" ? whole : read;
    return {
      kind: "missing",
      reason,
      steps,
      mark: reason === "not-published" ? (/\d/.exec(digitsOf(cell.text))?.[0] ?? null) : null,
    };
  }
  if (read.kind === "unreadable") return COMMAS.test(text) ? {...read, reason: COMMAS_SEEN} : read;
  const mark = markOf(cell);
  if (mark !== null && steps.length === 0) steps.push(`the footnote mark ${mark} dropped`);
  if (words.isTimes(text)) steps.push(TIMES_BY_TEXT);
  if (text.trim().endsWith("%")) steps.push("the sign of per cent left out");
  steps.push("read from text");
  return {...read, steps, mark};
}

/** FIX-rosstat-64: one such number says how the others are written that look like decimals. */
const COMMAS = /^-?\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|(?:,\d{3})+\.\d+)$/;
const COMMAS_SEEN =
  "has commas between thousands, so 1,234 beside it may be 1234: a table of another country says its country";

/** Superscripts as plain digits. */
function digitsOf(text: string): string {
  return text.normalize("NFKC");
}

/** FIX-rosstat-01: "103,29" and a superscript "2)", or both in one text. */
function markOf({text, plain}: Cell): string | null {
  if (text !== plain && text.startsWith(plain)) return text.slice(plain.length).trim() || null;
  return /\d\)$/.exec(text.trim())?.[0] ?? null;
}

/**
 * A number as its format shows it, rounded as in spreadsheets: by its first 15 digits, halves away from zero. The nearest double to 1.005
 * is smaller than 1.005, so rounding the double would give 1.00, but a spreadsheet shows 1.01.
 */
export function shownValue(value: number, decimals: number): number {
  const digits = Number(Math.abs(value).toPrecision(15));
  const size = shifted(Math.round(shifted(digits, decimals)), -decimals);
  return value < 0 ? -size : size;
}

/** The number with its decimal point moved to the right, in decimal form, so that nothing is rounded on the way. */
function shifted(value: number, count: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + count}`);
}
