// A proposal for a plain table: one header row and a row for each record. Columns are told by their members first, and by their headers second.
//
// What a column of numbers is not, it is a value: no column is left out without a line that says so.
import type {Country} from "../../../country/country.ts";
import {COLUMN_WORDS, COMMENT} from "../../../country/plain-table-words.ts";
import {readWrittenPeriod} from "../../../country/written-period.ts";
import {DATA_PACKAGE, type DeclaredTable} from "../../declared/data-package.ts";
import {territoryInTitle} from "../../declared/title-territory.ts";
import {
  type CellException,
  type Descriptor,
  type FixedFacts,
  type Kind,
  type LabelKind,
  type TableDescription,
  TERRITORY_KINDS,
} from "../../described/descriptor/descriptor.ts";
import {findPlainHeader} from "../../described/plain/plain-header.ts";
import type {TextContext} from "../../described/text-facts.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import type {Answers} from "../answers.ts";
import {baselessNames} from "../exclusions.ts";
import {STAYS_OPEN} from "../guesses.ts";
import type {ProposedHeader} from "../header.ts";
import {sayOtherYear} from "../periods.ts";
import {plannedHeaders, plannedRows} from "../planned-values.ts";
import {rowCells, type Say} from "../reading.ts";
import type {ProposedTable} from "../table.ts";
import {readSheetTitles} from "../titles/titles.ts";
import {columnOfUnits} from "../units/label-units.ts";
import {acrossKind, namesKind} from "./across-headers.ts";
import type {RowKeys} from "./attribute-columns.ts";
import {classColumns} from "./class-columns.ts";
import {type ColumnProfile, numberKind, type PlainRegion, plainRegion} from "./column-profile.ts";
import {unitsOfColumns} from "./column-units.ts";
import {leftOut, leftOutByPerson, repeatedPeriods} from "./left-out-columns.ts";
import {numberForm} from "./number-form.ts";
import {type TerritoryColumns, territoryColumns} from "./territory-columns.ts";
import {type TimeAnswers, type TimeColumns, timeColumns} from "./time-columns.ts";
import {type UnitColumn, unitColumn} from "./unit-column.ts";

export interface PlainProposal extends ProposedTable {
  /** The country whose lists have the territories; null: that of the words. */
  readonly country: Country | null;
  /** Units that no list has. */
  readonly units: NonNullable<Descriptor["units"]>;
  /** English names by those that the table shows. */
  readonly english: NonNullable<Descriptor["english"]>;
}

interface PlainWords {
  readonly answers: Answers;
  /** What the publisher declares beside the file. */
  readonly declared: DeclaredTable | null;
}

/** null: the sheet is no plain table with periods. */
export function proposePlainTable(
  sheet: Sheet,
  context: TextContext,
  words: PlainWords,
  say: Say,
): PlainProposal | null {
  const region = plainRegion(sheet, context);
  if (region === null) return null;
  const said: {what: string; certainty: number | null}[] = [];
  const found = describe(region, context, words, (what, certainty) => void said.push({what, certainty}));
  if (found === null) return null;
  for (const {what, certainty} of said) say(what, certainty);
  return found;
}

interface LabelsFound {
  readonly kinds: ReadonlyMap<number, LabelKind>;
  readonly time: TimeColumns | null;
  readonly territory: TerritoryColumns | null;
  readonly unit: UnitColumn | null;
  readonly values: readonly ColumnProfile[];
  readonly english: NonNullable<Descriptor["english"]>;
  readonly planned: readonly CellException[];
}

/** The kinds of the columns, told one after the other: what one kind has taken is none of the next. null: no column is left for values. */
function findLabels(
  region: PlainRegion,
  context: TextContext,
  answers: Answers,
  times: TimeAnswers,
  say: Say,
): LabelsFound | null {
  const {columns} = region;
  const kinds = new Map<number, LabelKind>(leftOutByPerson(columns, answers));
  const planned = plannedRows(columns, say);
  for (const [column, kind] of planned.kinds) if (!kinds.has(column)) kinds.set(column, kind);
  const open = () => columns.filter(({column}) => !kinds.has(column));
  for (const [column, kind] of leftOut(open(), say)) kinds.set(column, kind);
  const time = timeColumns(open(), context.date1904, times, say);
  for (const [column, kind] of time?.kinds ?? []) kinds.set(column, kind);
  const ofTime = columns.filter(({column}) => time?.kinds.has(column));
  for (const column of repeatedPeriods(open(), ofTime, say)) kinds.set(column, "ignore");
  const options = {
    words: context.country,
    isNamed: answers.country === true,
    day: context.publishedAt,
    territoriesOf: answers.territories ?? null,
    titles: titlesOf(region),
    rows: {sheet: region.sheet, header: region.header, time: [...(time?.kinds ?? [])].flatMap(ofPeriods)},
  };
  const territory = territoryColumns(
    open().filter((one) => !isMeasure(one)),
    options,
    say,
  );
  for (const [column, kind] of territory?.kinds ?? []) kinds.set(column, kind);
  const unit = unitColumn(open(), context, say);
  if (unit !== null) kinds.set(unit.column, "unit");
  const texts = open().filter((one) => !isOfValues(one, open(), context));
  const keys = rowKeys(region, kinds);
  const classes = classColumns(texts, keys, say);
  for (const [column, kind] of classes.kinds) kinds.set(column, kind);
  for (const {column, header} of open())
    if (header !== "" && COLUMN_WORDS.code.test(header) && open().length > 1) {
      kinds.set(column, "ignore");
      say(`labels: the numbers of ${header} are codes, and are left out`, 0.8);
    }
  const values = open();
  if (values.length === 0) return null;
  const exceptions = [...planned.exceptions, ...plannedHeaders(values, answers, say)];
  return {kinds, time, territory, unit, values, english: classes.english, planned: exceptions};
}

