// Tests the scan of titles and the checks on them. `npm run check` compares the page with its source.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {conformancePage, findConformanceProblems, findTaggedTitles, parseRules, type Rule} from "./conformance.ts";

const RULES: readonly Rule[] = [
  {id: "data.limit", paper: "SPEC slice", state: "built", sentence: "A page has a limit."},
  {id: "data.offset", paper: "SPEC slice", state: "built", sentence: "A page has an offset."},
  {id: "export.rows", paper: "CONTRACT 5", state: "later", sentence: "Rows are written."},
];
const IMPORT = 'import {test} from "node:test";\n';

test("tags are found at the end of titles, several in one, in every kind of text", () => {
  const found = findTaggedTitles(
    "test/a.test.ts",
    `${IMPORT}test("first \\"one\\" [data.limit]", () => {});\ntest('second [data.limit data.offset]');\ntest(\`of \${n} [data.offset]\`);\n`,
  );
  assert.deepEqual(
    found.map(({title, ids, line}) => ({title, ids, line})),
    [
      {title: 'first "one"', ids: ["data.limit"], line: 2},
      {title: "second", ids: ["data.limit", "data.offset"], line: 3},
      {title: `of \${n}`, ids: ["data.offset"], line: 4},
    ],
  );
});

test("comments, tags in the middle and files without tests do not count", () => {
  assert.deepEqual(
    findTaggedTitles("a.ts", `${IMPORT}// test("x [data.limit]")\nconst a = "[data.limit] x"; list["a.b"];`),
    [],
  );
  assert.deepEqual(findTaggedTitles("a.ts", `test("x [data.limit]")${" "}`), []);
});

test("a built rule without a test and a tag without a rule are named, a later rule may wait", () => {
  const titles = findTaggedTitles("a.test.ts", `${IMPORT}test("x [data.limit data.unheard]")`);
  assert.deepEqual(findConformanceProblems(RULES, titles), [
    "a.test.ts:2: no rule is called data.unheard",
    'data.offset: no test holds "A page has an offset."',
  ]);
});

test("a tag whose ids have a comma between them names no rule", () => {
  const titles = findTaggedTitles("a.test.ts", `${IMPORT}test("x [data.limit, data.offset]")`);
  assert.deepEqual(findConformanceProblems(RULES, titles), [
    "a.test.ts:2: no rule is called data.limit,",
    'data.limit: no test holds "A page has a limit."',
  ]);
});

test("the page lists each rule with its titles, and separately the rules that are not built", () => {
  const page = conformancePage(RULES, findTaggedTitles("a.test.ts", `${IMPORT}test("a page of ten [data.limit]")`));
  assert.match(
    page,
    /- \*\*data\.limit\*\* \(SPEC slice\): A page has a limit\.\n {2}- a page of ten \(`a\.test\.ts`\)\n/,
  );
  assert.match(page, /## Not built yet\n\n- \*\*export\.rows\*\*/);
  assert.match(page, /1 of 2 built rules/);
});

test("an unreadable or repeated rule is refused", () => {
  assert.throws(() => parseRules("data.limit\tSPEC\tbuilt\n"), /unreadable/);
  assert.throws(() => parseRules("data.limit\tSPEC\tsoon\tx\n"), /neither built nor later/);
  assert.throws(() => parseRules("data.limit\tSPEC\tbuilt\tx\ndata.limit\tSPEC\tbuilt\ty\n"), /comes twice/);
});

test("the table of what bounds each route names rules that exist", () => {
  const known = new Set(
    parseRules(readFileSync(join(import.meta.dirname, "..", "tools/rules.tsv"), "utf8")).map(({id}) => id),
  );
  const page = readFileSync(join(import.meta.dirname, "..", "docs/limits.md"), "utf8");
  const rows = page.split("\n").filter((line) => /^\| .* \| [a-z-]+\.[a-z-, .]+ \|$/.test(line));
  assert.ok(rows.length >= 15);
  const named = rows.flatMap((row) => row.split("|").at(-2)!.trim().split(", "));
  assert.deepEqual(
    named.filter((id) => !known.has(id)),
    [],
  );
});
