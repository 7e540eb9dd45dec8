// Checks src/ against the rules for sources: the import table, purity, and the form of files. `node tools/check-imports.ts` exits 1 on a
// breach.
//
// The words are checked too (check-names.ts). Only tests (*.test.ts) and the files for tests (*.suite.ts, *.fixture.ts, *.reference.ts) may import files of any room.
import {globSync, readFileSync} from "node:fs";
import {posix} from "node:path";
import {citedAs, fileNames, staleComments, wrongCites} from "./check-comments.ts";
import {repeatedNames, retiredGlossaryWords, retiredWords, twoWayFolders, typesOfParts} from "./check-names.ts";
import {
  CLOSED_FILES,
  DAY_OF_NOTHING,
  ENTRIES,
  EXAMPLE_LINE,
  IMPURE_WORDS,
  LONG_FUNCTIONS,
  MADE_AT_EACH_CALL,
  MAX_FOLDER_FILES,
  MAX_FUNCTION_LINES,
  MAX_LINES,
  MAY_HAVE_CODES,
  MAY_HAVE_LETTERS,
  MAY_IMPORT,
  MAY_IMPORT_A_COUNTRY,
  MAY_REMEMBER,
  OF_REQUESTS,
  PACKAGES,
  PURE,
  PURE_NODE_IMPORTS,
  TRUST_MAY_IMPORT,
} from "./import-table.ts";
import {findFunctions} from "./named-functions.ts";
import {codeOnly, findImports, type ImportLine, lineAt, type SourceText} from "./source-text.ts";

/** Every breach in the given files of src/, as "path:line: fault". */
export function findBreaches(files: readonly SourceText[]): string[] {
  const held = files.filter((file) => !isFree(file.path));
  const breaches: string[] = [];
  const edges = new Map<string, string[]>();
  for (const file of held) {
    const imports = findImports(file.text);
    const room = roomOf(file.path);
    breaches.push(...formBreaches(file, imports));
    for (const line of imports) {
      const breach = importBreach(file.path, room, line);
      if (breach !== null) breaches.push(`${file.path}:${line.line}: ${breach}`);
    }
    if (PURE.includes(room)) breaches.push(...purityBreaches(file));
    breaches.push(...memoryBreaches(file));
    breaches.push(...countryBreaches(file));
    edges.set(
      file.path,
      imports.filter((line) => line.specifier.startsWith(".")).map((line) => target(file.path, line.specifier)),
    );
  }
  return [...breaches, ...folderBreaches(held), ...findCircles(edges), ...helperBreaches(files)];
}

/** Files that only tests import, and whose names do not say so. A worker is a text in the file that starts it, not an import. */
function helperBreaches(files: readonly SourceText[]): string[] {
  const targets = (of: readonly SourceText[]): string[] =>
    of.flatMap(({path, text}) =>
      [...text.matchAll(/["'](\.[^"'\n]*\.ts)["']/g)].map(([, specifier]) => target(path, specifier!)),
    );
  const used = new Set(targets(files.filter(({path}) => !isFree(path))));
  const tested = new Set(targets(files.filter(({path}) => isFree(path))));
  return files
    .filter(({path}) => tested.has(path) && !used.has(path) && !isFree(path) && !ENTRIES.test(path))
    .map(({path}) => `${path}:1: only tests import it: its name must end in .suite.ts, .fixture.ts or .reference.ts`);
}

/** Breaches in `trust/`: the form of files, its imports, and circles. It may use the program and its tests; the program never uses it. */
export function findTrustBreaches(files: readonly SourceText[]): string[] {
  const imports = files.flatMap(({path, text}) =>
    findImports(text)
      .filter(({specifier}) => specifier.startsWith("."))
      .map((line) => ({path, line: line.line, to: target(path, line.specifier)}))
      .filter(({to}) => !TRUST_MAY_IMPORT.some((folder) => to.startsWith(folder)))
      .map((one) => `${one.path}:${one.line}: trust must not import ${one.to}`),
  );
  const forms = files.flatMap((file) => formBreaches(file, findImports(file.text)));
  return [...forms, ...imports, ...folderBreaches(files), ...circlesOf(files)];
}

/** Folders with too many files. */
function folderBreaches(files: readonly SourceText[]): string[] {
  const counts = new Map<string, number>();
  for (const {path} of files) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FOLDER_FILES)
    .map(([folder, count]) => `${folder}:1: ${count} files; a folder may have at most ${MAX_FOLDER_FILES}`);
}

/** Reads every TypeScript file under a folder of the project in `root`. */
export function readSources(root: string, folder = "src"): SourceText[] {
  return globSync(`${folder}/**/*.ts`, {cwd: root})
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((path) => ({path, text: readFileSync(posix.join(root, path), "utf8")}));
}

function isFree(path: string): boolean {
  return /\.(test|suite|fixture|reference)\.ts$/.test(path);
}

/** The folder of src/ that contains the file, or the file's own name for a leaf. */
function roomOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function target(from: string, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(from), specifier));
}

