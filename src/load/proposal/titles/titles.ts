// The texts around a table: lines above its header that name the indicator, the unit, the base of comparison, the year or the territory; its
// corner; the day of publication.
//
// Per cent of something that grows need a base: without words for it nothing is proposed, and a person is asked.
import type {Country} from "../../../country/country.ts";
import {REMARK_WORDS} from "../../../country/plain-table-words.ts";
import {folded} from "../../../country/plain-text.ts";
import {isUnitSign} from "../../../country/unit-signs.ts";
import type {UnitLabel} from "../../../statistics/release/release.ts";
import {dayText, type StatedDay} from "../../../statistics/time/day.ts";
import type {FixedFacts, Kind, LineDescription, PublicationCell} from "../../described/descriptor/descriptor.ts";
import {type Facts, isProblem} from "../../described/facts.ts";
import {factsOfText, type TextContext} from "../../described/text-facts.ts";
import type {KnownDay} from "../../undated/proposed-day.ts";
import {cellAddress, cellDay, isDateFormat, type Sheet, type Workbook} from "../../workbook/sheet.ts";
import {anyOf} from "../exclusions.ts";
import type {Guess} from "../guesses.ts";
import type {ProposedHeader} from "../header.ts";
import {namesUnit, type Say} from "../reading.ts";

export interface TitleLine {
  readonly row: number;
  readonly text: string;
  readonly as: Kind;
}

export interface Titles {
  readonly lines: readonly TitleLine[];
  readonly facts: Facts;
  /** Lines in brackets, or of signs alone, that no list of units has. */
  readonly unread: readonly string[];
}

const WIDEST_TITLE = 40;

/** @param known kinds that header and labels have already; `hasBase`: a person gave the base of per cent */
export function readSheetTitles(
  sheet: Sheet,
  {top, known, hasBase}: {readonly top: number; readonly known: ReadonlySet<Kind>; readonly hasBase: boolean},
  context: TextContext,
  say: Say,
): Titles {
  const {tables} = context.country;
  const texts = firstTexts(sheet, top);
  const growing = texts.some(({text}) => tables.layout.growth.test(text));
  const lines: TitleLine[] = [];
  const unread: string[] = [];
  let facts: Facts = {};
  for (const {row, text, whole} of texts) {
    const {navigation, updated, continued} = tables.layout;
    if ([navigation, updated, continued].some((words) => words.test(text))) continue;
    const as = kindOfLine(text, whole, known, context);
    const isSign = (as === null || as === "indicator") && text.length > 1 && isUnitSign(text);
    if (isSign || (as === null && isBracketed(text))) unread.push(text);
    if (as === null || isSign) continue;
    const said = factsOfText(text, as, {...context, table: {...context.table, rest: "class"}}, whole);
    if (isProblem(said)) continue;
    lines.push({row, text, as});
    facts = {...facts, ...said};
  }
  if (
    facts.unit !== undefined &&
    facts.transformation === undefined &&
    facts.unit.code === context.country.units.percent().code &&
    growing &&
    !hasBase &&
    !known.has("base")
  ) {
    say(
      "per cent of what? the titles name no base of comparison that is known: give it with --base, or in fixed.base",
      null,
    );
    const kept = lines.filter(({as}) => as === "indicator");
    const {unit: _unit, ...rest} = facts;
    return {lines: kept, facts: rest, unread};
  }
  for (const {row, as} of lines) if (as !== "indicator") say(`lines: row ${row} has the kind ${as}`, 0.95);
  const names = lines.filter(({as}) => as === "indicator").map(({row}) => row);
  const [of, verb] = names.length === 1 ? ["row", "names"] : ["rows", "name"];
  if (names.length > 0)
    say(`lines: ${of} ${names.join(", ")} ${verb} the indicator, or the dataset if all tables have it`, 0.7);
  return {lines, facts, unread};
}

/** "(thousand bushels)" */
export function isBracketed(text: string): boolean {
  return /^\(.*\p{L}{3}.*\)$/u.test(text);
}

function firstTexts(sheet: Sheet, top: number): {row: number; text: string; whole: string}[] {
  const texts = [];
  for (let row = 1; row < top; row++)
    for (let column = 1; column <= Math.min(WIDEST_TITLE, sheet.columnCount); column++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      if (cell.kind === "text") texts.push({row, text: folded(cell.plain), whole: folded(cell.text)});
      break;
    }
  return texts;
}

/** null: the line says nothing about the values. */
export function kindOfLine(text: string, whole: string, known: ReadonlySet<Kind>, context: TextContext): Kind | null {
  const {units, tables, territories} = context.country;
  const hasPeriod = known.has("year") || known.has("date");
  const bracket = /\(([^()]*)\)[\s*\d)]*$/.exec(whole);
  const isBracket = bracket !== null && bracket.index === 0;
  if (!hasPeriod && !isProblem(factsOfText(text, "year inside", context)) && (isBracket || text.length < 60))
    return "year inside";
  if (!known.has("territory") && territories.ofName(text, context.publishedAt) !== null) return "territory";
  const says = (words: string): boolean => namesUnit(words, context.country);
  if (isBracket || text.length < 40) {
    if (says(isBracket ? bracket[1]! : whole)) return "mixed";
  }
  if (
    bracket !== null &&
    !isBracket &&
    says(bracket[1]!) &&
    !isProblem(factsOfText(text, "indicator (mixed)", context, whole))
  )
    return "indicator (mixed)";
  if (text.includes(";") && says(text)) return "mixed";
  const comma = whole.lastIndexOf(",");
  if (comma > 0 && units.known(whole.slice(comma + 1).trim()) !== null) return "mixed";
  if (tables.transformation(text) !== null) return "base";
  if (units.inside(whole) !== null) return "unit";
  if (REMARK_WORDS.test(text) || isLongNote(text)) return null;
  return /\p{L}{3}/u.test(text) && !isBracket ? "indicator" : null;
}

