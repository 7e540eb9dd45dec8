// An export as CSV: semicolons, UTF-8, RFC 4180; days as YYYY-MM-DD, values as in every other answer, an absent code an empty cell.
//
// Rows are gathered in one chunk of memory that is written when it is full, so an export of any size needs no more memory.
import {dayText, NO_DAY} from "../statistics/time/day.ts";
import {CsvChunks} from "./csv-chunks.ts";
import {writeDay} from "./day-word.ts";
import {DECIMAL_ROOM, writeDecimal} from "./decimals.ts";
import {
  type ByteReceiver,
  type EstimateLayout,
  type EstimateWriter,
  exportColumns,
  isLatest,
  SERIES_TEXTS,
} from "./estimate-rows.ts";
import {csvCell} from "./table-csv.ts";

export function estimateCsvHeader(layout: EstimateLayout): string {
  return `${exportColumns(layout).join(";")}\n`;
}

const DAY_BYTES = 10;
const SEMICOLON = 0x3b;
const LINE_END = 0x0a;
const LATEST = Buffer.from(";true\n");
const SUPERSEDED = Buffer.from(";false\n");
const OWN_BYTES = DAY_BYTES + 1 + DECIMAL_ROOM + 3 * (1 + DAY_BYTES) + SUPERSEDED.length;

/** A writer of one file. */
export function createEstimateCsvWriter(take: ByteReceiver, layout: EstimateLayout = "plain"): EstimateWriter {
  const chunks = new CsvChunks(take);
  chunks.at = chunks.chunk.write(estimateCsvHeader(layout));

  return {
    series(series, rows) {
      const {count, period, value, day} = rows;
      const start = Buffer.from(SERIES_TEXTS[layout].map((name) => `${csvCell(series[name] ?? "", name)};`).join(""));
      const rowEnd = layout === "plain" ? null : Buffer.from(`;${dayText(series.last_period)};${series.status};`);
      const room = start.length + OWN_BYTES + (rowEnd?.length ?? 0);
      for (let row = 0; row < count; row++) {
        chunks.makeRoom(room);
        const {chunk, view} = chunks;
        let {at} = chunks;
        chunk.set(start, at);
        at = writeDay(view, at + start.length, period[row]!);
        view.setUint8(at, SEMICOLON);
        at = writeDecimal(view, at + 1, value[row]!, -1);
        view.setUint8(at, SEMICOLON);
        at = writeDay(view, at + 1, day[row]!);
        const latest = isLatest(rows, row);
        if (rowEnd !== null) {
          view.setUint8(at++, SEMICOLON);
          if (!latest) at = writeDay(view, at, day[row + 1]!);
        }
        const end = rowEnd ?? (latest ? LATEST : SUPERSEDED);
        chunk.set(end, at);
        at += end.length;
        if (rowEnd !== null) {
          const withdrawn = rows.withdrawn?.[row] ?? NO_DAY;
          if (withdrawn !== NO_DAY) at = writeDay(view, at, withdrawn);
          view.setUint8(at++, LINE_END);
        }
        chunks.at = at;
      }
    },
    end: () => chunks.handOn(),
  };
}
