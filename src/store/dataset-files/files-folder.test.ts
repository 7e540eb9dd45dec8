import assert from "node:assert/strict";
import {existsSync, readdirSync, symlinkSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {createFilesReader, createFilesWriter} from "./files-folder.ts";

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

test("files of another dataset in the same folder, as on a volume that takes capitals for small letters, are not given [files.versions]", async (t) => {
  const root = await temporaryFolder(t);
  const [writer, reader] = [createFilesWriter(root), createFilesReader(root)];
  const [own, other] = [
    {provider: "a", dataset: "prices"},
    {provider: "a", dataset: "PRICES"},
  ];
  const made = writer.begin();
  writeFileSync(join(made, "manifest.json"), JSON.stringify({provider_code: "a", dataset_code: "prices"}));
  writer.publish(own, VERSION, made);
  if (!existsSync(join(root, "datasets", "a", "PRICES")))
    symlinkSync(join(root, "datasets", "a", "prices"), join(root, "datasets", "a", "PRICES"));
  assert.equal((await reader.manifest(own, VERSION))?.manifest.dataset_code, "prices");
  assert.equal(await reader.manifest(other, VERSION), null);
  assert.equal(writer.manifest(own, VERSION)?.dataset_code, "prices");
  assert.equal(writer.manifest(other, VERSION), null);
});
