// A proposal for one table: its header, labels and titles, and the facts that hold for all of its values.
//
// What no text says is asked. The whole country is the territory only where a title, the provider's declaration, the person or the operator
// names the country.
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {FixedFacts, Kind, TableDescription} from "../described/descriptor/descriptor.ts";
import type {Facts} from "../described/facts.ts";
import {findLayouts} from "../described/layout.ts";
import type {TextContext} from "../described/text-facts.ts";
import type {Sheet} from "../workbook/sheet.ts";
import {type Answers, answeredUnits, columnNames, periodFacts} from "./answers.ts";
import {ambiguousCells, baselessNames, noteColumns} from "./exclusions.ts";
import {formExceptions} from "./form-columns.ts";
import {findHeader, type ProposedHeader} from "./header.ts";
import {sayHiddenDigits} from "./hidden-digits.ts";
import {type LabelFields, proposeLabels} from "./labels.ts";
import {baseOfName, isContinued, unitOfCases} from "./layered/continued.ts";
import {sectionUnits} from "./layered/section-units.ts";
import {sayDoubtfulPeriods, withRomanQuarters} from "./layered/unread-periods.ts";
import {wholeTerritory} from "./layered/whole-territory.ts";
import {partLines} from "./part-lines.ts";
import {createCountryReading, type ReadsCountries} from "./partners.ts";
import type {ProposedPart, TableBounds} from "./parts.ts";
import {repeatedRows} from "./period-axis.ts";
import {datesOf, footnoteSigns, footnotesOf, isCumulative, periodInTitle, sayMovingSpan} from "./periods.ts";
import {plannedCells} from "./planned-values.ts";
import {rowCells, type Say} from "./reading.ts";
import {cornerFacts, readSheetTitles, type TitleLine, type Titles} from "./titles/titles.ts";
import {unitedRows} from "./units/row-units.ts";

export interface ProposedTable {
  readonly table: TableDescription;
  readonly lines: readonly TitleLine[];
  /** No text of the sheet gives the period of its values. */
  readonly isUndated: boolean;
  /** The row of dates above the values; null: there is none. */
  readonly dateRow: number | null;
  readonly columnNames: readonly string[];
  /** Of a plain table: the headers of its other columns. */
  readonly labelNames?: readonly string[];
  /** It goes on with the table before it. */
  readonly continues?: boolean;
  /** A part of a year that a title says among other words. */
  readonly titlePeriod?: string | undefined;
  /** The unit that a title or the corner names for all values. */
  readonly unit?: string | undefined;
  /** The dates are a week apart, and the source counts its weeks. */
  readonly isWeekly: boolean;
}

