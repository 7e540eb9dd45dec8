// The facts of one text, read as the kind that the descriptor expects.
//
// Footnote marks are removed only in their known forms: superscripts, "1)", a single digit after a word. A text that can't be read as
// its kind is a problem and is never guessed.

import type {Country, DateWords} from "../../country/country.ts";
import {folded} from "../../country/plain-text.ts";
import {withoutStatusMark} from "../../country/status-mark.ts";
import type {UnitLabel} from "../../statistics/release/release.ts";
import type {Cell} from "../workbook/sheet.ts";
import {cellDay, isDateFormat} from "../workbook/sheet.ts";
import {NO_VALUE} from "./cell-value.ts";
import type {Kind, TableDescription} from "./descriptor/descriptor.ts";
import {type Facts, isProblem, type NamedCode, type Problem} from "./facts.ts";
import {numberedPart, timeFacts, wholePeriodFacts, yearInside} from "./period-facts.ts";
import {codeFacts, countryFacts, ownListFacts, territoryFacts} from "./territory-facts.ts";

export interface TextContext {
  /** The country whose words and lists the texts use. */
  readonly country: Country;
  /** The day of the release: a name may mean different territories at different times. */
  readonly publishedAt: number;
  readonly date1904: boolean;
  /** The codes that the table names with unique labels. With it, a name that several territories had is decided by the period of each value. */
  readonly eras?: ReadonlySet<string>;
  /** Whole texts, and the texts that they mean. */
  readonly words?: Readonly<Record<string, string>>;
  readonly table: TableDescription;
  /** For a proposal, which asks about values that a load refuses: a base of per cent beside another unit. */
  readonly isProbe?: true;
  /** The kinds of a table are looked for: a whole period is no part of one, which has a kind of its own. */
  readonly isProposal?: true;
  /** For a proposal: whether a text reads as a kind, by both. Never of a context with another table. */
  readonly fits?: Map<string, boolean>;
  /** The text is the name of a sheet, which has no footnotes: "Estimate2" is another sheet than "Estimate". */
  readonly isSheetName?: true;
  /** The names that were read already, by their texts, of contexts with the same country and the same names in their tables. */
  readonly known?: Map<string, NamedCode>;
  /** The facts of lines inside the table, by kind and text: its sheets repeat the same few lines. */
  readonly lines?: Map<string, Facts | Problem>;
}

/** The facts of a cell as this kind. */
export function factsOfCell(cell: Cell, kind: Kind, context: TextContext): Facts | Problem {
  if (cell.kind === "number" && (kind === "date" || (isTime(kind) && isDateFormat(cell.format)))) {
    const day = isDateFormat(cell.format) ? cellDay(cell, context.date1904) : null;
    // A number is never read as a date by its digits: 15.3 is not 15 March.
    return day === null ? {reason: "is not a date", kind: "period", text: cell.plain} : {date: dateOf(day)};
  }
  // A number has no footnote mark: 20221 is no year.
  if (cell.kind === "number" && kind === "year" && !(cell.number < 10_000))
    return {reason: "is not a year", kind: "period", text: cell.plain};
  const said = factsOfText(cell.plain, kind, context, cell.text);
  // FIX-rosstat-57: "#REF!" and "=A1" are no names.
  if (kind === "ignore" || (cell.kind !== "error" && cell.kind !== "formula")) return said;
  const reason = NO_VALUE[cell.kind];
  return isProblem(said) ? {...said, reason} : {reason, text: cell.text};
}

export function isTime(kind: Kind): boolean {
  return kind.startsWith("time");
}

/** @param whole the text with its superscripts: in "m³" they are not a footnote mark */
export function factsOfText(text: string, kind: Kind, context: TextContext, whole = text): Facts | Problem {
  const meant = kind === "ignore" || context.words === undefined ? undefined : context.words[folded(text)];
  if (meant === undefined) return unlessMarked(readText(text, kind, context, whole), text, kind, context);
  const {words: _, ...plainContext} = context;
  const found = readText(meant, kind, plainContext, meant);
  return isProblem(found) ? found : {...found, steps: [`"${folded(text)}" means "${meant}", as the descriptor says`]};
}

