// Tables below each other with a title over each header: whether one description reads them all.
//
// A unit in a title is of its table alone. Read as a line above all tables it would be the unit of those that name none, without a sign.
import type {CellException, Kind, LabelKind, TableDescription} from "../../described/descriptor/descriptor.ts";
import {type Facts, isProblem, type Problem} from "../../described/facts.ts";
import {findLayouts} from "../../described/layout.ts";
import {factsOfText, type TextContext} from "../../described/text-facts.ts";
import {titleAt, withoutNotes} from "../../described/title-rows.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import {escapedPattern} from "../exclusions.ts";
import type {PeriodRow} from "../period-axis.ts";
import {holdsValue, rowCells} from "../reading.ts";
import {isBracketed, kindOfLine} from "./titles.ts";

/** One table: the first row of its header, the last one, and the rows of text over it. */
export interface TitledTable {
  readonly top: number;
  readonly bottom: number;
  readonly titles: readonly number[];
}

export interface TablesBelow {
  /** The rows of periods of the first header. */
  readonly levels: readonly PeriodRow[];
  readonly tables: readonly TitledTable[];
  /** Headers that come again without a title. */
  readonly pages: readonly number[];
}

export interface OneDescription {
  /** Kinds of the titles over each header; null: the title is a section, and names no unit of its own. */
  readonly titles: readonly Kind[] | null;
  /** Each table has a unit in its titles. */
  readonly isUnited: boolean;
  /** Titles in brackets that no list of units has. */
  readonly unread: readonly string[];
  /** Rows that belong to headers and titles. */
  readonly rows: readonly number[];
  /** Sections with another unit than the lines above all tables name. */
  readonly exceptions: readonly CellException[];
}

/** null: each table needs a description of its own. */
export function oneDescription(sheet: Sheet, below: TablesBelow, context: TextContext): OneDescription | null {
  if (!isFoundAgain(sheet, below, context)) return null;
  const {levels, tables, pages} = below;
  const known = new Set(levels.map(({kind}) => kind));
  const [first, ...others] = tables;
  const depth = Math.min(...others.map(({titles}) => titles.length));
  const read = (row: number) => lineFacts(sheet, row, known, context);
  const factsOf = (rows: readonly number[]): Facts => Object.assign({}, ...rows.map((row) => read(row).facts));
  // A first header right above a title has no values: the lines over it are for all tables.
  const isEmpty = others[0]!.titles[0] === first!.bottom + 1;
  const isUnit = first!.titles.length === depth && first!.titles.every((row) => UNITS.has(read(row).kind!));
  const over = isEmpty || isUnit ? [] : first!.titles.slice(-depth);
  const general = factsOf(first!.titles.filter((row) => !over.includes(row)));
  const titled = [...(over.length > 0 ? [{...first!, titles: over}] : []), ...others];
  const own = titled.map(({titles}) => factsOf(titles));
  const isOwn = (one: Facts): boolean =>
    one.unit !== undefined && (one.unit.code !== general.unit?.code || one.transformation !== general.transformation);
  const byKinds = () => (isEmpty ? null : withTitles(sheet, {...below, tables: titled}, depth, known, context));
  const isUnnamed = titled.some(({titles}) => isUnitAlone(titleAt(sheet, titles.at(-1)!).text, context));
  if (!own.some(isOwn)) {
    const isNext = others.every(({top, titles}) => titles.length === 1 && titles[0] === top - 1);
    const isPercent = general.unit?.code === context.country.units.percent().code;
    const one = isNext || isPercent ? null : byKinds();
    // A title in brackets that no list has may be a unit: the general one must not count for it.
    if (one !== null && one.unread.length > 0 && general.unit !== undefined) return null;
    return one ?? (isUnnamed ? null : {titles: null, isUnited: false, unread: [], rows: over, exceptions: []});
  }
  if (general.unit === undefined) return byKinds();
  const isFirst = over.length > 0 && isOwn(own[0]!);
  const differing = own.map((one) => (isOwn(one) ? one : null));
  // An exception with a unit would leave the base of the general line.
  return isFirst || isUnnamed || pages.length > 0 || general.transformation !== undefined
    ? null
    : withOwnUnits(sheet, titled, over, differing, context);
}

/** The titles of all tables have the same kinds, row by row. */
function withTitles(
  sheet: Sheet,
  {levels, tables, pages}: TablesBelow,
  depth: number,
  known: ReadonlySet<Kind>,
  context: TextContext,
): OneDescription | null {
  if (tables.some(({titles}) => titles.length !== depth)) return null;
  const units = tables.map(({titles}) => {
    const read = titles.map((row) => ({...titleAt(sheet, row), ...lineFacts(sheet, row, known, context).facts}));
    const facts: Facts = Object.assign({}, ...read);
    return isBaseless(
      read.map(({text}) => text),
      facts,
      context,
    )
      ? null
      : facts.unit;
  });
  const indexes = Array.from({length: depth}, (_, at) => tables.map(({titles}) => titles[at]!));
  const kinds = indexes.map((rows) => commonKind(sheet, rows, known, context));
  if (units.includes(null) || !kinds.every((kind) => kind !== null)) return null;
  const starts = [...tables.map(({top}) => top), ...pages].sort((a, b) => a - b).slice(1);
  const headers = starts.flatMap((row) => rowsFrom(row, row + levels.length - 1));
  return {
    titles: kinds,
    isUnited: !units.includes(undefined),
    unread: tables.flatMap(({titles}) => titles.flatMap((row) => unreadAt(sheet, row, known, context))),
    rows: [...tables.flatMap(({titles}) => titles), ...headers],
    exceptions: [],
  };
}

