// samples/ contains exactly the files that the script makes from the publishers' files.
import assert from "node:assert/strict";
import {existsSync, readdirSync, readFileSync, statSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {test} from "../src/load/input/publisher-test.fixture.ts";
import {zipOf} from "../src/load/input/zip.fixture.ts";
import {isSame, makeSamples} from "./write-samples.ts";

const SAMPLES = fileURLToPath(new URL("../samples/", import.meta.url));
const FACTS = fileURLToPath(new URL("../../shared/data/", import.meta.url));

test("the samples are equal to the files that the script writes from the publishers' files", {
  skip: existsSync(FACTS) ? false : "needs ../shared/data",
}, async () => {
  const files = await makeSamples(FACTS);
  const present = readdirSync(SAMPLES, {recursive: true, encoding: "utf8"})
    .filter((name) => statSync(join(SAMPLES, name)).isFile())
    .map((name) => name.replaceAll("\\", "/"));
  assert.deepEqual(present.sort(), [...files.keys(), "README.md"].sort());
  for (const [path, contents] of files) assert.ok(isSame(readFileSync(join(SAMPLES, path)), contents), path);
});

test("two zips with the same contents are the same, however they were packed", () => {
  const [packed, other] = [zipOf([{name: "a.xml", content: "same"}]), zipOf([{name: "a.xml", content: "Same"}])];
  const moved = Buffer.from(packed);
  moved.writeUInt16LE(0x5a21, 12);
  assert.notDeepEqual(moved, packed);
  assert.ok(isSame(moved, packed));
  assert.ok(!isSame(other, packed));
  assert.ok(!isSame(Buffer.from("same"), packed));
  assert.ok(isSame(Buffer.from("text"), "text"));
});
