// The CSV body of a slice as one gzip member: what slice-csv.ts writes, packed without being written.
import type {Observations} from "../statistics/history/observations.ts";
import {csvCell} from "./csv-cell.ts";
import type {SeriesCells, SliceCsvForm, SliceCsvWriter} from "./slice-csv.ts";
import {createSlicePacker, type PackOpen} from "./slice-packer.ts";

/** A writer whose bodies are packed, for one answer after another. */
export function createGzipCsvWriter(packOpen: PackOpen): SliceCsvWriter {
  const packer = createSlicePacker(packOpen);
  /** The cells behind as_of of the row written last. */
  let rowEnd = "";

  function begin({columns, decimal, bom}: SliceCsvForm): void {
    const form = {beforeValue: ";", afterValue: ";", comma: decimal === "comma"};
    packer.begin(form, `${bom ? "\uFEFF" : ""}${columns.map(csvCell).join(";")}\n`);
    rowEnd = "";
  }

  function observations({before, after}: SeriesCells, columns: Observations): void {
    if (columns.count === 0) return;
    const rowStart = before.map((cell) => `${csvCell(cell)};`).join("");
    const endBefore = rowEnd;
    rowEnd = `${after.map((cell) => `;${csvCell(cell)}`).join("")}\n`;
    packer.rows(endBefore + rowStart, rowEnd + rowStart, columns);
  }

  function pause(): null {
    packer.pause();
    return null;
  }

  return {begin, observations, pause, end: () => packer.end(rowEnd)};
}