/** Whether the reader finds the same headers: a row of values such as 1950 and 2010 is a header for it. */
function isFoundAgain(sheet: Sheet, {levels, tables, pages}: TablesBelow, context: TextContext): boolean {
  const labels = Math.min(...levels.map(({first}) => first)) - 1;
  const table: TableDescription = {
    columns: levels.map(({kind}) => kind),
    rows: new Array<LabelKind>(labels).fill("class"),
    repeated: true,
  };
  const found = findLayouts(sheet, {...context, table}).map(({headerTop}) => headerTop);
  const wanted = [...tables.map(({top}) => top), ...pages].sort((a, b) => a - b);
  return found.join() === wanted.join();
}

/** A section with such a text is the section of other tables too. */
function isUnitAlone(text: string, {country}: TextContext): boolean {
  return isBracketed(text) || (text.length < 40 && !text.includes(",") && country.units.inside(text) !== null);
}

/** Per cent of something that grows, and no words for the base. */
function isBaseless(texts: readonly string[], {unit, transformation}: Facts, {country}: TextContext): boolean {
  const isPercent = unit?.code === country.units.percent().code && transformation === undefined;
  return isPercent && texts.some((text) => country.tables.layout.growth.test(text));
}

const UNITS: ReadonlySet<Kind> = new Set<Kind>(["unit", "base"]);

function lineFacts(sheet: Sheet, row: number, known: ReadonlySet<Kind>, context: TextContext) {
  const {text, whole} = titleAt(sheet, row);
  const kind = kindOfLine(text, whole, known, context);
  const facts =
    kind === null ? {} : factsOfText(text, kind, {...context, table: {...context.table, rest: "class"}}, whole);
  return isProblem(facts) ? {kind: null, facts: {}} : {kind, facts};
}

function unreadAt(sheet: Sheet, row: number, known: ReadonlySet<Kind>, context: TextContext): string[] {
  const {text} = titleAt(sheet, row);
  return isBracketed(text) && lineFacts(sheet, row, known, context).kind === null ? [text] : [];
}

/** The kind that reads each of the rows with the unit and the base that its own kind gives; null: there is none. */
function commonKind(
  sheet: Sheet,
  rows: readonly number[],
  known: ReadonlySet<Kind>,
  context: TextContext,
): Kind | null {
  const read = rows.map((row) => ({...titleAt(sheet, row), ...lineFacts(sheet, row, known, context)}));
  // "(thousand bushels)": probably a unit that no list has, which is asked.
  if (read.every(({text, kind}) => isBracketed(text) || (kind !== null && UNITS.has(kind)))) return "mixed";
  const kinds = new Set(read.map(({kind}) => kind));
  const [only] = kinds;
  if (kinds.size === 1) return only ?? null;
  const mixed = read.map(({text}) =>
    factsOfText(text, "mixed", {...context, table: {...context.table, rest: "class"}}),
  );
  const isNamed = (one: Facts | Problem): boolean => !isProblem(one) && one.classes !== undefined;
  const isMixed = read.every(({kind, facts}, at) => {
    const one = mixed[at]!;
    const isSame =
      !isProblem(one) && one.unit?.code === facts.unit?.code && one.transformation === facts.transformation;
    return isSame && kind !== null && MIXED.has(kind) && isNamed(one) === isNamed(mixed[0]!);
  });
  return isMixed ? "mixed" : null;
}

const MIXED: ReadonlySet<Kind> = new Set<Kind>(["indicator", "mixed", "unit", "base"]);

/** Titles next to their headers are sections. One with a heading below it is the section of some of its rows alone. */
function withOwnUnits(
  sheet: Sheet,
  tables: readonly TitledTable[],
  over: readonly number[],
  own: readonly (Facts | null)[],
  context: TextContext,
): OneDescription | null {
  const bySet = new Map<string, string[]>();
  for (const [at, {top, bottom, titles}] of tables.entries()) {
    const facts = own[at];
    if (!facts) continue;
    const end = tables[at + 1]?.titles[0] ?? sheet.rowCount + 1;
    const isPlain = titles.length === 1 && titles[0] === top - 1 && facts.transformation === undefined;
    const isHeading = (row: number): boolean => {
      const cells = rowCells(sheet, row);
      return cells.length > 0 && !cells.some((cell) => holdsValue(cell, context));
    };
    if (!isPlain || rowsFrom(bottom + 1, end - 1).some(isHeading)) return null;
    const {name} = facts.unit!;
    bySet.set(name, [...(bySet.get(name) ?? []), escapedPattern(rowCells(sheet, titles[0]!)[0]!.plain)]);
  }
  const exceptions = [...bySet].map(([unit, names]) => ({
    ...{section: `^(?:${names.join("|")})$`, set: {unit}},
    because: "the title names this unit",
  }));
  return {titles: null, isUnited: false, unread: [], rows: over, exceptions};
}

/** The rows of text over a header, up to a blank row or the values of the table before. A blank row between a name and its unit counts as none. */
export function titlesOver(sheet: Sheet, header: number, from: number, context: TextContext): number[] {
  const rows: number[] = [];
  const isUnit = (row: number) => context.country.units.inside(titleAt(sheet, row).text) !== null;
  for (let row = header - 1; row >= from; row--) {
    const cells = rowCells(sheet, row);
    if (cells.some((cell) => holdsValue(cell, context))) break;
    if (cells.length > 0) rows.unshift(row);
    else if (!rows.every(isUnit)) break;
  }
  return withoutNotes(sheet, rows, context.country.tables);
}

export function rowsFrom(first: number, last: number): number[] {
  return Array.from({length: Math.max(0, last - first + 1)}, (_, at) => first + at);
}
