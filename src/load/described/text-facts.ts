// What one text says, read as the kind that the descriptor expects there.
//
// Footnote marks are dropped only where they are known to be such: superscripts, "1)", a lone digit behind a word. A text that does
// not read as its kind is a problem, never a guess.

import {parsePeriodWords} from "../../country/ru/period-words.ts";
import {matchTerritoryCode, matchTerritoryName, territoriesNamed} from "../../country/ru/territory-matcher.ts";
import {knownUnit} from "../../country/ru/unit-matcher.ts";
import type {UnitLabel} from "../../statistics/release/release.ts";
import {dayOf, parseDay} from "../../statistics/time/day.ts";
import type {Cell} from "../workbook/sheet.ts";
import {cellDay, isDateFormat} from "../workbook/sheet.ts";
import {transformationOf} from "./base-words.ts";
import {codeOfName} from "./class-code.ts";
import type {Kind, TableDescription} from "./descriptor.ts";
import type {DateWords, Facts, NamedCode, Problem} from "./facts.ts";

export interface TextReading {
  /** Of the release: names of territories meant other ones at other times. */
  readonly publishedAt: number;
  readonly date1904: boolean;
  /** With it a name that several territories bore is judged by the period of each value: codes that the table names by labels of their own. */
  readonly eras?: ReadonlySet<string>;
  readonly table: TableDescription;
}

/** What the cell says as this kind. */
export function factsOfCell(cell: Cell, kind: Kind, reading: TextReading): Facts | Problem {
  if (kind === "date" && cell.kind === "number") {
    const day = isDateFormat(cell.format) ? cellDay(cell, reading.date1904) : null;
    // A number is never a date by its digits: 15.3 is no 15 March.
    return day === null ? {reason: "is not a date", kind: "period", text: cell.plain} : {date: dateOf(day)};
  }
  return factsOfText(cell.plain, kind, reading, cell.text);
}

/** @param whole the text with its superscripts: in "м³" they are no footnote */
export function factsOfText(text: string, kind: Kind, reading: TextReading, whole = text): Facts | Problem {
  const plain = folded(text);
  switch (kind) {
    case "ignore":
      return {};
    case "year":
      return yearFacts(plain);
    case "period":
      return periodFacts(plain);
    case "date":
      return dateFacts(plain);
    case "month":
      return numberedPart(plain, 12);
    case "quarter":
      return numberedPart(plain, 4);
    case "territory":
      return territoryFacts(plain, reading);
    case "class":
      // "из него:" over columns or before rows names nothing.
      return LEAD_IN.exec(plain)?.[0] === plain ? {} : {classes: [named(unnumbered(plain), reading.table)]};
    case "indicator":
      return {indicator: named(unnumbered(plain), reading.table)};
    case "indicator (mixed)":
      return indicatorWithBrackets(text, plain, folded(whole), reading.table);
    case "year inside":
      return yearInside(plain);
    case "measure":
      return {measure: named(plain, reading.table)};
    case "unit":
      return unitFacts(whole) ?? unitFacts(plain) ?? {reason: "unknown unit", kind: "unit", text: plain};
    case "base":
      return baseFacts(plain) ?? {reason: "unknown words for a base of comparison", kind: "period", text: plain};
    case "class, unit":
      return classAndUnit(plain, folded(whole), reading.table);
    case "mixed":
      return mixedFacts(plain, reading.table);
  }
}

/** Blanks of all kinds as one each, hyphens of a broken word joined. */
export function folded(text: string): string {
  return text.replace(/[\s\u00a0\u00ad\u202f\u2007\u2009\ufeff]+/g, " ").trim();
}

/** "2016 год6", "2014 1)", "20152),3)", 2008: the year without its footnotes. */
function yearFacts(text: string): Facts | Problem {
  const year = /^((?:17|18|19|20|21)\d\d)(?: ?г(?:од[а-я]*|\.)?)?(?: ?\d?\)?(?:, ?\d\))*|\*+\)?)$/.exec(text)?.[1];
  return year === undefined ? {reason: "is not a year", kind: "period", text} : {year: Number(year)};
}

