// The body of a slice, JSON or CSV, written straight from the packed histories into one buffer.
//
// The writers and the columns are used again from answer to answer: a body is written in one synchronous stretch, never two at once.
// Where a client likes gzip best, a packed body is written at once: that takes hardly longer than the plain one alone.
import {constants, deflateRawSync} from "node:zlib";
import {createSliceCsvWriter, type PiecewiseCsvWriter} from "../formats/slice-csv.ts";
import {createGzipCsvWriter} from "../formats/slice-csv-gzip.ts";
import {createSliceJsonWriter, type PiecewiseJsonWriter} from "../formats/slice-json.ts";
import {createGzipJsonWriter} from "../formats/slice-json-gzip.ts";
import {type Catalogue, keyAt} from "../statistics/catalogue.ts";
import {createObservations} from "../statistics/history/observations.ts";
import {readWindow} from "../statistics/history/window.ts";
import {ApiError} from "./errors.ts";
import {csvColumns, type DescriptionContext, describeCells} from "./series-description.ts";
import {describePage} from "./series-page.ts";
import {narrowingHint, type PageSeries} from "./slice-page.ts";

/** No JSON answer is larger: 60,000 values of 17 digits each would be (SPEC "about 6 MB"). */
export const MAX_JSON_BYTES = 6_500_000;

/** Packing at once makes use of rows that repeat the row before; where series have few rows, a packer that searches saves more. */
const LEAST_ROWS_A_SERIES = 8;
/** Fewer rows may make a body that is not worth packing (compression.ts). */
const LEAST_ROWS = 16;

/** Rows of a piece: about 0.8 MB of JSON, which takes as long to write as to pack. */
const PIECE_ROWS = 8000;

/** Writers of bodies that are made in pieces; one that was left in the middle of a body is not used again. */
const freeJsonWriters: PiecewiseJsonWriter[] = [];
const freeCsvWriters: PiecewiseCsvWriter[] = [];

const observations = createObservations();
const jsonWriter = createSliceJsonWriter();
const csvWriter = createSliceCsvWriter();
const gzipJsonWriter = createGzipJsonWriter(packOpen);
const gzipCsvWriter = createGzipCsvWriter(packOpen);

/** Whether a page of so many values is rather packed with gzip at once than later. */
export function packsAtOnce(page: readonly PageSeries[], values: number): boolean {
  return values >= LEAST_ROWS && values >= page.length * LEAST_ROWS_A_SERIES;
}

/** `tail` holds the members after `observations`; `packed`: as gzip. Throws DamagedHistory, and SLICE_TOO_BIG when the text grows too long. */
export function writeJsonSlice(
  catalogue: Catalogue,
  page: readonly PageSeries[],
  context: DescriptionContext,
  tail: object,
  packed: boolean,
): Buffer {
  const writer = packed ? gzipJsonWriter : jsonWriter;
  writer.begin(
    describePage(
      catalogue,
      page.map(({position}) => position),
      context,
    ),
    countRows(page),
  );
  for (const series of page) {
    readWindow(series.history, series.window, series.periods, observations);
    writer.observations(keyAt(catalogue, series.position), observations);
  }
  const body = writer.end(tail);
  // A gzip member ends with the length of what it holds (RFC 1952).
  const bytes = packed ? body.readUInt32LE(body.length - 4) : body.length;
  if (bytes > MAX_JSON_BYTES) throw tooLong(page, bytes);
  return body;
}

/** As writeJsonSlice, piece by piece. Others may be answered between two pieces: each such body has a writer of its own. */
export function* jsonPieces(
  catalogue: Catalogue,
  page: readonly PageSeries[],
  context: DescriptionContext,
  tail: object,
): Iterable<Buffer> {
  const writer = freeJsonWriters.pop() ?? createSliceJsonWriter();
  const positions = page.map(({position}) => position);
  writer.begin(describePage(catalogue, positions, context), PIECE_ROWS);
  let [rows, bytes] = [0, 0];
  for (const series of page) {
    readWindow(series.history, series.window, series.periods, observations);
    writer.observations(keyAt(catalogue, series.position), observations);
    rows += series.count;
    if (rows < PIECE_ROWS) continue;
    const piece = writer.piece();
    rows = 0;
    bytes += piece.length;
    yield piece;
  }
  const last = writer.end(tail);
  freeJsonWriters.push(writer);
  bytes += last.length;
  if (bytes > MAX_JSON_BYTES) throw tooLong(page, bytes);
  yield last;
}

/** As writeCsvSlice, piece by piece. */
export function* csvPieces(catalogue: Catalogue, page: readonly PageSeries[], form: CsvForm): Iterable<Buffer> {
  const {labels, decimal, bom} = form;
  const writer = freeCsvWriters.pop() ?? createSliceCsvWriter();
  writer.begin({columns: csvColumns(catalogue, labels), decimal, bom}, PIECE_ROWS);
  let rows = 0;
  for (const series of page) {
    readWindow(series.history, series.window, series.periods, observations);
    writer.observations(describeCells(catalogue, series.position, labels), observations);
    rows += series.count;
    if (rows < PIECE_ROWS) continue;
    rows = 0;
    yield writer.piece();
  }
  const last = writer.end();
  freeCsvWriters.push(writer);
  yield last;
}

/** `packed`: as gzip. Throws DamagedHistory. A CSV has no ceiling of bytes: each of its rows repeats the description of its series. */
export function writeCsvSlice(
  catalogue: Catalogue,
  page: readonly PageSeries[],
  form: CsvForm,
  packed: boolean,
): Buffer {
  const {labels, decimal, bom} = form;
  const writer = packed ? gzipCsvWriter : csvWriter;
  writer.begin({columns: csvColumns(catalogue, labels), decimal, bom}, countRows(page));
  for (const series of page) {
    readWindow(series.history, series.window, series.periods, observations);
    writer.observations(describeCells(catalogue, series.position, labels), observations);
  }
  return writer.end();
}

function countRows(page: readonly PageSeries[]): number {
  let rows = 0;
  for (const {count} of page) rows += count;
  return rows;
}

export interface CsvForm {
  readonly labels: boolean;
  readonly decimal: "point" | "comma";
  readonly bom: boolean;
}

/** What stands before the rows: little text, so that it may be packed here and now. */
function packOpen(text: Buffer): Buffer {
  return deflateRawSync(text, {level: 1, finishFlush: constants.Z_SYNC_FLUSH});
}

/** Names a limit that surely fits: by the values of the largest series and by shares of the page, less a tenth for uneven ones. */
function tooLong(page: readonly PageSeries[], bytes: number): ApiError {
  const values = page.reduce((sum, {count}) => sum + count, 0);
  const largest = page.reduce((most, {count}) => Math.max(most, count), 1);
  const share = (0.9 * MAX_JSON_BYTES) / bytes;
  return new ApiError(
    "SLICE_TOO_BIG",
    `the ${values} values of the page take ${bytes} bytes; one answer has at most ${MAX_JSON_BYTES}`,
    {hint: narrowingHint(Math.floor(Math.min(page.length, values / largest) * share))},
  );
}
