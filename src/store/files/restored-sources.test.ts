import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder, temporaryStore} from "../../../test/warehouse.ts";
import {writeBackup} from "./backup.ts";
import {restoreBackup} from "./restore.ts";

test("each sources.yaml that a restore replaces stays beside the new one, also after a second restore [backup.sources]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  await store.close();
  const own = join(dataFolder, "sources.yaml");
  writeFileSync(own, "first");
  const backup = join(await temporaryFolder(t), "backup");
  await writeBackup(dataFolder, backup, new Date("2026-01-01"), () => {});
  for (const text of ["second", "third", "fourth"]) {
    writeFileSync(own, text);
    await restoreBackup(backup, dataFolder, true, () => {});
    assert.equal(readFileSync(own, "utf8"), "first");
  }
  const kept = ["", "-2", "-3"].map((end) => readFileSync(`${own}.replaced${end}`, "utf8"));
  assert.deepEqual(kept, ["second", "third", "fourth"]);
});
