// Every test file must be in exactly one process: a run without one of them would also be green.
import assert from "node:assert/strict";
import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, relative} from "node:path";
import {test} from "node:test";
import {fileURLToPath} from "node:url";
import {testFiles} from "./test-files.ts";
import {testProcesses} from "./test-processes.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

test("every test file is started once, in a process of its own or in a shared one, whichever are chosen", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ryad-test-processes-"));
  t.after(() => rmSync(folder, {recursive: true, force: true}));
  const all = testFiles(ROOT);
  for (const chosen of [all, all.filter((path) => path.includes("site")), ["test/backup.test.ts"]]) {
    const started = testProcesses(ROOT, chosen, folder).flatMap((path) =>
      path.startsWith(folder)
        ? [...readFileSync(path, "utf8").matchAll(/^import "(.+)";$/gm)].map(([, url]) => fileURLToPath(url!))
        : [path],
    );
    assert.deepEqual(started.map((path) => relative(ROOT, path).replaceAll("\\", "/")).sort(), [...chosen].sort());
  }
});
