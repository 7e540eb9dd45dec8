// The column of a plain table that has the unit of each row.
//
// A unit that no list has becomes a unit of the descriptor's own: its words are kept, and it is never taken for another one.

import {COLUMN_WORDS} from "../../../country/plain-table-words.ts";
import type {CellException, Descriptor} from "../../described/descriptor/descriptor.ts";
import type {TextContext} from "../../described/text-facts.ts";
import {namedUnits} from "../answers.ts";
import {escapedPattern} from "../exclusions.ts";
import type {Say} from "../reading.ts";
import type {ColumnProfile} from "./column-profile.ts";

export interface UnitColumn {
  readonly column: number;
  readonly units: NonNullable<Descriptor["units"]>;
}

/** "employed_percent", "Share, %" */
const PER_CENT = /(?:^|[ _,(-])(?:percent|per[ _]cent|pct|%)\)?$/i;

/** The columns of values whose headers say per cent, where other headers name no unit: one unit for all of them would be wrong. */
export function percentColumns(
  values: readonly ColumnProfile[],
  answered: ReadonlyMap<string, string>,
  {country}: TextContext,
): CellException[] {
  return values
    .filter(({header}) => PER_CENT.test(header) && !answered.has(header))
    .map(({header}) => ({
      header: `^\\s*${escapedPattern(header)}\\s*$`,
      set: {unit: country.units.percent().name},
      because: "the header of the column says per cent",
    }));
}

/** "% of GDP": no other column has the words behind the sign, so they stay in the unit. */
const PER_CENT_OF = /^(?:%|per ?cent(?:age)?|pct\.?) of (?:the )?\S/i;

/** null: no column has units. */
export function unitColumn(columns: readonly ColumnProfile[], {country}: TextContext, say: Say): UnitColumn | null {
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
    if (PER_CENT_OF.test(text)) units[text] = {name: text};
    if (PER_CENT_OF.test(text) || isKnown(text)) continue;
    const {answers, own} = namedUnits({territory: null, unit: text}, country, () => {});
    const name = answers.unit ?? text;
    units[text] = own[name] ?? {name};
  }
  say(`labels: the column ${found.header} has the unit of each row`, 0.9);
  return {column: found.column, units};
}
