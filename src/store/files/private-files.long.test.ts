// The modes of files with personal data, under the usual mask, which lets every user read a new file.
import assert from "node:assert/strict";
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {ensureAccount} from "../accounts/account.ts";
import {openFolder} from "../engines/sqlite/open.ts";
import {MIGRATIONS} from "../migrations/steps.ts";
import {openStore} from "../open.ts";
import {writeBackup} from "./backup.ts";
import {openToOthers} from "./data-folder.ts";
import {restoreBackup} from "./restore.ts";

const POSIX = {skip: process.platform === "win32" ? "modes of files are POSIX" : false};
const NOW = "2026-01-02T03:04:05.000Z";
const parent = mkdtempSync(join(tmpdir(), "ryad-private-"));
let mask = 0;
before(() => {
  mask = process.umask(0o022);
});
after(() => {
  process.umask(mask);
  rmSync(parent, {recursive: true, force: true});
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const modesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.startsWith("accounts."))
      .map((name) => [name, modeOf(join(folder, name))]),
  );

test(
  "a new data folder is readable only by its owner, an existing one keeps its mode, and the accounts in it are closed [store.private-files]",
  POSIX,
  async () => {
    const [made, found] = [join(parent, "new/data"), join(parent, "found")];
    mkdirSync(found);
    for (const folder of [made, found]) {
      const store = await openStore({dataFolder: folder});
      await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
      assert.deepEqual(modesIn(folder), {"accounts.db": "600", "accounts.db-shm": "600", "accounts.db-wal": "600"});
      await store.close();
    }
    assert.deepEqual([modeOf(made), modeOf(found), modeOf(join(parent, "new"))], ["700", "755", "755"]);
  },
);

test(
  "no other user can read the accounts, neither during a restore nor after it [store.private-files backup.restore]",
  POSIX,
  async () => {
    const [from, to, path] = [join(parent, "from"), join(parent, "to"), join(parent, "backup.tar")];
    const store = await openStore({dataFolder: from});
    await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
    await store.close();
    const copies = new Set<string>();
    await writeBackup(
      from,
      path,
      new Date(NOW),
      () => {},
      async (folder) => {
        for (const part of ["accounts", "sources"]) copies.add(modeOf(join(folder, `${part}.db`)));
        copies.add(modeOf(folder)).add(modeOf(join(folder, "..")));
        return [];
      },
    );
    assert.deepEqual([...copies], ["600", "700"]);
    assert.equal(modeOf(path), "600");
    mkdirSync(to);
    const meanwhile = new Set<string>();
    await restoreBackup(path, to, false, () => meanwhile.add(modeOf(join(to, "restore.unfinished"))));
    assert.deepEqual([...meanwhile], ["700"]);
    assert.deepEqual(modesIn(to), {"accounts.db": "600"});
  },
);

test(
  "the copy of the accounts before a migration is as closed as the accounts [store.private-files load.migrates]",
  POSIX,
  async () => {
    const folder = join(parent, "migrated");
    await (await openFolder(folder)).close();
    const accounts = [...MIGRATIONS.accounts, function* nothing() {}];
    await (await openFolder(folder, {}, {...MIGRATIONS, accounts})).close();
    assert.deepEqual(modesIn(folder), {"accounts.db": "600", "accounts.version-1.db": "600"});
  },
);

test(
  "accounts that others can read are closed when they are opened, and this is reported once [store.private-files]",
  POSIX,
  async () => {
    for (const readOnly of [false, true]) {
      const folder = join(parent, `open-${readOnly}`);
      const holder = await openStore({dataFolder: folder});
      await holder.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
      mkdirSync(join(folder, "outbox"));
      writeFileSync(join(folder, "outbox/letter.txt"), "");
      const told: string[] = [];
      const onClosed = (files: readonly string[]): void => void told.push(...files);
      for (const _ of ["first", "second"]) await (await openStore({dataFolder: folder}, {readOnly, onClosed})).close();
      const closed = ["accounts", "sources"].flatMap((part) => ["", "-shm", "-wal"].map((end) => `${part}.db${end}`));
      assert.deepEqual(told.sort(), [...closed, "outbox", join("outbox", "letter.txt")].sort());
      assert.deepEqual(openToOthers(folder), []);
      assert.deepEqual([modeOf(join(folder, "outbox")), modeOf(join(folder, "outbox/letter.txt"))], ["700", "600"]);
      assert.deepEqual(modesIn(folder), {"accounts.db": "600", "accounts.db-shm": "600", "accounts.db-wal": "600"});
      assert.equal(modeOf(join(folder, "statistics.db")), "644");
      await holder.close();
    }
  },
);
