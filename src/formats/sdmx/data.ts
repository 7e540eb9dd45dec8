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

export interface DataSeries {
  /** Identifiers, parallel to the dimensions. */
  readonly key: readonly string[];
  readonly seriesId: string;
  readonly periods: readonly string[];
  /** Of each period; empty: they are deleted. */
  readonly values: readonly number[];
  /** Days of publication, YYYY-MM-DD. */
  readonly asOf: readonly string[];
}

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

/** The first line of SDMX-CSV. */
export function csvNames(version: 1 | 2, head: DataHead): string {
  const {dimensions, hasHistory} = head;
  const [observed, attributed] = [hasObservations(head), hasAttributes(head)];
  const names = [
    ...(version === 1 ? ["DATAFLOW"] : ["STRUCTURE", "STRUCTURE_ID", "ACTION"]),
    ...dimensions,
    ...(observed ? ["TIME_PERIOD", "OBS_VALUE"] : []),
    ...(attributed ? [...(observed ? ["AS_OF"] : []), "SERIES_ID"] : []),
    ...(hasHistory ? ["VALID_FROM", "VALID_TO"] : []),
  ];
  return `${names.join(",")}\n`;
}

/** What stands before the key in every row of a group. */
export function csvBeginning(version: 1 | 2, {agency, flow}: DataHead, action: DataGroup["action"]): string {
  const id = `${agency}:${flow}(${SDMX_VERSION})`;
  return version === 1 ? id : `dataflow,${id},${action === "Delete" ? "D" : "I"}`;
}

/** SDMX-CSV 1.0 and 2.0. No cell needs quotes: all are identifiers, numbers and days. */
export function csvWriter(version: 1 | 2): DataWriter {
  return function* writeCsv(head, groups) {
    const {hasHistory} = head;
    const [observed, attributed] = [hasObservations(head), hasAttributes(head)];
    yield csvNames(version, head);
    for (const {action, validFrom, validTo, series} of groups) {
      const before = csvBeginning(version, head, action);
      const valid = hasHistory ? `,${validFrom ?? ""},${validTo ?? ""}` : "";
      for (const {key, seriesId, periods, values, asOf} of series) {
        const start = `${before},${key.join(",")}`;
        const end = `${attributed ? `,${seriesId}` : ""}${valid}\n`;
        if (!observed) {
          yield start + end;
          continue;
        }
        let rows = "";
        for (let row = 0; row < periods.length; row++)
          rows += `${start},${periods[row]},${values[row] ?? ""}${attributed ? `,${asOf[row] ?? ""}` : ""}${end}`;
        yield rows;
      }
    }
  };
}
