// The words of src/: every kind of breach is provoked once, and the product has none.
import assert from "node:assert/strict";
import {test} from "node:test";
import {
  repeatedNames,
  retiredGlossaryWords,
  retiredWords,
  twoWayFolders,
  typesOfParts,
  wordsOf,
} from "./check-names.ts";
import {TWO_WAY_FOLDERS} from "./word-table.ts";

const one = (path: string, text: string) => ({path, text});

test("an exported name of a type or a function is used once in the product", () => {
  const files = [one("src/a/a.ts", "export interface Cell {}\n"), one("src/b/b.ts", "export type Cell = string;\n")];
  assert.deepEqual(repeatedNames(files), ["src/b/b.ts:1: the type Cell has the name of one in src/a/a.ts"]);
  assert.deepEqual(repeatedNames([files[0]!, one("src/b/b.ts", "type Cell = string;\n")]), []);
  const functions = [one("src/a/a.ts", "export function read(\n"), one("src/b/b.ts", "export async function* read(\n")];
  assert.deepEqual(repeatedNames(functions), ["src/b/b.ts:1: the function read has the name of one in src/a/a.ts"]);
});

test("code for browsers is of the product too: its names are no names of the server's", () => {
  const files = [
    one("src/site/words.ts", "export function words(\n"),
    one("src/site/client/words.ts", "export function words(\n"),
  ];
  assert.equal(repeatedNames(files).length, 1);
});

test("a type named of parts is refused, unless a format defines the parts", () => {
  assert.equal(typesOfParts([one("src/a.ts", "interface TitleParts {}\ntype Parts = string;\n")]).length, 2);
  assert.deepEqual(typesOfParts([one("src/a.ts", "export interface PackageParts {}\nconst parts = [];\n")]), []);
});

test("a retired word is refused in an identifier, not in a text, a comment or another word", () => {
  assert.deepEqual(wordsOf("lastStretchOf"), ["last", "stretch", "of"]);
  assert.equal(retiredWords([one("src/a.ts", "const lastStretch = 1;\n")]).length, 1);
  assert.equal(retiredWords([one("src/a.ts", "const NO_STRETCHES = 1;\n")]).length, 1);
  assert.deepEqual(retiredWords([one("src/a.ts", '// a stretch\nconst a = "stretch"; text.stretchable();\n')]), []);
});

test("a retired word has no row in the glossary; the explanation of another word may use it", () => {
  const glossary = (text: string) =>
    retiredGlossaryWords(one("CONTRIBUTING.md", `| word | meaning |\n|---|---|\n${text}\n`));
  assert.match(glossary("| tally | counts |").join(), /^CONTRIBUTING\.md:3: "tally" is retired/);
  assert.equal(glossary("| late stretch, gate | a part |").length, 2);
  assert.deepEqual(glossary("| slot | a place in a table |"), []);
});

test("folders that import each other are refused unless one contains the other or the table names them", () => {
  const to = (path: string) => `import {x} from "${path}";\n`;
  const pair = [one("src/a/b/x.ts", to("../c/x.ts")), one("src/a/c/x.ts", to("../b/x.ts"))];
  assert.match(twoWayFolders(pair).join(), /src\/a\/b and src\/a\/c import each other/);
  const inside = [one("src/a/x.ts", to("./b/x.ts")), one("src/a/b/x.ts", to("../y.ts"))];
  assert.ok(!twoWayFolders(inside).join().includes("src/a and src/a/b"));
});

test("at most eight pairs of folders import each other, each with a reason", () => {
  assert.ok(TWO_WAY_FOLDERS.length <= 8);
  for (const {folders, reason} of TWO_WAY_FOLDERS) assert.ok(folders[0] < folders[1] && reason.length > 20);
});
