// Places that a proposal leaves out until a person says what they are, as exceptions of a descriptor.
import type {CellException} from "../described/descriptor.ts";

export interface Doubt {
  /** null: the whole sheet. */
  readonly ranges: readonly string[] | null;
  readonly because: string;
}

const LAST_COLUMN = "XFD";

/** Rows that follow each other are one range. */
export function rowRanges(rows: readonly number[]): string[] {
  const ranges: {from: number; to: number}[] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to === row - 1) last.to = row;
    else ranges.push({from: row, to: row});
  }
  return ranges.map(({from, to}) => `A${from}:${LAST_COLUMN}${to}`);
}

/** The same places on several sheets are one exception. @param isSole the workbook has one sheet, which needs no name */
export function exceptionsFor(
  members: readonly {readonly sheet: string; readonly doubts?: readonly Doubt[]}[],
  isSole: boolean,
): CellException[] {
  const found = new Map<string, {doubt: Doubt; sheets: string[]}>();
  for (const {sheet, doubts = []} of members)
    for (const doubt of doubts) {
      const key = JSON.stringify(doubt);
      const known = found.get(key);
      if (known === undefined) found.set(key, {doubt, sheets: [sheet]});
      else known.sheets.push(sheet);
    }
  return [...found.values()].map(({doubt: {ranges, because}, sheets}) => ({
    ...(!isSole && {sheet: `^(?:${[...new Set(sheets)].map(quoted).join("|")})$`}),
    ...(ranges !== null && {cells: ranges.join(", ")}),
    ignore: true,
    because: `question: ${because}`,
  }));
}

export function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
