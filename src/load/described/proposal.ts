// A proposal of a descriptor for a workbook or a table of text that has none: tables, header rows, label columns, units, and questions.
//
// Every part is a guess with the share of its texts that read as proposed. Nothing is published from it: a person corrects it and loads the
// file with it. What the words do not say (a unit, a territory, the day) is asked and left out, so that its values are refused.
import type {Country} from "../../country/country.ts";
import {dayText} from "../../statistics/time/day.ts";
import {cellAddress, type Sheet, type Workbook} from "../workbook/sheet.ts";
import {isFigure} from "./cell-value.ts";
import type {Descriptor, Kind, LineDescription, TableDescription} from "./descriptor.ts";
import {isProblem} from "./facts.ts";
import {factsOfCell, type TextReading} from "./text-facts.ts";

export interface Guess {
  readonly sheet: string;
  readonly what: string;
  /** Share of the texts that read so, from 0 to 1; null: a question to the person. */
  readonly certainty: number | null;
}

export interface Proposal {
  readonly descriptor: Descriptor;
  readonly guesses: readonly Guess[];
}

const KINDS: readonly Kind[] = ["year", "period", "date", "territory", "unit"];
/** A smaller share is no kind: the texts are names. */
const LEAST_SHARE = 0.8;
const MOST_HEADER_ROWS = 5;
const MOST_LABEL_COLUMNS = 6;

/** @param name of the provider and the dataset, which no workbook states */
export async function proposeDescriptor(
  book: Workbook,
  country: Country,
  publishedAt: number,
  name: {readonly provider: string; readonly dataset: string; readonly file: string},
  answers: Answers,
): Promise<Proposal> {
  const guesses: Guess[] = [];
  const tables: TableDescription[] = [];
  for (const head of book.sheets) {
    if (head.hidden) continue;
    const sheet = await book.read(head);
    const reading: TextReading = {country, publishedAt, date1904: book.date1904, table: {columns: [], rows: []}};
    const table = proposeTable(sheet, reading, answers, (what, certainty) =>
      guesses.push({sheet: head.name, what, certainty}),
    );
    if (table !== null) tables.push({sheets: `^${head.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`, ...table});
  }
  const dataset = {code: name.dataset, name: name.file};
  const own = country.code === "RU" ? {} : {country: country.code};
  return {descriptor: {family: `proposed for ${name.file}`, provider: name.provider, ...own, dataset, tables}, guesses};
}

/** A person's answers to the questions, for tables that do not say; null: not given. */
export interface Answers {
  readonly territory: string | null;
  readonly unit: string | null;
}

type Say = (what: string, certainty: number | null) => void;

/** null: the sheet has no figures below a header. */
function proposeTable(sheet: Sheet, reading: TextReading, answers: Answers, say: Say): TableDescription | null {
  const labelCount = countLabels(sheet, reading);
  const body = findBody(sheet, labelCount, reading);
  if (body === null) return null;
  let top = body;
  while (top > 1 && body - top < MOST_HEADER_ROWS && countCells(sheet, top - 1, labelCount) > 1) top--;
  if (top === body) return null;
  const cellsOf = (row: number) =>
    Array.from({length: sheet.columnCount - labelCount}, (_, at) => sheet.cell(row, labelCount + 1 + at));
  const columns = Array.from({length: body - top}, (_, level) => {
    const {kind, share} = kindOf(cellsOf(top + level), reading);
    say(`header row ${top + level} has the kind ${kind}`, share);
    return kind;
  });
  const rows = Array.from({length: labelCount}, (_, at) => {
    const cells = Array.from({length: sheet.rowCount - body + 1}, (__, row) => sheet.cell(body + row, at + 1));
    const {kind, share} = kindOf(cells, reading);
    say(`label column ${at + 1} has the kind ${kind}`, share);
    return kind;
  });
  const lines = titleLines(sheet, top, reading, say);
  const kinds = new Set([...columns, ...rows]);
  const fixed = {
    ...(!kinds.has("territory") && answers.territory !== null && {territory: answers.territory}),
    ...(!kinds.has("unit") && lines.length === 0 && answers.unit !== null && {unit: answers.unit}),
  };
  if (!kinds.has("territory") && answers.territory === null)
    say("which territory? give its code with --territory, or in fixed.territory", null);
  if (!kinds.has("unit") && lines.length === 0 && answers.unit === null)
    say("which unit? give it with --unit, or in fixed.unit", null);
  if (!["year", "period", "date"].some((kind) => kinds.has(kind as Kind)))
    say("which period? give it in fixed.year and fixed.period", null);
  askAmbiguous(sheet, body, labelCount, say);
  return {
    headerRow: top,
    columns,
    rows,
    ...(lines.length > 0 && {lines}),
    ...(Object.keys(fixed).length > 0 && {fixed}),
    rest: "class",
  };
}

