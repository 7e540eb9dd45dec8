// Fingerprints equal the output of sha256sum, and the archive returns the same bytes.
import assert from "node:assert/strict";
import {hash} from "node:crypto";
import {test} from "node:test";
import fc from "fast-check";
import {ARCHIVE_CHUNK_BYTES, archiveChunks, archivedFile, type ReadChunk} from "../archive/archived-file.ts";
import type {SourceFile} from "../source.ts";
import {fingerprintFiles, packageFingerprint} from "./fingerprint.ts";

function fileOf(name: string, bytes: Uint8Array, pieceSize = 1000): SourceFile {
  return {
    name,
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
    },
  };
}

test("a package's fingerprint is the SHA-256 of the output of sha256sum for its files in order of names [tidy.fingerprint]", async () => {
  const [b, a] = [fileOf("b.csv", Buffer.from("two")), fileOf("a/ж.csv", Buffer.from("one"))];
  const list = `${hash("sha256", "one")}  a/ж.csv\n${hash("sha256", "two")}  b.csv\n`;
  for (const files of [
    [a, b],
    [b, a],
  ]) {
    const prints = await fingerprintFiles(files, "zip");
    assert.equal(prints.fingerprint, hash("sha256", list));
    assert.equal(prints.fingerprint, packageFingerprint(prints.files));
    assert.deepEqual(
      prints.files.map(({name, size}) => [name, size]),
      files.map(({name, size}) => [name, size]),
    );
  }
});

test("a single file's fingerprint is its SHA-256, for any name", async () => {
  for (const name of ["a.xml", "b.xml"]) {
    const {fingerprint} = await fingerprintFiles([fileOf(name, Buffer.from("one"))], "file");
    assert.equal(fingerprint, hash("sha256", "one"));
  }
  const packed = await fingerprintFiles([fileOf("a.xml", Buffer.from("one"))], "folder");
  assert.equal(packed.fingerprint, hash("sha256", `${hash("sha256", "one")}  a.xml\n`));
});

async function archived(bytes: Uint8Array): Promise<{file: SourceFile; chunks: Uint8Array[]}> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of archiveChunks(fileOf("a.csv", bytes, 300_001))) chunks.push(chunk);
  const sha256 = hash("sha256", bytes);
  const readChunk: ReadChunk = async (query, number) => {
    assert.equal(query, sha256);
    return chunks[number] ?? null;
  };
  return {file: archivedFile({name: "a.csv", sha256, size: bytes.length}, readChunk), chunks};
}

async function read(file: SourceFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of file.open()) chunks.push(bytes);
  return Buffer.concat(chunks);
}

test("the archive returns the same bytes, in chunks of 4 MB", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({maxLength: 5000}), async (bytes) => {
      const {file} = await archived(bytes);
      assert.deepEqual(await read(file), Buffer.from(bytes));
    }),
    {numRuns: 30},
  );
  for (const [size, fragments] of [
    [0, 0],
    [ARCHIVE_CHUNK_BYTES, 1],
    [ARCHIVE_CHUNK_BYTES + 1, 2],
  ] as const) {
    const bytes = Buffer.alloc(size, "0123456789");
    const {file, chunks} = await archived(bytes);
    assert.equal(chunks.length, fragments);
    assert.ok((await read(file)).equals(bytes));
  }
});

test("a damaged, cut or missing archived file is an error with its name and fingerprint", async () => {
  const bytes = Buffer.from(Array.from({length: 5000}, (_, index) => (index * index) % 253));
  const {file, chunks} = await archived(bytes);
  const [good] = chunks as [Uint8Array];
  const {chunks: others} = await archived(Buffer.from(bytes).reverse());
  const {chunks: longer} = await archived(Buffer.concat([bytes, bytes]));
  const {chunks: shorter} = await archived(bytes.subarray(1));
  const named = new RegExp(`the archived file a\\.csv \\(sha256:${hash("sha256", bytes)}\\)`);
  for (const chunk of [others[0]!, longer[0]!, shorter[0]!, good.subarray(0, 40), Buffer.from("junk")]) {
    chunks[0] = chunk;
    await assert.rejects(read(file), named);
  }
  chunks.length = 0;
  await assert.rejects(read(file), /lacks chunk 0 in the archive/);
  chunks[0] = good;
  assert.ok((await read(file)).equals(bytes));
});
