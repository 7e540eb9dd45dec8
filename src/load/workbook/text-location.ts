// Places in a text: the line of a row, the number of a cell, and in JSON the character of a value.
//
// The line that names the separator is no row, so a row and its line may have different numbers.

/** Line and character, both from 1, with the path of the element; in a table of lines the number of the cell, and no element. */
export interface TextLocation {
  readonly line: number;
  readonly column: number;
  readonly element: string | null;
}

/** A row of a text with separators. */
export interface TextRecord {
  /** From 1. */
  readonly line: number;
  /** As in the file, without their quotes. */
  readonly cells: readonly string[];
  /** How many cells the last row above with more than one has, where this row has another number; null for a blank row. */
  readonly above: number | null;
}

interface TextSheet {
  readonly linesBefore: number;
  locate?(row: number, column: number): TextLocation;
}

/** "[12].price" as a person counts: "record 13, price". A file of one line has no other places. */
export function recordText(element: string): string {
  return element.replace(/^\[(\d+)\]\./, (_, at: string) => `record ${Number(at) + 1}, `);
}

/** The place of a problem: the record of a JSON, else line and column of the table. */
export function problemLocation({line, element}: TextLocation, column: number): {line: number | null; column: string} {
  return element === null ? {line, column: String(column)} : {line: null, column: recordText(element)};
}

export function textLocation(sheet: TextSheet, row: number, column: number): TextLocation {
  return sheet.locate?.(row, column) ?? {line: row + sheet.linesBefore, column, element: null};
}