/** A period that is none but for a mark: "2022 (revised)". The mark is told with the values, whose period it says nothing about. */
function unlessMarked(found: Facts | Problem, text: string, kind: Kind, context: TextContext): Facts | Problem {
  if (!isProblem(found) || !(MARKED_KINDS.has(kind) || isTime(kind))) return found;
  const marked = withoutStatusMark(folded(text));
  const bare = marked === null ? found : readText(marked.text, kind, context, marked.text);
  return isProblem(bare)
    ? found
    : {...bare, steps: [`the mark ${marked!.mark} of the period ${marked!.text} left out`]};
}

const MARKED_KINDS: ReadonlySet<Kind> = new Set(["year", "period", "date"]);

function readText(text: string, kind: Kind, context: TextContext, whole: string): Facts | Problem {
  const plain = folded(text);
  const {country} = context;
  const {tables} = country;
  const period = (reason: string): Problem => ({reason, kind: "period", text: plain});
  switch (kind) {
    case "ignore":
      return {};
    case "year": {
      const year = tables.year(plain);
      return year === null ? period("is not a year") : {year};
    }
    case "period": {
      const words = tables.period(plain);
      if (words !== null) return {words};
      return ofWhole(plain, kind, context) ?? period("unknown words for a period");
    }
    case "date": {
      const date = tables.date(plain);
      return date === null ? (ofWhole(plain, kind, context) ?? period("is not a date")) : {date};
    }
    case "time":
    case "time, day first":
    case "time, month first":
    case "time, first year":
    case "time, last year":
      return timeFacts(plain, kind);
    case "month":
      return numberedPart(plain, 12);
    case "quarter":
      return numberedPart(plain, 4);
    case "territory":
      return territoryFacts(plain, context);
    case "code of territory":
      return codeFacts(plain, country);
    case "country":
      return countryFacts(plain, context);
    case "own territory":
      return ownListFacts(plain, context);
    case "status":
      return {};
    case "class":
      // "of which:" over columns or before rows names nothing.
      return tables.leadIn.exec(plain)?.[0] === plain ? {} : {classes: [named(unnumbered(plain), context)]};
    case "indicator":
      return {indicator: named(unnumbered(plain), context)};
    case "indicator (mixed)":
      return indicatorWithBrackets(text, plain, folded(whole), context);
    case "year inside":
      return yearInside(plain, country);
    case "measure":
      return {measure: named(plain, context)};
    case "unit":
      return (
        unitFacts(whole, country) ?? unitFacts(plain, country) ?? {reason: "unknown unit", kind: "unit", text: plain}
      );
    case "base":
      return baseFacts(plain, country) ?? period("unknown words for a base of comparison");
    case "class, unit":
      return classAndUnit(plain, folded(whole), context);
    case "mixed":
      return mixedFacts(plain, context);
  }
}

function ofWhole(text: string, kind: "period" | "date", {isProposal}: TextContext): Facts | null {
  return isProposal ? null : wholePeriodFacts(text, kind);
}

function dateOf(day: number): DateWords {
  const date = new Date(day * 86_400_000);
  return {year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate()};
}

function unitFacts(text: string, {units}: Country): Facts | null {
  const unit = units.inside(text);
  return unit === null ? null : {unit};
}

function baseFacts(text: string, {tables, units}: Country): Facts | null {
  const transformation = tables.transformation(text);
  return transformation === null ? null : {transformation, unit: units.percent()};
}

/** The numbers of tables in a book ("5.1.1. Total") are not part of their names. */
function unnumbered(text: string): string {
  return text.replace(/^(?:\d+(?:\.\d+)+\s?\.?|\d+\.)\s+(?=\S)/, "");
}

function indicatorWithBrackets(text: string, plain: string, whole: string, context: TextContext): Facts | Problem {
  const brackets = /\(([^()]*)\)[\s*\d)]*$/.exec(whole);
  const inside =
    brackets === null ? null : mixedFacts(brackets[1]!, {...context, table: {...context.table, rest: "ignore"}});
  if (inside !== null && isProblem(inside)) return inside;
  if (inside === null || inside.unit === undefined)
    return {
      ...{reason: "no known unit in its last brackets", kind: "unit", text},
      partial: {indicator: named(unnumbered(plain), context)},
    };
  return {indicator: named(unnumbered(plain.slice(0, plain.lastIndexOf("(")).trim()), context), ...inside};
}

