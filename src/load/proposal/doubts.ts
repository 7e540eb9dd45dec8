// Places that a proposal leaves out until a person says what they are, as exceptions of a descriptor.
//
// Two countries read 1,234 and 03/04/2024 differently, unless another text of the column settles it: 0,8073 has a decimal comma, 1,234,567
// has none. A section of a table in per cent may be in another unit: an index in points or an income among shares of answers.
import type {CellException, Kind, LabelKind} from "../described/descriptor/descriptor.ts";
import {isProblem} from "../described/facts.ts";
import {factsOfText, type TextReading} from "../described/text-facts.ts";
import {cellAddress, columnLetters, type Sheet} from "../workbook/sheet.ts";
import {DAY_QUESTION} from "./guesses.ts";
import type {ProposedHeader} from "./header.ts";
import {isOfNotes, isValue, rowCells, type Say} from "./reading.ts";

export interface Doubt {
  /** null: the whole sheet. */
  readonly ranges: readonly string[] | null;
  readonly because: string;
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

/** The same places on several sheets are one exception, which names them unless they are all sheets of the table. */
export function exceptionsFor(
  members: readonly {readonly sheet: string; readonly doubts?: readonly Doubt[]}[],
): CellException[] {
  const found = new Map<string, {doubt: Doubt; sheets: Set<string>}>();
  for (const {sheet, doubts = []} of members)
    for (const doubt of doubts) {
      const key = JSON.stringify(doubt);
      const known = found.get(key);
      if (known === undefined) found.set(key, {doubt, sheets: new Set([sheet])});
      else known.sheets.add(sheet);
    }
  const all = new Set(members.map(({sheet}) => sheet));
  return [...found.values()].map(({doubt: {ranges, because}, sheets}) => ({
    ...(sheets.size < all.size && {sheet: anyOf(sheets)}),
    ...(ranges !== null && {cells: ranges.join(", ")}),
    ignore: true,
    because: `question: ${because}`,
  }));
}

/** An expression over the names of sheets. */
export function anyOf(names: Iterable<string>): string {
  const [first, ...others] = [...new Set(names)].map(quoted);
  return others.length === 0 ? `^${first}$` : `^(?:${[first, ...others].join("|")})$`;
}

export function quoted(text: string): string {
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
  {country}: TextReading,
  say: Say,
): CellException[] {
  const numbers: string[] = [];
  const days: string[] = [];
  const exceptions: CellException[] = [];
  let settled = isAnswered;
  let isContrary = false;
  const doubtful: number[] = [];
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
    if (here.length > 0) doubtful.push(column);
    numbers.push(...here);
  }
  if (numbers.length > 0 && (isContrary || !settled)) {
    ask(numbers, COMMA_QUESTION, say);
    for (const letters of doubtful.map(columnLetters)) {
      const because = `question: ${COMMA_QUESTION}`;
      exceptions.push({cells: `${letters}${body}:${letters}${sheet.rowCount}`, ignore: true, because});
    }
  }
  if (days.length > 0 && !isAnswered) ask(days, DAY_QUESTION, say);
  return exceptions;
}

/** Why a column of texts is left out. */
export const NOTES = "a column of notes";

