// A damaged page of the embedded store: its readers get an error, and the process continues.
//
// SQLite refuses even the COMMIT of a snapshot that has read a damaged page, and a snapshot ends when no reader waits any more.
import assert from "node:assert/strict";
import {closeSync, copyFileSync, mkdtempSync, openSync, rmSync, statSync, writeSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import {setImmediate} from "node:timers/promises";
import {Refusal} from "../../../service/refusal.ts";
import {sampleDataset} from "../../conformance/samples.fixture.ts";
import {writeDataset} from "../../datasets/dataset.ts";
import {openStore} from "../../open.ts";
import {all, run} from "../../script.ts";
import {writeHistories} from "../../series/history.ts";
import {openSqlite, type SqliteEngine} from "./engine.ts";
import {FILES} from "./open.ts";

const parent = mkdtempSync(join(tmpdir(), "ryad-damaged-"));
after(() => rmSync(parent, {recursive: true, force: true}));

const PAGE = FILES.statistics.pageSize;
const NOISE = Buffer.from(Array.from({length: PAGE}, (_, index) => (index * 151 + 89) % 251));

test("if any page of the statistics is damaged, its readers are refused with the file's name, and other reads and writes still work [store.damaged-page]", async () => {
  const folder = join(parent, "whole");
  const store = await openStore({dataFolder: folder});
  const histories = Array.from({length: 40}, (_, number) => ({number, estimates: new Uint8Array(PAGE).fill(number)}));
  await store.statistics.write(function* (q) {
    yield* writeDataset(q, sampleDataset());
    yield* writeHistories(q, 1, histories);
  });
  const tables = await store.statistics.read(tableNames);
  await store.close();
  const pages = statSync(join(folder, "statistics.db")).size / PAGE;
  let refused = 0;
  for (let page = 1; page < pages; page++) {
    const path = join(parent, `${page}.db`);
    copyFileSync(join(folder, "statistics.db"), path);
    overwritePage(path, page);
    const engine = open(path);
    if (engine === null) continue;
    for (const table of tables) {
      const reading = engine.read(() => all({sql: `select * from "${table}"`, parameters: []}));
      await reading.catch((error: unknown) => {
        assert.ok(error instanceof Refusal && error.message.includes(path), String(error));
        refused++;
      });
      // the snapshot of the tick has ended
      await setImmediate();
      assert.equal((await engine.read(() => all({sql: "select 1 as one", parameters: []}))).length, 1);
    }
    await engine.write(() => run({sql: "create table if not exists written (id integer)", parameters: []}));
    await engine.close();
  }
  assert.ok(refused >= 20, `${refused} reads met a damaged page`);
});

function* tableNames() {
  const rows = yield* all<{name: string}>({sql: "select name from sqlite_master where type = 'table'", parameters: []});
  return rows.map(({name}) => name);
}

/** null: refused with a message, because the page contains the schema. */
function open(path: string): SqliteEngine | null {
  try {
    return openSqlite({...FILES.statistics, path, readOnly: false});
  } catch (error) {
    assert.ok(error instanceof Refusal && error.message.includes(path), String(error));
    return null;
  }
}

function overwritePage(path: string, page: number): void {
  const file = openSync(path, "r+");
  writeSync(file, NOISE, 0, PAGE, page * PAGE);
  closeSync(file);
}
