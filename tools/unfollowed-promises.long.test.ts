import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {writeFileSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";

const PRELOAD = `--import=${new URL("unfollowed-promises.js", import.meta.url).href}`;

const ENDINGS = {
  "a test fails": ["throw new Error('of the test');", 1],
  "nobody catches a promise": ["Promise.reject(new Error('of nobody')); await wait(20);", 1],
  "nobody catches an error of a timer": ["setTimeout(() => { throw new Error('of nobody'); }, 1); await wait(20);", 1],
  "a hook of a test itself sees promises": [
    "let seen = 0; createHook({init() { seen++; }}).enable(); await wait(1); if (seen === 0) throw new Error('none');",
    0,
  ],
} as const;

test("a file fails by its tests and by errors that nobody catches, though the runner follows no promise", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "ryad-unfollowed-"));
  t.after(() => rm(folder, {recursive: true, force: true}));
  const {NODE_TEST_CONTEXT: _, ...env} = process.env;
  for (const [what, [body, code]] of Object.entries(ENDINGS)) {
    const path = join(folder, "one.mjs");
    writeFileSync(
      path,
      `import {createHook} from "node:async_hooks";
       import {test} from "node:test";
       import {setTimeout as wait} from "node:timers/promises";
       test("it", async () => { ${body} });`,
    );
    const {status, stdout} = spawnSync(process.execPath, [PRELOAD, path], {env, encoding: "utf8"});
    assert.equal(status, code, `${what}: ${stdout}`);
  }
});
