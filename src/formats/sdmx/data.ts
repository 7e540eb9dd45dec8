// Data of a dataflow as plain values, from which each format writes a message series by series; and the two formats of SDMX-CSV.
//
// Without a history there is one group. With it the estimates are grouped by the span in which they were valid, and what a publisher withdrew
// is a group with the action Delete, whose rows have no values.
import {SDMX_VERSION} from "./structure.ts";
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

/** Texts are made when they are asked for: a series may have 60,000 of them. */
export interface DataSeries {
  /** Identifiers, parallel to the dimensions. */
  readonly key: readonly string[];
  readonly seriesId: string;
  /** Number of rows. */
  readonly count: number;
  periodAt(row: number): string;
  /** null: it is deleted. */
  valueAt(row: number): number | null;
  /** The day of publication, YYYY-MM-DD; null: the value is deleted. */
  asOfAt(row: number): string | null;
}

/** Rows of a series that are written in one part. */
export const ROWS_AT_ONCE = 1000;

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

/** SDMX-CSV 1.0 and 2.0. No cell needs quotes: all are identifiers, numbers and days. */
export function csvWriter(version: 1 | 2): DataWriter {
  return function* writeCsv(head, groups) {
    const {agency, flow, dimensions, hasHistory} = head;
    const [observed, attributed] = [hasObservations(head), hasAttributes(head)];
    const names = [
      ...(version === 1 ? ["DATAFLOW"] : ["STRUCTURE", "STRUCTURE_ID", "ACTION"]),
      ...dimensions,
      ...(observed ? ["TIME_PERIOD", "OBS_VALUE"] : []),
      ...(attributed ? [...(observed ? ["AS_OF"] : []), "SERIES_ID"] : []),
      ...(hasHistory ? ["VALID_FROM", "VALID_TO"] : []),
    ];
    yield `${names.join(",")}\n`;
    const id = `${agency}:${flow}(${SDMX_VERSION})`;
    for (const {action, validFrom, validTo, series} of groups) {
      const before = version === 1 ? id : `dataflow,${id},${action === "Delete" ? "D" : "I"}`;
      const valid = hasHistory ? `,${validFrom ?? ""},${validTo ?? ""}` : "";
      for (const one of series) {
        const start = `${before},${one.key.join(",")}`;
        const end = `${attributed ? `,${one.seriesId}` : ""}${valid}\n`;
        if (!observed) {
          yield start + end;
          continue;
        }
        let rows = "";
        for (let row = 0; row < one.count; row++) {
          rows += `${start},${one.periodAt(row)},${one.valueAt(row) ?? ""}${attributed ? `,${one.asOfAt(row) ?? ""}` : ""}${end}`;
          if (row % ROWS_AT_ONCE !== ROWS_AT_ONCE - 1) continue;
          yield rows;
          rows = "";
        }
        yield rows;
      }
    }
  };
}