function classAndUnit(text: string, whole: string, context: TextContext): Facts | Problem {
  const behind = unitBehind(text, whole, context.country);
  if (behind !== null && !isProblem(behind)) return {classes: [named(behind.name, context)], unit: behind.unit};
  const problem: Problem = behind ?? {reason: "no known unit after the last comma", kind: "unit", text};
  return {...problem, partial: {classes: [named(text, context)]}};
}

/**
 * The unit after the last comma, and the name before it; null: there is none. In "Boards, thousand conventional, m3" the number word before
 * the comma belongs to the unit: no list has such a unit in part.
 */
function unitBehind(text: string, whole: string, {units}: Country): {name: string; unit: UnitLabel} | Problem | null {
  const comma = whole.lastIndexOf(",");
  const unit = comma < 0 ? null : units.inside(whole.slice(comma + 1));
  if (unit === null) return null;
  const name = text.slice(0, text.lastIndexOf(",")).trim();
  const before = name.lastIndexOf(",");
  const words = name.slice(before + 1).trim();
  if (before < 0 || !units.startsWithNumber(words)) return {name, unit};
  const both = units.inside(`${words} ${whole.slice(comma + 1).trim()}`);
  return both === null
    ? {reason: "names a unit in two parts that no list has together", kind: "unit", text}
    : {name: name.slice(0, before).trim(), unit: both};
}

/** "Total; in % of December of the previous year", "(at the end of the year; thousand beds)", "End of month, million roubles". */
function mixedFacts(text: string, context: TextContext): Facts | Problem {
  const {country, table} = context;
  const inner = text.replace(/^\((.*)\)$/, "$1");
  let facts: Facts = {};
  const rests: string[] = [];
  const several: Problem = {reason: "names several units", kind: "unit", text};
  for (const fragment of inner.split(/;/).map((part) => part.trim())) {
    const found = baseFacts(fragment, country) ?? unitFacts(fragment, country);
    if (found !== null) {
      if (isOtherUnit(facts, found)) return several;
      facts = {...facts, ...found};
      continue;
    }
    const behind = unitBehind(fragment, fragment, country);
    if (behind !== null && isProblem(behind)) return behind;
    if (behind !== null && isOtherUnit(facts, behind)) return several;
    if (behind !== null) facts = {...facts, unit: behind.unit};
    rests.push(behind === null ? fragment : behind.name);
  }
  const rest = rests
    .map((fragment) => fragment.replace(country.tables.leadIn, "").trim())
    .filter((fragment) => fragment !== "" && !country.tables.remark.test(fragment));
  if (rest.length === 0 || table.rest === undefined || table.rest === "ignore") return facts;
  const name = named(rest.join("; "), context);
  if (table.rest === "class") return {...facts, classes: [name]};
  return {...facts, [table.rest]: name};
}

/** FIX-rosstat-66: "million roubles; in % of the previous year" is over values of both, and does not say which. */
export function isOtherUnit({unit}: Facts, {unit: other}: Facts): boolean {
  return unit !== undefined && other !== undefined && unit.code !== other.code;
}

/** A name without its footnote marks, and its code. The tables of a workbook name the same few hundred things again and again. */
function named(text: string, context: TextContext): NamedCode {
  const known = context.known?.get(text);
  if (known !== undefined) return known;
  const name = readName(text, context);
  context.known?.set(text, name);
  return name;
}

function readName(text: string, {country, table, isSheetName}: TextContext): NamedCode {
  const given = table.names?.[text];
  const name = given?.name ?? (isSheetName ? text : country.tables.withoutMarks(text));
  const code = given?.code ?? table.names?.[name]?.code;
  const shown = table.names?.[name]?.name ?? name;
  return code === undefined ? {code: country.tables.codeOfName(name), name: shown, isMade: true} : {code, name: shown};
}
