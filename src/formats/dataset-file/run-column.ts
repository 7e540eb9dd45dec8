// A text column of a row group of Parquet whose values come in runs: all rows of a series have the same codes.
//
// The library looks at every row of a column several times. Here a run is looked at once, so the twelve columns of codes take less time than one
// of values. What is written is a dictionary page and data pages of RLE runs, with the headers and the footer of the library.
import {ByteWriter} from "hyparquet-writer";
import {writePageHeader} from "hyparquet-writer/src/datapage.js";
import {writeDictionaryPage} from "hyparquet-writer/src/dictionary.js";
import type {ColumnEncoder, PageColumnIndex, PageIndexes, Writer} from "hyparquet-writer/src/types.js";
import {unconvertMinMax} from "hyparquet-writer/src/unconvert.js";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";

export interface TextRuns {
  /** null is allowed in a nullable column only. */
  readonly values: readonly (string | null)[];
  /** Rows of each, above 0. */
  readonly counts: readonly number[];
}

/** Rows from which a page ends, at the end of a run. */
const PAGE_ROWS = 30_000;

/** Writes the column chunk. @param column with `columnIndex` true bounds of the group and of each page are written */
export function writeRunColumn(writer: Writer, column: ColumnEncoder, {values, counts}: TextRuns): PageIndexes {
  const start = writer.offset;
  const numbers = new Map<string, number>();
  const codes = values.map((value) => {
    if (value === null) return NULL;
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  });
  const texts = [...numbers.keys()];
  const hasDictionary = texts.length > 0;
  const dictionaryAt = BigInt(writer.offset);
  let size = hasDictionary
    ? writeDictionaryPage(
        writer,
        column,
        texts.map((text) => Buffer.from(text)),
      )
    : 0;
  const dataAt = BigInt(writer.offset);
  const pages = cutPages(counts);
  const locations: {offset: bigint; compressed_page_size: number; first_row_index: bigint}[] = [];
  const width = Math.ceil(Math.log2(Math.max(texts.length, 1)));
  let [row, nulls] = [0, 0];
  for (const page of pages) {
    const offset = writer.offset;
    const written = writePage(writer, column, {codes, counts, ...page, width, hasDictionary});
    size += written.size;
    nulls += written.nulls;
    locations.push({
      offset: BigInt(offset),
      compressed_page_size: writer.offset - offset,
      first_row_index: BigInt(row),
    });
    row += page.rows;
  }
  const bounds = column.columnIndex ? boundsOf(texts) : null;
  const encoding = hasDictionary ? "RLE_DICTIONARY" : "PLAIN";
  return {
    chunk: {
      meta_data: {
        type: "BYTE_ARRAY",
        encodings: hasDictionary ? ["PLAIN", "RLE_DICTIONARY"] : ["PLAIN"],
        path_in_schema: [column.columnName],
        codec: column.codec,
        num_values: BigInt(row),
        total_compressed_size: BigInt(writer.offset - start),
        total_uncompressed_size: BigInt(size),
        data_page_offset: dataAt,
        ...(hasDictionary && {dictionary_page_offset: dictionaryAt}),
        ...(bounds !== null && {
          statistics: {...bounds, null_count: BigInt(nulls)},
          encoding_stats: [
            ...(hasDictionary ? [{page_type: "DICTIONARY_PAGE", encoding: "PLAIN", count: 1} as const] : []),
            {page_type: "DATA_PAGE_V2", encoding, count: pages.length},
          ],
        }),
      },
      file_offset: BigInt(start),
    },
    ...(column.columnIndex && pages.length > 1 && {columnIndex: indexOf(column, texts, codes, counts, pages)}),
    ...(pages.length > 1 && {offsetIndex: {page_locations: locations}}),
  };
}

const NULL = -1;