/** @param sheetName the kind of the names of the workbook's sheets, if they name something */
export function proposeTable(
  {sheet, bounds}: ProposedPart,
  sheetName: Kind | null,
  context: TextContext,
  answers: Answers,
  say: Say,
): ProposedTable | null {
  const found = findHeader(sheet, bounds.periodRows, context, say);
  if (found === null) return null;
  const [readsCountries, header] = withCountries(sheet, found, answers, say);
  const plain = proposeLabels(sheet, header, context, readsCountries, say);
  const kinds = knownKinds(header, plain, bounds, sheetName, say);
  const {base = null} = answers;
  const titles = readSheetTitles(sheet, {top: header.top, known: kinds, hasBase: base !== null}, context, say);
  const ofColumns = answeredUnits(sheet, header, answers);
  const marks = columnMarks(sheet, header, answers, context, say);
  const signs = footnoteSigns(sheet, header, context, say);
  const hasOwnUnit = UNIT_KINDS.some((kind) => kinds.has(kind)) || titles.facts.unit !== undefined || marks !== null;
  const inCorner = titles.facts.unit !== undefined || kinds.has("unit") ? {} : cornerFacts(sheet, header, context, say);
  const lacksUnit = !hasOwnUnit && answers.unit === null && base === null && Object.keys(inCorner).length === 0;
  const corner = lacksUnit ? {...unitOfCases(titles, context, say), ...baseOfName(sheet, context, say)} : inCorner;
  const isDeclared = hasOwnUnit || saysUnit(titles.facts, corner);
  const labels = isDeclared ? plain : unitedRows({sheet, header, plain, titles}, answers, context, say);
  const hasUnit = isDeclared || labels !== plain;
  const names = columnNames(sheet, header);
  if (!hasUnit && answers.unit === null && ofColumns.length < names.length)
    say(unitQuestion(header, names, [...titles.unread, ...(bounds.titled?.unread ?? [])]), null);
  const hasTerritory = kinds.has("territory") || kinds.has("country") || titles.facts.territory !== undefined;
  const territory = hasTerritory ? null : wholeTerritory(sheet, {header, labels}, context, answers, say);
  const hasPeriod = PERIOD_KINDS.some((kind) => kinds.has(kind)) || titles.facts.year !== undefined;
  sayDoubtfulPeriods(sheet, header, {hasPeriod, isAnswered: answers.period != null}, context, say);
  const fixed: FixedFacts = {
    ...(territory !== null && {territory}),
    ...(!isDeclared && answers.unit !== null && {unit: answers.unit}),
    ...corner,
    ...(base !== null && {base}),
    ...(!hasPeriod && answers.period && periodFacts(answers.period)),
  };
  const again = bounds.hasPages ? [] : (bounds.again ?? repeatedRows(sheet, header.periodRows, context));
  const isShare = saysShares(titles.facts, context) && (again.length > 0 || labels.section === "class");
  // The first that fits a place counts: a unit of a column is none of another table.
  const unclear = unclearCells({sheet, header, labels, context, say}, answers, isShare ? new Set(again) : null);
  const exceptions = [...bounds.exceptions, ...unclear, ...ofColumns];
  sayHiddenDigits(sheet, header, say);
  const dates = datesOf(sheet, header, context, say);
  const table: TableDescription = {
    headerRow: header.top,
    columns: marks === null ? header.kinds : header.kinds.map((kind) => (kind === "class" ? "indicator" : kind)),
    ...labels,
    ...(again.length > 0 && {repeated: true as const, section: "class" as const}),
    ...(bounds.titled && {repeated: true as const, titles: bounds.titled.kinds}),
    ...dates.fields,
    ...(isCumulative(sheet, header, context, say) && {cumulative: "any" as const}),
    ...footnotesOf(sheet, header, context, say),
    ...((marks !== null || signs !== null) && {marks: {...marks, ...signs}}),
    ...(sheetName !== null && {sheetName}),
    ...(Object.keys(fixed).length > 0 && {fixed}),
    ...(exceptions.length > 0 && {exceptions}),
    rest: "class",
  };
  return {
    table: bounds.hasRow ? table : withoutRow(table, sheet, header, context),
    lines: titles.lines,
    isUndated: !hasPeriod && !answers.period && !sayMovingSpan(sheet, header, say),
    columnNames: names,
    ...saidForOthers(sheet, header, titles, corner, context),
    dateRow: header.periodRows.find(({kind}) => kind === "date")?.row ?? null,
    isWeekly: dates.isWeekly,
  };
}

/** With the kind country for each row of names over the values that are countries. */
function withCountries(
  sheet: Sheet,
  header: ProposedHeader,
  answers: Answers,
  say: Say,
): [ReadsCountries, ProposedHeader] {
  const readsCountries = createCountryReading(sheet, header, answers);
  const {kinds: known} = withRomanQuarters(sheet, header, say);
  const kinds = known.map((kind, level): Kind => {
    const texts = kind === "class" ? rowCells(sheet, header.top + level, header.labelCount + 1) : [];
    if (!readsCountries("", [...new Set(texts.map(({plain}) => plain.trim()))])) return kind;
    say(`columns: the names of header row ${header.top + level} are countries`, 0.9);
    return "country";
  });
  return [readsCountries, {...header, kinds}];
}

/** What the texts over a table say for the one after it, or for a person. */
function saidForOthers(
  sheet: Sheet,
  {top}: ProposedHeader,
  {facts, lines}: Titles,
  corner: Pick<FixedFacts, "unit" | "base">,
  context: TextContext,
): Pick<ProposedTable, "unit" | "titlePeriod" | "continues"> {
  const hasBase = facts.transformation !== undefined || corner.base !== undefined;
  return {
    unit: hasBase ? undefined : (facts.unit?.name ?? corner.unit),
    titlePeriod: periodInTitle(lines, context),
    continues: isContinued(sheet, top, context),
  };
}

interface TableContext {
  readonly sheet: Sheet;
  readonly header: ProposedHeader;
  readonly labels: LabelFields;
  readonly context: TextContext;
  readonly say: Say;
}

/** @param again of a table in per cent: rows where its header comes again; null: no section may be something else */
function unclearCells(
  {sheet, header, labels, context, say}: TableContext,
  answers: Answers,
  again: Set<number> | null,
) {
  return [
    ...withoutValues(sheet, header, labels, context, say),
    ...plannedCells(sheet, header, context, say),
    ...ambiguousCells(sheet, header, answers.country === true, context, say),
    ...partLines(sheet, header, labels, context, say),
    ...(again === null ? [] : sectionUnits(sheet, header, again, context, say)),
    ...(answers.base == null ? baselessNames(sheet, header, labels.rows, context, say) : []),
  ];
}

/** Columns and rows that have no values. */
function withoutValues(...[sheet, header, labels, context, say]: Parameters<typeof formExceptions>) {
  return [...noteColumns(sheet, header, context, say), ...formExceptions(sheet, header, labels, context, say)];
}

