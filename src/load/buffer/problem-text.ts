// The message of a contradiction: a release gives one period of a series different values.
//
// Lines are numbered over all files of the release; here a number becomes a file and a line again.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import {dayText, firstDay, type PeriodOrdinal} from "../../statistics/time/day.ts";
import {weekText} from "../../statistics/time/week.ts";
import type {SheetPart, Unreadable} from "../source.ts";
import {cellAddress} from "../workbook/sheet.ts";
import type {Segment} from "./rows.ts";

export interface ProblemLocation {
  readonly file: string;
  readonly sheet: SheetPart | null;
  /** The line of the file, or the place of the sheet. */
  readonly line: number;
}

/** The start of a file or a sheet in the line numbers of the release: its line 1 is `base + 1`. Ascending. */
export interface FileStart {
  readonly name: string;
  readonly sheet: SheetPart | null;
  readonly base: number;
}

/** The problem of `row`, one of the contradicting rows from … to - 1 of a series, with the other values. */
export function contradiction(
  dimensions: SeriesDimensions,
  segment: Segment,
  {from, to, row}: {readonly from: number; readonly to: number; readonly row: number},
  files: readonly FileStart[],
): Unreadable {
  const own = locationOf(files, segment.line[row]!);
  const others: string[] = [];
  for (let other = from; other < to && others.length < MAX_OTHERS_NAMED; other++) {
    if (other === row || segment.value[other] === segment.value[row]) continue;
    const position = locationOf(files, segment.line[other]!);
    const inFile = position.file === own.file ? "" : ` of ${position.file}`;
    const inSheet = position.sheet?.name === own.sheet?.name ? "" : ` of sheet "${position.sheet?.name}"`;
    others.push(`${locationWords(position)}${inSheet}${inFile} says ${segment.value[other]}`);
  }
  const {indicator, classification, measure, transformation, unit, frequency, territory} = dimensions;
  const codes = [indicator, classification, measure, transformation, unit, frequency, territory].filter(
    (code) => code !== null,
  );
  return {
    file: own.file,
    ...(own.sheet === null
      ? {line: own.line, column: "value"}
      : {line: null, column: null, sheet: own.sheet.name, cell: cellAt(own.sheet, own.line)}),
    reason: `${codes.join(", ")} has two values for ${writtenPeriod(dimensions, segment.period[row]!)}: ${locationWords(own)} says ${segment.value[row]}, ${others.join(", ")}`,
    text: String(segment.value[row]),
    row: null,
  };
}

const MAX_OTHERS_NAMED = 3;

function locationOf(files: readonly FileStart[], running: number): ProblemLocation {
  const start = files.findLast(({base}) => base < running) ?? files[0]!;
  return {file: start.name, sheet: start.sheet, line: running - start.base};
}

function locationWords({sheet, line}: ProblemLocation): string {
  return sheet === null ? `line ${line}` : `cell ${cellAt(sheet, line)}`;
}

function cellAt({width}: SheetPart, index: number): string {
  return cellAddress(Math.floor((index - 1) / width) + 1, ((index - 1) % width) + 1);
}

/** A period as a tidy package writes it. */
function writtenPeriod({frequency}: SeriesDimensions, ordinal: PeriodOrdinal): string {
  if (frequency === "W") return weekText(ordinal);
  const first = dayText(firstDay(frequency, ordinal));
  if (frequency === "Q") return `${first.slice(0, 4)}-Q${(ordinal % 4) + 1}`;
  return {D: first, M: first.slice(0, 7), A: first.slice(0, 4)}[frequency];
}

export function unreadableText(problem: Unreadable): string {
  const {reason, text} = problem;
  return `${locationText(problem)}: ${reason}${text ? ` (${JSON.stringify(text)})` : ""}`;
}

export function locationText({file, sheet, cell, line, column}: Unreadable): string {
  return [
    file,
    sheet === undefined ? null : `sheet "${sheet}"`,
    cell === undefined ? null : `cell ${cell}`,
    line === null ? null : `line ${line}`,
    column === null ? null : column.startsWith("record ") ? column : `column ${column}`,
  ]
    .filter(Boolean)
    .join(", ");
}
