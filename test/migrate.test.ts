// `ryad migrate` in a data folder.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {test} from "node:test";
import {dataFile} from "../src/store/files/data-folder.ts";
import {PARTS} from "../src/store/migrations/migration.ts";
import {MIGRATIONS} from "../src/store/migrations/steps.ts";
import {ryad} from "./command.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

test("ryad migrate makes a store in a data folder, and reports when there is nothing to do [load.migrates]", async (t) => {
  const dataFolder = join(await temporaryFolder(t), "data");
  const made = await ryad(["migrate", "--data", dataFolder]);
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  assert.match(made.stdout, /^(?:\w+: made, version \d+\n){3}$/);
  assert.match((await ryad(["migrate", "--data", dataFolder])).stdout, /^(?:\w+: version \d+, nothing to do\n){3}$/);
});

test("the page on versions names the schema of this program, so a patch can't change it [upgrade.schemas]", () => {
  const page = readFileSync(join(PROJECT, "docs/versions.md"), "utf8");
  const [, ...schemas] = /^\| \d+\.\d+ \| (\d+) \| (\d+) \| (\d+) \|/m.exec(page) ?? [];
  assert.deepEqual(
    schemas,
    PARTS.map((part) => String(MIGRATIONS[part].length)),
  );
});

test("a data folder of a newer program is refused by every command, with what to do, and stays as it is [load.migrates]", async (t) => {
  const dataFolder = join(await temporaryFolder(t), "data");
  assert.equal((await ryad(["migrate", "--data", dataFolder])).code, 0);
  const file = dataFile(dataFolder, "accounts");
  const database = new DatabaseSync(file);
  database.exec("update schema_version set version = 99");
  database.close();
  const before = readFileSync(file);
  for (const call of [["serve", "--port", "0"], ["migrate"], ["token", "list"], ["check"]]) {
    const {code, stdout, stderr} = await ryad([...call, "--data", dataFolder]);
    assert.deepEqual([code, stdout], [1, ""], call.join(" "));
    assert.match(stderr, /^ryad: the store's accounts have schema version 99; this program knows versions up to \d+\n/);
    assert.match(stderr, /a newer Ryad wrote this store: use that version, or restore a backup that this version made/);
  }
  assert.ok(before.equals(readFileSync(file)));
});