const PERIOD_KINDS: readonly Kind[] = ["year", "date", "year inside"];
const UNIT_KINDS: readonly Kind[] = ["unit", "base", "mixed", "class, unit", "indicator (mixed)"];

/** The kinds of the texts around the values. */
function knownKinds(
  {kinds}: ProposedHeader,
  {rows, section}: LabelFields,
  {titled}: TableBounds,
  sheetName: Kind | null,
  say: Say,
): ReadonlySet<Kind> {
  if (titled) say(`titles: the rows of text over each header have the kinds ${titled.kinds.join(", ")}`, 0.8);
  // A unit that only some of the titles name is asked.
  const ofTitles = (titled?.kinds ?? []).filter((kind) => titled!.isUnited || !UNIT_KINDS.includes(kind));
  const others = [section, sheetName, ...ofTitles].filter((kind) => kind != null);
  return new Set([...kinds, ...rows.map((kind) => kind.replace("?", "") as Kind), ...others]);
}

function saysShares({unit, transformation}: Facts, {country}: TextContext): boolean {
  return unit?.code === country.units.percent().code && transformation === undefined;
}

function saysUnit({unit}: Facts, corner: Pick<FixedFacts, "unit" | "base">): boolean {
  return unit !== undefined || corner.unit !== undefined || corner.base !== undefined;
}

const MOST_COLUMNS = 12;

/** With the words of the command for all columns, if they are few and no periods. */
function unitQuestion({periodRows}: ProposedHeader, names: readonly string[], unread: readonly string[]): string {
  const isListed = periodRows.length === 0 && names.length > 1 && names.length <= MOST_COLUMNS;
  const columns = isListed
    ? `of columns with --unit "${names.map((name) => `${name}=UNIT`).join("; ")}"`
    : "of one column with --unit COLUMN=UNIT";
  const own =
    unread.length === 0
      ? ""
      : `; no list has ${[...new Set(unread)].slice(0, 3).join(", ")}: a unit in such words is taken as it is`;
  return `which unit? give it with --unit, ${columns}, or in fixed.unit${own}`;
}

/** A header that is found by its kinds may move in the next release. */
function withoutRow(
  table: TableDescription,
  sheet: Sheet,
  {top}: ProposedHeader,
  context: TextContext,
): TableDescription {
  const {headerRow: _row, ...free} = table;
  const [first] = findLayouts(sheet, {...context, table: free});
  return first?.headerTop === top ? free : table;
}

/** Units and bases by the endings of names such as CPI_rog or GDP_bln_rub; null: the header has no such names. */
function columnMarks(
  sheet: Sheet,
  header: ProposedHeader,
  {units = new Map()}: Answers,
  context: TextContext,
  say: Say,
): NonNullable<TableDescription["marks"]> | null {
  const {kinds, top, labelCount, body} = header;
  if (!kinds.includes("class")) return null;
  const {ending} = context.country.tables.layout;
  const frequency: Frequency | null = header.periodColumns.some(({kind}) => kind === "month")
    ? "M"
    : header.periodColumns.some(({kind}) => kind === "quarter")
      ? "Q"
      : header.periodColumns.some(({kind}) => kind === "year")
        ? "A"
        : null;
  const marks: Record<string, FixedFacts> = {};
  const unknown: string[] = [];
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const name = sheet.cell(top, column)?.plain.trim() ?? "";
    if (!/^[\w-]+_[a-z\d]+$/i.test(name)) continue;
    const found = ending(name, frequency, middleValue(sheet, column, body, context));
    if (found === null) {
      if (!units.has(name)) unknown.push(name);
      continue;
    }
    const {end, ...facts} = found;
    if (facts.unit !== undefined && context.country.units.known(facts.unit) === null) continue;
    marks[end] = facts;
  }
  if (Object.keys(marks).length === 0) return null;
  say(`marks: the endings ${Object.keys(marks).join(", ")} of the columns' names are units and bases`, 0.8);
  if (unknown.length > 0)
    say(`which unit have ${unknown.slice(0, 5).join(", ")}? give it with --unit COLUMN=UNIT, or in marks`, null);
  return marks;
}

function middleValue(sheet: Sheet, column: number, body: number, {country}: TextContext): number | null {
  const values: number[] = [];
  for (let row = body; row <= sheet.rowCount; row++) {
    const cell = sheet.cell(row, column);
    if (cell === null) continue;
    const read =
      cell.kind === "number" ? {kind: "value" as const, value: cell.number} : country.tables.number(cell.plain);
    if (read.kind === "value") values.push(read.value);
  }
  return values.sort((a, b) => a - b)[values.length >> 1] ?? null;
}
