// Plain rows of an export: one for every estimate of every vintage. Other programs rely on the columns.
import type {SeriesStatus} from "../statistics/status.ts";
import type {Level} from "../statistics/territory.ts";
import type {Day} from "../statistics/time/day.ts";
import type {Frequency} from "../statistics/time/frequency.ts";

/** What all rows of one series share; null if the dataset lacks the dimension. */
export interface EstimateSeries {
  readonly provider_code: string;
  readonly dataset_code: string;
  readonly series_key: string;
  readonly indicator: string;
  readonly classification: string | null;
  readonly measure: string | null;
  readonly transformation: string | null;
  readonly unit: string | null;
  readonly freq: Frequency;
  readonly geo: string;
  readonly geo_label: string;
  readonly geo_level: Level;
  readonly last_period: Day;
  readonly status: SeriesStatus;
}

export const SERIES_COLUMNS = [
  "provider_code",
  "dataset_code",
  "series_key",
  "indicator",
  "classification",
  "measure",
  "transformation",
  "unit",
  "freq",
  "geo",
  "geo_label",
  "geo_level",
] as const satisfies readonly (keyof EstimateSeries)[];

/** `estimates`: the columns of the CSV of /api/v1/estimates with every dimension, behind provider and dataset. */
export type EstimateLayout = "plain" | "estimates";

/** The texts of the series by layout, in the order of their columns. */
export const SERIES_TEXTS: Readonly<Record<EstimateLayout, readonly (typeof SERIES_COLUMNS)[number][]>> = {
  plain: SERIES_COLUMNS,
  estimates: [
    ...["provider_code", "dataset_code", "series_key", "classification", "measure", "transformation"],
    ...["freq", "unit", "geo", "geo_label", "geo_level"],
  ] as (typeof SERIES_COLUMNS)[number][],
};

const OWN_COLUMNS = {
  plain: ["period", "value", "as_of", "is_latest"],
  estimates: ["period", "value", "published_at", "superseded_at", "last_period", "status", "withdrawn_at"],
} as const;

/** The name of the column of a text: the slice calls the classification `class`. */
export function textColumn(layout: EstimateLayout, name: (typeof SERIES_COLUMNS)[number]): string {
  return layout === "estimates" && name === "classification" ? "class" : name;
}

/** All columns of a layout in order. */
export function exportColumns(layout: EstimateLayout): readonly string[] {
  return [...SERIES_TEXTS[layout].map((name) => textColumn(layout, name)), ...OWN_COLUMNS[layout]];
}

/** Columns of the series, then of a period without a value: the reason, and the day of the release that gives it. */
export const MISSING_CSV_HEADER = `${[...SERIES_COLUMNS, "period", "reason", "as_of"].join(";")}\n`;

/** Estimates of one series, by period ascending, then by day of publication: the last of a period is its latest. */
export interface EstimateRows {
  readonly count: number;
  /** First days. */
  readonly period: Int32Array;
  readonly value: Float64Array;
  /** Days of publication. */
  readonly day: Int32Array;
  /** Days on which an estimate was withdrawn, NO_DAY where it was not; null: none was. */
  readonly withdrawn: Int32Array | null;
}

/** Takes the next bytes of a file; their memory is reused as soon as it returns. */
export type ByteReceiver = (bytes: Uint8Array) => void;

export interface EstimateWriter {
  /** Adds the rows of one series. */
  series(series: EstimateSeries, rows: EstimateRows): void;
  /** Completes the file. */
  end(): void;
}

/** Whether a row is the latest estimate of its period. */
export function isLatest({period, count}: EstimateRows, row: number): boolean {
  return row + 1 === count || period[row + 1] !== (period[row] as Day);
}
