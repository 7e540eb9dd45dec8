// Rows of observations as JSON, directly from columns to bytes: constant texts of the series, with period, value and day of publication
// between them.
//
// All rows of a series are equal except for these three fields, so the common text is prepared once as words and copied.

import type {Observations} from "../../statistics/history/window.ts";
import {NO_DAY} from "../../statistics/time/day.ts";
import {type Arena, type BodyMemory, ensureRoom, writeText} from "../body-bytes.ts";
import {type ConstantText, copyConstantText, createConstantText, setConstantText} from "../constant-text.ts";
import {writeDay, writeDayOrNull} from "../day-word.ts";
import {DECIMAL_ROOM, writeDecimal} from "../decimals.ts";

export type RowField = "period" | "value" | "asOf" | "withdrawn";

/** A row from left to right: texts that are already JSON, and its own fields: dates without quotes, but `withdrawn` with them, or null. */
export type RowFragment = string | {readonly field: RowField};

/** The form of all rows of one series: a text, a field, a text, a field … a text. */
export interface RowForm {
  readonly texts: readonly ConstantText[];
  readonly fields: readonly RowField[];
  readonly bytes: number;
}

export function createRowForm(fragments: readonly RowFragment[]): RowForm {
  const texts = [""];
  const fields: RowField[] = [];
  for (const fragment of fragments) {
    if (typeof fragment === "string") texts[texts.length - 1] += fragment;
    else {
      fields.push(fragment.field);
      texts.push("");
    }
  }
  const constants = texts.map((text) => {
    const constant = createConstantText();
    setConstantText(constant, text);
    return constant;
  });
  const bytes = constants.reduce((sum, {length}) => sum + length, fields.length * DECIMAL_ROOM + 1);
  return {texts: constants, fields, bytes};
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

function writeRow(arena: Arena, start: number, {texts, fields}: RowForm, columns: Observations, row: number): number {
  let at = copyConstantText(arena, start, texts[0]!, 0);
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index]!;
    if (field === "value") at = writeDecimal(arena.view, at, columns.mantissa[row]!, columns.decimals);
    else if (field === "withdrawn") at = writeDayOrNull(arena.view, at, columns.withdrawn?.[row] ?? NO_DAY);
    else at = writeDay(arena.view, at, field === "period" ? columns.period[row]! : columns.asOf[row]!);
    at = copyConstantText(arena, at, texts[index + 1]!, 0);
  }
  return at;
}
