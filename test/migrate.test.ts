// `ryad migrate` in a data folder.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "./command.ts";
import {temporaryFolder} from "./warehouse.ts";

test("ryad migrate makes a store in a data folder, and says so when there is nothing to do [load.migrates]", async (t) => {
  const dataFolder = join(await temporaryFolder(t), "data");
  const made = await ryad(["migrate", "--data", dataFolder]);
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  assert.match(made.stdout, /^(?:\w+: made, version \d+\n){3}$/);
  assert.match((await ryad(["migrate", "--data", dataFolder])).stdout, /^(?:\w+: version \d+, nothing to do\n){3}$/);
});
