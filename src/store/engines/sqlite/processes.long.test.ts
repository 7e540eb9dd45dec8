// The embedded engine when several processes share its files, and when one of them is killed during its work.
import assert from "node:assert/strict";
import {execFile, spawnSync} from "node:child_process";
import {existsSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import {promisify} from "node:util";
import {readUsage} from "../../accounts/usage.ts";
import {sampleDataset} from "../../conformance/samples.fixture.ts";
import {listDatasets, writeDataset} from "../../datasets/dataset.ts";
import {openStore} from "../../open.ts";
import {readHistories, scanHistories, writeHistories} from "../../series/history.ts";

const parent = mkdtempSync(join(tmpdir(), "ryad-sqlite-"));
after(() => rmSync(parent, {recursive: true, force: true}));
let folders = 0;

function newFolder(): string {
  return join(parent, String(++folders));
}

/** Text of a program for another process, with the store's functions at hand and the data folder in `folder`. */
function program(body: string): string[] {
  const at = (file: string): string => new URL(file, import.meta.url).href;
  const imports = [
    `import {openStore} from "${at("../../open.ts")}";`,
    `import {chargeValues} from "${at("../../accounts/charges/statements.ts")}";`,
    `import {writeDataset} from "${at("../../datasets/dataset.ts")}";`,
    `import {writeHistories} from "${at("../../series/history.ts")}";`,
    `import {sampleDataset} from "${at("../../conformance/samples.fixture.ts")}";`,
    "const [, folder] = process.argv;",
  ];
  return ["--input-type=module", "-e", [...imports, body].join("\n")];
}

test("a reader opens a file that a killed process left half changed, in its state before the change [load.killed]", async () => {
  const folder = newFolder();
  const store = await openStore({dataFolder: folder});
  await store.statistics.write((q) => writeHistories(q, 1, [{number: 1, estimates: new Uint8Array([7])}]));
  await store.close();
  // Without the write-ahead log and with a cache of one page, so that changed pages are in the file when it is killed.
  const body = `
    const db = new (require("node:sqlite").DatabaseSync)(process.argv[1]);
    db.exec("pragma journal_mode = delete; pragma cache_size = 1; begin immediate; update history set estimates = zeroblob(9)");
    for (let i = 0; i < 200; i++) db.exec("insert into history values (1, " + (99 + i) + ", zeroblob(9000))");
    process.kill(process.pid, "SIGKILL");`;
  spawnSync(process.execPath, ["-e", body, join(folder, "statistics.db")]);
  assert.ok(existsSync(join(folder, "statistics.db-journal")));
  const reader = await openStore({dataFolder: folder}, {readOnly: true});
  const found = await reader.statistics.read((q) => scanHistories(q, 1, -1, 1000));
  assert.deepEqual(found, [{number: 1, estimates: new Uint8Array([7])}]);
  await reader.close();
});

test("processes that create the same stores at once and charge one account never overspend, and none gets an error of a locked file [limits.charge-reserved]", async () => {
  const folder = newFolder();
  const body = `
    for (let place = 0; place < 10; place++) await (await openStore({dataFolder: folder + "/" + place})).close();
    const store = await openStore({dataFolder: folder});
    let taken = 0;
    for (let attempt = 0; attempt < 200; attempt++) {
      const used = await store.accounts.write((q) => chargeValues(q, {accountId: 1, month: "2026-11", day: "2026-11-20", values: 60000, limit: 20_000_000}));
      if (used !== null) taken++;
    }
    await store.close();
    console.log(taken);`;
  const processes = Array.from({length: 3}, () => promisify(execFile)(process.execPath, [...program(body), folder]));
  const taken = (await Promise.all(processes)).map(({stdout}) => Number(stdout));
  assert.equal(
    taken.reduce((sum, one) => sum + one, 0),
    Math.floor(20_000_000 / 60_000),
  );
  const store = await openStore({dataFolder: folder}, {readOnly: true});
  assert.equal(await store.accounts.read((q) => readUsage(q, 1, "2026-11")), 333 * 60_000);
  await store.close();
});

test("an acknowledged charge is kept after the process was killed [limits.charge-durable]", async () => {
  const folder = newFolder();
  const body = `
    const store = await openStore({dataFolder: folder});
    await store.accounts.write((q) => chargeValues(q, {accountId: 1, month: "2026-11", day: "2026-11-20", values: 60000, limit: null}));
    process.kill(process.pid, "SIGKILL");`;
  const killed = spawnSync(process.execPath, [...program(body), folder]);
  assert.equal(killed.signal, "SIGKILL", killed.stderr.toString());
  const store = await openStore({dataFolder: folder});
  assert.equal(await store.accounts.read((q) => readUsage(q, 1, "2026-11")), 60_000);
  await store.close();
});

test("a write that is killed after much of it has reached the disk leaves the old state, and can be repeated [load.killed]", async () => {
  const folder = newFolder();
  const histories = (q: Parameters<typeof writeHistories>[0]) =>
    writeHistories(
      q,
      1,
      Array.from({length: 8000}, (_, number) => ({number, estimates: new Uint8Array(1200).fill(1)})),
    );
  const store = await openStore({dataFolder: folder});
  await store.statistics.write((q) => writeDataset(q, sampleDataset({changedBy: "old"})));
  const body = `
    import {statSync} from "node:fs";
    const store = await openStore({dataFolder: folder});
    const before = statSync(folder + "/statistics.db-wal").size;
    await store.statistics.write(function* (q) {
      yield* writeDataset(q, sampleDataset({changedBy: "new"}));
      yield* writeHistories(q, 1, Array.from({length: 8000}, (_, number) => ({number, estimates: new Uint8Array(1200).fill(1)})));
      console.log(statSync(folder + "/statistics.db-wal").size - before);
      process.kill(process.pid, "SIGKILL");
    });`;
  const killed = spawnSync(process.execPath, [...program(body), folder]);
  assert.equal(killed.signal, "SIGKILL", killed.stderr.toString());
  assert.ok(Number(killed.stdout) > 4_000_000, "a large transaction spills into the log before it is committed");
  const [dataset] = await store.statistics.read((q) => listDatasets(q));
  assert.equal(dataset!.changedBy, "old");
  assert.deepEqual(await store.statistics.read((q) => scanHistories(q, 1, -1, 10)), []);
  await store.statistics.write(histories);
  assert.equal((await store.statistics.read((q) => readHistories(q, 1, [7999])))[0]?.length, 1200);
  await store.close();
});
