// The expressions of descriptors: case does not matter, and each takes time in proportion to its text, so that none can hold a load.
//
// The syntax is that of RE2: as usual expressions, without lookahead and references back. `\s` means every blank of Unicode here, as it
// does in JavaScript: cells of workbooks have no-break spaces.
import {RE2JS} from "re2js";
import {createBoundedCache} from "../../../work/bounded-cache.ts";

export interface LinearExpression {
  /** Whether some part of the text fits. */
  test(text: string): boolean;
  /** Where the first part that fits begins; −1: none fits. */
  search(text: string): number;
}

/** A descriptor has dozens of expressions, and asks for each with every row. */
const compiled = createBoundedCache<LinearExpression>(1000);

/** @throws Error that says what is wrong with the expression */
export function expressionOf(text: string): LinearExpression {
  const known = compiled.find(text);
  if (known !== undefined) return known;
  const pattern = RE2JS.compile(RE2JS.translateRegExp(withBlanks(text)), RE2JS.CASE_INSENSITIVE | RE2JS.LOOKBEHINDS);
  const expression: LinearExpression = {
    test: (tested) => pattern.test(tested),
    search(searched) {
      const matcher = pattern.matcher(searched);
      return matcher.find() ? matcher.start() : -1;
    },
  };
  compiled.keep(text, expression, 1);
  return expression;
}

/** What is wrong with an expression; null: nothing. */
export function expressionProblem(text: string): string | null {
  try {
    expressionOf(text);
    return null;
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, "").replace("(?i)", "");
    const hint = /\(\?[=!]/.test(text) ? " (there is no lookahead)" : "";
    return `Invalid regular expression: ${reason}${hint}`;
  }
}

const BLANK = "\\s\\x{0b}\\x{a0}\\x{feff}\\p{Z}";

/** The text with `\s` and `\S` for all blanks; within a class only `\s` can be written so. */
function withBlanks(text: string): string {
  let isInClass = false;
  return text.replace(/\\.|[[\]]/gsu, (fragment) => {
    if (fragment === "[" || fragment === "]") isInClass = fragment === "[";
    if (fragment === "\\s") return isInClass ? BLANK : `[${BLANK}]`;
    if (fragment === "\\S" && !isInClass) return `[^${BLANK}]`;
    return fragment;
  });
}
