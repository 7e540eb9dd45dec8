// Where the data of an EMISS workbook stand: the corner says how many columns are labels, the words say what each level is.
//
// FIX-fedstat-19: the corner's merged cells do not cover all header rows, and the first of them may be empty; data begin in the first
// row below the title whose column A holds anything.

import {territoriesNamed} from "../../../country/ru/territory-matcher.ts";
import {Refusal} from "../../../refusal.ts";
import type {Day} from "../../../statistics/time/day.ts";
import {transformationOf} from "../../described/base-words.ts";
import type {Kind, TableDescription} from "../../described/descriptor.ts";
import {isProblem} from "../../described/facts.ts";
import {findLayout, type Layout} from "../../described/layout.ts";
import {factsOfText, type TextReading} from "../../described/text-facts.ts";
import type {Sheet} from "../../workbook/sheet.ts";

/** How the bare name of a district that was reformed is judged: by the period of its values, or as version 1 did. */
export type Districts = "by period" | "by publication";

export function dataLayout(
  sheet: Sheet,
  publishedAt: Day,
  date1904: boolean,
  file: string,
  districts: Districts,
): {layout: Layout; reading: TextReading} {
  let firstRow = 2;
  while (firstRow <= sheet.rowCount && sheet.cell(firstRow, 1) === null) firstRow++;
  const corner = sheet.merges.find(({left, top, bottom}) => left === 1 && top > 1 && bottom < firstRow);
  const labelCount = corner?.right ?? 1;
  const judging = (table: TableDescription): TextReading => ({publishedAt, date1904, table});
  const bare = judging({columns: [], rows: []});
  let headerRow = 2;
  while (headerRow < firstRow && sheet.cell(headerRow, labelCount + 1) === null) headerRow++;
  const kinds: Kind[] = [];
  for (let row = headerRow; row < firstRow; row++) kinds.push(levelKind(sheet, row, labelCount, bare));
  const labels: Kind[] = Array.from({length: labelCount}, (_, place) => columnKind(sheet, firstRow, place + 1, bare));
  const territories = [...kinds, ...labels].filter((kind) => kind === "territory").length;
  const table: TableDescription = {
    columns: kinds,
    rows: labels,
    headerRow,
    // An indicator without territories is about the whole country (FIX-fedstat-09).
    ...(territories === 0 && {fixed: {territory: "643"}}),
  };
  const reading = {...judging(table), ...(districts === "by period" && {eras: namedCodes(sheet)})};
  const layout = firstRow > sheet.rowCount || kinds.length === 0 ? null : findLayout(sheet, reading);
  if (layout === null || !kinds.includes("year") || territories > 1)
    throw new Refusal(`${file}: sheet "Данные" is not as EMISS makes it`, "download it again");
  return {layout, reading};
}

/** FIX-fedstat-31: a row may name the district of one era by its years, beside a bare name that is then the other's. */
function namedCodes(sheet: Sheet): ReadonlySet<string> {
  const codes = new Set<string>();
  for (let row = 2; row <= sheet.rowCount; row++) {
    for (let column = 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      const [territory, another] = cell?.kind === "text" ? territoriesNamed(cell.plain) : [];
      if (territory !== undefined && another === undefined) codes.add(territory.code);
    }
  }
  return codes;
}

/** What most cells of a header row read as: a year, a part of the year, a kind of indicator; else a class. */
function levelKind(sheet: Sheet, row: number, labelCount: number, reading: TextReading): Kind {
  const texts: string[] = [];
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const text = sheet.cell(row, column)?.plain;
    if (text !== undefined) texts.push(text);
  }
  return kindOf(texts, reading);
}

function columnKind(sheet: Sheet, firstRow: number, column: number, reading: TextReading): Kind {
  const texts: string[] = [];
  for (let row = firstRow; row <= Math.min(sheet.rowCount, firstRow + 200); row++) {
    const text = sheet.cell(row, column)?.plain;
    if (text !== undefined) texts.push(text);
  }
  return kindOf(texts, reading);
}

function kindOf(texts: readonly string[], reading: TextReading): Kind {
  for (const kind of ["year", "period", "territory"] as const) {
    const read = texts.filter((text) => !isProblem(factsOfText(text, kind, reading))).length;
    if (read > 0 && read * 2 >= texts.length) return kind;
  }
  return texts.some((text) => transformationOf(text) !== null) ? "measure" : "class";
}