/** Texts that may tell of partners: above the header, the name of the sheet, and the headers of numbers. */
function titlesOf({sheet, top, columns}: PlainRegion): string[] {
  const above = Array.from({length: top - 1}, (_, at) => rowCells(sheet, at + 1).map(({plain}) => plain)).flat();
  return [...above, sheet.name, ...columns.filter(({isNumeric}) => isNumeric).map(({header}) => header)];
}

function ofPeriods([column, kind]: readonly [number, LabelKind]): number[] {
  return kind === "ignore" ? [] : [column];
}

/**
 * Numbers, or only signs for missing ones between columns of numbers: a country that has no value yet. Below a period everything is in the
 * place of a value, and a load refuses what it can't read, as it does with "10 5".
 */
function isOfValues(
  {isNumeric, distinct, header}: ColumnProfile,
  open: readonly ColumnProfile[],
  context: TextContext,
): boolean {
  if (isNumeric) return true;
  const periods = open.map((one) => one.header).filter((one) => readWrittenPeriod(one) !== null);
  // the same year twice is one of several rows of headers
  const isHeader = new Set(periods).size === periods.length && periods.length > 1;
  if (isHeader && readWrittenPeriod(header) !== null) return true;
  if (distinct.length > 0 && distinct.every(({plain}) => PARTED_NUMBER.test(plain.trim()))) return true;
  // one text among the numbers of a column "value" makes it no column of names
  const numbers = distinct.filter((cell) => numberKind(cell, context) === "number").length;
  if (COLUMN_WORDS.value.test(header) && numbers * 2 > distinct.length) return true;
  const others = open.filter((one) => one.isNumeric).length;
  return others > 1 && distinct.every((cell) => numberKind(cell, context) === "missing");
}

/** Groups of digits that are no thousands: "10 5". */
const PARTED_NUMBER = /^[-+\u2212]?\d+(?:[ \u00a0]\d+)+(?:[.,]\d+)?$/;

/** The columns that tell rows apart before any names do. */
function rowKeys(region: PlainRegion, kinds: ReadonlyMap<number, LabelKind>): RowKeys {
  const taken = [...kinds].filter(([, kind]) => kind !== "ignore" && kind !== "status");
  const isOfTime = (kind: LabelKind): boolean => kind.startsWith("time") || kind === "month" || kind === "quarter";
  const columnsOf = (wanted: boolean) =>
    taken.filter(([, kind]) => isOfTime(kind) === wanted).map(([column]) => column);
  const values = region.columns.filter(({column, isNumeric}) => isNumeric && !kinds.has(column));
  return {region, time: columnsOf(true), others: columnsOf(false), values};
}

