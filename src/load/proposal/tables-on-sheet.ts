// The parts of a sheet that are tables of their own, because rows such as "Table 2" are between them.
import type {Country} from "../../country/country.ts";
import type {TableDescription} from "../described/descriptor.ts";
import type {Sheet} from "../workbook/sheet.ts";

export interface SheetPart {
  readonly sheet: Sheet;
  readonly between: TableDescription["between"] | null;
}

/** The whole sheet, unless two rows or more begin a table. */
export function tablesOn(sheet: Sheet, {tables}: Country): SheetPart[] {
  const starts: {row: number; text: string}[] = [];
  for (let row = 1; row <= sheet.rowCount; row++)
    for (let column = 1; column <= Math.min(sheet.columnCount, 30); column++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      const text = cell.kind === "text" ? (tables.layout.table.exec(cell.plain.trim())?.[0] ?? null) : null;
      if (text !== null && !starts.some((one) => one.text === text)) starts.push({row, text});
      break;
    }
  if (starts.length < 2) return [{sheet, between: null}];
  return starts.map(({row, text}, at) => {
    const next = starts[at + 1];
    const end = next === undefined ? sheet.rowCount : next.row - 1;
    return {
      between: next === undefined ? [`^\\s*${text}(?!\\d)`] : [`^\\s*${text}(?!\\d)`, `^\\s*${next.text}(?!\\d)`],
      sheet: {
        ...sheet,
        rowCount: end,
        cell: (place, column) => (place > row && place <= end ? sheet.cell(place, column) : null),
        mergedAt: (place, column) => (place > row && place <= end ? sheet.mergedAt(place, column) : null),
      },
    };
  });
}