/** Columns on the left with more texts (or years) than figures. */
function countLabels(sheet: Sheet, {country}: TextReading): number {
  for (let column = 1; column <= Math.min(MOST_LABEL_COLUMNS, sheet.columnCount); column++) {
    let [figures, others] = [0, 0];
    for (let row = 1; row <= sheet.rowCount; row++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      if (isFigure(cell, country.tables) && country.tables.year(cell.plain) === null) figures++;
      else others++;
    }
    if (figures > others) return column - 1;
  }
  return 1;
}

/** The first row with a label and a figure that is no year. */
function findBody(sheet: Sheet, labelCount: number, {country}: TextReading): number | null {
  for (let row = 1; row <= sheet.rowCount; row++) {
    if (labelCount > 0 && sheet.cell(row, labelCount) === null) continue;
    for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell !== null && isFigure(cell, country.tables) && country.tables.year(cell.plain) === null) return row;
    }
  }
  return null;
}

function countCells(sheet: Sheet, row: number, labelCount: number): number {
  let count = 0;
  for (let column = labelCount + 1; column <= sheet.columnCount; column++)
    if (sheet.cell(row, column) !== null) count++;
  return count;
}

/** The kind that most of the texts read as; "class" if none reaches LEAST_SHARE. */
function kindOf(cells: readonly ReturnType<Sheet["cell"]>[], reading: TextReading): {kind: Kind; share: number} {
  const given = cells.filter((cell) => cell !== null);
  const shares = KINDS.map((kind) => ({
    kind,
    share: given.filter((cell) => !isProblem(factsOfCell(cell, kind, reading))).length / Math.max(1, given.length),
  }));
  const best = shares.reduce((most, one) => (one.share > most.share ? one : most));
  return best.share >= LEAST_SHARE ? best : {kind: "class", share: 1 - best.share};
}

/** Lines above the header that have a unit; a day in them is asked, because it may be another day. */
function titleLines(sheet: Sheet, top: number, {country}: TextReading, say: Say): LineDescription[] {
  const lines: LineDescription[] = [];
  for (let row = 1; row < top; row++) {
    const cell = sheet.cell(row, 1) ?? sheet.cell(row, 2);
    if (cell?.kind !== "text") continue;
    const day = country.tables.dayIn(cell.plain);
    if (day !== null)
      say(`was it published on ${dayText(day)}? (${cellAddress(row, 1)}) give it with --published`, null);
    const bracket = /\(([^()]*)\)[^()]*$/.exec(cell.plain)?.[1] ?? cell.plain;
    const unit = bracket
      .split(/[;,]/)
      .map((part) => country.units.inside(part.trim()))
      .find((found) => found !== null);
    if (unit === undefined) continue;
    lines.push({row, as: bracket === cell.plain ? "mixed" : "indicator (mixed)"});
    say(`line ${row} has the unit ${unit.name}`, 1);
  }
  return lines;
}

/** Texts that two countries read differently: 1,234 and 03/04/2024. */
function askAmbiguous(sheet: Sheet, body: number, labelCount: number, say: Say): void {
  const found = {number: [] as string[], day: [] as string[]};
  for (let row = 1; row <= sheet.rowCount; row++)
    for (let column = 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell?.kind !== "text") continue;
      const text = cell.plain.trim();
      const isValue = row >= body && column > labelCount;
      if (isValue && /^-?\d{1,3}(?:,\d{3})+$/.test(text)) found.number.push(`${cellAddress(row, column)} ${text}`);
      if (/^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|1[0-2])\/\d{4}$/.test(text))
        found.day.push(`${cellAddress(row, column)} ${text}`);
    }
  const ask = ({length, 0: first}: readonly string[], question: string): void => {
    if (length > 0)
      say(`${question} (${length} texts, such as ${first}) give the country whose words the table uses`, null);
  };
  ask(found.number, "is the comma a decimal comma or between thousands?");
  ask(found.day, "is the first number the day or the month?");
}
