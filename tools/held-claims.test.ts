import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {listDocuments, listFiles} from "./document-paths.ts";
import {NOT_TRIED, readClaimTables} from "./held-claims.ts";

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
/** Pages, and how many tables of claims they have. */
const PAGES = {
  "docs/formats.md": 2,
  "docs/clients.md": 1,
  "docs/sources-cbr.md": 1,
  "docs/sources-roskazna.md": 1,
} as const;

test("every form of a file and every client in the tables of the documents names its tests, or that it was not tried [documents.claims]", () => {
  const files = listFiles(ROOT);
  for (const [page, count] of Object.entries(PAGES)) {
    const tables = readClaimTables(textOf(page), files);
    assert.equal(tables.length, count, page);
    for (const {unheld, rowCount} of tables) {
      assert.ok(rowCount > 3, page);
      assert.deepEqual(unheld, [], page);
    }
  }
});

test("what was not tried is said in one way in every document [documents.claims]", () => {
  for (const page of [...listDocuments(ROOT), "docs/command.md"]) {
    // A changelog tells of the past, and a page of decisions of what was considered.
    if (page === "CHANGELOG.md" || /^docs\/(?:decisions|measurements)\//.test(page)) continue;
    for (const line of textOf(page).split("\n"))
      if (/\b(?:not tried|untried)\b|не опробован/i.test(line)) assert.match(line, NOT_TRIED, page);
  }
});

test("a row with a lost test, with a file that is no test, or with nothing is found [documents.claims]", () => {
  const page = `Before.

| form | held by |
|---|---|
| a | \`one.test.ts\` |
| b | \`one.test.ts\`, \`none.test.ts\` |
| c | \`one.ts\` |
| d \\| e | (by its description, not tried) |
| f | |
| g | not tried |
| h | \`ne.test.ts\` |

| form | use |
|---|---|
| a | |
`;
  const tables = readClaimTables(page, ["src/one.test.ts", "src/one.ts"]);
  assert.deepEqual(tables, [{unheld: ["b", "c", "f", "g", "h"], rowCount: 7}]);
});