/** Columns of notes right of the labels, which have no values. */
export function noteColumns(
  sheet: Sheet,
  {top, body, labelCount}: ProposedHeader,
  reading: TextReading,
  say: Say,
): CellException[] {
  const exceptions: CellException[] = [];
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const rows = Array.from({length: body - top}, (_, at) => top + at);
    const name = rows.map((row) => sheet.cell(row, column)?.plain.trim() ?? "").find((text) => text !== "");
    if (name === undefined || !isOfNotes(sheet, body - 1, column, reading)) continue;
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
  reading: TextReading,
  say: Say,
): CellException[] {
  const {top, kinds, body, labelCount} = header;
  const because = "question: per cent of what?";
  const lacksBase = (text: string, kind: Kind): boolean => {
    const facts = factsOfText(text, kind, {...reading, table: {...reading.table, rest: "class"}});
    const isPercent = !isProblem(facts) && facts.unit?.code === reading.country.units.percent().code;
    return isPercent && facts.transformation === undefined && reading.country.tables.layout.growth.test(text);
  };
  const found: CellException[] = [];
  const names: string[] = [];
  for (const [level, kind] of kinds.entries())
    if (MIXED.has(kind))
      for (const {plain} of rowCells(sheet, top + level, labelCount + 1)) if (lacksBase(plain, kind)) names.push(plain);
  for (const name of new Set(names))
    found.push({header: `^\\s*${quoted(name.trim()).replace(/\s+/g, "\\s+")}\\s*$`, ignore: true, because});
  const lines: number[] = [];
  for (const [at, kind] of rows.entries())
    for (let row = body; MIXED.has(kind) && row <= sheet.rowCount; row++) {
      const text = sheet.cell(row, at + 1)?.plain ?? "";
      const hasValues = rowCells(sheet, row, labelCount + 1).some((cell) => isValue(cell, reading));
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

/**
 * A section whose values add up to 100 in most columns is a set of shares. One that does not, and is named as an index or has values that
 * no share can have, is asked and left out. @param again rows where the header comes again: its dates are no values
 */
export function doubtfulSections(
  sheet: Sheet,
  header: ProposedHeader,
  again: ReadonlySet<number>,
  {country}: TextReading,
  say: Say,
): CellException[] {
  const {body, labelCount} = header;
  const doubtful = new Set<string>();
  // The title over the first header is a section too, and is not examined.
  const above = Array.from({length: body - 1}, (_, at) => rowCells(sheet, at + 1)[0]?.plain ?? "");
  const others = new Set<string>(above.filter((line) => line !== ""));
  let text = "";
  let sums = new Map<number, number>();
  let strange = false;
  const close = (): void => {
    const all = [...sums.values()];
    const whole = all.filter((sum) => sum > 97 && sum < 103).length * 2 > all.length;
    const isDoubtful = all.length > 0 && !whole && (strange || country.tables.layout.noShare.test(text));
    if (text !== "") (isDoubtful ? doubtful : others).add(text);
    sums = new Map();
    strange = false;
  };
  for (let row = body; row <= sheet.rowCount; row++) {
    if (again.has(row)) continue;
    let values = 0;
    for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell?.kind !== "number") continue;
      values++;
      sums.set(column, (sums.get(column) ?? 0) + cell.number);
      if (cell.number < 0 || cell.number > 100.5) strange = true;
      if (country.tables.layout.noShare.test(sheet.cell(row, labelCount)?.plain ?? "")) strange = true;
    }
    if (values > 0) continue;
    const [heading] = rowCells(sheet, row);
    if (heading === undefined || country.tables.leadInRow.test(heading.plain)) continue;
    close();
    text = heading.plain;
  }
  close();
  if (doubtful.size === 0) return [];
  const first = JSON.stringify([...doubtful][0]!.replace(/\s+/g, " ").trim().slice(0, MOST_LETTERS));
  const [are, their] =
    doubtful.size === 1 ? ["is the section", "Its"] : [`are ${doubtful.size} sections, such as`, "Their"];
  say(`${are} ${first}, in per cent as the title says? ${their} values or names do not look so: see exceptions`, null);
  const names = shortBeginnings([...doubtful], [...others]).map(quoted);
  const because = 'question: which unit? replace "ignore": true by "set": {"unit": …}, or remove this exception';
  return [{section: `^(?:${names.join("|")})(?:\\s|$)`, ignore: true, because}];
}

const MOST_LETTERS = 60;
const LEAST_LETTERS = 5;

/** The first words of each text, as few as no other text begins with; a blank or the end of the text follows them. */
function shortBeginnings(texts: readonly string[], others: readonly string[]): string[] {
  const begins = (one: string, words: string): boolean =>
    one.startsWith(words) && /^(?:\s|$)/.test(one.slice(words.length));
  const strange = others.map((one) => one.toLowerCase());
  const found = texts.map((text) => {
    const ends = [...text.matchAll(/\S(?=\s|$)/g)].map(({index}) => index + 1);
    const isOwn = (end: number): boolean =>
      end >= LEAST_LETTERS && !strange.some((one) => begins(one, text.slice(0, end).toLowerCase()));
    return text.slice(0, ends.find(isOwn) ?? text.length);
  });
  const shortest = [...new Set(found)];
  return shortest.filter((one) => !shortest.some((other) => other !== one && begins(one, other)));
}
