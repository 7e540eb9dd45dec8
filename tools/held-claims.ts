// Which rows of a document claim a form of a file or a client without a test: every table with a last column "held by" says for each row
// which test holds it, or that it was read from a description and not tried.
//
// A test is named by the end of its path, as all files in documents. A name that fits no file is a claim without a test.

/** The one way in which a document says that something was read and not tried. */
export const NOT_TRIED = /\((?:by (?:its|their) description, not tried|по описанию, не опробовано)\)/;

export interface ClaimTable {
  /** The first cells of the rows that nothing holds. */
  readonly unheld: readonly string[];
  readonly rowCount: number;
}

/** @param files paths of the project, with "/" */
export function readClaimTables(page: string, files: readonly string[]): readonly ClaimTable[] {
  return page
    .split(/\n(?!\|)/)
    .map((block) => block.split("\n").filter((line) => line.startsWith("|")))
    .filter(([header]) => header !== undefined && cellsOf(header).at(-1) === "held by")
    .map(([, , ...rows]) => {
      const claims = rows.map(cellsOf);
      const unheld = claims.filter((cells) => !isHeld(cells, files)).map(([first]) => first!);
      return {unheld, rowCount: rows.length};
    });
}

function isHeld(cells: readonly string[], files: readonly string[]): boolean {
  const tests = [...cells.at(-1)!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  if (tests.length === 0) return NOT_TRIED.test(cells.at(-1)!);
  return tests.every((name) => name.endsWith(".test.ts") && files.some((file) => `/${file}`.endsWith(`/${name}`)));
}

/** "\\|" is no border. */
function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}
