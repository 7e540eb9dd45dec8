// The column of a plain table that has the unit of each row.
//
// A unit that no list has becomes a unit of the descriptor's own: its words are kept, and it is never taken for another one.

import {COLUMN_WORDS} from "../../../country/plain-table-words.ts";
import type {Descriptor} from "../../described/descriptor/descriptor.ts";
import type {TextReading} from "../../described/text-facts.ts";
import {namedUnits} from "../answers.ts";
import type {Say} from "../reading.ts";
import type {ColumnProfile} from "./column-profile.ts";

export interface UnitColumn {
  readonly column: number;
  readonly units: NonNullable<Descriptor["units"]>;
}

/** null: no column has units. */
export function unitColumn(columns: readonly ColumnProfile[], {country}: TextReading, say: Say): UnitColumn | null {
  const texts = ({distinct}: ColumnProfile): string[] => distinct.map(({plain}) => plain.trim());
  const isKnown = (text: string): boolean => country.units.inside(text) !== null;
  const isFull = ({cells}: ColumnProfile): boolean => !cells.includes(null);
  const found =
    columns.find((one) => !one.isNumeric && COLUMN_WORDS.unit.test(one.header) && isFull(one)) ??
    columns.find(
      (one) => !one.isNumeric && isFull(one) && texts(one).every((text) => text.length > 1 && isKnown(text)),
    );
  if (found === undefined) return null;
  const units: Record<string, {name: string; mult?: number}> = {};
  for (const text of texts(found)) {
    if (isKnown(text)) continue;
    const {answers, own} = namedUnits({territory: null, unit: text}, country, () => {});
    const name = answers.unit ?? text;
    units[text] = own[name] ?? {name};
  }
  say(`labels: the column ${found.header} has the unit of each row`, 0.9);
  return {column: found.column, units};
}
