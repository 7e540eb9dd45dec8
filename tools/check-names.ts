// Checks the words of src/: one exported name of a type or a function has one meaning, a retired word does not come back, and two folders import each other
// only if the table gives a reason. Called by check-imports.ts.
//
// A word of an identifier is a part in camelCase: `aggregate` does not contain the word "gate".
import {posix} from "node:path";
import {codeOnly, findImports, lineAt, type SourceText} from "./source-text.ts";
import {RETIRED_WORDS, TWO_WAY_FOLDERS, TYPES_OF_PARTS} from "./word-table.ts";

const EXPORTED = [
  ["type", /^export (?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm],
  ["function", /^export (?:async )?function\*? (\w+)/gm],
] as const;
const IDENTIFIER = /(?<![\w$#.-])[A-Za-z_$][\w$]*/g;

/** Names of types, and names of functions, that two product files export. A reader of the second has the first in mind. */
export function repeatedNames(files: readonly SourceText[]): string[] {
  const first = new Map<string, string>();
  const breaches: string[] = [];
  for (const {path, text} of files) {
    const code = codeOnly(text);
    for (const [kind, pattern] of EXPORTED)
      for (const {1: name = "", index} of code.matchAll(pattern)) {
        const other = first.get(`${kind} ${name}`);
        if (other === undefined) first.set(`${kind} ${name}`, path);
        else breaches.push(`${path}:${lineAt(code, index)}: the ${kind} ${name} has the name of one in ${other}`);
      }
  }
  return breaches;
}

/** Retired words in identifiers, once for each file and word. */
export function retiredWords(files: readonly SourceText[]): string[] {
  return files.flatMap(({path, text}) => {
    const code = codeOnly(text);
    const found = new Map<string, string>();
    for (const {0: identifier, index} of code.matchAll(IDENTIFIER)) {
      for (const word of wordsOf(identifier)) {
        const rule = RETIRED_WORDS.find((one) => one.word.test(word));
        if (rule === undefined || rule.except?.test(path) || rule.allowed?.test(identifier) || found.has(word))
          continue;
        found.set(word, `${path}:${lineAt(code, index)}: ${identifier}: "${word}" is retired; ${rule.plain}`);
      }
    }
    return [...found.values()];
  });
}

/** Words of the glossary that are retired: it explains those that are in use. @param glossary CONTRIBUTING.md */
export function retiredGlossaryWords(glossary: SourceText): string[] {
  return [...glossary.text.matchAll(/^\| ([^|]+) \| [^|]* \|$/gm)].flatMap(({1: words = "", index}) =>
    words
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => RETIRED_WORDS.some((rule) => rule.word.test(word)))
      .map((word) => `${glossary.path}:${lineAt(glossary.text, index)}: "${word}" is retired: no word of the glossary`),
  );
}

/** Types named "…Parts": the name has to say what they contain. */
export function typesOfParts(files: readonly SourceText[]): string[] {
  return files.flatMap(({path, text}) => {
    const code = codeOnly(text);
    return [...code.matchAll(/^(?:export )?(?:abstract )?(?:interface|type|class) (\w*Parts)\b/gm)]
      .filter(({1: name = ""}) => !(name in TYPES_OF_PARTS))
      .map(({1: name, index}) => `${path}:${lineAt(code, index)}: the type ${name} has to say what it contains`);
  });
}

/** `lastStretchOf` → last, stretch, of. */
export function wordsOf(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[\s_$]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== "");
}

/** Folders that import each other, unless one contains the other or the table names the pair; and pairs of the table that are gone. */
export function twoWayFolders(files: readonly SourceText[]): string[] {
  const edges = new Map<string, string>();
  for (const {path, text} of files) {
    const from = posix.dirname(path);
    for (const {specifier} of findImports(text)) {
      if (!specifier.startsWith(".")) continue;
      const to = posix.dirname(posix.join(from, specifier));
      if (from !== to && !`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`))
        edges.set(`${from} ${to}`, path);
    }
  }
  const pairs = [...edges].filter(([edge]) => {
    const [from = "", to = ""] = edge.split(" ");
    return from < to && edges.has(`${to} ${from}`);
  });
  const known = new Set(TWO_WAY_FOLDERS.map(({folders}) => folders.join(" ")));
  const unknown = pairs
    .filter(([edge]) => !known.has(edge))
    .map(([edge, path]) => `${path}:1: ${edge.replace(" ", " and ")} import each other`);
  const met = new Set(pairs.map(([edge]) => edge));
  const gone = [...known]
    .filter((edge) => files.length > 1 && !met.has(edge))
    .map((edge) => `tools/word-table.ts:1: ${edge.replace(" ", " and ")} do not import each other any more`);
  return [...unknown, ...gone];
}
