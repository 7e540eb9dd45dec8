// A file of a dataset as Parquet, for readers that fetch only a part of it by ranges (CONTRACT 6.6).
//
// Rows come sorted by indicator, so one indicator is a few neighbouring row groups. A group ends where an indicator does once it is large
// enough: a reader of one indicator then fetches little of its neighbours. Bounds of groups and pages are whole codes, because a cut bound
// of codes with a long common start excludes nothing. Memory does not grow with the number of rows, but by the few bytes that the footer has of
// each group.
import {constants, zstdCompressSync} from "node:zlib";
import {ByteWriter, ParquetWriter, type SchemaElement} from "hyparquet-writer";
import {NO_DAY} from "../../statistics/time/day.ts";
import {type ByteReceiver, type EstimateRows, isLatest} from "../estimate-rows.ts";
import {
  type DatasetFileWriter,
  type FileContent,
  type FileSeries,
  fileColumns,
  SERIES_MEMBERS,
  TEXT_COLUMNS,
} from "./columns.ts";

/** Rows of a group at most, and those from which the end of an indicator ends it. */
const MOST_ROWS = 100_000;
const ENOUGH_ROWS = 40_000;
/** Before it is packed: some 16,000 rows of a dictionary column. */
const PAGE_BYTES = 1 << 16;
/** A longer code is cut in bounds. */
const BOUND_BYTES = 256;
const LEVEL = 3;
/** Columns with bounds for each group and page: those by which rows are chosen. For all they would take a third of the time. */
const BOUNDED: ReadonlySet<string> = new Set([
  ...["provider_code", "dataset_code", "indicator", "class", "measure", "transformation", "unit", "freq"],
  ...["geo", "geo_level", "period", "as_of", "published_at"],
]);

const TEXT = {type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: {type: "STRING"}} as const;
const DATE = {type: "INT32", converted_type: "DATE", logical_type: {type: "DATE"}} as const;
const TYPES = {text: TEXT, date: DATE, number: {type: "DOUBLE"}} as const;

type Cells = Int32Array | Float64Array | (string | number | null)[];

/** A writer of one file, which gives its bytes after each group. Only tests give other sizes of groups. */
export function createDatasetParquet(
  take: ByteReceiver,
  content: FileContent,
  {most = MOST_ROWS, enough = ENOUGH_ROWS} = {},
): DatasetFileWriter {
  const parquet = new ParquetWriter({
    writer: writerInto(take),
    schema: schemaOf(content),
    codec: "ZSTD",
    compressors: {ZSTD: (bytes) => zstdCompressSync(bytes, {params: {[constants.ZSTD_c_compressionLevel]: LEVEL}})},
    statisticsTruncateLength: BOUND_BYTES,
    createdBy: "ryad",
  });
  const columns = fileColumns(content).map(({name, type, nullable}) => ({name, cells: cellsOf(type, nullable, most)}));
  const texts = columns.slice(0, TEXT_COLUMNS.length) as {readonly name: string; readonly cells: (string | null)[]}[];
  const [period, value, published, ...daysOrNull] = columns.slice(TEXT_COLUMNS.length).map(({cells}) => cells) as [
    Int32Array,
    Float64Array,
    Int32Array,
    ...(number | null)[][],
  ];
  const superseded = content === "estimates" ? daysOrNull[0]! : null;
  const withdrawn = daysOrNull.at(-1)!;
  let filled = 0;
  let indicator: string | null = null;

  function writeGroup(): void {
    if (filled === 0) return;
    parquet.write({
      rowGroupSize: filled,
      pageSize: PAGE_BYTES,
      columnData: columns.map(({name, cells}) => {
        const isBounded = BOUNDED.has(name);
        const data = Array.isArray(cells) ? cells.slice(0, filled) : cells.subarray(0, filled);
        return {name, data, statistics: isBounded, columnIndex: isBounded};
      }),
    });
    filled = 0;
  }

  function add(series: FileSeries, rows: EstimateRows, from: number, count: number): void {
    const end = filled + count;
    for (const {name, cells} of texts)
      cells.fill(series[SERIES_MEMBERS[name] ?? (name as keyof FileSeries)], filled, end);
    period.set(rows.period.subarray(from, from + count), filled);
    value.set(rows.value.subarray(from, from + count), filled);
    published.set(rows.day.subarray(from, from + count), filled);
    for (let row = from; row < from + count; row++, filled++) {
      const gone = rows.withdrawn?.[row] ?? NO_DAY;
      withdrawn[filled] = gone === NO_DAY ? null : gone;
      if (superseded !== null) superseded[filled] = isLatest(rows, row) ? null : rows.day[row + 1]!;
    }
  }

  return {
    series(series, rows) {
      if (series.indicator !== indicator && filled >= enough) writeGroup();
      indicator = series.indicator;
      for (let from = 0; from < rows.count; ) {
        const count = Math.min(rows.count - from, most - filled);
        add(series, rows, from, count);
        from += count;
        if (filled === most) writeGroup();
      }
    },
    end() {
      writeGroup();
      parquet.finish();
    },
  };
}

function schemaOf(content: FileContent): SchemaElement[] {
  const columns = fileColumns(content);
  return [
    {name: content, num_children: columns.length},
    ...columns.map(
      ({name, type, nullable}): SchemaElement => ({
        name,
        ...TYPES[type],
        repetition_type: nullable ? "OPTIONAL" : "REQUIRED",
      }),
    ),
  ];
}

function cellsOf(type: keyof typeof TYPES, nullable: boolean, rows: number): Cells {
  if (type === "text" || nullable) return new Array<string | number | null>(rows).fill(null);
  return type === "date" ? new Int32Array(rows) : new Float64Array(rows);
}

/** Passes the bytes on after each row group and reuses the memory. */
function writerInto(take: ByteReceiver): ByteWriter {
  const writer = new ByteWriter();
  const handOn = (): void => {
    take(writer.getBytes());
    writer.index = 0;
  };
  return Object.assign(writer, {flush: handOn, finish: handOn});
}
