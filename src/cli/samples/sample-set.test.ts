// What counts as a sample, and the record of a data folder's samples.
import assert from "node:assert/strict";
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {type TestContext, test} from "node:test";
import {listSamples, readLoadedSamples, writeLoadedSamples} from "./sample-warehouse.ts";

test("a package, a publisher's file and a folder of releases are one sample each; nothing else is one", (t) => {
  const folder = folderWith(t, {
    "one/dataset.json": "{}",
    "one/observations.csv": "",
    "chain/2016-02/dataset.json": "{}",
    "chain/2016-01/dataset.json": "{}",
    "indicator.xml": "<x/>",
    "packed.zip": "PK",
    "README.md": "about",
    "empty/notes.txt": "",
  });
  assert.deepEqual(
    listSamples(folder).map(({name, releases}) => [name, releases.map((path) => path.slice(folder.length + 1))]),
    [
      ["chain", [join("chain", "2016-01"), join("chain", "2016-02")]],
      ["indicator.xml", ["indicator.xml"]],
      ["one", ["one"]],
      ["packed.zip", ["packed.zip"]],
    ],
  );
});

test("a sample's digest changes with its bytes, file names and releases, and with nothing else", (t) => {
  const files = {"chain/2016-01/dataset.json": "{}", "chain/2016-01/observations.csv": "a"};
  const digest = (more: Readonly<Record<string, string>>): string | undefined =>
    listSamples(folderWith(t, {...files, ...more}))[0]?.digest;
  const before = digest({});
  assert.equal(digest({"README.md": "other"}), before);
  assert.notEqual(digest({"chain/2016-01/observations.csv": "b"}), before);
  assert.notEqual(digest({"chain/2016-02/dataset.json": "{}"}), before);
  assert.notEqual(
    listSamples(folderWith(t, {"chain/2016-02/dataset.json": "{}", "chain/2016-02/observations.csv": "a"}))[0]?.digest,
    before,
  );
});

test("the record is read back as written, and a damaged record is empty", (t) => {
  const folder = folderWith(t, {});
  const held = [{name: "gdp", dataset: "rosstat_files/gdp", digest: "0a"}];
  writeLoadedSamples(folder, held);
  assert.deepEqual(readLoadedSamples(folder), held);
  writeFileSync(join(folder, "samples.json"), '{"held": [{"name"');
  assert.deepEqual(readLoadedSamples(folder), []);
  writeFileSync(join(folder, "samples.json"), '{"held": [null, {"name": 1}]}');
  assert.deepEqual(readLoadedSamples(folder), []);
});

test("a folder without a record may hold the two datasets of the first set of samples", (t) => {
  assert.deepEqual(
    readLoadedSamples(folderWith(t, {})).map(({dataset}) => dataset),
    ["showdata/cpi_monthly", "showdata/population_women"],
  );
});

function folderWith(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "ryad-samples-"));
  t.after(() => rmSync(folder, {recursive: true, force: true}));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), {recursive: true});
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
