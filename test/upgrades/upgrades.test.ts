// A data folder and a backup from an earlier program, opened by this one: the same answers as then.
//
// Allowed differences are written into may-differ.tsv before the change that makes them (README.md).
import assert from "node:assert/strict";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {verifyStore} from "../../src/load/verify/verification.ts";
import {openStore} from "../../src/store/open.ts";
import {ryad} from "../command.ts";
import {temporaryFolder} from "../warehouse.ts";
import {askAll, judge} from "./ask.ts";
import {unpackStores} from "./fixture.ts";

test("a data folder of an earlier program is whole and gives the same answers as then [upgrade.folder]", async (t) => {
  const folder = await temporaryFolder(t);
  unpackStores(folder);
  await holdFolder(t, join(folder, "data"));
});

test("a backup of an earlier program is restored whole and gives the same answers as its store then [upgrade.backup]", async (t) => {
  const folder = await temporaryFolder(t);
  unpackStores(folder);
  const restored = join(folder, "restored");
  const {code, stderr} = await ryad(["restore", join(folder, "backup.tar"), "--data", restored]);
  assert.equal(code, 0, stderr);
  await holdFolder(t, restored);
});

async function holdFolder(t: TestContext, dataFolder: string): Promise<void> {
  const store = await openStore({dataFolder});
  t.after(() => store.close());
  const findings: string[] = [];
  await verifyStore(store, {deep: true, memoryLimit: 2 ** 28, onFinding: (finding) => findings.push(finding)});
  assert.deepEqual(findings, []);
  assert.deepEqual(judge(await askAll(t, store)), []);
}
