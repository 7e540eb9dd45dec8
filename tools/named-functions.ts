// Named functions in plain source text: declarations, methods and arrow functions with a name or in a property.
//
// They are found by their form in code with blanked texts and comments (source-text.ts), not by a parser. An arrow function without a name,
// such as the argument of a call, belongs to the function around it.

export interface NamedFunction {
  readonly name: string;
  /** Positions of the brackets around its parameters. */
  readonly open: number;
  readonly close: number;
  /** Position after the brace that opens its body; null: an arrow function whose body is an expression. */
  readonly body: number | null;
  /** Position of the brace that closes its body, or of `close` where there is none. */
  readonly end: number;
}

/** A declaration, a method or a named arrow function, up to the bracket that opens its parameters. */
const NAMED =
  /\bfunction\s*\*?\s*([\w$]+)\s*(?:<[^()]*>)?\(|(?<=[{,;}]\s*)(?:async\s+)?\*?\s*([\w$]+)\s*(?:<[^()]*>)?\(|\b([\w$]+)\s*[:=]\s*(?:async\s*)?(?:<[^()]*>)?\(/g;
const NO_NAMES = new Set(["if", "for", "while", "switch", "catch", "with", "function", "return", "super", "await"]);
/** Before a body there may be the type of the result; a type in braces is not read. */
const BODY = /^\s*(?::[^{}=;]*?)?(=>\s*\{|\{|=>)/;

/** @param code the source with comments and the insides of texts blanked, with types or without */
export function findFunctions(code: string): NamedFunction[] {
  const found: NamedFunction[] = [];
  for (const match of code.matchAll(NAMED)) {
    const name = match[1] ?? match[2] ?? match[3] ?? "";
    const open = match.index + match[0].length - 1;
    const close = closing(code, open, "(", ")");
    const body = BODY.exec(code.slice(close + 1, close + 400));
    const isArrow = body?.[1]?.startsWith("=>") === true;
    if (body === null || NO_NAMES.has(name) || isArrow !== (match[3] !== undefined)) continue;
    const start = close + 1 + body[0].length;
    const hasBraces = body[0].endsWith("{");
    found.push({
      name,
      open,
      close,
      body: hasBraces ? start : null,
      end: hasBraces ? closing(code, start - 1, "{", "}") : close,
    });
  }
  return found;
}

/** The position of the bracket that closes the one at `open`; the end of the code where there is none. */
function closing(code: string, open: number, opens: string, closes: string): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === opens) depth++;
    if (code[at] === closes && --depth === 0) return at;
  }
  return code.length;
}
