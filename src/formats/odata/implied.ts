// What a condition implies about one property: its only possible texts, and the days between which it must lie.
//
// Only this may reduce the reading, because a row outside cannot pass. All other conditions are evaluated row by row.
import type {Comparison, Expression, Value} from "./expression.ts";

/** The only texts with which the condition can hold; null if any text can. */
export function impliedTexts(condition: Expression | null, property: string): ReadonlySet<string> | null {
  if (condition === null) return null;
  if (condition.kind === "and") {
    const sets = condition.parts.map((part) => impliedTexts(part, property)).filter((set) => set !== null);
    const [first] = sets;
    return first === undefined ? null : new Set([...first].filter((text) => sets.every((set) => set.has(text))));
  }
  if (condition.kind === "or") {
    const sets = condition.parts.map((part) => impliedTexts(part, property));
    return sets.some((set) => set === null) ? null : new Set(sets.flatMap((set) => [...set!]));
  }
  if (condition.kind === "in") {
    const isOwn = condition.operand.kind === "property" && condition.operand.name === property;
    return isOwn ? new Set(condition.values.filter((value) => typeof value === "string")) : null;
  }
  const side = comparedWith(condition, property);
  return side?.operator === "eq" ? new Set(typeof side.value === "string" ? [side.value] : []) : null;
}

/** Days, both included; from -Infinity to Infinity without a bound, `from` greater than `to` if no day can match. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

const ANY: DayRange = {from: -Infinity, to: Infinity};
const NONE: DayRange = {from: Infinity, to: -Infinity};

/** The days between which the property lies if the condition holds. */
export function impliedDays(condition: Expression | null, property: string): DayRange {
  if (condition === null) return ANY;
  if (condition.kind === "and") {
    return condition.parts
      .map((part) => impliedDays(part, property))
      .reduce((one, other) => ({from: Math.max(one.from, other.from), to: Math.min(one.to, other.to)}));
  }
  if (condition.kind === "or") return hull(condition.parts.map((part) => impliedDays(part, property)));
  if (condition.kind === "in") {
    if (condition.operand.kind !== "property" || condition.operand.name !== property) return ANY;
    return hull(condition.values.map((value) => rangeOf("eq", value)));
  }
  const side = comparedWith(condition, property);
  return side === null ? ANY : rangeOf(side.operator, side.value);
}

/** Whether `impliedDays` expresses the whole condition. */
export function isDayRange(condition: Expression, property: string): boolean {
  const side = comparedWith(condition, property);
  return side !== null && side.operator !== "ne";
}

const FLIPPED: Record<Comparison, Comparison> = {eq: "eq", ne: "ne", gt: "lt", ge: "le", lt: "gt", le: "ge"};

/** The comparison of the property itself with a literal, the property on the left; null for any other condition. */
function comparedWith(condition: Expression, name: string): {operator: Comparison; value: Value} | null {
  if (condition.kind !== "compare") return null;
  const {left, right, operator} = condition;
  if (left.kind === "property" && left.name === name && right.kind === "literal") return {operator, value: right.value};
  if (right.kind === "property" && right.name === name && left.kind === "literal") {
    return {operator: FLIPPED[operator], value: left.value};
  }
  return null;
}

/** A date is a whole day; the other side may have a time. */
function rangeOf(operator: Comparison, value: Value): DayRange {
  if (operator === "ne") return ANY;
  if (typeof value !== "number") return NONE;
  if (operator === "eq") return {from: Math.ceil(value), to: Math.floor(value)};
  if (operator === "ge") return {from: Math.ceil(value), to: Infinity};
  if (operator === "gt") return {from: Math.floor(value) + 1, to: Infinity};
  return {from: -Infinity, to: operator === "le" ? Math.floor(value) : Math.ceil(value) - 1};
}

function hull(ranges: readonly DayRange[]): DayRange {
  return ranges
    .filter(({from, to}) => from <= to)
    .reduce((one, other) => ({from: Math.min(one.from, other.from), to: Math.max(one.to, other.to)}), NONE);
}
