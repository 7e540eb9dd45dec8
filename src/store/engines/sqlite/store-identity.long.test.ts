// Parts of different stores in one folder, and interrupted bindings.
import assert from "node:assert/strict";
import {copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {after, test} from "node:test";
import {Refusal} from "../../../service/refusal.ts";
import {writeBackup} from "../../files/backup.ts";
import {adoptPart} from "../../files/data-files.ts";
import {restoreBackup} from "../../files/restore.ts";
import {PARTS, type StorePart} from "../../migrations/migration.ts";
import {openStore} from "../../open.ts";

const NOW = new Date("2026-01-02T03:04:05.000Z");
const parent = mkdtempSync(join(tmpdir(), "ryad-identity-"));
after(() => rmSync(parent, {recursive: true, force: true}));
let folders = 0;

const newFolder = (): string => join(parent, String(++folders));

async function newStore(): Promise<string> {
  const folder = newFolder();
  await openAndClose(folder);
  return folder;
}

async function openAndClose(dataFolder: string, readOnly = false): Promise<void> {
  await (await openStore({dataFolder}, {readOnly})).close();
}

function replace(folder: string, part: StorePart, from: string): void {
  copyFileSync(join(from, `${part}.db`), join(folder, `${part}.db`));
}

function marksOf(folder: string): string[] {
  return PARTS.map((part) => {
    const db = new DatabaseSync(join(folder, `${part}.db`));
    const {application_id, user_version} = {
      ...db.prepare("pragma application_id").get(),
      ...db.prepare("pragma user_version").get(),
    } as Record<string, number>;
    db.close();
    return `${application_id} ${user_version}`;
  });
}

function setMark(folder: string, part: StorePart, first: number, second: number): void {
  const db = new DatabaseSync(join(folder, `${part}.db`));
  db.exec(`pragma application_id = ${first}; pragma user_version = ${second}`);
  db.close();
}

function refusing(message: RegExp, hint: RegExp): (error: Error) => boolean {
  return (error) => {
    assert.ok(error instanceof Refusal, error.message);
    assert.match(error.message, message);
    assert.match(error.hint ?? "", hint);
    return true;
  };
}

test("all parts of a store have one identity, another store has another one, and readers, writers and backups refuse a part of another store until it is adopted [store.identity]", async () => {
  const other = await newStore();
  for (const part of PARTS) {
    const folder = await newStore();
    assert.equal(new Set(marksOf(folder)).size, 1);
    assert.notEqual(marksOf(folder)[0], marksOf(other)[0]);
    replace(folder, part, other);
    const refused = refusing(
      new RegExp(`^${part}\\.db in .* belongs to another store than `),
      new RegExp(`ryad adopt ${part} binds it`),
    );
    await assert.rejects(openAndClose(folder), refused);
    await assert.rejects(openAndClose(folder, true), refused);
    await assert.rejects(
      writeBackup(folder, join(parent, "backup.tar"), NOW, () => {}),
      refused,
    );
    for (const wrong of PARTS.filter((one) => one !== part)) await assert.rejects(adoptPart(folder, wrong), refused);
    assert.equal(await adoptPart(folder, part), true);
    assert.equal(await adoptPart(folder, part), false);
    await openAndClose(folder, true);
    assert.equal(new Set(marksOf(folder)).size, 1);
  }
});

test("three parts of three stores are refused, and can be adopted one after the other by the store of the statistics [store.identity]", async () => {
  const folder = await newStore();
  for (const part of ["sources", "accounts"] as const) replace(folder, part, await newStore());
  const refused = refusing(/belong to three different stores/, /ryad adopt sources and ryad adopt accounts/);
  await assert.rejects(openAndClose(folder), refused);
  await assert.rejects(adoptPart(folder, "statistics"), refused);
  assert.equal(await adoptPart(folder, "sources"), true);
  await assert.rejects(openAndClose(folder), refusing(/^accounts\.db /, /ryad adopt accounts/));
  assert.equal(await adoptPart(folder, "accounts"), true);
  await openAndClose(folder);
});

test("a folder of an earlier program is read as it is, and gets its identity at the first opening with write access [store.identity]", async () => {
  const folder = await newStore();
  for (const part of PARTS) setMark(folder, part, 0, 0);
  await openAndClose(folder, true);
  assert.deepEqual([...new Set(marksOf(folder))], ["0 0"]);
  await openAndClose(folder);
  assert.equal(new Set(marksOf(folder)).size, 1);
  assert.notEqual(marksOf(folder)[0], "0 0");
});

test("a part of an earlier program among bound parts is refused and can be adopted, and so can a bound part among earlier ones [store.identity]", async () => {
  for (const part of PARTS) {
    const folder = await newStore();
    setMark(folder, part, 0, 0);
    await assert.rejects(openAndClose(folder), refusing(new RegExp(`^${part}\\.db `), new RegExp(`adopt ${part}`)));
    assert.equal(await adoptPart(folder, part), true);
    await openAndClose(folder);
  }
  const folder = await newStore();
  for (const part of ["sources", "accounts"] as const) setMark(folder, part, 0, 0);
  await assert.rejects(openAndClose(folder), refusing(/^statistics\.db /, /adopt statistics/));
  assert.equal(await adoptPart(folder, "statistics"), true);
  await openAndClose(folder);
  assert.equal(new Set(marksOf(folder)).size, 1);
});

test("a folder whose binding was interrupted after any part is read as it is, and its binding is finished with the same identity [store.identity]", async () => {
  for (const reached of [[], ["sources"], ["sources", "accounts"]] as const) {
    const folder = await newStore();
    for (const part of PARTS) setMark(folder, part, 0, 0);
    setMark(folder, "statistics", 77, 88);
    for (const part of reached) setMark(folder, part, -77, 88);
    await openAndClose(folder, true);
    await openAndClose(folder);
    assert.deepEqual([...new Set(marksOf(folder))], ["-77 88"]);
  }
  const folder = await newStore();
  setMark(folder, "statistics", 77, 88);
  await assert.rejects(openAndClose(folder), refusing(/^statistics\.db /, /adopt statistics/));
});

test("a folder without an identity that many processes open at once gets one identity [store.identity]", async () => {
  const folder = await newStore();
  for (const part of PARTS) setMark(folder, part, 0, 0);
  await Promise.all(Array.from({length: 6}, (_, index) => openAndClose(folder, index % 2 === 1)));
  assert.equal(new Set(marksOf(folder)).size, 1);
});

test("a restored backup has the identity of its store, and a copy of the folder too [store.identity backup.restore]", async () => {
  const [folder, restored, copied] = [await newStore(), newFolder(), newFolder()];
  await writeBackup(folder, join(parent, "whole.tar"), NOW, () => {});
  cpSync(folder, copied, {recursive: true});
  const path = join(parent, "whole.tar");
  mkdirSync(restored);
  await restoreBackup(path, restored, false, () => {});
  for (const other of [restored, copied]) {
    await openAndClose(other);
    assert.deepEqual(marksOf(other), marksOf(folder));
  }
});