function importBreach(path: string, room: string, line: ImportLine): string | null {
  if (!line.specifier.startsWith(".")) return outsideBreach(room, line);
  const to = target(path, line.specifier);
  if (!to.startsWith("src/")) return `imports ${to}, which is outside of src/`;
  if (isFree(to)) return `imports ${to}, which is a test`;
  if (!/\.(ts|json)$/.test(to)) return `the import of ${line.specifier} has to end in .ts`;
  if (CLOSED_FILES[to]?.includes(room) === false) return `${room} must not import ${to}`;
  if (/^src\/country\/[^/]+\//.test(to) && !MAY_IMPORT_A_COUNTRY.some((folder) => path.startsWith(folder)))
    return `only src/country/ and parsers of its publishers may import ${to}`;
  const other = roomOf(to);
  const allowed = MAY_IMPORT[room];
  if (allowed === undefined) return `${room} is no folder of the import table`;
  if (other === room && room in MAY_IMPORT) return null;
  return allowed.includes(other) ? null : `${room} must not import ${other}`;
}

function outsideBreach(room: string, line: ImportLine): string | null {
  if (line.specifier.startsWith("node:")) {
    if (!PURE.includes(room)) return null;
    const allowed = PURE_NODE_IMPORTS[line.specifier] ?? [];
    const refused = line.names?.filter((name) => !allowed.includes(name)) ?? ["all of it"];
    return refused.length === 0
      ? null
      : `${room} is pure and must not import ${refused.join(", ")} from ${line.specifier}`;
  }
  const name = line.specifier.startsWith("@")
    ? line.specifier.split("/").slice(0, 2).join("/")
    : (line.specifier.split("/")[0] ?? "");
  const folders = PACKAGES[name];
  if (folders === undefined) return `the package ${name} is not in the table of packages`;
  return folders.includes(room) ? null : `${room} must not import the package ${name} (only ${folders.join(", ")})`;
}

function purityBreaches(file: SourceText): string[] {
  const code = codeOnly(file.text);
  return IMPURE_WORDS.flatMap(({pattern, name}) => {
    const found = pattern.exec(code);
    return found === null ? [] : [`${file.path}:${lineAt(code, found.index)}: a pure folder must not use ${name}`];
  });
}

/** What gives a module a memory: variables, what factories make, and containers and arrays of numbers that begin empty and are not declared read-only. */
const VARIABLE = /^(?:export )?(?:let|var)\s*([^=;:\n]*[^=;:\s])/m;
const EMPTY =
  /^(?:export )?const (\w+)\b(?!: (?:readonly |Readonly))[^=\n]*= (?:new (?:WeakMap|WeakSet|Map|Set|BoundedCache)(?:<[^\n]*>)?\([^"[\n]*\)|new \w*Array(?:<[^\n]*>)?\([^)0\n][^\n]*\)|\{\}|\[\]);/m;
const CREATED = /^(?:export )?const (\w+)\b(?!: (?:readonly |Readonly))[^=\n]*= (?:await )?create[A-Z]\w*[<(]/m;
/** Containers that begin with contents, or whose type says less than their use: memories only if the file changes them. */
const FILLED =
  /^(?:export )?const (\w+)\b[^\n]*? = (?:new (?:WeakMap|WeakSet|Map|Set|\w*Array)\b|\w+Array\.(?:from|of)\b|\{|\[)/gm;

/** A memory at the top of a module has no owner, so a reader does not see who fills it. A listed module must have one. */
function memoryBreaches({path, text}: SourceText): string[] {
  if (isFree(path)) return [];
  const code = codeOnly(text);
  const found = VARIABLE.exec(code) ?? EMPTY.exec(code) ?? CREATED.exec(code) ?? changedContainer(code);
  const isListed = path in MAY_REMEMBER;
  if (isListed === (found !== null)) return [];
  if (found === null) return [`${path}:1: keeps no state: take it out of MAY_REMEMBER`];
  const line = lineAt(code, found.index);
  return [`${path}:${line}: a module must not keep state (${found[1]}): give it an owner that is passed`];
}

/** The first container at the top that the file changes by a method or an assignment. */
function changedContainer(code: string): RegExpExecArray | null {
  for (const found of code.matchAll(FILLED)) {
    const part = String.raw`(?:\.\w+|\[[^\]\n]+\]|\.get\([^()\n]*\)|!)`;
    const method = String.raw`\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)\(`;
    const assigned = String.raw`${part} (?:\?\?|[-+|&])?= |${part}(?:\+\+|--)`;
    if (new RegExp(String.raw`(?<![\w.])${found[1]}${part}*(?:${method}|${assigned})`).test(code)) return found;
  }
  return null;
}

/** Letters and codes of a country outside of the folders that may know it. Comments and texts count too. */
function countryBreaches({path, text}: SourceText): string[] {
  const isIn = (folders: readonly string[]): boolean => folders.some((folder) => path.startsWith(folder));
  const plain = text.replace(/^.*$/gm, (line) => (EXAMPLE_LINE.test(line) ? "" : line));
  return [
    isIn(MAY_HAVE_LETTERS) ? null : /[\u0400-\u04ff]/.exec(plain),
    isIn(MAY_HAVE_CODES) ? null : /\bRU-/.exec(plain),
  ]
    .filter((found) => found !== null)
    .map((found) => `${path}:${lineAt(plain, found.index)}: "${found[0]}" belongs to a country's own folder`);
}

/** Functions that are longer than a screen, not counting the named functions in them. */
function lengthBreaches({path}: SourceText, code: string): string[] {
  const all = findFunctions(code).filter(({body}) => body !== null);
  return all.flatMap((one) => {
    const inside = all.filter(({open, end}) => open > one.body! && end < one.end);
    const direct = inside.filter((inner) => !inside.some(({body, end}) => inner.open > body! && inner.end < end));
    const own = direct.reduce((lines, inner) => lines - linesOf(code, inner), linesOf(code, one));
    if (own <= MAX_FUNCTION_LINES || LONG_FUNCTIONS.includes(`${path} ${one.name}`)) return [];
    return [
      `${path}:${lineAt(code, one.open)}: ${one.name} has ${own} lines; at most ${MAX_FUNCTION_LINES} are allowed`,
    ];
  });
}

function linesOf(code: string, {open, end}: {readonly open: number; readonly end: number}): number {
  return lineAt(code, end) - lineAt(code, open) + 1;
}

function formBreaches(file: SourceText, imports: readonly ImportLine[]): string[] {
  const code = codeOnly(file.text);
  const lines = file.text.split("\n").length - (file.text.endsWith("\n") ? 1 : 0);
  const say = (line: number, what: string): string => `${file.path}:${line}: ${what}`;
  const breaches: string[] = [];
  if (!file.text.startsWith("//")) breaches.push(say(1, "a header comment must give the subject of the file"));
  if (lines > MAX_LINES) breaches.push(say(MAX_LINES + 1, `${lines} lines; at most ${MAX_LINES} are allowed`));
  if (posix.basename(file.path) === "index.ts") breaches.push(say(1, "no file is named index.ts"));
  if (!/^[a-z0-9-]+\.ts$/.test(posix.basename(file.path)))
    breaches.push(say(1, "file names are kebab-case; those for tests end in .suite.ts, .fixture.ts or .reference.ts"));
  const defaultExport = /\bexport\s+default\b|\bas\s+default\b/.exec(code);
  if (defaultExport !== null) breaches.push(say(lineAt(code, defaultExport.index), "no default exports"));
  breaches.push(...lengthBreaches(file, code));
  const nothing = DAY_OF_NOTHING.exec(code);
  if (nothing !== null)
    breaches.push(say(lineAt(code, nothing.index), `"${nothing[0]}": a missing day must stay missing`));
  const made = OF_REQUESTS.test(file.path) ? MADE_AT_EACH_CALL.exec(code) : null;
  if (made !== null)
    breaches.push(
      say(lineAt(code, made.index), "declare this generator function once, and pass an arrow that calls it"),
    );
  for (const line of imports.filter((one) => one.reExport)) {
    breaches.push(say(line.line, "no re-exports: import from the file with the declaration"));
  }
  return breaches;
}

/** Circular imports in tools and benches, which have no other rule. */
export function circlesOf(files: readonly SourceText[]): string[] {
  return findCircles(
    new Map(
      files.map(({path, text}) => [
        path,
        findImports(text)
          .filter(({specifier}) => specifier.startsWith("."))
          .map(({specifier}) => target(path, specifier)),
      ]),
    ),
  );
}

/** Circular imports, each listed once, with its path. */
function findCircles(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start !== -1) {
      circles.push(`${path}:1: circular import: ${[...way.slice(start), path].join(" → ")}`);
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...way, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return circles;
}

if (import.meta.main) {
  const root = posix.join(import.meta.dirname, "..");
  const product = readSources(root).filter(({path}) => !isFree(path));
  const names = fileNames(
    globSync("{src,test,tools,bench,trust}/**/*.ts", {cwd: root, exclude: ["**/node_modules/**"]}),
  );
  const rules = citedAs(readFileSync(posix.join(root, "tools/rules.tsv"), "utf8"));
  const breaches = [
    ...findBreaches(readSources(root)),
    ...repeatedNames(product),
    ...retiredWords(product),
    ...retiredGlossaryWords({path: "CONTRIBUTING.md", text: readFileSync(posix.join(root, "CONTRIBUTING.md"), "utf8")}),
    ...typesOfParts(product),
    ...product.flatMap((file) => [...staleComments(file, names), ...wrongCites(file, rules)]),
    ...twoWayFolders(product),
    ...findTrustBreaches(readSources(root, "trust")),
    ...["bench", "tools"].flatMap((folder) => circlesOf(readSources(root, folder))),
  ];
  for (const breach of breaches) console.log(breach);
  console.log(breaches.length === 0 ? "imports and files keep the rules" : `${breaches.length} breaches`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
