// The functions of $filter: their arguments, results and code. $metadata lists these names.
//
// For every function, a null argument makes the result null.
import {dayOf, monthIndex} from "../../statistics/time/day.ts";
import type {Value, ValueType} from "./expression.ts";

export type Kind = "text" | "number" | "date";

export interface FunctionRow {
  readonly takes: readonly Kind[];
  /** The number of optional arguments at the end. */
  readonly optional?: number;
  /** "same": integer for an integer, double for a double. */
  readonly gives: ValueType | "same";
  /** Called only if no argument is null. */
  readonly apply: (...values: never[]) => Value;
}

export const FUNCTIONS: Readonly<Record<string, FunctionRow>> = {
  contains: {takes: ["text", "text"], gives: "boolean", apply: (text: string, part: string) => text.includes(part)},
  startswith: {takes: ["text", "text"], gives: "boolean", apply: (text: string, part: string) => text.startsWith(part)},
  endswith: {takes: ["text", "text"], gives: "boolean", apply: (text: string, part: string) => text.endsWith(part)},
  tolower: {takes: ["text"], gives: "string", apply: (text: string) => text.toLowerCase()},
  toupper: {takes: ["text"], gives: "string", apply: (text: string) => text.toUpperCase()},
  trim: {takes: ["text"], gives: "string", apply: (text: string) => text.trim()},
  length: {takes: ["text"], gives: "integer", apply: (text: string) => text.length},
  indexof: {takes: ["text", "text"], gives: "integer", apply: (text: string, part: string) => text.indexOf(part)},
  substring: {
    takes: ["text", "number", "number"],
    optional: 1,
    gives: "string",
    apply: (text: string, from: number, length: number = text.length) => {
      const start = Math.max(0, Math.trunc(from));
      return text.slice(start, start + Math.max(0, Math.trunc(length)));
    },
  },
  concat: {takes: ["text", "text"], gives: "string", apply: (one: string, other: string) => one + other},
  year: {takes: ["date"], gives: "integer", apply: (day: number) => Math.floor(monthIndex(Math.floor(day)) / 12)},
  month: {takes: ["date"], gives: "integer", apply: (day: number) => monthOfYear(Math.floor(day))},
  day: {takes: ["date"], gives: "integer", apply: (day: number) => dayOfMonth(Math.floor(day))},
  date: {takes: ["date"], gives: "day", apply: (day: number) => Math.floor(day)},
  round: {takes: ["number"], gives: "same", apply: roundAway},
  floor: {takes: ["number"], gives: "same", apply: (number: number) => Math.floor(number)},
  ceiling: {takes: ["number"], gives: "same", apply: (number: number) => Math.ceil(number)},
};

const TYPES: Record<Kind, readonly ValueType[]> = {
  text: ["string", "null"],
  number: ["integer", "double", "null"],
  date: ["day", "moment", "null"],
};

/** Whether an argument of this type fits what the function takes at a place. */
export function fits(kind: Kind, type: ValueType): boolean {
  return TYPES[kind].includes(type);
}

function monthOfYear(day: number): number {
  const month = monthIndex(day);
  return month - Math.floor(month / 12) * 12 + 1;
}

function dayOfMonth(day: number): number {
  const month = monthIndex(day);
  const year = Math.floor(month / 12);
  return day - dayOf(year, month - year * 12 + 1, 1) + 1;
}

/** To the nearest integer; half way away from zero. */
function roundAway(number: number): number {
  const whole = Math.trunc(number);
  return Math.abs(number - whole) >= 0.5 ? whole + Math.sign(number) : whole;
}
