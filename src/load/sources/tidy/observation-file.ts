// One file of observations, row by row into the sink. A row gives a value, or states that there is none, or is refused with its place.
import type {MissingReason} from "../../../country/country.ts";
import {lineLocator} from "../../../service/evidence.ts";
import {decimalFault, readDecimal} from "../../../statistics/decimal-text.ts";
import {type Ending, lineEnding} from "../../input/ending.ts";
import type {ObservationSink, Origin, SourceFile} from "../../source.ts";
import {type CsvScanner, createCsvScanner} from "./csv-scanner.ts";
import type {RowFault} from "./fields.ts";
import {MAX_HEADER_BYTES, readTidyHeader, type TidyColumn, type TidyHeader} from "./header.ts";
import type {RowPeriod} from "./row-period.ts";
import {decodeCell, type RowSeries} from "./row-series.ts";

/** Streams a file into the sink; `rows` counts those that are not blank. @throws Refusal if header, encoding or quoting are unreadable */
export async function readObservations(
  file: SourceFile,
  series: RowSeries,
  period: RowPeriod,
  sink: ObservationSink,
): Promise<{readonly rows: number; readonly ending: Ending}> {
  let rows: RowReader | null = null;
  let start: Uint8Array = new Uint8Array();
  const begin = (): void => {
    rows = createRowReader(file.name, start, series, period, sink);
  };
  sink.startFile?.(file.name);
  let last = LF;
  let hasLines = false;
  for await (const bytes of file.open("borrowed")) {
    last = bytes.at(-1) ?? last;
    hasLines ||= bytes.includes(LF);
    if (rows !== null) (rows as RowReader).read(bytes);
    else {
      start = Buffer.concat([start, bytes]);
      if (start.length >= MAX_HEADER_BYTES) begin();
    }
  }
  if (rows === null) begin();
  return {rows: rows!.finish(), ending: lineEnding(file.name, last === LF || (last === CR && !hasLines))};
}

const [LF, CR] = [10, 13];

interface RowReader {
  read(bytes: Uint8Array): void;
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
  const header = readTidyHeader({name}, start);
  const scanner = createCsvScanner(name, header.delimiter);
  const origin = cellOrigin(name, scanner, header.value);
  let isHeaderRead = false;
  let count = 0;
  const readRows = (): void => {
    isHeaderRead ||= scanner.next();
    while (isHeaderRead && scanner.next()) {
      const fault = readRow(scanner, header, {series, period}, sink, origin);
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
  header: TidyHeader,
  {series, period}: {readonly series: RowSeries; readonly period: RowPeriod},
  sink: ObservationSink,
  origin: Origin,
): RowFault | null | typeof BLANK {
  if (scanner.fault !== null) return {column: columnAt(header, scanner.faultCell), reason: scanner.fault, text: ""};
  if (scanner.count !== header.width) {
    // Spreadsheets write an empty row as delimiters only.
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
  if (Number.isNaN(value)) {
    const text = decodeCell(scanner, cell) ?? "";
    return {column: "value", reason: decimalFault(text.trim()), text};
  }
  sink.observe(series.handleOf(slot, period.frequency), period.ordinal, value, scanner.line, origin);
  return null;
}

const REASONS: ReadonlyMap<string, MissingReason> = new Map([
  ["", "empty"],
  ["-", "none"],
  ["…", "not-available"],
]);

function isBlank(scanner: CsvScanner): boolean {
  return /^[\s,;"]*$/.test(scanner.rowText());
}

function columnAt(header: TidyHeader, index: number): string | null {
  return (
    (Object.keys(header.columnIndexes) as TidyColumn[]).find((column) => header.columnIndexes[column] === index) ?? null
  );
}

/**
 * The origin of values: the line of the row, and the value's cell in it. One origin is used for all rows of a file: it reads the scanner's
 * present row on request.
 * @param cell place of the value's column, from 0
 */
function cellOrigin(file: string, scanner: CsvScanner, cell: number): Origin {
  return {
    explain() {
      const {bytes, start, end, line} = scanner;
      const raw = new TextDecoder().decode(bytes.subarray(start[cell], end[cell]));
      return {locator: lineLocator(file, line, cell + 1), raw, steps: []};
    },
  };
}

/** Empty, an ellipsis or a hyphen. */
export const NO_VALUE = Number.POSITIVE_INFINITY;

/**
 * The value of bytes[start, end); NO_VALUE for one of the three marks [tidy.no-value]; NaN for anything else. A plain decimal with point
 * or comma: no thousands separators, no plus, no percent sign. A short decimal is the quotient of two exact doubles, which is the
 * double that Number() gives; all others go through readDecimal().
 */
export function readValueCell(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  let mantissa = 0;
  let digits = 0;
  let decimals = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + byte - ZERO;
      digits++;
      if (decimals >= 0) decimals++;
    } else if ((byte === POINT || byte === COMMA) && decimals < 0 && digits > 0) decimals = 0;
    else return readValueText(bytes, start, end);
  }
  if (digits === 0 || digits > MAX_EXACT_DIGITS || decimals === 0) return readValueText(bytes, start, end);
  const size = decimals > 0 ? mantissa / POWERS[decimals]! : mantissa;
  return isNegative && size !== 0 ? -size : size;
}

const [MINUS, POINT, COMMA, ZERO, NINE] = [45, 46, 44, 48, 57];
/** 10 ** 15 < 2 ** 53: such a mantissa and its power of ten are exact. */
const MAX_EXACT_DIGITS = 15;
const POWERS = Float64Array.from({length: MAX_EXACT_DIGITS + 1}, (_, power) => Number(`1e${power}`));

function readValueText(bytes: Uint8Array, start: number, end: number): number {
  const text = new TextDecoder().decode(bytes.subarray(start, end)).trim();
  if (text === "" || text === "…" || text === "-") return NO_VALUE;
  return readDecimal(text.replace(",", ".")) ?? Number.NaN;
}
