// The kinds of the label columns of a table, the sections between its rows, and names that nest by blanks.
//
// A column that says again what the territory beside it says (its code, its level) names nothing and is ignored.
import {REMARK_WORDS} from "../../country/plain-table-words.ts";
import type {Kind, LabelKind, TableDescription} from "../described/descriptor/descriptor.ts";
import type {TextContext} from "../described/text-facts.ts";
import type {Cell, Sheet} from "../workbook/sheet.ts";
import type {ProposedHeader} from "./header.ts";
import type {ReadsCountries} from "./partners.ts";
import {bestKind, type Found, holdsValue, isValue, namesUnit, rowCells, type Say} from "./reading.ts";

export type LabelFields = Pick<TableDescription, "rows" | "section" | "nest">;

const KINDS: readonly Kind[] = ["territory", "base", "unit"];
const LEAST_SHARE = 0.8;
/** Below this share of territories the others are names of something else. */
const LEAST_TERRITORIES = 0.6;
/** From this share of labels with units on the others lack theirs. */
const LEAST_UNITS = 0.6;
/** From this share of periods on the other texts are refused and are no names. */
const LEAST_PERIODS = 0.02;
/** The certainty that a column of numbers is no label. */
const NUMBERS = 0.7;

export function proposeLabels(
  sheet: Sheet,
  header: ProposedHeader,
  context: TextContext,
  readsCountries: ReadsCountries,
  say: Say,
): LabelFields {
  const {labelCount, body, periodColumns} = header;
  const rows: number[] = [];
  const headings: Heading[] = [];
  for (let row = body; row <= sheet.rowCount; row++) {
    const values = rowCells(sheet, row, labelCount + 1).filter((cell) => holdsValue(cell, context));
    const label = labelCount === 0 ? null : rowCells(sheet, row, 1, labelCount)[0];
    if (values.length > 0) rows.push(row);
    else if (label) headings.push({row, cell: label});
  }
  const kinds = Array.from({length: labelCount}, (_, at) => {
    const name = nameOf(sheet, header, at + 1);
    const known = periodColumns.find(({column}) => column === at + 1);
    const found =
      known ?? namedKind(name, context) ?? labelKind(sheet, rows, {name, column: at + 1}, context, readsCountries);
    return {column: at + 1, kind: found.kind as Kind, share: found.share, name};
  });
  const territory = kinds.find(({kind}) => kind === "territory" || kind === "country");
  const result = kinds.map((one): LabelKind => {
    const isRepeated =
      territory !== undefined && one.kind === "class" && follows(sheet, rows, one.column, territory.column);
    const kind = isRepeated ? "ignore" : one.kind;
    const isPartly =
      kind !== "ignore" &&
      rows.some((row) => sheet.cell(row, one.column) === null && sheet.mergedAt(row, one.column) === null);
    const mayBeEmpty = isPartly && labelCount > 1 && kind === "class";
    // FIX-rosstat-52: a month or a total left of the first period that is known is no label.
    if (kind === "ignore" && one.share === NUMBERS && !context.country.tables.layout.code.test(one.name))
      say(
        `are the numbers of column ${one.column} (${one.name}) values? they are left of the periods, and left out`,
        null,
      );
    else
      say(
        `rows: label column ${one.column} has the kind ${kind}${isRepeated ? ", because it only repeats the territory" : ""}`,
        one.share,
      );
    return mayBeEmpty ? `${kind}?` : kind;
  });
  const last = kinds.filter(({kind}) => kind !== "ignore").at(-1);
  const isFirst = kinds.find(({kind}) => kind !== "ignore") === last;
  const between = last === undefined ? null : sectionKind(sheet, rows, headings, {...last, isFirst}, context);
  const mayNest = last?.kind === "class" && last.column === labelCount;
  // A section whose rows are indented below it, as those of other rows are, is a name like theirs.
  const isIndented = between?.kind === "class" && mayNest && areIndented(sheet, header, rows);
  const section = isIndented ? null : between;
  if (section !== null) say(`section: texts between the rows have the kind ${section.kind}`, section.share);
  const nest = section === null && mayNest ? nestOf(sheet, rows, labelCount) : null;
  if (nest === "blanks") say("nest: names nest by the blanks before them", 0.8);
  if (nest === "indent") say("nest: names nest by the indent of their cells", 0.7);
  return {rows: result, ...(section !== null && {section: section.kind}), ...(nest !== null && {nest})};
}

