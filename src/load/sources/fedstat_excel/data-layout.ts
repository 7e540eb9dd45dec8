// The layout of an EMISS workbook: its passport, and the header of its data. The width of the merged corner is the number of label columns.
//
// FIX-fedstat-19: the merged corner does not cover all header rows, and the first header row may be empty. The data begin in the first
// row below the title whose column A is not empty.
import {transformationOf} from "../../../country/ru/base-words.ts";
import {ru} from "../../../country/ru/ru.ts";
import {territoriesNamed} from "../../../country/ru/territory-matcher.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {Methodology} from "../../../statistics/release/release.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {Kind, TableDescription} from "../../described/descriptor/descriptor.ts";
import {isProblem} from "../../described/facts.ts";
import type {SheetLayout} from "../../described/header/sheet-layout.ts";
import {findLayout} from "../../described/layout.ts";
import {factsOfText, type TextContext} from "../../described/text-facts.ts";
import {plainTextOrNull, unescapedText} from "../../input/plain-text.ts";
import {PLAIN_METHODOLOGY} from "../../metadata.ts";
import type {Cell, Sheet} from "../../workbook/sheet.ts";

export function dataLayout(
  sheet: Sheet,
  publishedAt: Day,
  date1904: boolean,
  file: string,
): {layout: SheetLayout; context: TextContext} {
  let firstRow = 2;
  while (firstRow <= sheet.rowCount && sheet.cell(firstRow, 1) === null) firstRow++;
  const corner = sheet.merges.find(({left, top, bottom}) => left === 1 && top > 1 && bottom < firstRow);
  const labelCount = corner?.right ?? 1;
  const judging = (table: TableDescription): TextContext => ({country: ru, publishedAt, date1904, table});
  const bare = judging({columns: [], rows: []});
  let headerRow = 2;
  while (headerRow < firstRow && sheet.cell(headerRow, labelCount + 1) === null) headerRow++;
  const kinds: Kind[] = [];
  for (let row = headerRow; row < firstRow; row++) kinds.push(levelKind(sheet, row, labelCount, bare));
  const labels: Kind[] = Array.from({length: labelCount}, (_, index) => columnKind(sheet, firstRow, index + 1, bare));
  const territories = [...kinds, ...labels].filter((kind) => kind === "territory").length;
  const table: TableDescription = {
    columns: kinds,
    rows: labels,
    headerRow,
    // An indicator without territories is about the whole country (FIX-fedstat-09).
    ...(territories === 0 && {fixed: {territory: "643"}}),
  };
  const context = {...judging(table), eras: namedCodes(sheet)};
  const layout = firstRow > sheet.rowCount || kinds.length === 0 ? null : findLayout(sheet, context);
  if (layout === null || !kinds.includes("year") || territories > 1)
    throw new Refusal(`${file}: sheet "Данные" is not as EMISS makes it`, "download it again");
  return {layout, context};
}

/** FIX-fedstat-31: a row may name the district of one era with its years. Then the plain name in another row is the district of the other era. */
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

/** The kind that most cells of a header row have: a year, a part of the year, a kind of indicator; else a class. */
function levelKind(sheet: Sheet, row: number, labelCount: number, context: TextContext): Kind {
  const cells = Array.from({length: sheet.columnCount - labelCount}, (_, at) => sheet.cell(row, labelCount + at + 1));
  return kindOf(cells, context);
}

function columnKind(sheet: Sheet, firstRow: number, column: number, context: TextContext): Kind {
  const length = Math.min(sheet.rowCount - firstRow, 200) + 1;
  return kindOf(
    Array.from({length}, (_, at) => sheet.cell(firstRow + at, column)),
    context,
  );
}

function kindOf(cells: readonly (Cell | null)[], context: TextContext): Kind {
  const texts = cells.filter((cell) => cell !== null).map(({plain}) => plain);
  for (const kind of ["year", "period", "territory"] as const) {
    const read = texts.filter((text) => !isProblem(factsOfText(text, kind, context))).length;
    if (read > 0 && read * 2 >= texts.length) return kind;
  }
  return texts.some((text) => transformationOf(text) !== null) ? "measure" : "class";
}

export interface Passport {
  readonly units: readonly string[];
  readonly methodology: Methodology | null;
  readonly comment: string | null;
  /** The announced releases, dd.mm.yyyy. */
  readonly nextReleases: readonly string[];
}

/** The passport has labels in column A and texts in column B. Only the labels in WANTED are read. */
export function readPassport(sheet: Sheet): Passport {
  const texts = new Map<string, string>();
  for (let row = 1; row <= sheet.rowCount; row++) {
    const label = sheet.cell(row, 1)?.text.replace(/:\s*$/, "").trim();
    const text = sheet.cell(row, 2)?.text;
    if (label !== undefined && text !== undefined && WANTED.has(label)) texts.set(label, text);
  }
  const lines = (label: string) =>
    (texts.get(label) ?? "").split(/\r?\n/).map((line) => unescapedText(line.replace(/^\s*[*-]\s*/, "")));
  const methodology = unescapedText(texts.get(METHODOLOGY) ?? "");
  const agency = unescapedText(texts.get(AGENCY) ?? "");
  const classifier = lines(SIGNS)
    .filter((line) => line !== "")
    .join("; ");
  const text = [methodology, agency === "" ? "" : `Ведомство: ${agency}.`].filter((part) => part !== "").join(" ");
  return {
    units: lines(UNITS).filter((line) => line !== ""),
    methodology:
      text === "" && classifier === ""
        ? null
        : {...PLAIN_METHODOLOGY, classifier: classifier || null, text: text || null},
    comment: plainTextOrNull(texts.get(COMMENT) ?? ""),
    nextReleases: Array.from(
      (texts.get(RHYTHM) ?? "").matchAll(/след\. обновление:\s*(\d\d\.\d\d\.\d{4})/g),
      ([, day]) => day!,
    ),
  };
}

const UNITS = "Единицы измерения";
const RHYTHM = "Периодичность и характеристика временного ряда";
const SIGNS = "Признаки (перечень на базе классификаторов и справочников)";
const METHODOLOGY = "Методологические пояснения";
const AGENCY = "Ведомство (субъект статистического учета)";
const COMMENT = "Комментарий";

const WANTED: ReadonlySet<string> = new Set([UNITS, RHYTHM, SIGNS, METHODOLOGY, AGENCY, COMMENT]);
