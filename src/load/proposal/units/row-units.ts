// The unit that a person gives for a table whose rows name units of their own: "Staff, persons" beside a table in million roubles.
//
// The words of a row count more than an answer for all of them. Goods that are priced by their unit ("Bread, kg") name no unit of the values.
import type {Country} from "../../../country/country.ts";
import {numberIn} from "../../../country/number-words.ts";
import {MONEY_WORDS, PRICE_WORDS} from "../../../country/plain-table-words.ts";
import type {UnitLabel} from "../../../statistics/release/release.ts";
import type {TextContext} from "../../described/text-facts.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import {type Answers, columnNames} from "../answers.ts";
import {STAYS_OPEN} from "../guesses.ts";
import type {ProposedHeader} from "../header.ts";
import {type LabelFields, withUnits} from "../labels.ts";
import {rowCells, type Say} from "../reading.ts";
import type {Titles} from "../titles/titles.ts";

/** Whether rows of "Bread, kg" may be read in a unit of money or in per cent, whose base they do not name. */
function mayBePriceOf(answered: UnitLabel, own: UnitLabel, country: Country): boolean {
  if (answered.code === country.units.percent().code) return true;
  return MONEY_WORDS.test(answered.name) && !isCounted(own, country);
}

/** Money, people and shares are the units of values, and goods are sold by none of them. */
function isCounted({name, code, okei}: UnitLabel, {units}: Country): boolean {
  return MONEY_WORDS.test(name) || code === units.percent().code || (okei !== null && PERSONS.has(okei));
}

const PERSONS: ReadonlySet<string> = new Set(["792", "793", "794"]);

/** The unit behind the last comma of a label, or in its last brackets; null: none that a list has. */
export function unitOfLabel(text: string, {units}: Country): UnitLabel | null {
  const words = /(?:,\s*([^,()]+)|\(([^()]+)\))\s*$/.exec(text.trim());
  return words === null ? null : units.inside((words[1] ?? words[2])!);
}

/** The first of the labels whose own unit is another one than the answer; null: none is. */
export function contradicted(labels: Iterable<string>, unit: string, country: Country): string | null {
  const answered = country.units.known(unit);
  if (answered === null) return null;
  for (const text of labels) {
    const own = unitOfLabel(text, country);
    if (own !== null && own.code !== answered.code && !mayBePriceOf(answered, own, country)) return text;
  }
  return null;
}

/**
 * The first header with a unit, or with words of money or a number, in its brackets or behind a comma, that the answer for all columns is
 * not; null: none.
 */
export function contradictedHeader(
  headers: readonly string[],
  {unit, units}: {readonly unit: string; readonly units: ReadonlyMap<string, string>},
  country: Country,
): string | null {
  const answered = country.units.known(unit);
  const isOther = (header: string): boolean => {
    const beside = /\(([^()]+)\)\s*$|,\s*([^,()]+)$/.exec(header.trim());
    const words = (beside?.[1] ?? beside?.[2] ?? "").trim();
    // The unit beside a year is read or refused with its column.
    if (words === "" || words === unit || /^\d{4}(?!\d)/.test(header.trim())) return false;
    const listed = country.units.inside(words) ?? country.units.ofEnglish?.(words) ?? null;
    if (listed !== null) return listed.code !== answered?.code;
    return numberIn(words) !== undefined || MONEY_WORDS.test(words);
  };
  return headers.find((header) => !units.has(header) && isOther(header)) ?? null;
}

/** The names of the rows with values. */
function rowNames(sheet: Sheet, {body, labelCount}: ProposedHeader, {rows}: LabelFields): Set<string> {
  const names = new Set<string>();
  for (const [at, kind] of rows.entries()) {
    if (kind !== "class" && kind !== "class?" && kind !== "indicator") continue;
    for (let row = body; row <= sheet.rowCount; row++) {
      const text = sheet.cell(row, at + 1)?.plain.trim() ?? "";
      if (text !== "" && rowCells(sheet, row, labelCount + 1).length > 0) names.add(text);
    }
  }
  return names;
}

/** @param of what names the other unit: a column has an answer of its own */
export function sayContradicted(text: string, unit: string, of: "row" | "column", say: Say): void {
  const way =
    of === "row"
      ? "leave the option out, or give the units in a descriptor"
      : `give the column its own with --unit "${unit}; ${text}=UNIT" ("-" leaves it out)`;
  say(
    `which unit? ${JSON.stringify(text)} names another one than --unit ${JSON.stringify(unit)}: ${way}${STAYS_OPEN}`,
    null,
  );
}

/**
 * With the kind of labels that name units. A unit that a person gives is for the rows that name none; rows that contradict it are asked about.
 * Goods under a title of prices are named by what is sold, and not by the unit of the price.
 */
export function unitedRows(
  {sheet, header, plain, titles}: {sheet: Sheet; header: ProposedHeader; plain: LabelFields; titles: Titles},
  {unit, units = new Map()}: Answers,
  context: TextContext,
  say: Say,
): LabelFields {
  if (titles.lines.some(({text}) => PRICE_WORDS.test(text)) || PRICE_WORDS.test(sheet.name)) return plain;
  if (unit === null) return withUnits(sheet, header, plain, context, say);
  const column = contradictedHeader(columnNames(sheet, header), {unit, units}, context.country);
  if (column !== null) sayContradicted(column, unit, "column", say);
  const other = contradicted(rowNames(sheet, header, plain), unit, context.country);
  if (other === null) return plain;
  const united = withUnits(sheet, header, plain, context, say);
  if (united === plain) sayContradicted(other, unit, "row", say);
  return united;
}
