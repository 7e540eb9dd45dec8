// The JSON body of a slice as one gzip member: what slice-json.ts writes, packed without being written.
import type {Observations} from "../statistics/history/observations.ts";
import type {SliceJsonWriter} from "./slice-json.ts";
import {createSlicePacker, type PackOpen, type RowForm} from "./slice-packer.ts";

const FORM: RowForm = {beforeValue: '","value":', afterValue: ',"as_of":"', comma: false};

/** A writer whose bodies are packed, for one answer after another. */
export function createGzipJsonWriter(packOpen: PackOpen): SliceJsonWriter {
  const packer = createSlicePacker(packOpen);
  let empty = true;

  function begin(series: string): void {
    packer.begin(FORM, `{"series":[${series}],"observations":[`);
    empty = true;
  }

  function observations(seriesKey: string, columns: Observations): void {
    if (columns.count === 0) return;
    const row = `{"series_key":${JSON.stringify(seriesKey)},"period":"`;
    const next = `"},${row}`;
    packer.rows(empty ? row : next, next, columns);
    empty = false;
  }

  function end(tail: object): Buffer {
    const members = JSON.stringify(tail).slice(1);
    return packer.end(`${empty ? "" : '"}'}${members === "}" ? "]}" : `],${members}`}`);
  }

  function pause(): null {
    packer.pause();
    return null;
  }

  return {begin, observations, pause, end};
}
