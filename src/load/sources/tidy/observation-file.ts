// One file of observations, row by row into the sink. A row gives a value, says that there is none, or is refused with its place.
import type {MissingReason} from "../../../country/ru/number-text.ts";
import type {ObservationSink, Origin, SourceFile} from "../../source.ts";
import {cellOrigin} from "./cell-origin.ts";
import {type CsvScanner, createCsvScanner} from "./csv-scanner.ts";
import {type Column, type Header, MAX_HEADER_BYTES, readHeader} from "./header.ts";
import type {RowFault} from "./row-fault.ts";
import type {RowPeriod} from "./row-period.ts";
import {decodeCell, type RowSeries} from "./row-series.ts";
import {NO_VALUE, readValueCell} from "./value-cell.ts";

/** Streams a file into the sink; gives the number of its rows that are not blank. Throws Refusal when its header, encoding or quoting can't be understood at all. */
export async function readObservations(
  file: SourceFile,
  series: RowSeries,
  period: RowPeriod,
  sink: ObservationSink,
): Promise<number> {
  let rows: RowReader | null = null;
  let start: Uint8Array = new Uint8Array();
  const begin = (): void => {
    rows = createRowReader(file.name, start, series, period, sink);
  };
  sink.startFile?.(file.name);
  for await (const bytes of file.open("borrowed")) {
    if (rows !== null) (rows as RowReader).read(bytes);
    else {
      start = Buffer.concat([start, bytes]);
      if (start.length >= MAX_HEADER_BYTES) begin();
    }
  }
  if (rows === null) begin();
  return rows!.finish();
}

interface RowReader {
  read(bytes: Uint8Array): void;
  /** Gives the number of rows. */
  finish(): number;
}

/** @param start the first bytes of the file, with its header */
function createRowReader(
  name: string,
  start: Uint8Array,
  series: RowSeries,
  period: RowPeriod,
  sink: ObservationSink,
): RowReader {
  const header = readHeader({name}, start);
  const scanner = createCsvScanner(name, header.delimiter);
  const origin = cellOrigin(name, scanner, header.value);
  let isHeaderRead = false;
  let count = 0;
  const readRows = (): void => {
    isHeaderRead ||= scanner.next();
    while (isHeaderRead && scanner.next()) {
      const fault = readRow(scanner, header, series, period, sink, origin);
      if (fault === BLANK) continue;
      count++;
      if (fault !== null)
        sink.refuse({
          file: name,
          line: scanner.line,
          ...fault,
          text: fault.text.slice(0, MAX_TEXT),
          row: scanner.rowText(),
        });
    }
  };
  const reader: RowReader = {
    read(bytes) {
      scanner.feed(bytes);
      readRows();
    },
    finish() {
      scanner.finish();
      readRows();
      return count;
    },
  };
  reader.read(start);
  return reader;
}

const MAX_TEXT = 80;
const BLANK = "blank";

function readRow(
  scanner: CsvScanner,
  header: Header,
  series: RowSeries,
  period: RowPeriod,
  sink: ObservationSink,
  origin: Origin,
): RowFault | null | typeof BLANK {
  if (scanner.fault !== null) return {column: columnAt(header, scanner.faultCell), reason: scanner.fault, text: ""};
  if (scanner.count !== header.width) {
    // Spreadsheets write a row of delimiters for an empty one.
    if (isBlank(scanner)) return BLANK;
    return {column: null, reason: `has ${scanner.count} cells where the header has ${header.width}`, text: ""};
  }
  const slot = series.slotOf(scanner, header);
  if (typeof slot !== "number") return isBlank(scanner) ? BLANK : slot;
  const fault = period.read(scanner, header, series.frequencyOf(slot));
  if (fault !== null) return fault;
  const cell = header.value;
  const value = readValueCell(scanner.bytes, scanner.start[cell]!, scanner.end[cell]!);
  if (value === NO_VALUE) {
    const reason = REASONS.get((decodeCell(scanner, cell) ?? "").trim());
    if (reason !== undefined)
      sink.missing?.(series.handleOf(slot, period.frequency), period.ordinal, reason, scanner.line);
    return null;
  }
  if (Number.isNaN(value)) return {column: "value", reason: "is not a number", text: decodeCell(scanner, cell) ?? ""};
  sink.observe(series.handleOf(slot, period.frequency), period.ordinal, value, scanner.line, origin);
  return null;
}

/** An empty cell says nothing: it may have been left out. */
const REASONS: ReadonlyMap<string, MissingReason> = new Map([
  ["-", "none"],
  ["…", "not-available"],
]);

function isBlank(scanner: CsvScanner): boolean {
  return /^[\s,;"]*$/.test(scanner.rowText());
}

function columnAt(header: Header, place: number): string | null {
  return (Object.keys(header.places) as Column[]).find((column) => header.places[column] === place) ?? null;
}
