// Whether a sheet is read as a plain table, where it can also be read as a table below a header of several levels.
//
// The reading that leaves fewer questions counts; of a workbook only those about its layout. Where both leave as many, a text is a plain table,
// unless the other reading knows more of its names: units in their endings, names that nest by blanks.
import type {TableDescription} from "../../described/descriptor/descriptor.ts";
import {NOTES} from "../exclusions.ts";
import type {Guess} from "../guesses.ts";

export interface SheetReading {
  readonly tables: readonly TableDescription[];
  readonly guesses: readonly Guess[];
  /** Tables without a period, which are asked for it later. */
  readonly undated: number;
}

export function prefersPlain(plain: SheetReading, other: SheetReading, isText: boolean): boolean {
  if (other.tables.length === 0) return true;
  const open = ({guesses, undated}: SheetReading): number =>
    undated + guesses.filter(({certainty, what}) => certainty === null && (isText || OF_LAYOUT.test(what))).length;
  // Fewer questions by one territory for headers that name several would be wrong ones.
  if (isText && isAcross(plain) && !namesParts(other)) return true;
  // A plain table knows its columns of countries, their codes and groups; a header of several levels only takes them for countries.
  const ofOther = open(other) + other.tables.filter(hasCountries).length;
  if (open(plain) !== ofOther) return open(plain) < ofOther;
  if (other.tables.some(knowsNames)) return false;
  if (other.tables.some(leavesNamesOut) && plain.tables.some(({rows}) => rows.some(isName))) return true;
  return isText || isLong(plain) || (namesTerritories(plain) && !namesParts(other));
}

/** Questions whose answer a plain table has in its columns. */
const OF_LAYOUT = /^which (?:territory|period)\b|^are the numbers of/;

function knowsNames({marks, nest}: TableDescription): boolean {
  return [marks, nest].some((field) => field !== undefined);
}

/** A column of names right of the values is one of notes to the other reading. */
function leavesNamesOut({exceptions = []}: TableDescription): boolean {
  return exceptions.some(({because}) => because === NOTES);
}

function isName(kind: string): boolean {
  return /^(?:class|indicator)/.test(kind);
}

/** Periods and territories are both in columns of their own. */
function isLong({tables}: SheetReading): boolean {
  return tables.some(
    ({rows}) => rows.some((kind) => kind.startsWith("time")) && rows.some((kind) => TERRITORIES.has(kind)),
  );
}

function isAcross({tables}: SheetReading): boolean {
  return tables.some(({columns}) => columns.some((kind) => TERRITORIES.has(kind)));
}

function namesTerritories({tables}: SheetReading): boolean {
  return tables.some(({rows, columns}) => [...rows, ...columns].some((kind) => TERRITORIES.has(kind)));
}

function hasCountries({rows, columns}: TableDescription): boolean {
  return [...rows, ...columns].some((kind) => kind === "country");
}

/** Parts of a country, by its lists. */
function namesParts({tables}: SheetReading): boolean {
  return tables.some(({rows, columns}) =>
    [...rows, ...columns].some((kind) => TERRITORIES.has(kind) && kind !== "country"),
  );
}

const TERRITORIES: ReadonlySet<string> = new Set(["territory", "code of territory", "country", "own territory"]);
