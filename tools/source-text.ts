// TypeScript source with blanked comments and texts, and its imports.
//
// This is a scanner of a few lines, not a parser: it knows comments, texts, templates and regular expressions, which is enough for a
// search for words in code. Blanked places keep their length, so positions remain those of the file.

export interface SourceText {
  /** Relative to the project, with "/". */
  readonly path: string;
  readonly text: string;
}

export interface ImportLine {
  readonly specifier: string;
  /** Names in braces as their source exports them; null for anything else (whole module, side effect, dynamic). */
  readonly names: readonly string[] | null;
  readonly reExport: boolean;
  readonly line: number;
}

const IMPORT = /\b(import|export)\b([^;"'`()]*?)(?:\bfrom\s*)?(["'])([^"'\n]+)\3/g;
const DYNAMIC_IMPORT = /\bimport\s*\(\s*(["'])([^"'\n]+)\1/g;
/** Characters that may come before the slash of a regular expression; after other characters a slash is a division. */
const BEFORE_EXPRESSION = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|case|typeof|in|of|yield|await|throw))\s*$/;

/** Every import and re-export of a file, including types. */
export function findImports(source: string): ImportLine[] {
  const text = withoutComments(source);
  const imports: ImportLine[] = [];
  for (const match of text.matchAll(IMPORT)) {
    const clause = match[2] ?? "";
    if (match[1] === "export" && !/^\s*(?:type\s*)?(?:\{[^}]*\}|\*(?:\s*as\s+\w+)?)\s*$/.test(clause)) continue;
    if (match[1] === "import" && !/^\s*(?:type\b)?[\s\w$*{},]*$/.test(clause)) continue;
    imports.push({
      specifier: match[4] ?? "",
      names: namesInBraces(clause),
      reExport: match[1] === "export",
      line: lineAt(text, match.index),
    });
  }
  for (const match of text.matchAll(DYNAMIC_IMPORT)) {
    imports.push({specifier: match[2] ?? "", names: null, reExport: false, line: lineAt(text, match.index)});
  }
  return imports;
}

/** The source with comments blanked. */
function withoutComments(source: string): string {
  return blank(source, false);
}

/** The source with comments and the insides of texts and regular expressions blanked: code alone. */
export function codeOnly(source: string): string {
  return blank(source, true);
}

export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < position; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

function namesInBraces(clause: string): string[] | null {
  const braces = /^\s*(?:type\s*)?\{([^}]*)\}\s*$/.exec(clause);
  if (braces === null) return null;
  return (braces[1] ?? "")
    .split(",")
    .map(
      (part) =>
        part
          .trim()
          .replace(/^type\s+/, "")
          .split(/\s+as\s+/)[0] ?? "",
    )
    .filter((name) => name !== "");
}

function blank(source: string, textsToo: boolean): string {
  let out = "";
  let at = 0;
  const templateDepths: number[] = [];
  let depth = 0;
  while (at < source.length) {
    const character = source[at] ?? "";
    const end = tokenEnd(source, at, out);
    if (character === "`" || (character === "}" && templateDepths.at(-1) === depth)) {
      if (character === "}") templateDepths.pop();
      const stop = templateEnd(source, at + 1);
      out +=
        character + (textsToo ? spaces(source.slice(at + 1, stop.at)) : source.slice(at + 1, stop.at)) + stop.closing;
      if (stop.closing === "${") templateDepths.push(depth);
      at = stop.at + stop.closing.length;
    } else if (end.kind === "comment") {
      out += spaces(source.slice(at, end.at));
      at = end.at;
    } else if (end.kind === "text") {
      const inside = source.slice(at + 1, end.at - 1);
      out += character + (textsToo ? spaces(inside) : inside) + (source[end.at - 1] ?? "");
      at = end.at;
    } else {
      if (character === "{") depth++;
      if (character === "}") depth--;
      out += character;
      at++;
    }
  }
  return out;
}

function tokenEnd(source: string, at: number, before: string): {kind: "comment" | "text" | "code"; at: number} {
  if (source.startsWith("//", at)) {
    const end = source.indexOf("\n", at);
    return {kind: "comment", at: end === -1 ? source.length : end};
  }
  if (source.startsWith("/*", at)) {
    const end = source.indexOf("*/", at + 2);
    return {kind: "comment", at: end === -1 ? source.length : end + 2};
  }
  const character = source[at];
  if (character === '"' || character === "'") return {kind: "text", at: quotedEnd(source, at, character)};
  if (character === "/" && BEFORE_EXPRESSION.test(before.slice(-40)))
    return {kind: "text", at: expressionEnd(source, at)};
  return {kind: "code", at: at + 1};
}

function quotedEnd(source: string, start: number, quote: string): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === quote || source[at] === "\n") return at + 1;
  }
  return source.length;
}

function expressionEnd(source: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < source.length; at++) {
    const character = source[at];
    if (character === "\\") at++;
    else if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    else if (character === "\n" || (character === "/" && !inClass)) return at + 1;
  }
  return source.length;
}

function templateEnd(source: string, start: number): {at: number; closing: string} {
  for (let at = start; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "`") return {at, closing: "`"};
    else if (source.startsWith("${", at)) return {at, closing: "${"};
  }
  return {at: source.length, closing: ""};
}

function spaces(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
