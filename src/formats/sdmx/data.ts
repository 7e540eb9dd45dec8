// Data of a dataflow, from which each format writes a message series by series.
//
// Without a history there is one group. With it the estimates are grouped by the span in which they were valid, and what a publisher withdrew
// is a group with the action Delete, whose rows have no values.
import {type Observations, valueAt} from "../../statistics/history/window.ts";
import type {PeriodBytes} from "./csv-rows.ts";
import type {SdmxMessageHead} from "./xml.ts";

export type DataDetail = "full" | "dataonly" | "serieskeysonly" | "nodata";

export interface DataHead extends SdmxMessageHead {
  readonly flow: string;
  /** The identifier of the data structure. */
  readonly structure: string;
  /** Without time. */
  readonly dimensions: readonly string[];
  readonly detail: DataDetail;
  readonly hasHistory: boolean;
}

/** A series and its rows, as numbers: a series may have 60,000 of them. */
export interface DataSeries {
  /** Identifiers, parallel to the dimensions. */
  readonly key: readonly string[];
  readonly seriesId: string;
  readonly periods: PeriodBytes;
  /** A value that is NaN is deleted; its day of publication means nothing. */
  readonly columns: Observations;
}

/** null: it is deleted. */
export function valueIn(columns: Observations, row: number): number | null {
  const value = valueAt(columns, row);
  return Number.isNaN(value) ? null : value;
}

/** Rows of a series that are written in one part. */
export const ROWS_AT_ONCE = 100;

export interface DataGroup {
  readonly action: "Information" | "Delete";
  /** YYYY-MM-DD; null: not of one span, or until now. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
  /** Made while they are written. */
  readonly series: Iterable<DataSeries>;
}

/** Writes a message in parts, at least one for each series. */
export type DataWriter = (head: DataHead, groups: readonly DataGroup[]) => Generator<string>;

export function hasObservations({detail}: DataHead): boolean {
  return detail === "full" || detail === "dataonly";
}

export function hasAttributes({detail}: DataHead): boolean {
  return detail === "full" || detail === "nodata";
}
