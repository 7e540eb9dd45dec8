// A backup as a stream: the bytes of the file, read back in their order, and damage is always detected.
import assert from "node:assert/strict";
import {closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import * as fc from "fast-check";
import {Refusal} from "../../service/refusal.ts";
import {type BackupWriter, createBackupFile} from "./backup-file.ts";
import {COPY_ORDER} from "./backup-manifest.ts";
import {createBackupStream, openBackupStream} from "./backup-stream.ts";

const folder = mkdtempSync(join(tmpdir(), "ryad-backup-stream-"));
after(() => rmSync(folder, {recursive: true}));

let number = 0;
const newPath = (): string => join(folder, String(number++));
const MADE_AT = new Date("2026-03-04T05:06:07.000Z");

function fillBackup(writer: BackupWriter, contents: readonly Uint8Array[]): void {
  for (const [index, part] of COPY_ORDER.entries()) {
    const source = newPath();
    writeFileSync(source, contents[index]!);
    writer.add(part, index + 1, source, () => {});
  }
  writer.finish();
  writer.close();
}

function streamOf(contents: readonly Uint8Array[]): Buffer {
  const path = newPath();
  const descriptor = openSync(path, "w");
  fillBackup(createBackupStream(descriptor, MADE_AT), contents);
  closeSync(descriptor);
  return readFileSync(path);
}

function extractAll(bytes: Uint8Array): Buffer[] {
  const path = newPath();
  writeFileSync(path, bytes);
  const descriptor = openSync(path, "r");
  try {
    const reader = openBackupStream(descriptor);
    const contents = reader.manifest.members.map((member) => {
      const to = newPath();
      reader.extract(member, to, () => {});
      return readFileSync(to);
    });
    reader.finish();
    return contents;
  } finally {
    closeSync(descriptor);
  }
}

test("a backup to standard output has the bytes of a backup in a file, and standard input gives its contents back [backup.stream]", () => {
  const threeContents = fc.array(fc.uint8Array({maxLength: 3000}), {minLength: 3, maxLength: 3});
  fc.assert(
    fc.property(threeContents, (contents) => {
      const path = newPath();
      fillBackup(createBackupFile(path, MADE_AT), contents);
      const bytes = streamOf(contents);
      assert.deepEqual(bytes, readFileSync(path));
      assert.deepEqual(
        extractAll(bytes),
        contents.map((one) => Buffer.from(one)),
      );
    }),
    {numRuns: 20},
  );
});

test("a stream that is cut at any place, longer, or has a changed byte is refused or gives the original contents [backup.stream]", () => {
  const contents = [1400, 0, 700].map((length) => Buffer.alloc(length, "content of a database "));
  const whole = streamOf(contents);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), (length) => {
      assert.throws(() => extractAll(whole.subarray(0, length)), Refusal);
    }),
    {numRuns: 100},
  );
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({min: 1, max: 255}), (at, change) => {
      const changed = Buffer.from(whole);
      changed[at]! ^= change;
      try {
        assert.deepEqual(extractAll(changed), contents);
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error));
      }
    }),
    {numRuns: 100},
  );
  assert.throws(() => extractAll(Buffer.concat([whole, Buffer.from("x")])), Refusal);
});

test("a receiver without room is named, and what it has is said to be no backup [backup.stream]", {
  skip: !existsSync("/dev/full") && "needs /dev/full",
}, () => {
  const descriptor = openSync("/dev/full", "w");
  const contents = COPY_ORDER.map(() => new Uint8Array(10));
  assert.throws(() => fillBackup(createBackupStream(descriptor, MADE_AT), contents), {
    name: Refusal.name,
    message: /does not fit where standard output leads/,
  });
  closeSync(descriptor);
});
