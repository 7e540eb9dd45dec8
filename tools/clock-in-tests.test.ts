// No test depends on the clock: on a slow machine such a test would fail one day, and the failure would look like a bug.
import assert from "node:assert/strict";
import {globSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {codeOnly, lineAt} from "./source-text.ts";

const ROOT = join(import.meta.dirname, "..");
const FILES = ["src/**/*.{test,suite,fixture,reference}.ts", "test/**/*.ts", "tools/**/*.test.ts"];

/** The machine's clock, and limits in numbers; the limit for hanging waits is HANG_MS. */
const CLOCK =
  /\bperformance\s*\.\s*now\b|\bDate\s*\.\s*now\b|\bhrtime\b|\bAbortSignal\s*\.\s*timeout\b|\btimeout: ?\d/g;

/** File → why it may use the clock. */
const ALLOWED: Readonly<Record<string, string>> = {
  "src/work/patience.fixture.ts": "recognizes hanging waits, for all others",
  "src/api/http/writing.test.ts": "uses up a time slice; on a slow machine it is used up too",
  "src/load/evidence/reread-thread.long.test.ts":
    "shares of a lifetime that the test has measured; no assertion depends on them",
  "src/store/conformance/windows.suite.ts": "asks whether the engine has a clock",
  "test/fetch/false-publisher.ts": "notes when each request came, for the pace between two of them",
  "test/fetch/killed-fetch.postgres.test.ts": "moves the clock of a child on, so that a lease is over",
  "test/fetch/year.long.test.ts": "puts a year of days in the place of the clock",
  "test/fetch/scheduler.postgres.test.ts": "counts the minutes that the clocks of its children have shown",
  "test/pull-files.test.ts": "shares of a pull that the test has measured; no assertion depends on them",
  "test/pull.test.ts": "shares of a pull that the test has measured; no assertion depends on them",
  "test/workers.test.ts": "asks again if a minute was over before the answers came",
  "test/site/mail.test.ts": "sets the clock of a page, which then stops",
};

test("no test uses the clock of the machine or has its own limit in milliseconds", () => {
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
  assert.deepEqual(found, [], "src/work/patience.fixture.ts has until, within and HANG_MS for it");
  assert.deepEqual(Object.keys(ALLOWED).sort(), [...seen].sort(), "files that no longer need the exception");
});
