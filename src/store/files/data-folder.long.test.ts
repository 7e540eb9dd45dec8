// Stores that lack a part, and stores whose creation was interrupted.
import assert from "node:assert/strict";
import {mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {after, test} from "node:test";
import {Refusal} from "../../service/refusal.ts";
import {ensureAccount} from "../accounts/account.ts";
import {sampleDataset} from "../conformance/samples.fixture.ts";
import {listDatasets, writeDataset} from "../datasets/dataset.ts";
import {openFolder} from "../engines/sqlite/open.ts";
import {PARTS, type StorePart} from "../migrations/migration.ts";
import {MIGRATIONS} from "../migrations/steps.ts";
import {openStore} from "../open.ts";
import {all} from "../script.ts";
import {writeBackup} from "./backup.ts";

const NOW = "2026-01-02T03:04:05.000Z";
const FILES = ["accounts.db", "sources.db", "statistics.db"];
const parent = mkdtempSync(join(tmpdir(), "ryad-whole-"));
after(() => rmSync(parent, {recursive: true, force: true}));
let folders = 0;

async function newStore(): Promise<string> {
  const folder = join(parent, String(++folders));
  const store = await openStore({dataFolder: folder});
  await store.statistics.write((q) => writeDataset(q, sampleDataset()));
  await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
  await store.close();
  return folder;
}

/** The ways in which a part can be lost, and the word in the message. */
const LOSSES: readonly {lose(path: string): void; readonly says: string}[] = [
  {lose: (path) => rmSync(path), says: "missing"},
  {lose: (path) => truncateSync(path), says: "empty"},
  {
    lose(path) {
      rmSync(path);
      const db = new DatabaseSync(path);
      db.exec("pragma journal_mode = wal");
      db.close();
    },
    says: "empty",
  },
];

test("writers, readers and backups refuse a store that lacks a part and name the part, and nothing is created [store.whole]", async () => {
  for (const part of PARTS) {
    for (const {lose, says} of LOSSES) {
      const folder = await newStore();
      lose(join(folder, `${part}.db`));
      const before = partsIn(folder);
      const refused = namesLoss(part, says);
      await assert.rejects(openStore({dataFolder: folder}), refused);
      await assert.rejects(openStore({dataFolder: folder}, {readOnly: true}), refused);
      await assert.rejects(
        writeBackup(folder, join(parent, "backup.tar"), new Date(NOW), () => {}),
        refused,
      );
      assert.deepEqual(partsIn(folder), before);
    }
  }
});

test("several lost parts are all named, and three empty files are not a new store [store.whole]", async () => {
  const folder = await newStore();
  rmSync(join(folder, "statistics.db"));
  truncateSync(join(folder, "accounts.db"));
  await assert.rejects(openStore({dataFolder: folder}), /statistics\.db is missing and accounts\.db is empty in /);
  for (const file of FILES) writeFileSync(join(folder, file), "");
  await assert.rejects(openStore({dataFolder: folder}), /statistics\.db is empty and sources\.db is empty and /);
});

test("a creation that was interrupted after any part is finished by the next writer, and its mark is removed [store.whole]", async () => {
  for (const part of PARTS) {
    const folder = join(parent, String(++folders));
    const cutOff = (): never => {
      throw new Error("killed");
    };
    await assert.rejects(openFolder(folder, {}, {...MIGRATIONS, [part]: [cutOff]}), /killed/);
    // the state after a kill before SQLite has written anything
    if (part !== "accounts") writeFileSync(join(folder, "accounts.db"), "");
    await assert.rejects(openStore({dataFolder: folder}, {readOnly: true}), {name: "Refusal"});
    const store = await openStore({dataFolder: folder});
    assert.deepEqual(await store.statistics.read((q) => listDatasets(q)), []);
    await store.close();
    assert.deepEqual(readdirSync(folder).sort(), FILES);
    await (await openStore({dataFolder: folder}, {readOnly: true})).close();
  }
});

test("a complete store opens although the mark of its creation was left, and from then on it must be complete [store.whole]", async () => {
  const folder = await newStore();
  writeFileSync(join(folder, "new-store.unfinished"), "");
  await assert.rejects(
    openStore({dataFolder: folder}, {readOnly: true}),
    /the creation of the store in .* was interrupted/,
  );
  const store = await openStore({dataFolder: folder});
  assert.equal((await store.accounts.read((q) => all(q.db.selectFrom("account").select("id").compile()))).length, 1);
  await store.close();
  rmSync(join(folder, "accounts.db"));
  await assert.rejects(openStore({dataFolder: folder}), namesLoss("accounts", "missing"));
});

/** A reader may leave the log of a part behind. */
function partsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !/-(?:wal|shm)$/.test(name))
    .sort();
}

function namesLoss(part: StorePart, says: string): (error: Error) => boolean {
  return (error) => {
    const {message, hint} = error as Refusal;
    const isNamed = message.includes(`${part}.db is ${says} in `) || message.includes(`${part}.db does not contain `);
    assert.ok(error instanceof Refusal && isNamed, `${part} ${says}: ${message}`);
    if (!message.includes("does not contain")) assert.match(hint!, /ryad restore --force .* move the others \(/);
    return true;
  };
}
