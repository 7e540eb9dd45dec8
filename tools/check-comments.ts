// Checks the comments of src/: a name behind @param is in the parameters below it, files and rules that a comment names exist, and retired
// words are not used in prose. A rename of the compiler changes no comment. Called by check-imports.ts.
import {posix} from "node:path";
import {lineAt, type SourceText} from "./source-text.ts";
import {RETIRED_IN_COMMENTS} from "./word-table.ts";

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const PAPER = /\b(?:SPEC|CONTRACT|DESIGN)\b/;
const CITE = /\[([a-z][a-z-]*\.(?:[a-z][a-z0-9-]*|\*))\]/g;
const FILE = /(?<![\w./*-])([a-z][\w-]*(?:\.[a-z]+)*\.ts)\b/g;

/** @param names of all files of the project, without their folders */
export function staleComments({path, text}: SourceText, names: ReadonlySet<string>): string[] {
  const breaches: string[] = [];
  for (const {0: comment, index} of text.matchAll(COMMENT)) {
    const breach = (what: string): void => void breaches.push(`${path}:${lineAt(text, index)}: ${what}`);
    for (const [, file = ""] of comment.matchAll(FILE))
      if (!names.has(file)) breach(`the comment names ${file}, which does not exist`);
    for (const {word, plain} of RETIRED_IN_COMMENTS)
      if (word.test(comment.toLowerCase()))
        breach(`the comment says "${word.exec(comment.toLowerCase())![0]}"; ${plain}`);
    if (!comment.startsWith("/**")) continue;
    const parameters = parametersBehind(text, index + comment.length);
    for (const [, name = ""] of comment.matchAll(/@param (\w+)/g))
      if (parameters !== null && !new RegExp(`\\b${name}\\b`).test(parameters))
        breach(`@param ${name} is no parameter of what follows`);
  }
  return breaches;
}

/** Cites that lead nowhere. One form: `[status.stalled]` is a rule of rules.tsv, `[status.*]` all rules of that subject. */
export function wrongCites({path, text}: SourceText, rules: ReadonlySet<string>): string[] {
  const breaches: string[] = [];
  for (const {0: comment, index} of text.matchAll(COMMENT)) {
    const breach = (what: string): void => void breaches.push(`${path}:${lineAt(text, index)}: ${what}`);
    const paper = PAPER.exec(comment);
    if (paper !== null) breach(`the comment cites ${paper[0]}: cite a rule of tools/rules.tsv, as [status.stalled]`);
    for (const [cite, id = ""] of comment.matchAll(CITE)) if (!rules.has(id)) breach(`${cite} is no rule`);
  }
  return breaches;
}

/** The ids of rules.tsv, and `subject.*` for each subject. */
export function citedAs(table: string): ReadonlySet<string> {
  const ids = table.split("\n").map((line) => line.split("\t")[0]!);
  return new Set([...ids, ...ids.map((id) => `${id.split(".")[0]}.*`)]);
}

/** The text from the next parenthesis to the one that closes it; null: there is none. */
function parametersBehind(text: string, from: number): string | null {
  const open = text.indexOf("(", from);
  if (open < 0) return null;
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ("([{".includes(text[at]!)) depth++;
    if (")]}".includes(text[at]!) && --depth === 0) return text.slice(open, at + 1);
  }
  return null;
}

export function fileNames(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.map((path) => posix.basename(path)));
}
