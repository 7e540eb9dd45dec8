// A file of a dataset as CSV, as text that its caller packs: semicolons, UTF-8, RFC 4180; days as YYYY-MM-DD, null an empty cell.
//
// Values are written as in every other answer. Rows are gathered in one chunk of memory that is handed on when it is full.
import {NO_DAY} from "../../statistics/time/day.ts";
import {CsvChunks} from "../csv-chunks.ts";
import {writeDay} from "../day-word.ts";
import {DECIMAL_ROOM, writeDecimal} from "../decimals.ts";
import {type ByteReceiver, isLatest} from "../estimate-rows.ts";
import {csvCell, csvHead} from "../table-csv.ts";
import {
  type DatasetFileWriter,
  type FileEstimates,
  type FileSeries,
  fileColumns,
  SERIES_MEMBERS,
  TEXT_COLUMNS,
} from "./columns.ts";

const SEMICOLON = 0x3b;
const LINE_END = 0x0a;
const DAY_BYTES = 10;
const OWN_BYTES = DECIMAL_ROOM + 4 * (1 + DAY_BYTES) + 2;

/** A writer of one file. */
export function createDatasetCsv(take: ByteReceiver, content: FileEstimates): DatasetFileWriter {
  const chunks = new CsvChunks(take);
  chunks.at = chunks.chunk.write(`${csvHead(fileColumns(content).map(({name}) => name))}\n`);

  return {
    series(series, rows) {
      const {count, period, value, day, withdrawn} = rows;
      const start = startOf(series);
      const room = start.length + OWN_BYTES;
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
        if (content === "estimates") {
          view.setUint8(at++, SEMICOLON);
          if (!isLatest(rows, row)) at = writeDay(view, at, day[row + 1]!);
        }
        view.setUint8(at++, SEMICOLON);
        const gone = withdrawn?.[row] ?? NO_DAY;
        if (gone !== NO_DAY) at = writeDay(view, at, gone);
        view.setUint8(at++, LINE_END);
        chunks.at = at;
      }
    },
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
