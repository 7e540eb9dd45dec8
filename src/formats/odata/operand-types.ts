// The types that an operator accepts together, and the literals whose type depends on the other operand.
//
// A comparison that can never be true because of its types is refused instead of answered with no rows: it is a mistake, and an empty table
// in a spreadsheet would hide it.
import {parseCalendarDay} from "../../statistics/time/day.ts";
import type {Expression, ValueType} from "./expression.ts";
import {bad, quoted} from "./fault.ts";

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