const LONGEST_NAME = 200;

/** Several sentences about the figures would be a part of every name. */
function isLongNote(text: string): boolean {
  return text.length > LONGEST_NAME && /[.!?] \p{Lu}/u.test(text);
}

export function lineFields(lines: readonly TitleLine[]): LineDescription[] {
  return lines.map(({row, as}) => ({row, as}));
}

/** The unit or base in the corner of a table, over its labels: "Money supply, bn roubles". */
export function cornerFacts(
  sheet: Sheet,
  {top, body, labelCount}: ProposedHeader,
  {country}: TextContext,
  say: Say,
): Pick<FixedFacts, "unit" | "base"> {
  const {units, tables} = country;
  for (let row = top; row < body; row++)
    for (let column = 1; column <= labelCount; column++) {
      const text = sheet.cell(row, column)?.plain.replace(/\s+/g, " ").trim() ?? "";
      if (text === "") continue;
      const at = cellAddress(row, column);
      if (tables.transformation(text.toLowerCase()) !== null) {
        say(`fixed.base: the corner ${at} names a base of comparison`, 0.8);
        return {base: text};
      }
      const comma = text.lastIndexOf(",");
      const unit = comma < 0 ? unitAlone(text, country) : units.inside(text.slice(comma + 1));
      if (unit === null) continue;
      if (unit.code === units.percent().code && tables.layout.growth.test(text)) {
        say(
          `per cent of what? the corner ${at} names no base of comparison that is known: give it with --base, or in fixed.base`,
          null,
        );
        continue;
      }
      say(`fixed.unit: the corner ${at} has the unit ${unit.name}`, 0.9);
      return {unit: unit.name};
    }
  return {};
}

/** "bn roubles*": a unit and nothing else. A month or a person may be the name of the labels below. */
function unitAlone(text: string, {units, tables}: Country): UnitLabel | null {
  const words = tables.withoutMarks(text).replace(/^\((.*)\)$/, "$1");
  return /[\s./%▪·]/.test(words) ? units.known(words) : null;
}

export interface Publication {
  readonly sheet: string;
  readonly day: StatedDay;
  readonly cell: PublicationCell;
}

const ROWS_SEARCHED = 200;
/** Cells behind the words in which the day may be. */
const CELLS_BEHIND = 3;

/** "Updated: 26.11.2025". A day without such words may be any other day. */
export async function findPublication(workbook: Workbook, {tables}: Country): Promise<Publication | null> {
  for (const head of workbook.sheets) {
    if (head.hidden) continue;
    const sheet = (await workbook.records?.sample()) ?? (await workbook.read(head));
    const words = tables.layout.updated;
    let left = 0;
    let text = "";
    for (let row = 1; row <= Math.min(ROWS_SEARCHED, sheet.rowCount); row++)
      for (let column = 1; column <= Math.min(20, sheet.columnCount); column++) {
        const cell = sheet.cell(row, column);
        if (cell === null) continue;
        const found = words.exec(cell.text);
        if (found !== null) [left, text] = [CELLS_BEHIND, found[0]];
        else if (--left < 0) continue;
        const day = isDateFormat(cell.format) ? cellDay(cell, workbook.date1904) : tables.dayIn(cell.text);
        if (day === null) continue;
        const location = workbook.sheets.length === 1 ? {text} : {sheet: anyOf([head.name]), text};
        return {sheet: head.name, day, cell: location};
      }
  }
  return null;
}

/** @param given the day of the person; `known`: the day that something beside the file says */
export function publicationGuess(
  stated: Publication | null,
  given: StatedDay | null,
  known: KnownDay | null = null,
): Guess[] {
  if (stated === null && given !== null) return [];
  if (stated === null)
    return known === null
      ? [{sheet: "", what: "on which day was it published? give it with --published", certainty: null}]
      : [{sheet: "", what: `published: on ${dayText(known.day)}, by ${known.because}`, certainty: 0.8}];
  const {sheet, day} = stated;
  return given !== null && day !== given
    ? [{sheet, what: `is ${dayText(day)} the day of publication, as a text says?`, certainty: null}]
    : [{sheet, what: `published: on ${dayText(day)}`, certainty: 0.9}];
}

/** "exchange-rates_2024.csv" is named "exchange rates 2024". */
export function wordsOfName(file: string): string {
  const words = file
    .replace(/(?:\.[^.\s]{1,5}){1,2}$/, "")
    .replace(/[_\s-]+/g, " ")
    .trim();
  return words || file;
}
