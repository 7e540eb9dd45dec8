// No test judges by the clock: on a slow machine each would fail one day, and nobody could tell that from a fault.
import assert from "node:assert/strict";
import {globSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {codeOnly, lineAt} from "./source-text.ts";

const ROOT = join(import.meta.dirname, "..");
const FILES = ["src/**/*.{test,suite,fixture,reference}.ts", "test/**/*.ts", "tools/**/*.test.ts"];

/** The machine's clock, and limits in numbers; a limit on what hangs is HANG_MS. */
const CLOCK =
  /\bperformance\s*\.\s*now\b|\bDate\s*\.\s*now\b|\bhrtime\b|\bAbortSignal\s*\.\s*timeout\b|\btimeout: ?\d/g;

/** File → why it may look at the clock. */
const ALLOWED: Readonly<Record<string, string>> = {
  "src/patience.fixture.ts": "tells what hangs, for all others",
  "src/load/evidence/reread-thread.test.ts": "shares of a life that the test has measured; nothing is judged by them",
  "src/store/conformance/windows.suite.ts": "asks whether the engine has a clock",
  "test/site/mail.test.ts": "sets the clock of a page, which then stands still",
};

test("no test looks at the clock of the machine or has a limit of its own in milliseconds", () => {
  const paths = globSync(FILES, {cwd: ROOT, exclude: ["**/node_modules/**"]}).map((path) => path.replaceAll("\\", "/"));
  const found: string[] = [];
  const seen = new Set<string>();
  for (const path of paths.sort()) {
    const code = codeOnly(readFileSync(join(ROOT, path), "utf8"));
    for (const {0: word, index} of code.matchAll(CLOCK)) {
      seen.add(path);
      if (ALLOWED[path] === undefined) found.push(`${path}:${lineAt(code, index)}: ${word}`);
    }
  }
  assert.deepEqual(found, [], "src/patience.fixture.ts has until, within and HANG_MS for it");
  assert.deepEqual(Object.keys(ALLOWED).sort(), [...seen].sort(), "what needs no leave any more");
});
