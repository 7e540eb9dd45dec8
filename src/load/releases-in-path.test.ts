import assert from "node:assert/strict";
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder} from "../../test/warehouse.ts";
import {collectSourceFiles} from "./input/source-files.ts";
import {releasesIn} from "./releases-in-path.ts";
import {unknownFiles} from "./unknown-files.ts";

test("a folder of packages is one release for each of them and for each other file; deeper than one folder its refusal names the package [load.folder]", async (t) => {
  const folder = await temporaryFolder(t);
  for (const name of ["b", "a"]) {
    mkdirSync(join(folder, "all", name, "observations"), {recursive: true});
    writeFileSync(join(folder, "all", name, "dataset.json"), "{}");
    writeFileSync(join(folder, "all", name, "observations", "1.csv"), "x");
  }
  writeFileSync(join(folder, "all", "c.zip"), "PK");
  writeFileSync(join(folder, "all", "notes.txt"), "x");
  const all = join(folder, "all");
  assert.deepEqual(
    await releasesIn(all, false),
    ["a", "b", "c.zip", "notes.txt"].map((name) => join(all, name)),
  );
  assert.deepEqual(await releasesIn(join(all, "a"), false), [join(all, "a")]);
  assert.deepEqual(await releasesIn(folder, false), [folder]);
  const {files} = await collectSourceFiles(folder);
  assert.match((await unknownFiles(folder, files)).message, /a\/dataset\.json in it is of one/);
});
