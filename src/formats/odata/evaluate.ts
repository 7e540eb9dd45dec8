// The value of an expression for a row: expressions become functions of the row.
//
// null is a third truth value: `and` and `or` handle it, eq and ne compare it, the other comparisons with it are false, and all other
// operations give null. A row passes a condition only if it is true.
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import type {Arithmetic, Comparison, Expression, ExpressionOf, Value} from "./expression.ts";
import {FUNCTIONS} from "./functions.ts";

export type Read<Row> = (row: Row) => Value;

/** @param property returns the reader of a property */
export function compileExpression<Row>(expression: Expression, property: (name: string) => Read<Row>): Read<Row> {
  const compile = (inner: Expression): Read<Row> => compileExpression(inner, property);
  switch (expression.kind) {
    case "literal": {
      const {value} = expression;
      return () => value;
    }
    case "property":
      return property(expression.name);
    case "and":
    case "or":
      return compileJoin(expression, compile);
    case "not": {
      const operand = compile(expression.operand);
      return (row) => {
        const value = operand(row);
        return value === null ? null : !value;
      };
    }
    case "negate": {
      const operand = compile(expression.operand);
      return (row) => {
        const value = operand(row);
        return value === null ? null : -value;
      };
    }
    case "compare": {
      const [left, right] = [compile(expression.left), compile(expression.right)];
      const compare = COMPARISONS[expression.operator];
      return (row) => compare(left(row), right(row));
    }
    case "compute":
      return compileCompute(expression, compile);
    case "in": {
      const operand = compile(expression.operand);
      const values = new Set(expression.values);
      return (row) => values.has(operand(row));
    }
    case "call": {
      const apply = FUNCTIONS[expression.name]!.apply as (...values: Value[]) => Value;
      const reads = expression.arguments.map(compile);
      return (row) => {
        const values = reads.map((read) => read(row));
        return values.includes(null) ? null : apply(...values);
      };
    }
  }
}

/** The order of $orderby: null first, texts by code points, false before true. */
export function compareValues(left: Value, right: Value): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  if (typeof left === "string") return compareCodes(left, right as string);
  return left < right ? -1 : left > right ? 1 : 0;
}

const COMPARISONS: Record<Comparison, (left: Value, right: Value) => boolean> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => left !== null && right !== null && compareValues(left, right) > 0,
  ge: (left, right) => left !== null && right !== null && isAtLeast(left, right),
  lt: (left, right) => left !== null && right !== null && compareValues(left, right) < 0,
  le: (left, right) => left !== null && right !== null && isAtLeast(right, left),
};

/** Not the negation of "below": any comparison with NaN is false. */
function isAtLeast(left: NonNullable<Value>, right: NonNullable<Value>): boolean {
  return typeof left === "string" ? compareCodes(left, right as string) >= 0 : left >= right;
}

function compileJoin<Row>(join: ExpressionOf<"and" | "or">, compile: (inner: Expression) => Read<Row>): Read<Row> {
  const parts = join.parts.map(compile);
  const decisive = join.kind === "or";
  return (row) => {
    let sofar: Value = !decisive;
    for (const part of parts) {
      const value = part(row);
      if (value === decisive) return decisive;
      if (value === null) sofar = null;
    }
    return sofar;
  };
}

function compileCompute<Row>(compute: ExpressionOf<"compute">, compile: (inner: Expression) => Read<Row>): Read<Row> {
  const [left, right] = [compile(compute.left), compile(compute.right)];
  const calculate = compute.type === "integer" ? WHOLE[compute.operator] : PLAIN[compute.operator];
  return (row) => {
    const [one, other] = [left(row), right(row)];
    return one === null || other === null ? null : calculate(one as number, other as number);
  };
}

const PLAIN: Record<Arithmetic, (left: number, right: number) => number | null> = {
  add: (left, right) => left + right,
  sub: (left, right) => left - right,
  mul: (left, right) => left * right,
  div: (left, right) => left / right,
  divby: (left, right) => left / right,
  mod: (left, right) => left % right,
};

/** Integers stay integers; a division by zero gives null. */
const WHOLE: typeof PLAIN = {
  ...PLAIN,
  div: (left, right) => (right === 0 ? null : Math.trunc(left / right)),
  mod: (left, right) => (right === 0 ? null : left % right),
};