interface RunPage {
  /** Runs, the last one excluded, and their rows. */
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

function cutPages(counts: readonly number[]): RunPage[] {
  const pages: RunPage[] = [];
  let [from, rows] = [0, 0];
  for (const [run, count] of counts.entries()) {
    rows += count;
    if (rows < PAGE_ROWS && run + 1 < counts.length) continue;
    pages.push({from, to: run + 1, rows});
    [from, rows] = [run + 1, 0];
  }
  return pages;
}

interface PageRuns extends RunPage {
  readonly codes: readonly number[];
  readonly counts: readonly number[];
  readonly width: number;
  readonly hasDictionary: boolean;
}

function writePage(
  writer: Writer,
  {element, codec, compressors}: ColumnEncoder,
  {codes, counts, from, to, rows, width, hasDictionary}: PageRuns,
): {readonly size: number; readonly nulls: number} {
  const [levels, body] = [new ByteWriter(), new ByteWriter()];
  let nulls = 0;
  if (element.repetition_type === "OPTIONAL") {
    const level = createRuns(levels, 1);
    for (let run = from; run < to; run++) {
      if (codes[run] === NULL) nulls += counts[run]!;
      level.add(codes[run] === NULL ? 0 : 1, counts[run]!);
    }
    level.end();
  }
  if (hasDictionary) {
    body.appendUint8(width);
    const code = createRuns(body, width);
    for (let run = from; run < to; run++) if (codes[run] !== NULL) code.add(codes[run]!, counts[run]!);
    code.end();
  }
  const plain = body.getBytes();
  const packed = compressors[codec]!(plain);
  const headerAt = writer.offset;
  writePageHeader(writer, {
    type: "DATA_PAGE_V2",
    uncompressed_page_size: levels.offset + plain.length,
    compressed_page_size: levels.offset + packed.length,
    data_page_header_v2: {
      num_values: rows,
      num_nulls: nulls,
      num_rows: rows,
      encoding: hasDictionary ? "RLE_DICTIONARY" : "PLAIN",
      definition_levels_byte_length: levels.offset,
      repetition_levels_byte_length: 0,
      is_compressed: true,
    },
  });
  const header = writer.offset - headerAt;
  writer.appendBytes(levels.getBytes());
  writer.appendBytes(packed);
  return {size: header + levels.offset + plain.length, nulls};
}

/** RLE runs of numbers of so many bits; neighbours with the same number become one run. */
function createRuns(writer: Writer, width: number) {
  let [last, length] = [0, 0];
  const end = (): void => {
    if (length === 0) return;
    writer.appendVarInt(length << 1);
    for (let bits = 0; bits < width; bits += 8) writer.appendUint8((last >> bits) & 0xff);
    length = 0;
  };
  return {
    add(number: number, count: number): void {
      if (number !== last) end();
      last = number;
      length += count;
    },
    end,
  };
}

/** By code points, which is the order of the bytes. */
function boundsOf(texts: readonly string[]): {min_value?: string; max_value?: string} {
  let [min, max] = [texts[0], texts[0]];
  for (const text of texts) {
    if (compareCodes(text, min!) < 0) min = text;
    if (compareCodes(text, max!) > 0) max = text;
  }
  return min === undefined || max === undefined ? {} : {min_value: min, max_value: max};
}

function indexOf(
  {element, statisticsTruncateLength}: ColumnEncoder,
  texts: readonly string[],
  codes: readonly number[],
  counts: readonly number[],
  pages: readonly RunPage[],
): PageColumnIndex {
  const index: PageColumnIndex = {
    ...{null_pages: [], min_values: [], max_values: [], null_counts: [], boundary_order: "UNORDERED"},
  };
  let [isAscending, lastMin, lastMax] = [true, null as string | null, null as string | null];
  for (const {from, to} of pages) {
    const used = new Set(codes.slice(from, to));
    const hasNull = used.delete(NULL);
    const {min_value: min, max_value: max} = boundsOf(Array.from(used, (code) => texts[code]!));
    let nulls = 0;
    for (let run = from; hasNull && run < to; run++) if (codes[run] === NULL) nulls += counts[run]!;
    index.null_pages.push(min === undefined);
    index.min_values.push(unconvertMinMax(min, element, false, statisticsTruncateLength) ?? new Uint8Array());
    index.max_values.push(unconvertMinMax(max, element, true, statisticsTruncateLength) ?? new Uint8Array());
    index.null_counts!.push(BigInt(nulls));
    if (min === undefined || max === undefined) continue;
    isAscending &&=
      (lastMin === null || compareCodes(lastMin, min) <= 0) && (lastMax === null || compareCodes(lastMax, max) <= 0);
    [lastMin, lastMax] = [min, max];
  }
  return isAscending ? {...index, boundary_order: "ASCENDING"} : index;
}