function nameOf(sheet: Sheet, {top, body}: ProposedHeader, column: number): string {
  const names = Array.from({length: body - top}, (_, at) => sheet.cell(top + at, column)?.plain.trim() ?? "");
  return names.find((name) => name !== "") ?? "";
}

/** FIX-rosstat-49: the kind that the name of a column says; null: none. */
function namedKind(name: string, {country}: TextContext): Found | null {
  const {note, unit} = country.tables.layout;
  return note.test(name) ? {kind: "ignore", share: 0.9} : unit.test(name) ? {kind: "unit", share: 0.9} : null;
}

function labelKind(
  sheet: Sheet,
  rows: readonly number[],
  {name, column}: {readonly name: string; readonly column: number},
  context: TextContext,
  readsCountries: ReadsCountries,
): Found {
  const cells = rows.map((row) => sheet.cell(row, column)).filter((cell) => cell !== null);
  if (cells.length === 0 || cells.every((cell) => isValue(cell, context)))
    return {kind: "ignore", share: cells.length === 0 ? 1 : NUMBERS};
  const distinct = [...new Map(cells.map((cell) => [cell.plain, cell])).values()];
  const periods = bestKind(distinct, ["period"], context);
  // One text of a hundred is a word of two meanings: MAR is March and Morocco.
  if (periods.share >= LEAST_PERIODS) return periods;
  const found = bestKind(distinct, KINDS, context);
  if (found.share >= (found.kind === "territory" ? LEAST_TERRITORIES : LEAST_SHARE)) return found;
  const texts = distinct.map(({plain}) => plain.trim());
  return readsCountries(name, texts) ? {kind: "country", share: 0.9} : {kind: "class", share: 1 - found.share};
}

/**
 * FIX-rosstat-53: "Population, thousand persons" in each row of a table that names no unit elsewhere: a title's unit or base counts more,
 * as in price indices of "Beef, kg". A row without its unit is refused.
 */
export function withUnits(
  sheet: Sheet,
  {body, labelCount}: ProposedHeader,
  labels: LabelFields,
  {country}: TextContext,
  say: Say,
): LabelFields {
  const rows = labels.rows.map((kind, at): LabelKind => {
    if (kind !== "class" || labels.nest === "blanks") return kind;
    const texts = new Set<string>();
    for (let row = body; row <= sheet.rowCount; row++) {
      const text = sheet.cell(row, at + 1)?.plain ?? "";
      if (rowCells(sheet, row, labelCount + 1).length > 0 && text !== "") texts.add(text);
    }
    const united = [...texts].filter((text) => text.includes(",") && namesUnit(text, country)).length;
    if (united < 2 || united < texts.size * LEAST_UNITS) return kind;
    say(`rows: label column ${at + 1} names units too: its kind is mixed`, united / texts.size);
    return "mixed";
  });
  // A unit counts more than the look of its name.
  const {nest: _, ...flat} = labels;
  return rows.includes("mixed") ? {...flat, rows} : labels;
}

/** Whether a text of the territory's column always has the same text in the other column. */
function follows(sheet: Sheet, rows: readonly number[], column: number, territory: number): boolean {
  const texts = new Map<string, string>();
  for (const row of rows) {
    const [own, of] = [sheet.cell(row, column)?.plain ?? "", sheet.cell(row, territory)?.plain ?? ""];
    if ((texts.get(of) ?? own) !== own) return false;
    texts.set(of, own);
  }
  return texts.size < rows.length;
}

