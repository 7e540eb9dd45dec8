// Places that a proposal leaves out until a person says what they are, as exceptions of a descriptor.
//
// Two countries read 1,234 and 03/04/2024 differently, unless another text of the column settles it: 0,8073 has a decimal comma, 1,234,567
// has none. A section of a table in per cent may be in another unit: an index in points or an income among shares of answers.
import {type CellException, type Kind, type LabelKind, WHOLE_PERIOD_KINDS} from "../described/descriptor/descriptor.ts";
import {isProblem} from "../described/facts.ts";
import {factsOfCell, factsOfText, type TextContext} from "../described/text-facts.ts";
import {cellAddress, columnLetters, type Sheet} from "../workbook/sheet.ts";
import {DAY_QUESTION} from "./guesses.ts";
import type {ProposedHeader} from "./header.ts";
import {isOfNotes, isValue, rowCells, type Say} from "./reading.ts";

export interface Exclusion {
  /** null: the whole sheet. */
  readonly ranges: readonly string[] | null;
  readonly because: string;
  /** The text of the row's labels, so that the exception is refused when its row has moved. */
  readonly label?: string;
}

export const [LAST_COLUMN, LAST_ROW] = ["XFD", 1_048_576];

/** Rows that follow each other are one range. */
export function rowRanges(rows: readonly number[]): string[] {
  const ranges: {from: number; to: number}[] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to === row - 1) last.to = row;
    else ranges.push({from: row, to: row});
  }
  return ranges.map(({from, to}) => `A${from}:${LAST_COLUMN}${to}`);
}

/**
 * Each row with its labels is an exclusion of its own: in the next release its place may have another row, which would fall out in silence. Rows
 * without a label, and very many, are named by their places alone.
 */
export function excludedRows(rows: readonly number[], labelOf: (row: number) => string, because: string): Exclusion[] {
  const labelled = rows.length > MOST_LABELLED ? [] : rows.filter((row) => labelOf(row) !== "");
  const others = rows.filter((row) => !labelled.includes(row));
  return [
    ...labelled.map((row) => ({ranges: rowRanges([row]), because, label: labelOf(row)})),
    ...(others.length === 0 ? [] : [{ranges: rowRanges(others), because}]),
  ];
}

/** Each reason once, with the first row that it is about. */
export function exclusionQuestions(exclusions: readonly Exclusion[]): string[] {
  const firsts = new Map<string, string | undefined>();
  for (const {because, label} of exclusions) if (!firsts.has(because)) firsts.set(because, label);
  return [...firsts].map(
    ([because, label]) => `${because}${label ? `, as ${JSON.stringify(label)}` : ""}: see exceptions`,
  );
}

/** Each value is compared with all exceptions. */
const MOST_LABELLED = 300;

/** The same places on several sheets are one exception, which names them unless they are all sheets of the table. */
export function exceptionsFor(
  members: readonly {readonly sheet: string; readonly exclusions?: readonly Exclusion[]}[],
): CellException[] {
  const found = new Map<string, {exclusion: Exclusion; sheets: Set<string>}>();
  for (const {sheet, exclusions = []} of members)
    for (const exclusion of exclusions) {
      const key = JSON.stringify(exclusion);
      const known = found.get(key);
      if (known === undefined) found.set(key, {exclusion, sheets: new Set([sheet])});
      else known.sheets.add(sheet);
    }
  const all = new Set(members.map(({sheet}) => sheet));
  return [...found.values()].map(({exclusion: {ranges, because, label}, sheets}) => ({
    ...(sheets.size < all.size && {sheet: anyOf(sheets)}),
    ...(ranges !== null && {cells: ranges.join(", ")}),
    ...(label !== undefined && {label: `^${escapedPattern(label)}$`}),
    ignore: true,
    because: `question: ${because}`,
  }));
}

/** An expression over the names of sheets. */
export function anyOf(names: Iterable<string>): string {
  const [first, ...others] = [...new Set(names)].map(escapedPattern);
  return others.length === 0 ? `^${first}$` : `^(?:${[first, ...others].join("|")})$`;
}

export function escapedPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const NUMBER = /^-?[1-9]\d{0,2},\d{3}$/;
const SETTLED =
  /^-?(?:0,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{4,},\d+|\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?|\d{1,3},\d{3}\.\d+|\d+\.\d+)$/;
const DAY = /^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|1[0-2])\/\d{4}$/;

const COMMA_QUESTION = "is the comma a decimal comma or between thousands?";

