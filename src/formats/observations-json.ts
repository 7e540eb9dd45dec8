// The JSON body of one series' observations, written straight into bytes: {"items":[…], then the members of the tail}.
//
// A row is {"period","value","as_of"}; their series is named in the tail, once.

import type {Observations} from "../statistics/history/window.ts";
import {asWord, type BodyMemory, ensureRoom, writeText} from "./body-bytes.ts";
import {writeDay} from "./day-word.ts";
import {DECIMAL_ROOM, writeDecimal} from "./decimals.ts";

const START = '{"items":[';
const OBJECT_PER = asWord('{"period');
const COLON_QUOTE_TEXT = asWord('":"');
const VALUE = asWord('","value');
const QUOTE_COLON = 0x3a22;
const AS_OF = asWord(',"as_of"');
const COLON_QUOTE = 0x223a;
const ROW_END = asWord('"},');
const ROW_BYTES = 80 + DECIMAL_ROOM;

/** The body with the observations from the row `start` on. `tail`: the members after `items`, at least one. */
export function writeObservationsJson(memory: BodyMemory, columns: Observations, start: number, tail: object): Buffer {
  const {count, period, asOf, mantissa, decimals} = columns;
  const arena = memory.borrow();
  let at = writeText(arena, 0, START);
  ensureRoom(arena, at, (count - start) * ROW_BYTES);
  const {view} = arena;
  for (let row = start; row < count; row++) {
    view.setFloat64(at, OBJECT_PER, true);
    view.setFloat64(at + 8, COLON_QUOTE_TEXT, true);
    writeDay(view, at + 11, period[row]!);
    view.setFloat64(at + 21, VALUE, true);
    view.setInt16(at + 29, QUOTE_COLON, true);
    at = writeDecimal(view, at + 31, mantissa[row]!, decimals);
    view.setFloat64(at, AS_OF, true);
    view.setInt16(at + 8, COLON_QUOTE, true);
    writeDay(view, at + 10, asOf[row]!);
    view.setFloat64(at + 20, ROW_END, true);
    at += 23;
  }
  // The end of the list replaces the comma of the last row.
  if (start < count) at--;
  at = writeText(arena, at, `],${JSON.stringify(tail).slice(1)}`);
  return arena.memory.finish(arena, at);
}
