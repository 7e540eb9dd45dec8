// An export as CSV: semicolons, UTF-8, RFC 4180; days as YYYY-MM-DD, values as in every other answer, an absent code an empty cell.
//
// Rows are gathered in one piece of memory that is written when it is full, so an export of any size needs no more memory.
import {FIRST_DAY} from "../statistics/time/day.ts";
import {DECIMAL_ROOM, writeDecimal} from "./body-bytes.ts";
import {MONTH_DAY, prepareDay, YEAR_MONTH} from "./day-word.ts";
import {ESTIMATE_COLUMNS, type EstimateWriter, isLatest, SERIES_COLUMNS, type TakeBytes} from "./estimate-rows.ts";
import {csvCell} from "./table-csv.ts";

export const ESTIMATE_CSV_HEADER = `${ESTIMATE_COLUMNS.join(";")}\n`;

const PIECE_BYTES = 1 << 20;
const DAY_BYTES = 10;
const SEMICOLON = 0x3b;
const LATEST = Buffer.from(";true\n");
const SUPERSEDED = Buffer.from(";false\n");
const OWN_BYTES = DAY_BYTES + 1 + DECIMAL_ROOM + 1 + DAY_BYTES + SUPERSEDED.length;

/** A writer of one file. */
export function createEstimateCsvWriter(take: TakeBytes): EstimateWriter {
  let piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let view = viewOf(piece);
  let at = piece.write(ESTIMATE_CSV_HEADER);

  function handOn(room: number): void {
    if (at > 0) take(piece.subarray(0, at));
    at = 0;
    if (room <= piece.length) return;
    piece = Buffer.allocUnsafeSlow(room);
    view = viewOf(piece);
  }

  return {
    series(series, rows) {
      const {count, period, value, day} = rows;
      const start = Buffer.from(SERIES_COLUMNS.map((name) => `${csvCell(series[name] ?? "")};`).join(""));
      const room = start.length + OWN_BYTES;
      for (let row = 0; row < count; row++) {
        if (at + room > piece.length) handOn(room);
        piece.set(start, at);
        at = writeDay(view, at + start.length, period[row]!);
        view.setUint8(at, SEMICOLON);
        at = writeDecimal(view, at + 1, value[row]!, -1);
        view.setUint8(at, SEMICOLON);
        at = writeDay(view, at + 1, day[row]!);
        const end = isLatest(rows, row) ? LATEST : SUPERSEDED;
        piece.set(end, at);
        at += end.length;
      }
    },
    end: () => handOn(0),
  };
}

function writeDay(view: DataView, at: number, day: number): number {
  const dayOfMonth = MONTH_DAY[day - FIRST_DAY] || prepareDay(day);
  view.setFloat64(at, YEAR_MONTH[day - FIRST_DAY]!, true);
  view.setInt16(at + 8, dayOfMonth, true);
  return at + DAY_BYTES;
}

function viewOf(piece: Buffer): DataView {
  return new DataView(piece.buffer, piece.byteOffset, piece.length);
}
