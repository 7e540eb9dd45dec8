// The functions of $filter: their arguments, results and code; $metadata lists these names. And the types that operators accept together.
//
// For every function, a null argument makes the result null. A comparison that can never be true because of its types is refused instead of
// answered with no rows: it is a mistake, and an empty table in a spreadsheet would hide it.
import {dayOf, monthIndex, parseCalendarDay} from "../../statistics/time/day.ts";
import type {Expression, Value, ValueType} from "./expression.ts";
import {bad, quoted} from "./fault.ts";

export type FunctionKind = "text" | "number" | "date";

export interface FunctionRow {
  readonly takes: readonly FunctionKind[];
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

const TYPES: Record<FunctionKind, readonly ValueType[]> = {
  text: ["string", "null"],
  number: ["integer", "double", "null"],
  date: ["day", "moment", "null"],
};

/** Whether an argument of this type fits what the function takes at a place. */
export function fits(kind: FunctionKind, type: ValueType): boolean {
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

const GROUPS: Readonly<Record<ValueType, string | null>> = {
  string: "a text",
  integer: "a number",
  double: "a number",
  boolean: "true or false",
  day: "a date",
  moment: "a date",
  null: null,
};

/** The two sides of a comparison; a text compared with a date is read as a date. Throws ODataFault. */
export function comparable(left: Expression, right: Expression, operator: string): readonly [Expression, Expression] {
  const pair = [asDate(left, right), asDate(right, left)] as const;
  const [one, other] = [GROUPS[pair[0].type], GROUPS[pair[1].type]];
  if (one === null || other === null || one === other) return pair;
  const textIsMissing = one === "a text" ? pair[1] : other === "a text" ? pair[0] : null;
  const hint = textIsMissing?.kind === "literal" ? `a text needs quotes: '${String(textIsMissing.value)}'` : null;
  throw bad(`${operator} compares ${one} with ${other}`, hint);
}

/** Throws ODataFault unless the expression is a number or null. */
export function numberOperand(expression: Expression, operator: string): Expression {
  const group = GROUPS[expression.type];
  if (group === null || group === "a number") return expression;
  throw bad(`${operator} takes numbers, not ${group}`);
}

/** Throws ODataFault unless the expression is true, false or null. */
export function truthOperand(expression: Expression, operator: string): Expression {
  const group = GROUPS[expression.type];
  if (group === null || group === "true or false") return expression;
  throw bad(`${operator} takes conditions, not ${group}`);
}

/** Some clients have dates as text only. */
function asDate(expression: Expression, beside: Expression): Expression {
  const isDate = beside.type === "day" || beside.type === "moment";
  if (!isDate || expression.kind !== "literal" || expression.type !== "string") return expression;
  const day = parseCalendarDay(expression.value as string);
  if (day === null) throw bad(`${quoted(expression.value as string)} is compared with a date and is not a date`);
  return {kind: "literal", type: "day", value: day};
}
