// A panel as Parquet: rows of one series, day and period, or a row for each period with a column for each series.
//
// Days are DATE, values DOUBLE bit for bit, an empty cell is null. Groups of rows are small, so that others are answered between them.
import {ByteWriter, ParquetWriter, type SchemaElement} from "hyparquet-writer";

const TEXT = {type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: {type: "STRING"}} as const;
const DATE = {type: "INT32", converted_type: "DATE", logical_type: {type: "DATE"}} as const;
const TYPES = {text: TEXT, date: DATE, number: {type: "DOUBLE"}} as const;

export interface PanelColumn {
  readonly name: string;
  readonly type: keyof typeof TYPES;
  readonly nullable: boolean;
}

export interface PanelParquet {
  /** Parallel to the columns; days as Days. */
  rows(columns: readonly (readonly (string | number | null)[])[]): void;
  end(): Buffer;
}

/** A writer of one file. Columns without `nullable` have no null. */
export function createPanelParquet(columns: readonly PanelColumn[]): PanelParquet {
  const schema: SchemaElement[] = [
    {name: "panel", num_children: columns.length},
    ...columns.map(
      ({name, type, nullable}): SchemaElement => ({
        name,
        ...TYPES[type],
        repetition_type: nullable ? "OPTIONAL" : "REQUIRED",
      }),
    ),
  ];
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({writer, schema, createdBy: "ryad"});
  return {
    rows(data) {
      const rowGroupSize = data[0]?.length ?? 0;
      if (rowGroupSize === 0) return;
      parquet.write({
        rowGroupSize,
        columnData: columns.map(({name, type}, at) => ({
          name,
          data: type === "date" ? Int32Array.from(data[at] as number[]) : [...data[at]!],
        })),
      });
    },
    end() {
      parquet.finish();
      return Buffer.from(writer.getBytes());
    },
  };
}
