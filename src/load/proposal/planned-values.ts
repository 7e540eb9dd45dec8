// Planned and expected values beside those of what was, told by names: a column Actual/Forecast, headers or rows "Plan" and "Actual" in either language.
//
// As classes they would be published as observations. They are asked about and left out; a table of plans is described by hand. A column
// that a person leaves out is asked about too: its rows stay. A word inside a longer name counts only beside one such as "Actual".
import {COLUMN_WORDS} from "../../country/plain-table-words.ts";
import {namesActual, namesForecast, namesForecastAlone, withoutStatusMark} from "../../country/status-mark.ts";
import type {CellException, Kind, LabelKind} from "../described/descriptor/descriptor.ts";
import type {TextContext} from "../described/text-facts.ts";
import type {Sheet} from "../workbook/sheet.ts";
import {type Answers, LEFT_OUT} from "./answers.ts";
import {escapedPattern, rowRanges} from "./exclusions.ts";
import type {ProposedHeader} from "./header.ts";
import type {ColumnProfile} from "./plain/column-profile.ts";
import {holdsValue, rowCells, type Say} from "./reading.ts";

function plannedAmong(names: Iterable<string>): string[] {
  const all = [...new Set(names)];
  const isBesideActual = all.some(namesActual);
  return all.filter((name) => namesForecastAlone(name) || (isBesideActual && namesForecast(name)));
}

/** Asks about names. @param at what an exception says of the cells of their values */
function askPlanned(
  names: readonly string[],
  at: Pick<CellException, "header" | "label" | "cells">,
  say: Say,
): CellException[] {
  if (names.length === 0) return [];
  const because = `are the values of ${names.join(" and ")} planned or expected? they say nothing of what was`;
  say(`${because}: see exceptions`, null);
  return [{...at, ignore: true, because: `question: ${because}`}];
}

/** Of the columns of values of a plain table, but for those that a person leaves out. */
export function plannedHeaders(values: readonly ColumnProfile[], {units}: Answers, say: Say): CellException[] {
  const headers = values.map(({header}) => header).filter((header) => units?.get(header) !== LEFT_OUT);
  return askHeaders(headers, say);
}

function askHeaders(headers: readonly string[], say: Say): CellException[] {
  const names = plannedAmong(headers);
  const words = names.map((name) => escapedPattern(name.trim()).replace(/\s+/g, "\\s+"));
  return askPlanned(names, {header: `^\\s*(?:${words.join("|")})\\s*$`}, say);
}

/** Of a plain table by its columns of texts. One that says nothing else of its rows is a status, and no class. */
export function plannedRows(
  columns: readonly ColumnProfile[],
  say: Say,
): {readonly kinds: readonly [number, LabelKind][]; readonly exceptions: readonly CellException[]} {
  const found = columns.flatMap(({column, header, distinct, isNumeric}) => {
    const texts = isNumeric ? [] : distinct.map(({plain}) => plain.trim());
    const isStatus = COLUMN_WORDS.status.test(header);
    const names = [...plannedAmong(texts), ...texts.filter((text) => isStatus && text === SDMX_FORECAST)];
    const isMark = texts.every(
      (text) => names.includes(text) || namesActual(text) || withoutStatusMark(`2000 ${text}`) !== null,
    );
    return names.length === 0 ? [] : [{column, names, isMark}];
  });
  return {
    kinds: found.filter(({isMark}) => isMark).map(({column}) => [column, "status"]),
    exceptions: found.flatMap(({names}) =>
      askPlanned(names, {label: `(?:^|; )(?:${names.map(escapedPattern).join("|")})(?:; |$)`}, say),
    ),
  };
}

/** Of the list of statuses of observations of SDMX. */
const SDMX_FORECAST = "F";

/** Of a table below a header of several levels: by the names in its header rows and in its columns of labels. */
export function plannedCells(
  sheet: Sheet,
  {top, kinds, body, labelCount}: ProposedHeader,
  context: TextContext,
  say: Say,
): CellException[] {
  const ofHeaders = kinds.flatMap((kind, level) =>
    NO_NAMES.has(kind)
      ? []
      : askHeaders(
          rowCells(sheet, top + level, labelCount + 1).map(({plain}) => plain.trim()),
          say,
        ),
  );
  const ofRows = Array.from({length: labelCount}, (_, at) => at + 1).flatMap((column) => {
    const cells = Array.from({length: sheet.rowCount - body + 1}, (_, at) => sheet.cell(body + at, column));
    const names = plannedAmong(cells.flatMap((cell) => cell?.plain.trim() ?? []));
    return names.length === 0 ? [] : askPlanned(names, {cells: rowRanges(rowsOf(cells, names)).join(", ")}, say);
  });
  /** The rows with such a name, and those of which it is the section. */
  function rowsOf(cells: readonly ({plain: string} | null)[], names: readonly string[]): number[] {
    let isPart = false;
    return cells.flatMap((cell, at) => {
      const row = body + at;
      const isPlanned = cell !== null && names.includes(cell.plain.trim());
      const hasValues = rowCells(sheet, row, labelCount + 1).some((one) => holdsValue(one, context));
      if (!hasValues && cell !== null) isPart = isPlanned;
      return hasValues && (isPlanned || isPart) ? [row] : [];
    });
  }
  return [...ofHeaders, ...ofRows];
}

const NO_NAMES: ReadonlySet<Kind> = new Set<Kind>([
  "year",
  "period",
  "date",
  "month",
  "quarter",
  "year inside",
  "ignore",
]);
