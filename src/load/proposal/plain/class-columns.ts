// The classes and indicators of a plain table: columns of texts that are neither periods nor territories nor units.
//
// A column that says the same as another one (the code beside a name) would double the names of all series, and is left out. So is one
// that tells no rows apart. English names beside others are the English names of these.

import {COLUMN_WORDS} from "../../../country/plain-table-words.ts";
import type {LabelKind} from "../../described/descriptor/descriptor.ts";
import {STAYS_OPEN} from "../guesses.ts";
import type {Say} from "../reading.ts";
import {attributeColumns, type RowKeys} from "./attribute-columns.ts";
import type {ColumnProfile} from "./column-profile.ts";

export interface ClassColumns {
  /** By column. */
  readonly kinds: readonly (readonly [number, LabelKind])[];
  /** By the names that the other column has. */
  readonly english: Readonly<Record<string, string>>;
}

export function classColumns(columns: readonly ColumnProfile[], keys: RowKeys, say: Say): ClassColumns {
  const same = new Set<ColumnProfile>();
  const english: Record<string, string> = {};
  for (const one of columns.filter(isEnglish)) {
    const other = columns.find((beside) => !isEnglish(beside) && isForeign(beside) && pairsOf(beside, one) !== null);
    if (other === undefined) continue;
    same.add(one);
    Object.assign(english, Object.fromEntries(pairsOf(other, one)!));
    say(`labels: the column ${one.header} has the English names of ${other.header}`, 0.9);
  }
  for (const one of columns)
    for (const other of columns)
      if (one !== other && !same.has(one) && isCodeOf(one, other) && !same.has(other)) {
        same.add(one);
        say(`labels: the column ${one.header} says what ${other.header} says, and is left out`, 0.9);
      }
  const named = columns.filter((one) => !same.has(one));
  const attributes = attributeColumns(named, keys);
  const indicator = named.find(({header}) => COLUMN_WORDS.indicator.test(header));
  const kinds = columns.map((one): [number, LabelKind] => {
    if (same.has(one)) return [one.column, "ignore"];
    if (attributes.has(one)) {
      say(`left out: ${one.header}, it is no key: rows differ without it, and its texts change within a series`, 0.7);
      return [one.column, "ignore"];
    }
    const kind = one === indicator ? "indicator" : "class";
    if (isFilledDown(one))
      say(
        `are the empty cells of ${one.header} those of the cell above? fill them, or write a descriptor${STAYS_OPEN}`,
        null,
      );
    say(`labels: the column ${one.header} has the kind ${kind}`, 0.8);
    return [one.column, one.cells.includes(null) ? `${kind}?` : kind];
  });
  return {kinds, english};
}

function isEnglish({header, distinct}: ColumnProfile): boolean {
  return COLUMN_WORDS.english.test(header) && distinct.every(({plain}) => !FOREIGN.test(plain));
}

function isForeign({distinct}: ColumnProfile): boolean {
  return distinct.some(({plain}) => FOREIGN.test(plain));
}

/** A letter of another script. */
const FOREIGN = /(?!\p{Script=Latin})\p{L}/u;

/** Half of the cells are empty, and no text stands twice below itself: a name may hold for the rows below it. */
function isFilledDown({cells}: ColumnProfile): boolean {
  const empty = cells.filter((cell) => cell === null).length;
  const isRepeated = cells.some((cell, row) => cell !== null && cell.plain === cells[row - 1]?.plain);
  return empty * 2 >= cells.length && cells[0] !== null && !isRepeated;
}

/** Whether each text of the other column has one text of this one, which is its code: shorter, or called so. */
function isCodeOf(one: ColumnProfile, other: ColumnProfile): boolean {
  if (one.distinct.length !== other.distinct.length) return false;
  const isCode = COLUMN_WORDS.code.test(one.header) && !COLUMN_WORDS.code.test(other.header);
  if (one.distinct.length === 1 && !isCode) return false;
  if (!isCode && (COLUMN_WORDS.code.test(other.header) || lettersOf(one) >= lettersOf(other))) return false;
  return pairsOf(one, other) !== null;
}

/** The texts of the other column by those of this one; null: two of one stand beside one of the other. */
function pairsOf(one: ColumnProfile, other: ColumnProfile): ReadonlyMap<string, string> | null {
  const pairs = new Map<string, string>();
  const back = new Map<string, string>();
  for (const [row, cell] of one.cells.entries()) {
    const [a, b] = [cell?.plain.trim() ?? "", other.cells[row]?.plain.trim() ?? ""];
    if ((a === "") !== (b === "") || (pairs.get(a) ?? b) !== b || (back.get(b) ?? a) !== a) return null;
    pairs.set(a, b);
    back.set(b, a);
  }
  pairs.delete("");
  return pairs;
}

function lettersOf({distinct}: ColumnProfile): number {
  return distinct.reduce((sum, {plain}) => sum + plain.length, 0);
}
