import assert from "node:assert/strict";
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {type TestContext, test} from "node:test";
import {anchorsOf, findDeadDocuments, findDeadNames, listDocuments, listFiles} from "./document-paths.ts";

const ROOT = join(import.meta.dirname, "..");

test("every file, link and anchor that a document names exists [documents.names]", () => {
  const files = listFiles(ROOT);
  const documents = listDocuments(ROOT);
  assert.ok(files.length > 1000 && documents.length > 40);
  const dead = documents.flatMap((document) =>
    findDeadNames(ROOT, document, files).map((name) => `${document}: ${name}`),
  );
  assert.deepEqual(dead, []);
});

test("every document that a source names exists, and no source names a decision by its number alone [documents.names]", () => {
  const sources = listFiles(ROOT).filter(
    (path) =>
      /^(?:src|bin|tools|test|bench|trust)\/.*\.(?:ts|js)$/.test(path) && !path.endsWith("/document-paths.test.ts"),
  );
  assert.ok(sources.length > 1000);
  const dead = sources.flatMap((source) => findDeadDocuments(ROOT, source).map((name) => `${source}: ${name}`));
  assert.deepEqual(dead, []);
});

test("a document may name files by path, by the end of it, by alternatives and with placeholders [documents.names]", (t) => {
  const root = makeProject(t, {
    "src/a/one.ts": "",
    "src/a/two.ts": "",
    "docs/other.md": "# Other\n\n## The `end`, or not\n",
    "docs/page.md": `# Page
\`src/a/one.ts\`, \`a/two.ts\`, \`one.ts\`, src/a/. \`src/{a/one,a/two}.ts\` \`src/a/*.ts\` \`src/a/<name>/file.ts\` \`x.test.ts\`
[other](other.md#the-end-or-not), [here](#page), [out](https://example.org/src/none.ts)
`,
  });
  assert.deepEqual(findDeadNames(root, "docs/page.md", listFiles(root)), []);
});

for (const [what, line, dead] of [
  ["a path", "see src/a/none.ts.", ["src/a/none.ts"]],
  ["a folder", "`src/none/`", ["src/none/"]],
  ["the end of a path", "`none.ts`", ["none.ts"]],
  ["one of two alternatives", "`src/{a/one,a/none}.ts`", ["src/{a/one,a/none}.ts"]],
  ["a star without files", "`src/a/*.tsv`", ["src/a/*.tsv"]],
  ["the folder of a placeholder", "`src/none/<code>/`", ["src/none/<code>/"]],
  ["a link", "[a](none.md)", ["none.md"]],
  ["an anchor", "[a](other.md#none)", ["other.md#none"]],
  ["an anchor of the page itself", "[a](#none)", ["#none"]],
] as const)
  test(`${what} that leads nowhere is found [documents.names]`, (t) => {
    const root = makeProject(t, {
      "src/a/one.ts": "",
      "docs/other.md": "# Other\n",
      "docs/page.md": `# Page\n\n${line}\n`,
    });
    assert.deepEqual(findDeadNames(root, "docs/page.md", listFiles(root)), dead);
  });

test("a source that names a lost document, a lost anchor or the number of a decision is found [documents.names]", (t) => {
  const root = makeProject(t, {
    "docs/page.md": "# Page\n",
    "src/a.ts": `// docs/page.md, docs/page.md#page, docs/lost.md, docs/page.md#lost and ${"decision"} 12\n`,
  });
  assert.deepEqual(findDeadDocuments(root, "src/a.ts"), ["docs/lost.md", "docs/page.md#lost", `${"decision"} 12`]);
});

test("headings with the same words have anchors of their own [documents.names]", () => {
  assert.deepEqual([...anchorsOf("# A b\n## A b\n```\n# no heading\n```\n### `C`, d\n")], ["a-b", "a-b-1", "c-d"]);
});

test("there are at most 25 pages of decisions, of at most 500 words and of one form [documents.decisions]", () => {
  const pages = listDocuments(ROOT).filter((path) => path.startsWith("docs/decisions/"));
  assert.ok(pages.length > 20 && pages.length <= 25);
  for (const page of pages) {
    const text = readFileSync(join(ROOT, page), "utf8");
    const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    assert.ok(words.length <= 500, `${page} has ${words.length} words`);
    assert.match(text, /^# [^\n]+\n\n## Context\n[\s\S]*\n## Decision\n[\s\S]*\n## Consequences\n/, page);
  }
});

test("the description of the architecture has at most 2,000 words [documents.decisions]", () => {
  const words = readFileSync(join(ROOT, "docs/architecture.md"), "utf8").split(/\s+/);
  assert.ok(words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length <= 2000);
});

function makeProject(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "documents-"));
  t.after(() => rmSync(root, {recursive: true}));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), {recursive: true});
    writeFileSync(join(root, path), text);
  }
  return root;
}
