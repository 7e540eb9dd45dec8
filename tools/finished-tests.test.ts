import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {writeFileSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";

const PRELOAD = `--import=${new URL("finished-tests.js", import.meta.url).href}`;

const FILE = `
import assert from "node:assert/strict";
import {test} from "node:test";
import {setImmediate} from "node:timers/promises";
const ended = [];
let kept;
test("first", async (t) => {
  const store = {name: "store"};
  kept = new WeakRef(store);
  t.after(async () => { await setImmediate(); ended.push(store.name); });
  t.after(() => void ended.push("later"));
});
test("second", async () => {
  assert.deepEqual(ended, ["store", "later"]);
  await setImmediate();
  globalThis.gc();
  assert.equal(kept.deref(), undefined);
});
test("third", (t) => t.after(() => { throw new Error("of the end"); }));
`;

test("what a test does at its end is done once, in order, and its errors fail it; afterwards nothing keeps what it used", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "ryad-finished-"));
  t.after(() => rm(folder, {recursive: true, force: true}));
  const path = join(folder, "one.mjs");
  writeFileSync(path, FILE);
  const {NODE_TEST_CONTEXT: _, ...env} = process.env;
  const args = ["--expose-gc", PRELOAD, "--test-reporter=tap", path];
  const {stdout} = spawnSync(process.execPath, args, {env, encoding: "utf8"});
  const verdicts = stdout.match(/^(?:not )?ok \d+ - \w+/gm);
  assert.deepEqual(verdicts, ["ok 1 - first", "ok 2 - second", "not ok 3 - third"], stdout);
  assert.match(stdout, /of the end/);
});
