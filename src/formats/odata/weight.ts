// What it costs to judge an expression once, told from the expression alone.
//
// A unit is about one comparison. Literals cost nothing, the list of `in` included: it is looked up. A function of texts costs
// more where its texts are long, since `concat` makes long ones out of short ones.
import {type Expression, partsOf} from "./expression.ts";

/** Characters that a function of texts reads for one unit. */
const CHARACTERS = 256;
/** Of a text whose length only the row knows. */
const USUAL_LENGTH = 64;

/** Evaluations of nodes for one row. */
export function weightOf(expression: Expression): number {
  const parts = partsOf(expression);
  const inside = parts.reduce((sum, part) => sum + weightOf(part), 0);
  if (expression.kind === "literal") return 0;
  if (expression.kind !== "call") return 1 + inside;
  const characters = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  return 1 + Math.floor(characters / CHARACTERS) + inside;
}

function lengthOf(expression: Expression): number {
  if (expression.kind === "literal") return typeof expression.value === "string" ? expression.value.length : 0;
  if (expression.type !== "string") return 0;
  if (expression.kind !== "call") return USUAL_LENGTH;
  return expression.arguments.reduce((sum, part) => sum + lengthOf(part), 0);
}