function yearInside(text: string): Facts | Problem {
  const years = [...new Set([...text.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([year]) => year))];
  if (years.length !== 1) return {reason: "holds no year, or several", kind: "period", text};
  const [before = "", ...behind] = text.split(years[0]!);
  const words = parsePeriodWords(before.replace(/^[( ]+|[ ,]+$/g, "").replace(/ ?кв\.?$/i, " квартал"));
  if ((words === null && PART_OF_YEAR.test(before)) || PART_OF_YEAR.test(behind.join(" ")))
    return {reason: "names a part of its year in words that are not known", kind: "period", text};
  return {year: Number(years[0]), ...(words !== null && {words})};
}

/** FIX-rosstat-34: "I кв.2015" is no year. */
const PART_OF_YEAR =
  /(?<![а-яё])(?:кв(?:\.|артал)|полугод|месяц|недел|янв(?:ар|\.)|февр?(?:ал|\.)|март|апр(?:ел|\.)|ма[йя](?![а-яё])|ию[нл]|авг(?:уст|\.)|сент?(?:яб|\.)|окт(?:яб|\.)|ноя(?:б|\.)|дек(?:аб|\.))/i;

/** FIX-rosstat-02: footnote digits glued to a period, and one known slip of the pen. */
function periodFacts(text: string): Facts | Problem {
  const bare = text
    .replace(/[\u00b9\u00b2\u00b3\u2070\u2074-\u2079*]+$/, "")
    .replace(/(?<=[а-я])\s?\d{1,2}\)?(?:,\d\)?)*$/i, "")
    .trim();
  const words = parsePeriodWords(SLIPS.get(bare.toLowerCase()) ?? bare);
  return words === null ? {reason: "unknown words for a period", kind: "period", text} : {words};
}

/** "3": the third month or quarter of its year. */
function numberedPart(text: string, periodsAYear: 4 | 12): Facts | Problem {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > periodsAYear)
    return {reason: `is not the number of a ${periodsAYear === 4 ? "quarter" : "month"}`, kind: "period", text};
  const frequency = periodsAYear === 4 ? "Q" : "M";
  return {words: {kind: "part", frequency, periodsAYear, offset: number - 1, cumulative: false}};
}

const SLIPS: ReadonlyMap<string, string> = new Map([
  // FIX-rosstat-03: in the workbooks 194-199.
  ["авугст", "август"],
  // In the workbook 005-013, among months in the nominative.
  ["июля", "июль"],
  ["год", "значение показателя за год"],
]);

function dateFacts(text: string): Facts | Problem {
  const parts = /^(?:на )?(\d{1,2})(?:\.(\d{1,2})|\s([а-я]+))(?:[. ](\d{4}))?(?: ?г\.?)?(?: ?\*+)?$/i.exec(text);
  const month =
    parts === null ? 0 : parts[2] !== undefined ? Number(parts[2]) : MONTHS_OF.indexOf(parts[3]!.toLowerCase()) + 1;
  if (parts === null || month < 1) return {reason: "is not a date", kind: "period", text};
  return {date: {year: parts[4] === undefined ? null : Number(parts[4]), month, dayOfMonth: Number(parts[1])}};
}

const MONTHS_OF = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(" ");

