// An export as Parquet: typed columns, written in row groups, so that memory does not grow with the number of rows.
//
// Days are DATE, values DOUBLE bit for bit, texts UTF-8 (dictionary-coded if that is shorter), an absent code is null.
import {ByteWriter, ParquetWriter, type SchemaElement} from "hyparquet-writer";
import {NO_DAY} from "../statistics/time/day.ts";
import {
  type ByteReceiver,
  type EstimateLayout,
  type EstimateWriter,
  exportColumns,
  isLatest,
  SERIES_TEXTS,
  textColumn,
} from "./estimate-rows.ts";

const ROWS_A_GROUP = 100_000;

/**
 * Columns with minimum and maximum, by which a reader can skip row groups: rows are sorted by them. For all columns they would take a fifth
 * of the time.
 */
const BOUNDED: ReadonlySet<string> = new Set(["provider_code", "dataset_code", "indicator", "classification"]);
const MAY_BE_NULL: ReadonlySet<string> = new Set([
  ...["classification", "class", "measure", "transformation", "unit", "superseded_at", "withdrawn_at"],
]);
const TEXT = {type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: {type: "STRING"}} as const;
const DATE = {type: "INT32", converted_type: "DATE", logical_type: {type: "DATE"}} as const;
/** All other columns are texts. */
const TYPES: Readonly<Record<string, Partial<SchemaElement>>> = {
  period: DATE,
  value: {type: "DOUBLE"},
  as_of: DATE,
  is_latest: {type: "BOOLEAN"},
  published_at: DATE,
  superseded_at: DATE,
  last_period: DATE,
  withdrawn_at: DATE,
};

function schemaOf(layout: EstimateLayout): SchemaElement[] {
  const columns = exportColumns(layout);
  return [
    {name: "estimate", num_children: columns.length},
    ...columns.map(
      (name): SchemaElement => ({
        name,
        ...(TYPES[name] ?? TEXT),
        repetition_type: MAY_BE_NULL.has(name) ? "OPTIONAL" : "REQUIRED",
      }),
    ),
  ];
}

/** A writer of one file. Only tests give `rowsAGroup`. */
export function createEstimateParquetWriter(
  take: ByteReceiver,
  layout: EstimateLayout = "plain",
  rowsAGroup = ROWS_A_GROUP,
): EstimateWriter {
  const parquet = new ParquetWriter({writer: writerInto(take), schema: schemaOf(layout), createdBy: "ryad"});
  const isPlain = layout === "plain";
  const texts = [...SERIES_TEXTS[layout], ...(isPlain ? [] : (["status"] as const))].map((name) => ({
    name,
    column: name === "status" ? name : textColumn(layout, name),
    statistics: BOUNDED.has(name),
    cells: new Array<string | null>(rowsAGroup).fill(null),
  }));
  const period = new Int32Array(rowsAGroup);
  const value = new Float64Array(rowsAGroup);
  const published = new Int32Array(rowsAGroup);
  const lastPeriod = new Int32Array(rowsAGroup);
  const superseded = new Array<number | null>(rowsAGroup).fill(null);
  const withdrawn = new Array<number | null>(rowsAGroup).fill(null);
  let filled = 0;
  const [described, [status]] = [texts.slice(0, SERIES_TEXTS[layout].length), texts.slice(SERIES_TEXTS[layout].length)];
  const textData = ({column, statistics, cells}: (typeof texts)[number]) => ({
    name: column,
    statistics,
    data: cells.slice(0, filled),
  });

  function writeGroup(): void {
    if (filled === 0) return;
    parquet.write({
      rowGroupSize: filled,
      columnData: [
        ...described.map(textData),
        {name: "period", data: period.subarray(0, filled)},
        {name: "value", data: value.subarray(0, filled)},
        {name: isPlain ? "as_of" : "published_at", data: published.subarray(0, filled)},
        ...(isPlain
          ? [{name: "is_latest", data: superseded.slice(0, filled).map((day) => day === null)}]
          : [
              {name: "superseded_at", data: superseded.slice(0, filled)},
              {name: "last_period", data: lastPeriod.subarray(0, filled)},
            ]),
        ...(status === undefined ? [] : [textData(status), {name: "withdrawn_at", data: withdrawn.slice(0, filled)}]),
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
        published.set(rows.day.subarray(row, row + taken), filled);
        lastPeriod.fill(series.last_period, filled, filled + taken);
        for (let index = 0; index < taken; index++) {
          const day = rows.withdrawn?.[row + index] ?? NO_DAY;
          withdrawn[filled + index] = day === NO_DAY ? null : day;
          superseded[filled + index] = isLatest(rows, row + index) ? null : rows.day[row + index + 1]!;
        }
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
export function writerInto(take: ByteReceiver): ByteWriter {
  const writer = new ByteWriter();
  const handOn = (): void => {
    take(writer.getBytes());
    writer.index = 0;
  };
  return Object.assign(writer, {flush: handOn, finish: handOn});
}
