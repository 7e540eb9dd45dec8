// The content of a file is the same however it is packed, and another one when a value differs.
import assert from "node:assert/strict";
import {Buffer} from "node:buffer";
import {test} from "node:test";
import fc from "fast-check";
import {zipOf} from "../input/zip.fixture.ts";
import type {SourceFile} from "../source.ts";
import {contentOfFiles, createContentReader} from "./file-content.ts";
import {fingerprintFiles} from "./fingerprint.ts";

function fileOf(name: string, bytes: Uint8Array, pieceSize = 1000): SourceFile {
  return {
    name,
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
    },
  };
}

async function contentOf(...files: readonly SourceFile[]): Promise<string> {
  return contentOfFiles((await fingerprintFiles(files, files.length > 1 ? "folder" : "file")).files);
}

const workbook = (value: string, saved: string, stored = false) => [
  {name: "xl/worksheets/sheet1.xml", content: `<v>${value}</v>`, stored},
  {name: "docProps/core.xml", content: saved, stored},
];

test("a workbook that is saved anew has the content that it had, whatever the order and the packing of its parts [fetch.unchanged]", async () => {
  const first = await contentOf(fileOf("a.xlsx", zipOf(workbook("1", "monday"))));
  const files = [
    fileOf("b.xlsx", zipOf(workbook("1", "tuesday", true).toReversed())),
    fileOf("a.xlsx", zipOf(workbook("1", "friday")), 7),
  ];
  for (const file of files) assert.equal(await contentOf(file), first);
  assert.notEqual(await contentOf(fileOf("a.xlsx", zipOf(workbook("2", "monday")))), first);
  const descriptor = (text: string) => fileOf("descriptor.json", Buffer.from(text));
  assert.equal(await contentOf(files[0]!, descriptor("{}")), first, "a descriptor is no part of it");
});

test("a zip that can't be read whole has the content of its bytes [fetch.unchanged]", async () => {
  const whole = zipOf(workbook("1", "monday"));
  const damaged = [
    whole.subarray(0, whole.length - 30),
    zipOf([{name: "a", content: "x", claims: {crc: 1}}]),
    zipOf([{name: "a", content: "x", claims: {size: 5}}]),
  ];
  const contents = await Promise.all(damaged.map((bytes) => contentOf(fileOf("a.xlsx", bytes))));
  assert.equal(new Set(contents).size, damaged.length);
  for (const [at, bytes] of damaged.entries()) {
    const {files} = await fingerprintFiles([fileOf("a.xlsx", bytes)], "file");
    assert.equal(files[0]!.content, undefined, `${at}`);
  }
});

test("SDMX-ML has the content of what follows the moment of its download, and any other file that of its bytes [fetch.unchanged]", async () => {
  const message = (moment: string, value: string) =>
    Buffer.from(`<Data><m:Header><m:Prepared>${moment}</m:Prepared></m:Header>${" ".repeat(9000)}<Obs>${value}</Obs>`);
  const first = await contentOf(fileOf("a.xml", message("2026-01-01", "1")));
  assert.equal(await contentOf(fileOf("a.xml", message("2026-02-02T10:00", "1"), 100)), first);
  assert.notEqual(await contentOf(fileOf("a.xml", message("2026-01-01", "2"))), first);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({maxLength: 20_000}), fc.integer({min: 1, max: 9000}), async (bytes, pieceSize) => {
      const {files} = await fingerprintFiles([fileOf("a", bytes, pieceSize)], "file");
      assert.equal(files[0]!.content, undefined);
    }),
    {numRuns: 50},
  );
});

test("the content does not depend on the sizes of the chunks that a file is read in [fetch.known-release]", async () => {
  const message = (moment: string, blanks: number) =>
    Buffer.from(
      `<Data><Header><Prepared>${moment}</Prepared>${" ".repeat(blanks)}</Header>${" ".repeat(40_000)}<Obs/>`,
    );
  const digest = async (bytes: Buffer, size: number) => {
    const reader = createContentReader();
    for (let at = 0; at < bytes.length; at += size) reader.update(bytes.subarray(at, at + size));
    return await reader.finish();
  };
  for (const blanks of [10, 9000, 16_300, 16_400]) {
    const sizes = [100, 1000, 16_384, 65_536];
    const all = await Promise.all(sizes.map((size) => digest(message("2026-01-01", blanks), size)));
    assert.equal(new Set(all).size, 1, `${blanks}`);
    const isKnown = (await digest(message("2026-01-02", blanks), 1000)) === all[0] && all[0] !== null;
    assert.equal(isKnown, blanks <= 16_300, `${blanks}`);
  }
});
