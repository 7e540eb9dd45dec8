// Which files run again after a failed test.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {testFiles, testFilesOf} from "./test-files.ts";

const ROOT = join(import.meta.dirname, "..");

test("a failed test of a suite is one of the files that import the suite, also through another suite", () => {
  const tests = testFiles(ROOT);
  const engines = ["postgres", "sqlite.long"].map((engine) => `src/store/conformance/conformance.${engine}.test.ts`);
  for (const suite of ["conformance", "search-part"]) {
    const found = testFilesOf(ROOT, `src/store/conformance/${suite}.suite.ts`, tests);
    assert.ok(
      engines.every((path) => found.includes(path)),
      `${suite}: ${found}`,
    );
  }
  assert.deepEqual(testFilesOf(ROOT, "src/load/change/incremental/incremental.suite.ts", tests), [
    "src/load/change/incremental/incremental.long.test.ts",
    "src/load/change/incremental/incremental.postgres.test.ts",
  ]);
  assert.deepEqual(testFilesOf(ROOT, engines[0]!, tests), [engines[0]]);
});
