// A file of a dataset as Parquet, for readers that fetch only a part of it by ranges [files.*].
//
// Rows come sorted by indicator, so one indicator is a few neighbouring row groups. A group ends where an indicator does once it is large
// enough: a reader of one indicator then fetches little of its neighbours. Bounds of groups and pages are whole codes, because a cut bound
// of codes with a long common start excludes nothing. Memory does not grow with the number of rows, but by the few bytes that the footer has of
// each group.
import {constants, zstdCompressSync} from "node:zlib";
import {ParquetWriter, type SchemaElement} from "hyparquet-writer";
import {writeColumn} from "hyparquet-writer/src/column.js";
import {encodeNestedValues} from "hyparquet-writer/src/dremel.js";
import {schemaPathResolver} from "hyparquet-writer/src/schema.js";
import type {ColumnEncoder} from "hyparquet-writer/src/types.js";
import {NO_DAY} from "../../statistics/time/day.ts";
import {writerInto} from "../estimate-parquet.ts";
import {type ByteReceiver, type EstimateRows, isLatest} from "../estimate-rows.ts";
import {
  type DatasetFileWriter,
  type FileEstimates,
  type FileSeries,
  fileColumns,
  SERIES_MEMBERS,
  TEXT_COLUMNS,
} from "./columns.ts";
import {type TextRuns, writeRunColumn} from "./run-column.ts";

/** Rows of a group at most, and those from which the end of an indicator ends it. */
const MOST_ROWS = 100_000;
const ENOUGH_ROWS = 40_000;
/** Before it is packed: some 16,000 rows of a dictionary column. */
const PAGE_BYTES = 1 << 16;
/** A longer code is cut in bounds. */
const BOUND_BYTES = 256;
const LEVEL = 3;
/** Columns with bounds for each group and page: those by which rows are chosen. */
const BOUNDED: ReadonlySet<string> = new Set([
  ...["provider_code", "dataset_code", "indicator", "class", "measure", "transformation", "unit", "freq"],
  ...["geo", "geo_level", "period", "as_of", "published_at"],
]);

const TEXT = {type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: {type: "STRING"}} as const;
const DATE = {type: "INT32", converted_type: "DATE", logical_type: {type: "DATE"}} as const;
const TYPES = {text: TEXT, date: DATE, number: {type: "DOUBLE"}} as const;

/** Columns with a value of their own in each row. */
type Cells = Int32Array | Float64Array | (number | null)[];

/** A writer of one file, which gives its bytes after each group. Only tests give other sizes of groups. */
export function createDatasetParquet(
  take: ByteReceiver,
  content: FileEstimates,
  {most = MOST_ROWS, enough = ENOUGH_ROWS} = {},
): DatasetFileWriter {
  const schema = schemaOf(content);
  const parquet = new ParquetWriter({
    writer: writerInto(take),
    schema,
    statisticsTruncateLength: BOUND_BYTES,
    createdBy: "ryad",
  });
  const own = fileColumns(content).slice(TEXT_COLUMNS.length);
  const cells = new Map<string, Cells>(own.map(({name, type, nullable}) => [name, cellsOf(type, nullable, most)]));
  const period = cells.get("period") as Int32Array;
  const value = cells.get("value") as Float64Array;
  const published = cells.get(content === "latest" ? "as_of" : "published_at") as Int32Array;
  const superseded = cells.get("superseded_at") as (number | null)[] | undefined;
  const withdrawn = cells.get("withdrawn_at") as (number | null)[];
  /** The series of the group, with the rows of each. */
  let runs: {series: FileSeries; count: number}[] = [];
  let filled = 0;

  function writeGroup(): void {
    if (filled === 0) return;
    const counts = runs.map(({count}) => count);
    writeRowGroup(parquet, schema, filled, (name) => {
      const column = cells.get(name);
      if (column !== undefined) return Array.isArray(column) ? column.slice(0, filled) : column.subarray(0, filled);
      const member = SERIES_MEMBERS[name] ?? (name as keyof FileSeries);
      return {values: runs.map(({series}) => series[member]), counts};
    });
    runs = [];
    filled = 0;
  }

  function add(series: FileSeries, rows: EstimateRows, from: number, count: number): void {
    runs.push({series, count});
    period.set(rows.period.subarray(from, from + count), filled);
    value.set(rows.value.subarray(from, from + count), filled);
    published.set(rows.day.subarray(from, from + count), filled);
    for (let row = from; row < from + count; row++, filled++) {
      const gone = rows.withdrawn?.[row] ?? NO_DAY;
      withdrawn[filled] = gone === NO_DAY ? null : gone;
      if (superseded !== undefined) superseded[filled] = isLatest(rows, row) ? null : rows.day[row + 1]!;
    }
  }

  return {
    series(series, rows) {
      if (filled >= enough && runs.at(-1)!.series.indicator !== series.indicator) writeGroup();
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

/** @param dataOf the data of each column: runs of texts, or a cell for each row */
function writeRowGroup(
  parquet: ParquetWriter,
  schema: SchemaElement[],
  rows: number,
  dataOf: (name: string) => TextRuns | Cells,
): void {
  const {writer} = parquet;
  const pathOf = schemaPathResolver(schema);
  const start = writer.offset;
  const columns = schema.slice(1).map((element) => {
    const isBounded = BOUNDED.has(element.name);
    // Days are numbers already: the library would copy a column of dates twice to find that out.
    const {converted_type: converted, ...plain} = element;
    const encoder: ColumnEncoder = {
      ...{columnName: element.name, schemaPath: [schema[0]!, element]},
      element: converted === "DATE" ? plain : element,
      ...{codec: "ZSTD", compressors: {ZSTD: pack}, pageSize: PAGE_BYTES, statisticsTruncateLength: BOUND_BYTES},
      ...{stats: isBounded, columnIndex: isBounded, offsetIndex: true},
    };
    const data = dataOf(element.name);
    return "counts" in data
      ? writeRunColumn(writer, encoder, data)
      : writeColumn({writer, column: encoder, pageData: encodeNestedValues(pathOf([element.name]), data)});
  });
  parquet.pendingIndexes.push(...columns);
  parquet.num_rows += BigInt(rows);
  parquet.row_groups.push({
    columns: columns.map(({chunk}) => chunk),
    total_byte_size: columns.reduce((sum, {chunk}) => sum + chunk.meta_data!.total_uncompressed_size, 0n),
    num_rows: BigInt(rows),
    total_compressed_size: BigInt(writer.offset - start),
  });
  writer.flush?.();
}

function pack(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, {params: {[constants.ZSTD_c_compressionLevel]: LEVEL}});
}

function schemaOf(content: FileEstimates): SchemaElement[] {
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
  if (nullable) return new Array<number | null>(rows).fill(null);
  return type === "date" ? new Int32Array(rows) : new Float64Array(rows);
}
