// Expressions of $filter and $orderby, parsed and typed, and the cost of evaluating one for a row.
//
// A date is the number of its day, and a date with a time is that number with a fraction, so that the two can be compared. "integer" and
// "double" are separate because `div` on integers truncates. A unit of cost is about one comparison. Literals are free, and so is the list
// of `in`: it is looked up. What reads texts costs more if they are long, because `concat` makes long texts from short ones; and a text that is
// looked for in another may be compared with it at each of its letters.
export type Value = string | number | boolean | null;
export type ValueType = "string" | "integer" | "double" | "boolean" | "day" | "moment" | "null";

export type Comparison = "eq" | "ne" | "gt" | "ge" | "lt" | "le";
export type Arithmetic = "add" | "sub" | "mul" | "div" | "divby" | "mod";

/** The parts of an expression of each kind, beside its kind. */
interface ExpressionFields {
  literal: {type: ValueType; value: Value};
  property: {type: ValueType; name: string};
  call: {type: ValueType; name: string; arguments: readonly Expression[]};
  compare: {type: "boolean"; operator: Comparison; left: Expression; right: Expression};
  compute: {type: ValueType; operator: Arithmetic; left: Expression; right: Expression};
  /** All of them. A chain is one list, so that a long chain nests no deeper than a short one. */
  and: {type: "boolean"; parts: readonly Expression[]};
  /** Any of them, likewise. */
  or: {type: "boolean"; parts: readonly Expression[]};
  not: {type: "boolean"; operand: Expression};
  negate: {type: ValueType; operand: Expression};
  in: {type: "boolean"; operand: Expression; values: readonly Value[]};
}

export type ExpressionOf<Kind extends keyof ExpressionFields> = {
  [K in Kind]: {readonly kind: K} & Readonly<ExpressionFields[K]>;
}[Kind];
export type Expression = ExpressionOf<keyof ExpressionFields>;

export interface OrderItem {
  readonly expression: Expression;
  readonly descending: boolean;
}

/** The direct parts of an expression. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "literal":
    case "property":
      return [];
    case "call":
      return expression.arguments;
    case "compare":
    case "compute":
      return [expression.left, expression.right];
    case "and":
    case "or":
      return expression.parts;
    case "not":
    case "negate":
    case "in":
      return [expression.operand];
  }
}

/** The names of all properties that an expression reads. */
export function propertiesOf(expression: Expression): ReadonlySet<string> {
  if (expression.kind === "property") return new Set([expression.name]);
  return new Set(partsOf(expression).flatMap((part) => [...propertiesOf(part)]));
}

/** The parts that must all hold. */
export function conjunctsOf(expression: Expression): readonly Expression[] {
  return expression.kind === "and" ? expression.parts : [expression];
}

/** Characters that a function of texts reads for one unit of cost. */
const CHARACTERS = 256;
/** For a text whose length depends on the row. */
const USUAL_LENGTH = 64;

/** Of texts whose order is looked for, letter by letter. */
const ORDERED = 24;
/** Of texts whose case is changed, which takes long for Cyrillic letters. */
const CHANGED = 10;
/** Comparisons of letters for one unit of cost, where one text is looked for in another. */
const COMPARED = 512;

/** Evaluations of nodes for one row. */
export function expressionWeight(expression: Expression): number {
  const parts = partsOf(expression);
  const inside = parts.reduce((sum, part) => sum + expressionWeight(part), 0);
  if (expression.kind === "literal") return 0;
  const lengths = parts.map(lengthOf);
  const read = Math.floor(lengths.reduce((sum, one) => sum + one, 0) / lettersAtOnce(expression));
  const [text = 0, sought = 0] = lengths;
  const looksFor = expression.kind === "call" && LOOKING.includes(expression.name);
  return 1 + read + (looksFor ? Math.floor((text * sought) / COMPARED) : 0) + inside;
}

/** Letters that are read for one unit of cost. */
function lettersAtOnce(expression: Expression): number {
  if (expression.kind === "call" && CHANGING_CASE.includes(expression.name)) return CHANGED;
  const isOrdered = expression.kind === "compare" && expression.operator !== "eq" && expression.operator !== "ne";
  return isOrdered ? ORDERED : CHARACTERS;
}

const CHANGING_CASE: readonly string[] = ["tolower", "toupper"];
const LOOKING: readonly string[] = ["contains", "indexof"];

/** Letters of the text that an expression gives, about; 0: it gives no text. */
export function lengthOf(expression: Expression): number {
  if (expression.kind === "literal") return typeof expression.value === "string" ? expression.value.length : 0;
  if (expression.type !== "string") return 0;
  if (expression.kind !== "call") return USUAL_LENGTH;
  return expression.arguments.reduce((sum, part) => sum + lengthOf(part), 0);
}
