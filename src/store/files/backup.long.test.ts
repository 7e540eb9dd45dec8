// The swap of a restore: if it is killed at any moment, either the old store or the new one is complete, and no work is lost.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {once} from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {type TestContext, test} from "node:test";
import {Refusal} from "../../service/refusal.ts";
import {ensureAccount} from "../accounts/account.ts";
import {StoreTooNew} from "../migrations/migration.ts";
import {openStore} from "../open.ts";
import {finishSourceFile, hasSourceFile} from "../releases/source-file.ts";
import {all} from "../script.ts";
import {writeBackup} from "./backup.ts";
import {createBackupFile} from "./backup-file.ts";
import {COPY_ORDER} from "./backup-manifest.ts";
import {finishRestore, isRestoreUnfinished, restoreBackup} from "./restore.ts";

const FILES = ["accounts.db", "sources.db", "statistics.db"];
const SHA256 = "a".repeat(64);
const NOW = "2026-01-02T03:04:05.000Z";
const quietly = (): void => {};

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ryad-restore-"));
  t.after(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

/** A store that is recognised by one account and, if `marked`, one source file. */
async function makeStore(folder: string, email: string, marked: boolean): Promise<void> {
  const store = await openStore({dataFolder: folder});
  await store.accounts.write((q) => ensureAccount(q, email, null, NOW));
  if (marked) await store.sources.write((q) => finishSourceFile(q, SHA256, 0, 0));
  await store.close();
}

async function knownBy(folder: string): Promise<{emails: string[]; marked: boolean}> {
  const store = await openStore({dataFolder: folder});
  try {
    const accounts = await store.accounts.read((q) => all(q.db.selectFrom("account").select("email").compile()));
    return {
      emails: accounts.map(({email}) => email),
      marked: await store.sources.read((q) => hasSourceFile(q, SHA256)),
    };
  } finally {
    await store.close();
  }
}

const OLD = {emails: ["old@example.org"], marked: false};
const NEW = {emails: ["new@example.org"], marked: true};

/** A folder with the old store, and a backup of the new one. */
async function twoStores(t: TestContext): Promise<{data: string; path: string; parent: string}> {
  const parent = temporaryFolder(t);
  const [data, other, path] = [join(parent, "data"), join(parent, "other"), join(parent, "backup.tar")];
  await makeStore(data, OLD.emails[0]!, OLD.marked);
  await makeStore(other, NEW.emails[0]!, NEW.marked);
  await writeBackup(other, path, new Date(NOW), quietly);
  return {data, path, parent};
}

test("an existing store is refused, and replaced with --force; a missing folder is created [backup.restore]", async (t) => {
  const {data, path, parent} = await twoStores(t);
  await assert.rejects(restoreBackup(path, data, false, quietly), /already has a store/);
  assert.deepEqual(await knownBy(data), OLD);
  const manifest = await restoreBackup(path, data, true, quietly);
  assert.equal(manifest.made_at, NOW);
  assert.deepEqual(await knownBy(data), NEW);
  const deep = join(parent, "a", "b");
  await restoreBackup(path, deep, false, quietly);
  assert.deepEqual(readdirSync(deep).sort(), FILES);
  assert.deepEqual(await knownBy(deep), NEW);
});

test("a swap that is killed after its decisive rename is finished by the next process; before it nothing has changed [backup.restore]", async (t) => {
  const {data, path, parent} = await twoStores(t);
  const laidOut = join(parent, "laid-out");
  await restoreBackup(path, laidOut, false, quietly);
  for (let moved = -1; moved <= COPY_ORDER.length; moved++) {
    const folder = join(parent, `killed-${moved}`);
    cpSync(data, folder, {recursive: true});
    const ready = join(folder, moved < 0 ? "restore.unfinished" : "restore.ready");
    cpSync(laidOut, ready, {recursive: true});
    for (const part of COPY_ORDER.slice(0, Math.max(moved, 0)))
      renameSync(join(ready, `${part}.db`), join(folder, `${part}.db`));
    assert.equal(isRestoreUnfinished(folder), moved >= 0);
    finishRestore(folder);
    assert.deepEqual(await knownBy(folder), moved < 0 ? OLD : NEW, `killed after ${moved} files`);
    await restoreBackup(path, folder, true, quietly);
    assert.deepEqual(readdirSync(folder).sort(), FILES);
  }
});

test("sources.yaml of the data folder is in the backup and comes back; one that is there stays, or lies beside it after --force [backup.sources]", async (t) => {
  const {data, parent} = await twoStores(t);
  const [other, path] = [join(parent, "other"), join(parent, "with-sources.tar")];
  const read = (folder: string, name = "sources.yaml"): string => readFileSync(join(folder, name), "utf8");
  writeFileSync(join(other, "sources.yaml"), "sources: [] # of the backup\n");
  await writeBackup(other, path, new Date(NOW), quietly);
  const empty = join(parent, "empty");
  await restoreBackup(path, empty, false, quietly);
  assert.deepEqual([read(empty), await knownBy(empty)], ["sources: [] # of the backup\n", NEW]);
  const begun = join(parent, "begun");
  mkdirSync(begun);
  for (const folder of [begun, data]) writeFileSync(join(folder, "sources.yaml"), "own");
  await restoreBackup(path, begun, false, quietly);
  assert.deepEqual([read(begun), await knownBy(begun)], ["own", NEW]);
  await restoreBackup(path, data, true, quietly);
  assert.deepEqual(readdirSync(data).sort(), [...FILES, "sources.yaml", "sources.yaml.replaced"].sort());
  assert.deepEqual([read(data), read(data, "sources.yaml.replaced")], ["sources: [] # of the backup\n", "own"]);
  const strange = join(parent, "strange.tar");
  const writer = createBackupFile(strange, new Date(NOW));
  for (const part of COPY_ORDER) writer.add(part, 1, join(other, `${part}.db`), quietly);
  writer.addBeside("../elsewhere", join(other, "sources.yaml"));
  writer.finish();
  writer.close();
  await assert.rejects(
    restoreBackup(strange, join(parent, "new"), false, quietly),
    /"\.\.\/elsewhere", which is no part/,
  );
  assert.ok(!existsSync(join(parent, "elsewhere")));
});

test("the log of a replaced database is never used for the new one [backup.restore]", async (t) => {
  const {data, path} = await twoStores(t);
  const writer = spawn(process.execPath, ["-e", KILLED_WRITER, join(data, "accounts.db")], {stdio: "inherit"});
  await once(writer, "exit");
  assert.ok(existsSync(join(data, "accounts.db-wal")));
  await restoreBackup(path, data, true, quietly);
  assert.ok(!existsSync(join(data, "accounts.db-wal")));
  assert.deepEqual(await knownBy(data), NEW);
});

test("a store that another process has open, even if idle, is not replaced [backup.restore]", async (t) => {
  const {data, path} = await twoStores(t);
  for (const file of FILES) {
    const holder = spawn(process.execPath, ["-e", IDLE_READER, join(data, file)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(holder.stdout, "data");
    await assert.rejects(
      restoreBackup(path, data, true, quietly),
      (error) => error instanceof Refusal && error.message.includes(`${file} is in use`),
    );
    holder.kill("SIGKILL");
    await once(holder, "exit");
    assert.deepEqual(await knownBy(data), OLD);
  }
  assert.deepEqual(readdirSync(data).sort(), FILES);
});

test("a damaged store can be replaced by a backup [backup.restore]", async (t) => {
  const {data, path} = await twoStores(t);
  writeFileSync(join(data, "statistics.db"), "no database, but text enough to be taken for one ".repeat(100));
  rmSync(join(data, "sources.db"));
  appendFileSync(join(data, "accounts.db-wal"), "garbage");
  await restoreBackup(path, data, true, quietly);
  assert.deepEqual(await knownBy(data), NEW);
});

test("a backup of a newer program, or with foreign databases, is refused before anything is changed [backup.restore]", async (t) => {
  const {data, parent} = await twoStores(t);
  const other = join(parent, "other");
  const newer = new DatabaseSync(join(other, "sources.db"));
  newer.exec("update schema_version set version = 99");
  newer.close();
  await assert.rejects(
    writeBackup(other, join(parent, "newer.tar"), new Date(NOW), quietly),
    /sources have schema version 99/,
  );
  assert.ok(!existsSync(join(parent, "newer.tar")));
  rmSync(join(other, "sources.db"));
  const foreign = new DatabaseSync(join(other, "sources.db"));
  foreign.exec("create table something_else (id integer)");
  foreign.close();
  await assert.rejects(
    writeBackup(other, join(parent, "foreign.tar"), new Date(NOW), quietly),
    /does not contain the sources of this program/,
  );
  const future = join(parent, "future.tar");
  const writer = createBackupFile(future, new Date(NOW));
  for (const part of COPY_ORDER) writer.add(part, part === "sources" ? 99 : 1, join(data, `${part}.db`), quietly);
  writer.finish();
  writer.close();
  await assert.rejects(restoreBackup(future, data, true, quietly), StoreTooNew);
  const lying = join(parent, "lying.tar");
  const liar = createBackupFile(lying, new Date(NOW));
  for (const part of COPY_ORDER)
    liar.add(part, 1, join(data, part === "sources" ? "accounts.db" : `${part}.db`), quietly);
  liar.finish();
  liar.close();
  await assert.rejects(restoreBackup(lying, data, true, quietly), Refusal);
  assert.deepEqual(readdirSync(data).sort(), FILES);
  assert.deepEqual(await knownBy(data), OLD);
});

test("a backup fails if the store is replaced while it is made [backup.file]", async (t) => {
  const {data, path, parent} = await twoStores(t);
  let replaced = false;
  const mixed = writeBackup(data, join(parent, "mixed.tar"), new Date(NOW), () => {
    if (replaced) return;
    replaced = true;
    for (const part of COPY_ORDER) {
      cpSync(join(parent, "other", `${part}.db`), join(data, `${part}.new`));
      renameSync(join(data, `${part}.new`), join(data, `${part}.db`));
    }
  });
  await assert.rejects(mixed, /was replaced while it was copied/);
  assert.ok(existsSync(path) && !existsSync(join(parent, "mixed.tar")));
});

test("a backup overwrites no file, and removes the leftovers of killed backups but not the folder of a running one [backup.file]", async (t) => {
  const {data, path, parent} = await twoStores(t);
  await assert.rejects(writeBackup(data, path, new Date(NOW), quietly), /exists already and is not overwritten/);
  const second = join(parent, "second.tar");
  const [dead, alive, foreign] = ["dead.tar.unfinished-abc123", "alive.csv.unfinished-abc123", "own.unfinished-abc123"];
  // A backup that was killed before it had locked its folder.
  mkdirSync(join(parent, "unborn.tar.unfinished-abc123"));
  for (const name of [dead, alive, foreign]) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, "statistics.db"), "half");
    if (name !== foreign) writeFileSync(join(parent, name, "ryad.lock"), "");
  }
  const holder = spawn(process.execPath, ["-e", LOCK_HOLDER, join(parent, alive, "ryad.lock")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  await writeBackup(data, second, new Date(NOW), quietly);
  assert.deepEqual(
    readdirSync(parent)
      .filter((name) => /second|unfinished/.test(name))
      .sort(),
    [alive, foreign, "second.tar"],
  );
  await assert.rejects(writeBackup(data, join(parent, "none", "x.tar"), new Date(NOW), quietly), /can't be written/);
  await assert.rejects(
    writeBackup(join(parent, "none"), join(parent, "third.tar"), new Date(NOW), quietly),
    /there is no store in/,
  );
  assert.ok(!readdirSync(parent).some((name) => name.startsWith("third")));
});

/** Leaves a log behind, as a process that is killed does. */
const KILLED_WRITER = `
const {DatabaseSync} = require("node:sqlite");
const db = new DatabaseSync(process.argv[1]);
db.exec("pragma journal_mode = wal; update account set email = 'log@example.org'");
process.kill(process.pid, "SIGKILL");
`;
const LOCK_HOLDER = `
const {DatabaseSync} = require("node:sqlite");
globalThis.db = new DatabaseSync(process.argv[1]);
db.exec("pragma journal_mode = memory; begin exclusive");
console.log("held");
setInterval(() => {}, 1000);
`;
const IDLE_READER = `
const {DatabaseSync} = require("node:sqlite");
globalThis.db = new DatabaseSync(process.argv[1], {readOnly: true});
db.prepare("select count(*) from schema_version").all();
console.log("open");
setInterval(() => {}, 1000);
`;
