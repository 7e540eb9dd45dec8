// The cells of one table as the sink wants to know them: where a refused text stands, and the cell that a value comes from.
//
// There is one origin for all values of a table, moved from cell to cell: it explains the last one only, while the sink takes it.
import type {Explanation} from "../../service/evidence.ts";
import type {ObservationSink, Origin} from "../source.ts";
import {cellAddress, type Sheet} from "../workbook/sheet.ts";
import {problemLocation, type TextLocation} from "../workbook/text-location.ts";
import type {Problem} from "./facts.ts";

export interface TableCells {
  /** @param values that are lost with it */
  refuse(row: number, column: number, problem: Problem, values?: number): void;
  /** Values that were refused. */
  refused(): number;
  /** Makes `origin` the cell with this text. Returns its index in the sheet, or its row in a text. */
  moveTo(row: number, column: number, text: string, steps: readonly string[]): number;
  readonly origin: Origin;
}

interface TableOfFile {
  readonly file: string;
  readonly sheet: Pick<Sheet, "name" | "columnCount" | "locatedBy">;
  /** The place of a cell of a text. */
  readonly locate: (row: number, column: number) => TextLocation;
  readonly textAt: (row: number, column: number) => string;
}

/** Tells the sink which file and sheet begins. */
export function openTableCells({file, sheet, locate, textAt}: TableOfFile, sink: ObservationSink): TableCells {
  const width = sheet.columnCount;
  const isText = sheet.locatedBy === "lines";
  sink.startFile?.(file, isText ? undefined : {name: sheet.name, width});
  const present = {row: 0, column: 0, text: "", steps: [] as readonly string[]};
  let lost = 0;
  return {
    refuse(row, column, {reason, kind, text: given}, values = 1) {
      lost += values;
      const location = isText
        ? problemLocation(locate(row, column), column)
        : {sheet: sheet.name, cell: cellAddress(row, column), line: null, column: null};
      // A missing territory or unit is one cause for many values: their texts say nothing about it.
      const text = given || (kind === undefined ? textAt(row, column) : "");
      sink.refuse({file, ...location, reason, ...(kind && {kind}), values, text: text.slice(0, 80), row: null});
    },
    refused: () => lost,
    moveTo(row, column, text, steps) {
      present.row = row;
      present.column = column;
      present.text = text;
      present.steps = steps;
      return isText ? row : (row - 1) * width + column;
    },
    origin: {
      explain(): Explanation {
        const {row, column, text, steps} = present;
        const location = isText
          ? {sheet: null, cell: null, ...locate(row, column)}
          : {sheet: sheet.name, cell: cellAddress(row, column), line: null, column: null, element: null};
        return {locator: {file, ...location}, raw: text, steps};
      },
    },
  };
}