/** @param isAnswered a person named the country: only texts that contradict its words are asked */
export function ambiguousCells(
  sheet: Sheet,
  {body, labelCount}: ProposedHeader,
  isAnswered: boolean,
  {country}: TextContext,
  say: Say,
): CellException[] {
  const numbers: string[] = [];
  const days: string[] = [];
  const exceptions: CellException[] = [];
  let settled = isAnswered;
  let isContrary = false;
  const unclear: number[] = [];
  for (let column = 1; column <= sheet.columnCount; column++) {
    const here: string[] = [];
    for (let row = 1; row <= sheet.rowCount; row++) {
      const cell = sheet.cell(row, column);
      if (cell?.kind !== "text") continue;
      const text = cell.plain.trim();
      if (DAY.test(text)) days.push(`${cellAddress(row, column)} ${text}`);
      if (row < body || column <= labelCount) continue;
      // "2,345,678" says that the commas of "1,234" are between thousands: the words of another country can't settle that they are decimal.
      if (SETTLED.test(text)) {
        if (country.tables.number(text).kind === "value") settled = true;
        else isContrary = true;
      } else if (NUMBER.test(text)) here.push(`${cellAddress(row, column)} ${text}`);
    }
    if (here.length > 0) unclear.push(column);
    numbers.push(...here);
  }
  if (numbers.length > 0 && (isContrary || !settled)) {
    ask(numbers, COMMA_QUESTION, say);
    for (const letters of unclear.map(columnLetters)) {
      const because = `question: ${COMMA_QUESTION}`;
      exceptions.push({cells: `${letters}${body}:${letters}${sheet.rowCount}`, ignore: true, because});
    }
  }
  if (days.length > 0 && !isAnswered) ask(days, DAY_QUESTION, say);
  return exceptions;
}

/** Why a column of texts is left out. */
export const NOTES = "a column of notes";

/** Columns of notes right of the labels, which have no values. Below a period, words stand for values, and each is refused. */
export function noteColumns(
  sheet: Sheet,
  {top, kinds, body, labelCount}: ProposedHeader,
  context: TextContext,
  say: Say,
): CellException[] {
  const isBelowPeriod = (column: number): boolean =>
    kinds.some((kind, level) => {
      const cell = WHOLE_PERIOD_KINDS.has(kind) ? sheet.cell(top + level, column) : null;
      return cell !== null && !isProblem(factsOfCell(cell, kind, context));
    });
  const exceptions: CellException[] = [];
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const rows = Array.from({length: body - top}, (_, at) => top + at);
    const name = rows.map((row) => sheet.cell(row, column)?.plain.trim() ?? "").find((text) => text !== "");
    if (name === undefined || isBelowPeriod(column) || !isOfNotes(sheet, body - 1, column, context)) continue;
    say(`exceptions: the column ${name} has texts and no values, and is left out`, 0.9);
    const letters = columnLetters(column);
    const cells = `${letters}${body}:${letters}${LAST_ROW}`;
    exceptions.push({cells, ignore: true, because: NOTES});
  }
  return exceptions;
}

/**
 * FIX-rosstat-53: names such as "Price index, %" in a header or in the rows: per cent of something that grows need a base. They are left out
 * until a person gives it.
 */
export function baselessNames(
  sheet: Sheet,
  header: ProposedHeader,
  rows: readonly LabelKind[],
  context: TextContext,
  say: Say,
): CellException[] {
  const {top, kinds, body, labelCount} = header;
  const because = "question: per cent of what?";
  const lacksBase = (text: string, kind: Kind): boolean => {
    const facts = factsOfText(text, kind, {...context, table: {...context.table, rest: "class"}});
    const isPercent = !isProblem(facts) && facts.unit?.code === context.country.units.percent().code;
    return isPercent && facts.transformation === undefined && context.country.tables.layout.growth.test(text);
  };
  const found: CellException[] = [];
  const names: string[] = [];
  for (const [level, kind] of kinds.entries())
    if (MIXED.has(kind))
      for (const {plain} of rowCells(sheet, top + level, labelCount + 1)) if (lacksBase(plain, kind)) names.push(plain);
  for (const name of new Set(names))
    found.push({header: `^\\s*${escapedPattern(name.trim()).replace(/\s+/g, "\\s+")}\\s*$`, ignore: true, because});
  const lines: number[] = [];
  for (const [at, kind] of rows.entries())
    for (let row = body; MIXED.has(kind) && row <= sheet.rowCount; row++) {
      const text = sheet.cell(row, at + 1)?.plain ?? "";
      const hasValues = rowCells(sheet, row, labelCount + 1).some((cell) => isValue(cell, context));
      if (!hasValues || !lacksBase(text, kind as Kind)) continue;
      lines.push(row);
      names.push(text);
    }
  if (lines.length > 0) found.push({cells: rowRanges(lines).join(", "), ignore: true, because});
  if (found.length > 0)
    say(
      `per cent of what? ${JSON.stringify(names[0])} names no base of comparison that is known: see exceptions`,
      null,
    );
  return found;
}

const MIXED: ReadonlySet<string> = new Set<LabelKind>(["mixed", "class, unit"]);

function ask({length, 0: first}: readonly string[], question: string, say: Say): void {
  say(
    `${question} (${length} texts, such as ${first}) name the country whose words the table uses with --country`,
    null,
  );
}
