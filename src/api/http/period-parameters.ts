// `start`, `end` and `as_of` as parameters: which periods are meant, and what was known when.
//
// A bound is a day, a month or a year, and a month or a year counts whole; the day of `as_of` is always a day.
import {Type} from "typebox";
import {type Bounds, parseBound} from "../../statistics/time/bounds.ts";
import {type Day, parseCalendarDay} from "../../statistics/time/day.ts";
import type {RefuseNamed} from "./parameters.ts";

export const START = Type.Optional(
  Type.String({
    description: "first day, YYYY-MM-DD, YYYY-MM or YYYY, included; from the beginning of the history when omitted",
  }),
);
export const END = Type.Optional(
  Type.String({
    description:
      "last day, YYYY-MM-DD, YYYY-MM or YYYY, included; a month or a year is included whole; to the end of the history when omitted",
  }),
);

/** Refuses what is no bound, and a start later than the end. */
export function readBounds(given: {start?: string; end?: string}, refuse: RefuseNamed): Bounds {
  const from = readBound(given.start, "start", refuse);
  const to = readBound(given.end, "end", refuse);
  if (from !== null && to !== null && from > to) {
    refuse("start", "value_error", `Value error, start (${given.start}) is later than end (${given.end})`);
  }
  return {from, to};
}

/** A day, YYYY-MM-DD; null where it was refused or not given. */
export function readDay(name: string, text: string | undefined, refuse: RefuseNamed): Day | null {
  if (text === undefined) return null;
  return parseCalendarDay(text) ?? refuse(name, "date_parsing", "Input should be a valid date, YYYY-MM-DD");
}

function readBound(text: string | undefined, side: "start" | "end", refuse: RefuseNamed): Day | null {
  if (text === undefined) return null;
  return (
    parseBound(text, side) ?? refuse(side, "date_parsing", "Input should be a valid date, YYYY-MM-DD, YYYY-MM or YYYY")
  );
}
