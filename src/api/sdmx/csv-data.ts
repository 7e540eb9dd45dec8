// The values that are known now, or were on a day, as SDMX-CSV: series by series from their histories to bytes.
//
// Checksums are checked before anything is charged, so that decoding can't fail behind it. An answer as long as that of a slice is one body;
// a longer one is sent while it is written.

import type {BodyMemory} from "../../formats/body-bytes.ts";
import {periodCodes} from "../../formats/coded-period.ts";
import {createCsvRows, createPeriodBytes, type PeriodBytes} from "../../formats/sdmx/csv-rows.ts";
import {csvBeginning, csvNames, type DataHead, hasAttributes} from "../../formats/sdmx/data.ts";
import {sdmxId} from "../../formats/sdmx/ids.ts";
import {codeAt, keyAt} from "../../statistics/catalogue/catalogue.ts";
import {checkSum} from "../../statistics/history/layout.ts";
import {createObservations, readWindow} from "../../statistics/history/window.ts";
import {FIRST_DAY, LAST_DAY, NO_DAY, type PeriodTable} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {createPace} from "../../work/pace.ts";
import {type FoundData, remembered} from "./data.ts";
import {columnOf} from "./flow.ts";
import type {DataFormat} from "./media-type.ts";
import type {DataRequest} from "./request.ts";

/** Whether the values of a request are those of the windows of its histories, and its format is CSV. */
export function isPlainCsv(format: DataFormat, {hasHistory, first, updatedAfter, detail}: DataRequest): boolean {
  if (format !== "csv1" && format !== "csv2") return false;
  return !hasHistory && first === null && updatedAfter === null && (detail === "full" || detail === "dataonly");
}

/** The number of values. @throws DamagedHistory */
export async function countValues({series}: FoundData): Promise<number> {
  const pace = createPace();
  let values = 0;
  for (const {window} of series) {
    checkSum(window.bytes);
    values += window.count;
    if (pace.isOver()) await pace.letOthersIn();
  }
  return values;
}

/** The calendar's periods have one table for each frequency; the weeks of a dataset have their own. */
const wordsOf = new WeakMap<PeriodTable, PeriodBytes>();

function periodWords(frequency: Frequency, table: PeriodTable): PeriodBytes {
  let words = wordsOf.get(table);
  if (words === undefined) {
    const days = frequency === "W" ? table.days.filter((day) => day !== NO_DAY) : [];
    const [from, to] = days.length === 0 ? [FIRST_DAY, LAST_DAY] : [days[0]!, days.at(-1)!];
    words = createPeriodBytes(periodCodes(frequency, table), from, to);
    wordsOf.set(table, words);
  }
  return words;
}

/** Bytes of a chunk. */
const CHUNK = 1 << 18;
const USUAL_ROW_BYTES = 110;
const columns = createObservations();

/** The message in chunks, the last of which is the rest; in one, unless it is wanted in chunks. */
export async function* writePlainCsv(
  memory: BodyMemory,
  version: 1 | 2,
  head: DataHead,
  {series, dimensions}: FoundData,
  {values, inChunks}: {readonly values: number; readonly inChunks: boolean},
): AsyncGenerator<Buffer> {
  const pace = createPace();
  const idOf = remembered(sdmxId);
  const rows = createCsvRows(memory, inChunks ? CHUNK : values * USUAL_ROW_BYTES);
  rows.text(csvNames(version, head));
  const beginning = csvBeginning(version, head, "Information");
  const hasAsOf = hasAttributes(head);
  for (const {catalogue, position, window, periods} of series) {
    const frequency = codeAt(catalogue.frequency, position) as Frequency;
    const key = dimensions.map((id) => idOf(codeAt(columnOf(catalogue, id), position))).join(",");
    readWindow(window, periods, columns);
    const after = hasAsOf ? `,${keyAt(catalogue, position)}\n` : "\n";
    rows.rows({before: `${beginning},${key},`, after, hasAsOf}, periodWords(frequency, periods), columns);
    if (inChunks && rows.size() >= CHUNK) yield rows.take();
    if (pace.isOver()) await pace.letOthersIn();
  }
  yield rows.take();
}
