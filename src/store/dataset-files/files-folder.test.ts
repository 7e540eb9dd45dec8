import assert from "node:assert/strict";
import {existsSync, readdirSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {createFilesWriter} from "./files-folder.ts";

const VERSION = "20260110T000000000Z-0123abcd";

test("codes that are no names of folders lead nowhere: nothing is written, deleted or read outside of the folder of the files [files.versions]", async (t) => {
  const outer = await temporaryFolder(t);
  const writer = createFilesWriter(join(outer, "files"));
  for (const of of [
    {provider: "..", dataset: ".."},
    {provider: "a", dataset: "../../x"},
    {provider: "a/b", dataset: "c"},
    {provider: "", dataset: "c"},
  ]) {
    const made = writer.begin();
    assert.throws(() => writer.publish(of, VERSION, made), /no codes of a provider and a dataset/);
    assert.throws(() => writer.drop(of), /no codes/);
    assert.throws(() => writer.setNewest(of, VERSION), /no codes/);
    assert.throws(() => writer.newest(of), /no codes/);
    assert.throws(() => writer.manifest(of, VERSION), /no codes/);
    assert.ok(existsSync(made));
  }
  assert.deepEqual(readdirSync(outer), ["files"]);
  assert.deepEqual(readdirSync(join(outer, "files", "datasets")), []);
});
