// An export as Parquet: typed columns, written in row groups, so that memory does not grow with the number of rows.
//
// Days are DATE, values DOUBLE bit for bit, texts UTF-8 (dictionary-coded if that is shorter), an absent code is null.
import {ByteWriter, ParquetWriter, type SchemaElement} from "hyparquet-writer";
import {
  ESTIMATE_COLUMNS,
  type EstimateSeries,
  type EstimateWriter,
  isLatest,
  SERIES_COLUMNS,
  type TakeBytes,
} from "./estimate-rows.ts";

export const ROWS_A_GROUP = 100_000;

type OwnColumn = Exclude<(typeof ESTIMATE_COLUMNS)[number], keyof EstimateSeries>;

/**
 * Columns with minimum and maximum, by which a reader can skip row groups: rows are sorted by them. For all columns they would take a fifth
 * of the time.
 */
const BOUNDED: ReadonlySet<string> = new Set(["provider_code", "dataset_code", "indicator", "classification"]);
const MAY_BE_NULL: ReadonlySet<string> = new Set(["classification", "measure", "transformation", "unit"]);
const DATE = {type: "INT32", converted_type: "DATE", logical_type: {type: "DATE"}} as const;
const OWN_TYPES: Readonly<Record<OwnColumn, Partial<SchemaElement>>> = {
  period: DATE,
  value: {type: "DOUBLE"},
  as_of: DATE,
  is_latest: {type: "BOOLEAN"},
};

const SCHEMA: SchemaElement[] = [
  {name: "estimate", num_children: ESTIMATE_COLUMNS.length},
  ...SERIES_COLUMNS.map(
    (name): SchemaElement => ({
      name,
      type: "BYTE_ARRAY",
      converted_type: "UTF8",
      logical_type: {type: "STRING"},
      repetition_type: MAY_BE_NULL.has(name) ? "OPTIONAL" : "REQUIRED",
    }),
  ),
  ...Object.entries(OWN_TYPES).map(([name, type]): SchemaElement => ({name, ...type, repetition_type: "REQUIRED"})),
];

/** A writer of one file. Only tests give `rowsAGroup`. */
export function createEstimateParquetWriter(take: TakeBytes, rowsAGroup = ROWS_A_GROUP): EstimateWriter {
  const parquet = new ParquetWriter({writer: writerInto(take), schema: SCHEMA, createdBy: "ryad"});
  const texts = SERIES_COLUMNS.map((name) => ({
    name,
    statistics: BOUNDED.has(name),
    cells: new Array<string | null>(rowsAGroup).fill(null),
  }));
  const period = new Int32Array(rowsAGroup);
  const value = new Float64Array(rowsAGroup);
  const asOf = new Int32Array(rowsAGroup);
  const latest = new Array<boolean>(rowsAGroup).fill(false);
  let filled = 0;

  function writeGroup(): void {
    if (filled === 0) return;
    parquet.write({
      rowGroupSize: filled,
      columnData: [
        ...texts.map(({name, statistics, cells}) => ({name, statistics, data: cells.slice(0, filled)})),
        {name: "period", data: period.subarray(0, filled)},
        {name: "value", data: value.subarray(0, filled)},
        {name: "as_of", data: asOf.subarray(0, filled)},
        {name: "is_latest", data: latest.slice(0, filled)},
      ],
    });
    filled = 0;
  }

  return {
    series(series, rows) {
      for (let row = 0; row < rows.count; ) {
        const taken = Math.min(rows.count - row, rowsAGroup - filled);
        for (const {name, cells} of texts) cells.fill(series[name], filled, filled + taken);
        period.set(rows.period.subarray(row, row + taken), filled);
        value.set(rows.value.subarray(row, row + taken), filled);
        asOf.set(rows.day.subarray(row, row + taken), filled);
        for (let place = 0; place < taken; place++) latest[filled + place] = isLatest(rows, row + place);
        row += taken;
        filled += taken;
        if (filled === rowsAGroup) writeGroup();
      }
    },
    end() {
      writeGroup();
      parquet.finish();
    },
  };
}

/** Passes the bytes on after each row group and reuses the memory. */
function writerInto(take: TakeBytes): ByteWriter {
  const writer = new ByteWriter();
  const handOn = (): void => {
    take(writer.getBytes());
    writer.index = 0;
  };
  return Object.assign(writer, {flush: handOn, finish: handOn});
}
