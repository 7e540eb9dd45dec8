// The year in a cell of the publication, with the footnotes that are glued to it: "20152),3)" is 2015 (FIX-rosstat-12).

/** null: the cell is no year. */
export function yearOf(cell: string): number | null {
  const year = /^((?:19|20)\d\d)(?:\d\)(?:, ?\d\))*)?$/.exec(cell)?.[1];
  return year === undefined ? null : Number(year);
}
