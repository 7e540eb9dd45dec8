// Units in the words of a plain table that one unit for all of its values would contradict: in the names of rows, and in headers.
import {PRICE_WORDS} from "../../../country/plain-table-words.ts";
import type {LabelKind} from "../../described/descriptor/descriptor.ts";
import type {TextContext} from "../../described/text-facts.ts";
import type {Answers} from "../answers.ts";
import type {Say} from "../reading.ts";
import {contradicted, contradictedHeader, sayContradicted, unitOfLabel} from "./row-units.ts";

/** A column of the table, with one cell for each text. */
interface NamedColumn {
  readonly column: number;
  readonly header: string;
  readonly distinct: readonly {readonly plain: string}[];
}

interface LabelsAndValues {
  readonly columns: readonly NamedColumn[];
  readonly kinds: ReadonlyMap<number, LabelKind>;
  readonly values: readonly NamedColumn[];
  /** Texts over the header. */
  readonly titles: readonly string[];
}

/**
 * The column whose names all have their units ("Revenue, million roubles"), in a table that has no unit elsewhere. null: none. Where a
 * person gives a unit, names and headers with other ones are asked about.
 */
export function columnOfUnits(
  {columns, kinds, values, titles}: LabelsAndValues,
  {unit, units = new Map<string, string>()}: Answers,
  {country}: TextContext,
  say: Say,
): number | null {
  const named = columns.filter(({column}) => ["class", "indicator"].includes(kinds.get(column) ?? ""));
  const isPriced = titles.some((text) => PRICE_WORDS.test(text));
  const texts = (one: NamedColumn) => one.distinct.map(({plain}) => plain.trim());
  if (unit === null) {
    const isUnited = (text: string): boolean => text.includes(",") && unitOfLabel(text, country) !== null;
    const found = isPriced ? undefined : named.find((one) => texts(one).length > 1 && texts(one).every(isUnited));
    if (found === undefined) return null;
    say(`labels: the names of the column ${found.header} have their units behind a comma`, 0.9);
    return found.column;
  }
  const other = isPriced ? undefined : contradicted(named.flatMap(texts), unit, country);
  const headers = values.map(({header}) => header);
  if (other != null) sayContradicted(other, unit, "row", say);
  const column = contradictedHeader(headers, {unit, units}, country);
  if (column !== null) sayContradicted(column, unit, "column", say);
  return null;
}
