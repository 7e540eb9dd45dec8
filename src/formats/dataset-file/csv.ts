// A file of a dataset as CSV, as text that its caller packs: semicolons, UTF-8, RFC 4180; days as YYYY-MM-DD, null an empty cell.
//
// Values are written as in every other answer. Rows are gathered in one chunk of memory that is handed on when it is full.
import {CsvChunks, writeEstimateRows} from "../csv-chunks.ts";
import type {ByteReceiver} from "../estimate-rows.ts";
import {csvCell, csvHead} from "../table-csv.ts";
import {
  type DatasetFileWriter,
  type FileEstimates,
  type FileSeries,
  fileColumns,
  SERIES_MEMBERS,
  TEXT_COLUMNS,
} from "./columns.ts";

const NO_CELLS = Buffer.alloc(0);

/** A writer of one file. */
export function createDatasetCsv(take: ByteReceiver, content: FileEstimates): DatasetFileWriter {
  const chunks = new CsvChunks(take);
  chunks.at = chunks.chunk.write(`${csvHead(fileColumns(content).map(({name}) => name))}\n`);
  const last = content === "estimates" ? "superseded, withdrawn" : "withdrawn";
  return {
    series: (series, rows) => writeEstimateRows(chunks, {start: startOf(series), end: NO_CELLS}, rows, last),
    end: () => chunks.handOn(),
  };
}

/** The cells of the series, which every row of it begins with. */
function startOf(series: FileSeries): Buffer {
  const cells = TEXT_COLUMNS.map(({name}) => {
    const text = series[SERIES_MEMBERS[name] ?? (name as keyof FileSeries)];
    return `${csvCell(text ?? "", name)};`;
  });
  return Buffer.from(cells.join(""));
}
