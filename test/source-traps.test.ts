// The page of traps has every number in the code, and each number is in the title of a test.
import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";

const ROOT = join(import.meta.dirname, "..");
const NUMBER = /FIX-(?:fedstat|rosstat|cbr|roskazna|country)-\d\d/g;

function textOf(...folders: readonly string[]): string {
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), {recursive: true, encoding: "utf8"})
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(ROOT, folder, name), "utf8")),
  );
  return files.join("\n");
}

const distinct = (numbers: readonly string[] | null) => [...new Set(numbers ?? [])].sort();

test("every trap in the code is on the page, and every trap on the page is in the title of a test [load.traps]", () => {
  const page = distinct(readFileSync(join(ROOT, "docs/source-traps.md"), "utf8").match(NUMBER));
  const all = textOf("src", "test");
  assert.deepEqual(distinct(all.match(NUMBER)), page);
  const titles = all.match(/\btest\(\s*"(?:[^"\\]|\\.)*"/g)!.join("\n");
  // "FIX-rosstat-02 … 05" names the two ends.
  assert.deepEqual(
    page.filter((number) => !titles.includes(number)),
    [],
  );
});
