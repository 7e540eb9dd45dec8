// The file of a backup: its contents are read back, and damage is always detected.
import assert from "node:assert/strict";
import {hash} from "node:crypto";
import {mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import * as fc from "fast-check";
import {Refusal} from "../../service/refusal.ts";
import {createBackupFile} from "./backup-file.ts";
import {COPY_ORDER} from "./backup-manifest.ts";
import {openBackupFile} from "./backup-reader.ts";

const folder = mkdtempSync(join(tmpdir(), "ryad-backup-file-"));
after(() => rmSync(folder, {recursive: true}));

let number = 0;
const newPath = (): string => join(folder, String(number++));

function writeBackupOf(contents: readonly Uint8Array[]): string {
  const path = newPath();
  const writer = createBackupFile(path, new Date("2026-03-04T05:06:07.000Z"));
  for (const [index, part] of COPY_ORDER.entries()) {
    const source = newPath();
    writeFileSync(source, contents[index]!);
    writer.add(part, index + 1, source, () => {});
    rmSync(source);
  }
  writer.finish();
  writer.close();
  return path;
}

function extractAll(path: string): Buffer[] {
  const reader = openBackupFile(path);
  try {
    return reader.manifest.members.map((member) => {
      const to = newPath();
      reader.extract(member, to, () => {});
      const bytes = readFileSync(to);
      rmSync(to);
      return bytes;
    });
  } finally {
    reader.close();
  }
}

const threeContents = fc.array(fc.uint8Array({maxLength: 3000}), {minLength: 3, maxLength: 3});

test("the contents of a backup are read back, and the manifest describes each member [backup.file]", () => {
  fc.assert(
    fc.property(threeContents, (contents) => {
      const path = writeBackupOf(contents);
      assert.deepEqual(
        extractAll(path),
        contents.map((bytes) => Buffer.from(bytes)),
      );
      const reader = openBackupFile(path);
      reader.close();
      assert.equal(reader.manifest.made_at, "2026-03-04T05:06:07.000Z");
      assert.deepEqual(
        reader.manifest.members,
        COPY_ORDER.map((part, index) => ({
          part,
          name: `${part}.db`,
          schema_version: index + 1,
          size: contents[index]!.length,
          sha256: hash("sha256", contents[index]!),
        })),
      );
      rmSync(path);
    }),
    {numRuns: 30},
  );
});

test("a backup with a changed byte, or cut at any place, is refused or gives the original contents, never other contents [backup.restore]", () => {
  const contents = [1400, 0, 700].map((length) => Buffer.alloc(length, "content of a database "));
  const whole = readFileSync(writeBackupOf(contents));
  const path = newPath();
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({min: 1, max: 255}), (at, change) => {
      const changed = Buffer.from(whole);
      changed[at]! ^= change;
      writeFileSync(path, changed);
      givesOrRefuses(path, contents);
    }),
    {numRuns: 150},
  );
  fc.assert(
    fc.property(fc.nat(whole.length - 1), (length) => {
      writeFileSync(path, whole);
      truncateSync(path, length);
      assert.throws(() => extractAll(path), Refusal);
    }),
    {numRuns: 100},
  );
  writeFileSync(path, Buffer.concat([whole, Buffer.from("x")]));
  assert.throws(() => extractAll(path), /has \d+ bytes, a complete backup would have \d+/);
});

test("a refusal names the member that is damaged or cut off [backup.restore]", () => {
  const contents = [1400, 900, 700].map((length) => Buffer.alloc(length, "content of a database "));
  const whole = readFileSync(writeBackupOf(contents));
  const path = newPath();
  const expect = (bytes: Buffer, says: RegExp): void => {
    writeFileSync(path, bytes);
    assert.throws(
      () => extractAll(path),
      (error) => error instanceof Refusal && says.test(error.message),
    );
  };
  const at = whole.indexOf("content", whole.indexOf("sources.db", 4608));
  expect(
    Buffer.concat([whole.subarray(0, at), Buffer.from("X"), whole.subarray(at + 1)]),
    /damaged at sources\.db: .*SHA-256/,
  );
  expect(whole.subarray(0, at + 10), /damaged at sources\.db: the file is cut off, it has 10 of 900 bytes/);
  expect(whole.subarray(0, 2000), /damaged at manifest\.json: the file is cut off/);
  expect(whole.subarray(0, 100), /not a backup made by ryad backup/);
  expect(
    Buffer.from(whole.toString("latin1").replace('"schema_version":2', '"schema_version":1'), "latin1"),
    /damaged at manifest\.json/,
  );
  assert.throws(() => openBackupFile(join(folder, "none")), /can't be read/);
});

function givesOrRefuses(path: string, contents: readonly Buffer[]): void {
  let given: Buffer[];
  try {
    given = extractAll(path);
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return;
  }
  assert.deepEqual(given, contents);
}
