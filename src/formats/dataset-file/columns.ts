// The columns of the files of a whole dataset [files.*]: the names under which other programs read them, so a change is another layout.
//
// `latest` has the last published estimate of each period, as a slice gives it; `estimates` has all of them. A value that its publisher
// took back stays in both with the day of its withdrawal: who leaves these rows out has what is in force.
import type {EstimateRows, EstimateSeries} from "../estimate-rows.ts";
import {isLatest} from "../estimate-rows.ts";

export const FILE_CONTENTS = ["latest", "estimates"] as const;
export type FileEstimates = (typeof FILE_CONTENTS)[number];

const FILE_FORMS = ["parquet", "csv.gz"] as const;
export type FileForm = (typeof FILE_FORMS)[number];

export const MEDIA_TYPES: Readonly<Record<FileForm | "ndjson.gz", string>> = {
  parquet: "application/vnd.apache.parquet",
  "csv.gz": "application/gzip",
  "ndjson.gz": "application/gzip",
};

/** The items of the feed of changes: a copy of the dataset begins with them. */
export const EVERYTHING_FILE = "everything.ndjson.gz";

/** `latest.parquet` and so on, in the order in which they are listed. */
export const FILE_NAMES: readonly string[] = [
  ...FILE_CONTENTS.flatMap((content) => FILE_FORMS.map((form) => `${content}.${form}`)),
  EVERYTHING_FILE,
];

/** What the rows of one series share; null if it lacks the dimension, or its class has no name. */
export interface FileSeries extends Omit<EstimateSeries, "last_period" | "status"> {
  readonly indicator_label: string;
  readonly class_label: string | null;
}

export interface FileColumn {
  readonly name: string;
  readonly type: "text" | "date" | "number";
  readonly nullable: boolean;
  readonly description: string;
}

const column = (name: string, type: FileColumn["type"], description: string, nullable = false): FileColumn => ({
  name,
  type,
  nullable,
  description,
});

/** The member of a series that a text column has. */
export const SERIES_MEMBERS: Readonly<Record<string, keyof FileSeries>> = {class: "classification"};

export const TEXT_COLUMNS: readonly FileColumn[] = [
  column("provider_code", "text", "provider of the dataset"),
  column("dataset_code", "text", "code of the dataset"),
  column("series_key", "text", "identifier of the series"),
  column("indicator", "text", "indicator code within the dataset"),
  column("indicator_label", "text", "name of the indicator; its code if it has none"),
  column("class", "text", "class code; null: the series has none", true),
  column("class_label", "text", "name of the class; null: it has none", true),
  column("measure", "text", "measure code; null: the series has none", true),
  column("transformation", "text", "transformation code; null: the series has none", true),
  column("unit", "text", "unit code; null: the series has none", true),
  column("freq", "text", "frequency: D daily, W weekly, M monthly, Q quarterly, A annual"),
  column("geo", "text", "territory code in the source's own classifier"),
  column("geo_label", "text", "name of the territory"),
  column("geo_level", "text", "level of the territory"),
];

const OWN_COLUMNS: Readonly<Record<FileEstimates, readonly FileColumn[]>> = {
  latest: [
    column("period", "date", "first day of the period"),
    column("value", "number", "the last published value, as in a slice"),
    column("as_of", "date", "day of its publication"),
    column("withdrawn_at", "date", "day on which the publisher took the value back; null: it is in force", true),
  ],
  estimates: [
    column("period", "date", "first day of the period"),
    column("value", "number", "the value as published on the day"),
    column("published_at", "date", "day of its publication"),
    column("superseded_at", "date", "day on which another took its place; null: none did", true),
    column("withdrawn_at", "date", "day on which the publisher took it back; null: it did not", true),
  ],
};

/** All columns of a file in order. */
export function fileColumns(content: FileEstimates): readonly FileColumn[] {
  return [...TEXT_COLUMNS, ...OWN_COLUMNS[content]];
}

/** A writer of one file. Rows are estimates by period, then by day of publication, ascending; `withdrawn` null: none was. */
export interface DatasetFileWriter {
  series(series: FileSeries, rows: EstimateRows): void;
  /** Completes the file. */
  end(): void;
}

/** The rows of `latest` among all estimates of a series: the last one of each period, also if it was withdrawn. */
export function latestRows(rows: EstimateRows): EstimateRows {
  let count = 0;
  for (let row = 0; row < rows.count; row++) if (isLatest(rows, row)) count++;
  if (count === rows.count) return rows;
  const [period, value, day] = [new Int32Array(count), new Float64Array(count), new Int32Array(count)];
  const withdrawn = rows.withdrawn === null ? null : new Int32Array(count);
  for (let row = 0, at = 0; row < rows.count; row++) {
    if (!isLatest(rows, row)) continue;
    period[at] = rows.period[row]!;
    value[at] = rows.value[row]!;
    day[at] = rows.day[row]!;
    if (withdrawn !== null) withdrawn[at] = rows.withdrawn![row]!;
    at++;
  }
  return {count, period, value, day, withdrawn};
}