/** The ordinal day of a date whose year is known; null when there is no such day. */
export function dayOfDate({month, dayOfMonth}: DateWords, year: number): number | null {
  const text = `${year}-${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
  return parseDay(text) === null ? null : dayOf(year, month, dayOfMonth);
}

function dateOf(day: number): DateWords {
  const date = new Date(day * 86_400_000);
  return {year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate()};
}

/** FIX-rosstat-04: a row in another unit than its table says so behind the name: "Российская Федерация, млн. кв. метров 1". */
function territoryFacts(text: string, {publishedAt, table, eras}: TextReading): Facts | Problem {
  if (eras !== undefined && territoriesNamed(text).length > 1) return {era: text};
  const given = Object.entries(table.territories ?? {}).find(([label]) => new RegExp(label, "i").test(text));
  const code = given?.[1] ?? table.names?.[text]?.code;
  const territory = code === undefined ? matchTerritoryName(text, publishedAt) : matchTerritoryCode(code);
  if (territory !== null) return {territory};
  const bare = text.replace(/\s?[\d\u00b9\u00b2\u00b3\u2070\u2074-\u2079]\)?$/, "");
  for (let blank = bare.lastIndexOf(" "); blank > 0; blank = bare.lastIndexOf(" ", blank - 1)) {
    const unit = knownUnit(bare.slice(blank + 1));
    const owner = unit === null ? null : matchTerritoryName(bare.slice(0, blank).replace(/,\s*$/, ""), publishedAt);
    if (unit !== null && owner !== null) return {territory: owner, unit};
  }
  return {reason: "unknown territory", kind: "territory", text};
}

function unitFacts(text: string): Facts | null {
  const unit = unitIn(text);
  return unit === null ? null : {unit};
}

/** A unit, bare or in brackets; anything "в %" or "в процентах" is per cent. */
function unitIn(text: string): UnitLabel | null {
  const bare = folded(text)
    .replace(/^\((.*)\)$/, "$1")
    .replace(/[.,;:]+$/, "")
    .trim();
  const known = knownUnit(bare) ?? knownUnit(bare.replace(/^в /i, ""));
  if (known !== null) return known;
  return /(?:^|[ ;,(])(?:в ?)?(?:%|процент[а-я]*)(?=$|[ ;,)])/i.test(bare) ? knownUnit("процент") : null;
}

function baseFacts(text: string): Facts | null {
  const transformation = transformationOf(text);
  return transformation === null ? null : {transformation, unit: knownUnit("процент")!};
}

/** Numbers that tables bear in a book ("5.1.1. Всего") are no part of their names. */
function unnumbered(text: string): string {
  return text.replace(/^(?:\d+(?:\.\d+)+\s?\.?|\d+\.)\s+(?=\S)/, "");
}

function indicatorWithBrackets(text: string, plain: string, whole: string, table: TableDescription): Facts | Problem {
  const brackets = /\(([^()]*)\)[\s*\d)]*$/.exec(whole);
  const inside = brackets === null ? null : mixedFacts(brackets[1]!, {...table, rest: "ignore"});
  if (inside === null || inside.unit === undefined)
    return {reason: "no known unit in its last brackets", kind: "unit", text};
  return {indicator: named(unnumbered(plain.slice(0, plain.lastIndexOf("(")).trim()), table), ...inside};
}

function classAndUnit(text: string, whole: string, table: TableDescription): Facts | Problem {
  const comma = whole.lastIndexOf(",");
  const unit = comma < 0 ? null : unitIn(whole.slice(comma + 1));
  if (unit === null) return {reason: "no known unit behind the last comma", kind: "unit", text};
  return {classes: [named(text.slice(0, text.lastIndexOf(",")), table)], unit};
}

/** "Всего; в % к декабрю предыдущего года", "(на конец года; тысяч коек)", "На конец месяца, млн. рублей". */
function mixedFacts(text: string, table: TableDescription): Facts {
  const inner = text.replace(/^\((.*)\)$/, "$1");
  let facts: Facts = {};
  const rests: string[] = [];
  for (const piece of inner.split(/;/).map((part) => part.trim())) {
    const found = baseFacts(piece) ?? unitFacts(piece);
    if (found !== null) {
      facts = {...facts, ...found};
      continue;
    }
    const comma = piece.lastIndexOf(",");
    const behind = comma < 0 ? null : unitFacts(piece.slice(comma + 1));
    if (behind !== null) facts = {...facts, ...behind};
    rests.push(behind === null ? piece : piece.slice(0, comma).trim());
  }
  const rest = rests
    .map((piece) => piece.replace(LEAD_IN, "").trim())
    .filter((piece) => piece !== "" && !REMARK.test(piece));
  if (rest.length === 0 || table.rest === undefined || table.rest === "ignore") return facts;
  const name = named(rest.join("; "), table);
  if (table.rest === "class") return {...facts, classes: [name]};
  return {...facts, [table.rest]: name};
}

const LEAD_IN = /^(?:в том числе|из (?:него|них|нее))\s?:?\s*/i;
/** What says how a figure was made and not which it is. */
const REMARK =
  /^\(?(?:на конец|на начало|в (?:сопоставимых|постоянных|текущих|фактически)|в среднем|без |по полному кругу|за год|оценка)/i;

/** A name without its footnote marks, and its code. */
function named(text: string, table: TableDescription): NamedCode {
  const given = table.names?.[text];
  const name = given?.name ?? withoutMarks(text);
  return {code: given?.code ?? table.names?.[name]?.code ?? codeOfName(name), name: table.names?.[name]?.name ?? name};
}

/** "РЫБЫ1)", "ископаемых1", "Промышленное производство 1", "набора**" */
export function withoutMarks(text: string): string {
  return (
    folded(text)
      // Behind a question a number with a bracket is nothing else.
      .replace(/(?<=[?!]) ?(?:\d{1,2}\)(?:, ?)?)+/g, "")
      .replace(/[\u00b9\u00b2\u00b3\u2070\u2074-\u2079*]+$/, "")
      .replace(/(?:(?:\d|\*)\)(?:, ?)?)+$/, "")
      // Behind a small letter: "ОКВЭД2" is a name.
      .replace(/(?<=[а-яё»")]) ?\d(?:,\d)*$/, "")
      .trim()
  );
}