/** A text without values among the rows. */
interface Heading {
  readonly row: number;
  readonly cell: Cell;
}

/**
 * Sections are bases, units, territories or years if most of them read so, else classes: below "Urban population" the values are those of a
 * part, also where no label comes twice. Notes among them would be classes too, so then there are no sections, and the rows are asked.
 */
function sectionKind(
  sheet: Sheet,
  rows: readonly number[],
  headings: readonly Heading[],
  {column, kind: labels, isFirst}: {readonly column: number; readonly kind: Kind; readonly isFirst: boolean},
  context: TextContext,
): Found | null {
  const {leadInRow} = context.country.tables;
  const names = headings.filter(({cell}) => !leadInRow.test(cell.plain));
  const texts = names.map(({cell}) => cell);
  if (texts.length === 0) return null;
  const periods = bestKind(texts, ["period"], context);
  if (periods.share > 0) return periods;
  const found = bestKind(texts, ["base", "unit", "territory", "year"], context);
  if (found.share >= 0.5) return found;
  const seen = new Set<string>();
  const repeats = rows.some((row) => {
    const text = sheet.cell(row, column)?.plain.trim() ?? "";
    const again = text !== "" && seen.has(text);
    seen.add(text);
    return again;
  });
  if (labels !== "year" && !isFirst) return null;
  const above = names.filter(({row}) => row < rows.at(-1)!);
  const areNames = above.length > 0 && above.every(({cell}) => isSectionName(cell, context));
  return repeats || areNames ? {kind: "class", share: 0.7} : null;
}

/** Whether a text without values names the rows below it: it is no remark, no footnote, no "continued", and no territory. */
export function isSectionName({plain}: Cell, {country, publishedAt}: TextContext): boolean {
  const {layout, remark, leadInRow} = country.tables;
  const text = plain.trim();
  const isNote = REMARK_WORDS.test(text) || remark.test(text) || layout.note.test(text) || FOOTNOTE.test(text);
  if (isNote || layout.continued.test(text) || leadInRow.test(text) || text.length > LONGEST_NAME) return false;
  return /\p{L}{2}/u.test(text) && country.territories.ofName(text, publishedAt) === null;
}

const FOOTNOTE = /^(?:\d{1,2}[)]|\*|[\u00b9\u00b2\u00b3\u2070\u2074-\u2079])/;
const LONGEST_NAME = 150;

/** Blanks count before the indent: who writes blanks nests by them. */
function nestOf(sheet: Sheet, rows: readonly number[], column: number): "blanks" | "indent" | null {
  if (new Set(rows.map((row) => depthOf(sheet, row, column))).size > 1) return "blanks";
  return new Set(rows.map((row) => sheet.cell(row, column)?.indent ?? 0)).size > 1 ? "indent" : null;
}

function depthOf(sheet: Sheet, row: number, column: number): number {
  return /^[\s\u00a0]*/.exec(sheet.cell(row, column)?.text ?? "")![0].length;
}

/** Whether the row below each text without values is deeper than it, and some row with values is, too, below another one. */
function areIndented(sheet: Sheet, {body, labelCount}: ProposedHeader, rows: readonly number[]): boolean {
  const withValues = new Set(rows);
  const labelled = Array.from({length: sheet.rowCount - body + 1}, (_, at) => body + at).filter(
    (row) => sheet.cell(row, labelCount) !== null,
  );
  const steps = labelled.slice(1).map((row, at) => ({
    hasValues: withValues.has(labelled[at]!),
    isDeeper: depthOf(sheet, row, labelCount) > depthOf(sheet, labelled[at]!, labelCount),
  }));
  return (
    steps.every(({hasValues, isDeeper}) => hasValues || isDeeper) && steps.some((one) => one.hasValues && one.isDeeper)
  );
}
