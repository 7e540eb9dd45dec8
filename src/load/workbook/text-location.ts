// Places in a text: the line of a row, the number of a cell, and in JSON the character of a value.
//
// The line that names the separator is no row, so a row and its line may have different numbers.

/** Line and character, both from 1, with the path of the element; in a table of lines the number of the cell, and no element. */
export interface TextLocation {
  readonly line: number;
  readonly column: number;
  readonly element: string | null;
}

/** A row of a long table of text. */
export interface TextRecord {
  readonly line: number;
  readonly cells: readonly string[];
  /** See TextRow. */
  readonly above: number | null;
}

interface TextSheet {
  readonly linesBefore: number;
  locate?(row: number, column: number): TextLocation;
}

export function textLocation(sheet: TextSheet, row: number, column: number): TextLocation {
  return sheet.locate?.(row, column) ?? {line: row + sheet.linesBefore, column, element: null};
}