function describe(
  region: PlainRegion,
  context: TextContext,
  {answers, declared}: PlainWords,
  say: Say,
): PlainProposal | null {
  const {sheet, header, columns} = region;
  const dayFirst = answers.country ? context.country.code !== "US" : null;
  const times = {dates: answers.dates ?? null, years: answers.years ?? null, dayFirst};
  const found = findLabels(region, context, answers, times, say);
  if (found === null) return null;
  const {kinds, time, territory, unit, values, english} = found;
  const across = acrossKind(found, region, context, {answers, times}, say);
  if (across === null) return null;
  const hasIndicator = [...kinds.values()].some((kind) => kind.startsWith("indicator"));
  const kind = across.kind ?? namesKind(values, hasIndicator, context, say);
  const hasTerritory = territory !== null || TERRITORY_KINDS.has(kind);
  if (hasTerritory && answers.territory !== null)
    say(
      `which territory? ${territory === null ? "the headers name" : "a column names"} territories, and --territory says ${answers.territory}: leave the option out${STAYS_OPEN}`,
      null,
    );
  const known = new Set<Kind>(["year", ...(hasTerritory ? (["territory"] as const) : [])]);
  const titles = readSheetTitles(sheet, {top: region.top, known, hasBase: answers.base != null}, context, say);
  const lines = titles.lines.filter(({text}) => !COMMENT.test(text));
  const ofHeader = headerOf(region);
  const isUnited = unit !== null || UNITED.has(kind) || titles.facts.unit !== undefined;
  const labelled = {columns, kinds, values, titles: titles.lines.map(({text}) => text)};
  const ofLabels = isUnited ? null : columnOfUnits(labelled, answers, context, say);
  const hasUnit = isUnited || ofLabels !== null;
  const areNames = across.kind === null;
  const {said, own} = unitsOfColumns(
    {sheet, header: ofHeader},
    {values, titles, hasUnit, areNames},
    context,
    {answers, declared},
    say,
  );
  const isNamed = hasTerritory || titles.facts.territory !== undefined;
  const whole = isNamed ? null : wholeTerritory(sheet, header, context, {answers, declared}, say);
  const given = hasUnit ? null : answers.unit;
  const fixed = fixedFacts({territory: whole, unit: said.whole ?? given, base: answers.base ?? null});
  sayOtherYear(sheet, ofHeader, context, say);
  const isBare = UNITED.has(kind) && answers.base == null;
  const bare = isBare ? baselessNames(sheet, {...ofHeader, kinds: [kind]}, [], context, say) : [];
  const exceptions = [...found.planned, ...bare, ...own];
  const numbers = numberForm(values, answers.country === true ? context.country.code : null, say);
  const dates = time?.dates ?? across.dates;
  const {territoriesOf, territories = across.territories} = territory ?? {};
  const ordered = columns.filter(({column}) => kinds.has(column));
  const table: TableDescription = {
    columns: [kind],
    rows: ordered.map(({column}) => (column === ofLabels ? "class, unit" : kinds.get(column)!)),
    labels: ordered.map((one) => one.header),
    ...(territoriesOf && /^[A-Z]{2}$/.test(territoriesOf) && {territoriesOf}),
    ...(numbers !== null && {numbers}),
    ...(dates && {dates}),
    ...(territories && {territories}),
    ...(Object.keys(fixed).length > 0 && {fixed}),
    ...(exceptions.length > 0 && {exceptions}),
    rest: "class",
  };
  say(`labels: a plain table, whose header is row ${header}`, 0.95);
  return {
    ...{table: withRow(table, region), lines, columnNames: values.map((one) => one.header), labelNames: table.labels!},
    ...{isUndated: false, dateRow: null, isWeekly: false, unit: titles.facts.unit?.name},
    ...{country: territory?.country ?? across.country, units: {...unit?.units, ...said.units}, english},
  };
}

/** What holds for the whole table, without what nobody says. */
function fixedFacts(facts: Readonly<Record<"territory" | "unit" | "base", string | null>>): FixedFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));
}

/** A header that its labels alone do not find: the years have no header, and other rows lack a text there, too. */
function withRow(table: TableDescription, {sheet, header}: PlainRegion): TableDescription {
  return findPlainHeader(sheet, table)?.row === header ? table : {headerRow: header, ...table};
}

const UNITED: ReadonlySet<Kind> = new Set<Kind>(["class, unit", "indicator (mixed)", "unit", "mixed"]);

/** Numbers that are no codes of territories by their header. */
function isMeasure({isNumeric, header}: ColumnProfile): boolean {
  return isNumeric && !COLUMN_WORDS.territory.test(header) && !COLUMN_WORDS.code.test(header);
}

/** The territory of a table that has none: by its title, the person's word or the declaration of its provider. */
function wholeTerritory(
  sheet: Sheet,
  header: number,
  {country}: TextContext,
  {answers, declared}: PlainWords,
  say: Say,
): string | null {
  if (answers.territory !== null) return answers.territory;
  const whole = country.territories.builtIn().find(({level}) => level === "country")!;
  let isNamed = false;
  for (let row = 1; row < header; row++)
    for (let column = 1; column <= sheet.columnCount; column++)
      if (country.tables.layout.wholeCountry.test(sheet.cell(row, column)?.plain ?? "")) isNamed = true;
  if (isNamed || answers.ofCountry === true) {
    const by = isNamed ? "which a title names" : "the country of the provider or of the command";
    say(`fixed.territory: ${whole.code} is ${whole.name}, ${by}`, isNamed ? 0.9 : 0.7);
    return whole.code;
  }
  const titled = declared?.title == null ? null : territoryInTitle(declared.title);
  if (titled !== null) {
    say(
      `fixed.territory: ${titled.code} is ${titled.name}, which the title of ${DATA_PACKAGE} names: ${JSON.stringify(declared!.title)}`,
      0.8,
    );
    return titled.code;
  }
  say("which territory? no column names one: give its code with --territory, as US or RU of ISO 3166", null);
  return null;
}

function headerOf({header, sheet}: PlainRegion): ProposedHeader {
  const none = {kinds: [], labelCount: 0, periodRows: [], periodColumns: []};
  return {...none, top: header, body: Math.min(header + 1, sheet.rowCount)};
}
