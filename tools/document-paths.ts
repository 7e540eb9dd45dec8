// Names of files, links and anchors in documents, and documents that comments and messages name: which of them lead nowhere.
//
// A path may have a placeholder (`src/country/<code>/`), alternatives (`{full,incremental}`) or a star. What is before the placeholder must exist.
import {existsSync, globSync, readFileSync} from "node:fs";
import {posix} from "node:path";

/** Folders whose names begin a path. `reference/` begins addresses of the api too, so there only names with a point count. */
const FOLDERS = ["src", "bin", "tools", "test", "bench", "trust", "docs", "deploy", "samples", "reference"];
const IN_FOLDER = String.raw`[\w./*{},<>@+-]*`;
const PATH = new RegExp(
  String.raw`(?<![\w./:-])(?:reference/[\w/<>-]*\.\w+|(?:${FOLDERS.slice(0, -1).join("|")})/${IN_FOLDER})`,
  "g",
);
/** A file that is named by the end of its path alone: `gaps.ts`, `history/gaps.ts`. */
const SHORT_NAME = /^[\w/-][\w./-]*\.(?:ts|js|py|tsv)$/;
/** Names of no file: a pattern for tests, such as `x.test.ts`. */
const PATTERN_NAME = /^x\./;
/** What the reader of a page makes. */
const MADE_LATER = /^bench\/peers\/\.venv/;
const DOCUMENT = /\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g;
const NUMBERED_DECISION = /\bdecisions? \d+/gi;

/** Paths of the project's files, relative to it, with "/". */
export function listFiles(root: string): readonly string[] {
  return globSync(`{${FOLDERS.join(",")}}/**/*.*`, {cwd: root, exclude: isForeign}).map((path) =>
    path.replaceAll("\\", "/"),
  );
}

function isForeign(path: string): boolean {
  return /(?:^|[\\/])(?:node_modules|\.venv|dist)$/.test(path);
}

/** Documents that people write or read, without the list of rules and tests, which `npm run check` compares with its sources. */
export function listDocuments(root: string): readonly string[] {
  return globSync(["*.md", "docs/*.md", "docs/{decisions,measurements}/*.md"], {cwd: root})
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path !== "docs/conformance.md");
}

/**
 * What a document names and the project does not have: paths, file names in code, links and their anchors.
 * @param files those of the project, as `listFiles` gives them
 */
export function findDeadNames(root: string, document: string, files: readonly string[]): readonly string[] {
  const text = readFileSync(posix.join(root, document), "utf8");
  const paths = [...withoutLinks(text).matchAll(PATH)].map(([path]) => path.replace(/[.,]+$/, ""));
  const names = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!).filter((name) => SHORT_NAME.test(name));
  return [
    ...paths.filter((path) => !MADE_LATER.test(path) && !isPath(root, path)),
    ...names.filter((name) => !PATTERN_NAME.test(name) && !isFile(root, name, files)),
    ...findLinks(text).filter((link) => !leads(root, document, link)),
  ];
}

/** Documents, and anchors in them, that a source names and the project does not have; a decision by its number alone is one too. */
export function findDeadDocuments(root: string, source: string): readonly string[] {
  const text = readFileSync(posix.join(root, source), "utf8");
  return [
    ...[...text.matchAll(DOCUMENT)].map(([link]) => link).filter((link) => !leads(root, "a source", link)),
    ...[...text.matchAll(NUMBERED_DECISION)].map(([words]) => words),
  ];
}

/** Targets of links within the project. */
function findLinks(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^(?:[a-z]+:|\/)/.test(target));
}

function withoutLinks(text: string): string {
  return text.replaceAll(/\]\([^)\s]+\)/g, "]").replaceAll(/\b[a-z]+:\/\/\S+/g, "");
}

function isPath(root: string, path: string): boolean {
  const [before, placeholder] = path.split("<", 2);
  const known = placeholder === undefined ? path : before!.slice(0, before!.lastIndexOf("/") + 1);
  if (/[*{]/.test(known)) return alternatives(known).every((one) => globSync(one, {cwd: root}).length > 0);
  return existsSync(posix.join(root, known));
}

/** `a/{b,c}` as `a/b` and `a/c`, so that each must exist. */
function alternatives(path: string): readonly string[] {
  const match = /^(.*?)\{([^}]*)\}(.*)$/.exec(path);
  if (match === null) return [path];
  const [, before, middle, after] = match;
  return middle!.split(",").flatMap((one) => alternatives(`${before}${one}${after}`));
}

function isFile(root: string, name: string, files: readonly string[]): boolean {
  return existsSync(posix.join(root, name)) || files.some((file) => file.endsWith(`/${name}`));
}

/** @param document the page that has the link: an anchor alone leads within it */
function leads(root: string, document: string, link: string): boolean {
  const [path, anchor] = link.split("#", 2);
  const target = posix.join(root, path === "" ? document : posix.join(posix.dirname(document), path!));
  if (!existsSync(target)) return false;
  return anchor === undefined || !target.endsWith(".md") || anchorsOf(readFileSync(target, "utf8")).has(anchor);
}

/** Anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading] of text.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/^#{1,6} (.*)$/gm)) {
    const plain = heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .trim()
      .replaceAll(" ", "-");
    let anchor = plain;
    for (let at = 1; anchors.has(anchor); at++) anchor = `${plain}-${at}`;
    anchors.add(anchor);
  }
  return anchors;
}
