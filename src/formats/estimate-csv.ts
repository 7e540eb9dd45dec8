// An export as CSV: semicolons, UTF-8, RFC 4180; days as YYYY-MM-DD, values as in every other answer, an absent code an empty cell.
import {dayText} from "../statistics/time/day.ts";
import {CsvChunks, writeEstimateRows} from "./csv-chunks.ts";
import {
  type ByteReceiver,
  type EstimateLayout,
  type EstimateWriter,
  exportColumns,
  SERIES_TEXTS,
} from "./estimate-rows.ts";
import {csvCell} from "./table-csv.ts";

export function estimateCsvHeader(layout: EstimateLayout): string {
  return `${exportColumns(layout).join(";")}\n`;
}

/** A writer of one file. */
export function createEstimateCsvWriter(take: ByteReceiver, layout: EstimateLayout = "plain"): EstimateWriter {
  const chunks = new CsvChunks(take);
  chunks.at = chunks.chunk.write(estimateCsvHeader(layout));
  return {
    series(series, rows) {
      const start = Buffer.from(SERIES_TEXTS[layout].map((name) => `${csvCell(series[name] ?? "", name)};`).join(""));
      const end = Buffer.from(layout === "plain" ? "" : `;${dayText(series.last_period)};${series.status}`);
      writeEstimateRows(chunks, {start, end}, rows, layout === "plain" ? "is_latest" : "superseded, withdrawn");
    },
    end: () => chunks.handOn(),
  };
}
