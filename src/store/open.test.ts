// A store that can't be opened is refused with a message that names the fault and the place, and never a password.
import assert from "node:assert/strict";
import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import {Refusal} from "../service/refusal.ts";
import {openStore} from "./open.ts";

const parent = mkdtempSync(join(tmpdir(), "ryad-open-"));
after(() => rmSync(parent, {recursive: true, force: true}));

test("a missing data folder is created at any depth", async () => {
  const dataFolder = join(parent, "a", "б", "c d");
  await (await openStore({dataFolder})).close();
  assert.deepEqual(readdirSync(dataFolder).sort(), ["accounts.db", "sources.db", "statistics.db"]);
});

test("a data folder that is a file, or contains a foreign file, is refused with its name", async () => {
  const file = join(parent, "file");
  writeFileSync(file, "x");
  await assert.rejects(openStore({dataFolder: file}), refusedNaming(file));
  const folder = join(parent, "other");
  mkdirSync(folder);
  for (const part of ["statistics", "sources", "accounts"]) {
    const text = "no database, but text enough to be taken for one at first ".repeat(100);
    writeFileSync(join(folder, `${part}.db`), text);
  }
  await assert.rejects(openStore({dataFolder: folder}), refusedNaming(join(folder, "statistics.db")));
  await assert.rejects(openStore({dataFolder: folder}, {readOnly: true}), refusedNaming(join(folder, "statistics.db")));
});

test("a database that can't be reached is refused without its password", async () => {
  const addresses = [
    "postgres://anna:secret@127.0.0.1:1/ryad",
    "postgres://anna:secret@/ryad?host=/nowhere",
    "postgres://anna:secret@127.0.0.1:notaport/ryad",
  ];
  for (const databaseUrl of addresses) {
    await assert.rejects(openStore({databaseUrl}), (error: Error) => {
      assert.ok(error instanceof Refusal);
      assert.match(error.message, /PostgreSQL database can't be reached: ./);
      assert.doesNotMatch(`${error.message} ${error.hint} ${error.stack}`, /secret/);
      return true;
    });
  }
});

function refusedNaming(path: string): (error: Error) => boolean {
  return (error) => {
    assert.ok(error instanceof Refusal);
    assert.ok(error.message.includes(path), error.message);
    return true;
  };
}
