// Rows of observations as JSON, directly from columns to bytes: constant texts of the series, with period, value and day of publication
// between them.
//
// All rows of a series are equal except for these three fields, so the common text is prepared once as bytes and copied.

import type {Observations} from "../../statistics/history/window.ts";
import {NO_DAY} from "../../statistics/time/day.ts";
import {type Arena, type BodyMemory, ensureRoom, writeText} from "../body-bytes.ts";
import {writeDay, writeDayOrNull} from "../day-word.ts";
import {DECIMAL_ROOM, writeDecimal} from "../decimals.ts";

export type RowField = "period" | "value" | "asOf" | "withdrawn";

/** A row from left to right: texts that are already JSON, and its own fields: dates without quotes, but `withdrawn` with them, or null. */
export type RowFragment = string | {readonly field: RowField};

/** The form of all rows of one series: a text, a field, a text, a field … a text. There are thousands of forms at a time, so all texts are one. */
export interface RowForm {
  readonly texts: Buffer;
  /** The end of each text. */
  readonly ends: readonly number[];
  readonly fields: readonly RowField[];
  readonly bytes: number;
}

export function createRowForm(fragments: readonly RowFragment[]): RowForm {
  let text = "";
  const ends: number[] = [];
  const fields: RowField[] = [];
  for (const fragment of fragments) {
    if (typeof fragment === "string") text += fragment;
    else {
      fields.push(fragment.field);
      ends.push(Buffer.byteLength(text));
    }
  }
  const texts = Buffer.from(text);
  return {texts, ends: [...ends, texts.length], fields, bytes: texts.length + fields.length * DECIMAL_ROOM + 1};
}

export interface RowWriter {
  /** Adds the rows from `start` to before `end`. */
  rows(form: RowForm, columns: Observations, start: number, end: number): void;
  /** Ends the body and returns it in its own memory. */
  end(tail: string): Buffer;
}

/** `head` is everything before the first row; `rows` is the expected number of rows. */
export function beginRows(memory: BodyMemory, head: string, rows = 1): RowWriter {
  const arena = memory.borrow(head.length + rows * USUAL_ROW_BYTES);
  let at = writeText(arena, 0, head);
  let empty = true;
  return {
    rows(form, columns, start, end) {
      ensureRoom(arena, at, (end - start) * form.bytes);
      for (let row = start; row < end; row++) {
        if (!empty) arena.view.setUint8(at++, COMMA);
        empty = false;
        at = writeRow(arena, at, form, columns, row);
      }
    },
    end(tail) {
      at = writeText(arena, at, tail);
      return arena.memory.finish(arena, at);
    },
  };
}

const COMMA = 0x2c;
/** For a row with all properties, titles in Cyrillic. */
const USUAL_ROW_BYTES = 500;

function writeRow(
  {bytes, view}: Arena,
  start: number,
  {texts, ends, fields}: RowForm,
  columns: Observations,
  row: number,
): number {
  let at = start + texts.copy(bytes, start, 0, ends[0]!);
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index]!;
    if (field === "value") at = writeDecimal(view, at, columns.mantissa[row]!, columns.decimals);
    else if (field === "withdrawn") at = writeDayOrNull(view, at, columns.withdrawn?.[row] ?? NO_DAY);
    else at = writeDay(view, at, field === "period" ? columns.period[row]! : columns.asOf[row]!);
    at += texts.copy(bytes, at, ends[index]!, ends[index + 1]!);
  }
  return at;
}
