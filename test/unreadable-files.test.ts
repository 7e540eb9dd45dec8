// Files that are not what they claim: the message says what is wrong, and the line below it what to do.
import assert from "node:assert/strict";
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {zipOf} from "../src/load/input/zip.fixture.ts";
import {ryad} from "./command.ts";
import {temporaryFolder} from "./warehouse.ts";

test("a file that can't be read is refused with what is wrong and what to do [load.unreadable-file]", async (t) => {
  const folder = await temporaryFolder(t);
  const outside = zipOf([
    {name: "[Content_Types].xml", content: "<Types/>"},
    {name: "../x.xml", content: "<a/>"},
  ]);
  const files: readonly (readonly [name: string, content: string | Uint8Array, says: RegExp])[] = [
    [
      "notes.zip",
      "no zip",
      /^ryad: \S*notes\.zip is not a readable zip file: .*\ncreate or download it again, or load the folder\n$/,
    ],
    [
      "book.xlsx",
      outside,
      /^ryad: \S*book\.xlsx is not an \.xlsx file: .*\.\.\/x\.xml\nno spreadsheet program writes such a name\n$/,
    ],
    [
      "package/dataset.json",
      "{bad",
      /^ryad: \S*dataset\.json is not JSON: .*\ncorrect the file: names and texts are in double quotes, .*\n$/,
    ],
  ];
  await mkdir(join(folder, "package"));
  await writeFile(join(folder, "package/observations.csv"), "indicator,geo,period,value\nx,643,2024,1\n");
  for (const [name, content, says] of files) {
    await writeFile(join(folder, name), content);
    const {code, stderr} = await ryad(["load", join(folder, name.split("/")[0]!), "--data", join(folder, "data")]);
    assert.equal(code, 1, name);
    assert.match(stderr, says);
  }
});
