// Plain rows of an export: one for every estimate of every vintage. Other programs rely on the columns.

import type {Level} from "../statistics/territory.ts";
import type {Day} from "../statistics/time/day.ts";
import type {Frequency} from "../statistics/time/frequency.ts";

/** The columns that all rows of one series share; null if the dataset lacks the dimension. */
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

/** Of the series, then of the single estimate. */
export const ESTIMATE_COLUMNS = [...SERIES_COLUMNS, "period", "value", "as_of", "is_latest"] as const;

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
}

/** Takes the next bytes of a file; their memory is reused as soon as it returns. */
export type TakeBytes = (bytes: Uint8Array) => void;

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
