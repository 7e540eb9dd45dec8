// Lists the tests of each rule: reads tools/rules.tsv and the `[rule.id]` tags at the end of test titles.
//
// `node tools/conformance.ts` writes docs/conformance.md. With --check it fails if a built rule has no test, a tag names an unknown
// rule, or the page is out of date. It reads the titles of every TypeScript file that imports `test`.
import {globSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {codeOnly, lineAt} from "./source-text.ts";

export const CONFORMANCE_PAGE = "docs/conformance.md";

export interface Rule {
  readonly id: string;
  readonly paper: string;
  readonly state: "built" | "later";
  readonly sentence: string;
}

export interface TaggedTitle {
  readonly title: string;
  readonly ids: readonly string[];
  readonly path: string;
  readonly line: number;
}

/** Ids have a blank between them. With a comma an id is read with it, so that it is an unknown one and not a part of the title. */
const TAG = / ?\[([a-z-]+\.[a-z0-9-]+(?:[, ]+[a-z-]+\.[a-z0-9-]+)*)\]$/;

/** Throws on a line without id, paper, state and sentence, or on a repeated id. */
export function parseRules(text: string): Rule[] {
  const seen = new Set<string>();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [id = "", paper = "", state = "", sentence = "", ...more] = line.split("\t");
      if (!/^[a-z-]+\.[a-z0-9-]+$/.test(id) || paper === "" || sentence === "" || more.length > 0) {
        throw new Error(`tools/rules.tsv: unreadable line "${line}"`);
      }
      if (state !== "built" && state !== "later") throw new Error(`tools/rules.tsv: ${id} is neither built nor later`);
      if (seen.has(id)) throw new Error(`tools/rules.tsv: ${id} comes twice`);
      seen.add(id);
      return {id, paper, state, sentence};
    });
}

/** Titles with a tag at the end, in the order of the file. */
export function findTaggedTitles(path: string, source: string): TaggedTitle[] {
  if (!/["'](?:node:test|.*publisher-test\.fixture\.ts)["']/.test(source)) return [];
  const code = codeOnly(source);
  const titles: TaggedTitle[] = [];
  for (const match of code.matchAll(/(["'`}])([^\S\n]*)(["'`])/g)) {
    if (match[1] !== match[3] && !(match[1] === "}" && match[3] === "`")) continue;
    const start = match[1] === "}" ? source.lastIndexOf("`", match.index) + 1 : match.index + 1;
    const text = source.slice(start, match.index + match[0].length - 1);
    const tag = TAG.exec(text);
    if (tag === null) continue;
    titles.push({
      title: text.slice(0, tag.index).replace(/\\(["'`])/g, "$1"),
      ids: (tag[1] ?? "").split(" "),
      path,
      line: lineAt(source, match.index),
    });
  }
  return titles;
}

/** The faults: built rules without a test, tags without a rule. */
export function findConformanceProblems(rules: readonly Rule[], titles: readonly TaggedTitle[]): string[] {
  const known = new Set(rules.map((rule) => rule.id));
  const held = new Set(titles.flatMap((title) => title.ids));
  const unknown = titles.flatMap((title) =>
    title.ids.filter((id) => !known.has(id)).map((id) => `${title.path}:${title.line}: no rule is called ${id}`),
  );
  const bare = rules.filter((rule) => rule.state === "built" && !held.has(rule.id));
  return [...unknown, ...bare.map((rule) => `${rule.id}: no test holds "${rule.sentence}"`)];
}

/** The page: every rule by area, with the titles of its tests. */
export function conformancePage(rules: readonly Rule[], titles: readonly TaggedTitle[]): string {
  const built = rules.filter((rule) => rule.state === "built");
  const later = rules.filter((rule) => rule.state === "later");
  const held = new Set(titles.flatMap((title) => title.ids));
  const areas = [...new Set(built.map(areaOf))];
  const sections = areas.map((area) => {
    const rows = built.filter((rule) => areaOf(rule) === area).map((rule) => ruleLines(rule, titles));
    return `## ${area}\n\n${rows.join("\n")}\n`;
  });
  return [
    "# Conformance",
    "",
    "Every rule of the specification and of the contract, one line each, with its tests.",
    "Written by `npm run docs` from `tools/rules.tsv` and the tags in the titles of tests; do not edit by hand.",
    "",
    `${built.filter((rule) => held.has(rule.id)).length} of ${built.length} built rules have a test; ${later.length} are not built yet.`,
    "",
    ...sections,
    "## Not built yet",
    "",
    ...later.map((rule) => ruleLines(rule, titles)),
    "",
  ].join("\n");
}

function areaOf(rule: Rule): string {
  return rule.id.slice(0, rule.id.indexOf("."));
}

function ruleLines(rule: Rule, titles: readonly TaggedTitle[]): string {
  const holding = titles.filter((title) => title.ids.includes(rule.id));
  const lines = [...new Set(holding.map((title) => `  - ${title.title} (\`${title.path}\`)`))];
  return [`- **${rule.id}** (${rule.paper}): ${rule.sentence}`, ...lines].join("\n");
}

/** The content of the page, read from the project in `root`. */
export function readConformance(root: string): {rules: Rule[]; titles: TaggedTitle[]} {
  const rules = parseRules(readFileSync(join(root, "tools/rules.tsv"), "utf8"));
  const paths = globSync(["src/**/*.ts", "test/**/*.ts", "tools/**/*.ts"], {
    cwd: root,
    exclude: ["**/node_modules/**"],
  }).map((path) => path.replaceAll("\\", "/"));
  const titles = paths.sort().flatMap((path) => findTaggedTitles(path, readFileSync(join(root, path), "utf8")));
  return {rules, titles};
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  const {rules, titles} = readConformance(root);
  const page = conformancePage(rules, titles);
  if (process.argv.includes("--check")) {
    const problems = findConformanceProblems(rules, titles);
    if (readPage(join(root, CONFORMANCE_PAGE)) !== page)
      problems.push(`${CONFORMANCE_PAGE} is out of date: npm run docs`);
    for (const problem of problems) console.log(problem);
    console.log(problems.length === 0 ? "every built rule has a test" : `${problems.length} problems`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } else {
    writeFileSync(join(root, CONFORMANCE_PAGE), page);
  }
}

/** null: there is no such page yet. */
export function readPage(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
