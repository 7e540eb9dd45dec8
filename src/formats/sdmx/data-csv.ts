// Data as SDMX-CSV 1.0 and 2.0. No cell needs quotes: all are identifiers, numbers and days.
import type {BodyMemory} from "../body-bytes.ts";
import {createCsvRows} from "./csv-rows.ts";
import {type DataGroup, type DataHead, hasAttributes, hasObservations} from "./data.ts";
import {SDMX_VERSION} from "./structure.ts";

/** Bytes that are given at once, if not all are given at the end. */
const CHUNK = 1 << 18;
const USUAL_ROW_BYTES = 110;

/**
 * The message as chunks of bytes, the last of which is the rest; null: a rest. The chunks are lent by the memory (body-bytes.ts).
 *
 * @param values how many there are, if all of the message comes at the end; null: it comes in chunks
 */
export function* csvMessage(
  memory: BodyMemory,
  version: 1 | 2,
  head: DataHead,
  groups: readonly DataGroup[],
  values: number | null,
): Generator<Buffer | null> {
  const {agency, flow, hasHistory} = head;
  const [observed, attributed] = [hasObservations(head), hasAttributes(head)];
  const rows = createCsvRows(memory, values === null ? CHUNK : values * USUAL_ROW_BYTES);
  rows.text(namesOf(version, head));
  const id = `${agency}:${flow}(${SDMX_VERSION})`;
  for (const {action, validFrom, validTo, series} of groups) {
    const isDeleted = action === "Delete";
    const beginning = version === 1 ? id : `dataflow,${id},${isDeleted ? "D" : "I"}`;
    const valid = hasHistory ? `,${validFrom ?? ""},${validTo ?? ""}` : "";
    for (const {key, seriesId, periods, columns} of series) {
      const before = `${beginning},${key.join(",")}`;
      const after = `${attributed ? `,${seriesId}` : ""}${valid}\n`;
      if (!observed) rows.text(before + after);
      else if (!isDeleted) rows.rows({before: `${before},`, after, hasAsOf: attributed}, periods, columns);
      else
        for (let row = 0; row < columns.count; row++)
          rows.text(`${before},${periods.textOf(columns.period[row]!)},${attributed ? "," : ""}${after}`);
      yield values === null && rows.size() >= CHUNK ? rows.take() : null;
    }
  }
  yield rows.take();
}

/** The first line. */
function namesOf(version: 1 | 2, head: DataHead): string {
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
