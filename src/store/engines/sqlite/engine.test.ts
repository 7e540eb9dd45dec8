// Behaviour of the embedded engine only: full disks, its lock, its commits, the files in the folder, the copy before a migration.
import assert from "node:assert/strict";
import {globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {after, test} from "node:test";
import {sql} from "kysely";
import {Refusal} from "../../../service/refusal.ts";
import {chargeValues} from "../../accounts/charges/statements.ts";
import {readUsage} from "../../accounts/usage.ts";
import {countAttempt} from "../../accounts/windows.ts";
import {sampleDataset} from "../../conformance/samples.fixture.ts";
import {listDatasets, writeDataset} from "../../datasets/dataset.ts";
import {readVersion} from "../../migrations/migration.ts";
import {MIGRATIONS} from "../../migrations/steps.ts";
import {openStore} from "../../open.ts";
import {one, run, type Script, SYNCED} from "../../script.ts";
import {scanHistories, writeHistories} from "../../series/history.ts";
import type {Queries} from "../differences.ts";
import {openSqlite} from "./engine.ts";
import {openFolder} from "./open.ts";

const parent = mkdtempSync(join(tmpdir(), "ryad-sqlite-"));
after(() => rmSync(parent, {recursive: true, force: true}));
let folders = 0;

function newFolder(): string {
  return join(parent, String(++folders));
}

test("on a full disk a write is refused with a message, and the old data are kept [load.atomic]", async () => {
  const folder = newFolder();
  const store = await openStore({dataFolder: folder});
  const page = (numbers: number) =>
    Array.from({length: numbers}, (_, number) => ({number, estimates: new Uint8Array(8000).fill(number)}));
  await store.statistics.write((q) => writeHistories(q, 1, page(1)));
  // The file can't grow any more, as on a full disk.
  await store.statistics.read(() => run({sql: "pragma max_page_count = 1", parameters: []}));
  await assert.rejects(
    store.statistics.write((q) => writeHistories(q, 1, page(100))),
    (error) => error instanceof Refusal && /the disk is full: .*statistics\.db/.test(error.message),
  );
  assert.equal((await store.statistics.read((q) => scanHistories(q, 1, -1, 1000))).length, 1);
  await store.close();
});

test("a write without space gives back the space of every log that a reader has kept, so that the next one finds it [load.full-disk]", async () => {
  const folder = newFolder();
  const store = await openStore({dataFolder: folder});
  const reader = new DatabaseSync(join(folder, "statistics.db"), {readOnly: true});
  reader.exec("begin; select * from sqlite_master");
  const page = [{number: 1, estimates: new Uint8Array(100_000)}];
  await store.statistics.write((q) => writeHistories(q, 1, page));
  reader.close();
  const log = () => statSync(join(folder, "statistics.db-wal")).size;
  assert.ok(log() > 100_000);
  await store.accounts.read(() => run({sql: "pragma max_page_count = 1", parameters: []}));
  const rows = Array.from({length: 500}, (_, at) => `${at}`);
  const writeMuch = store.accounts.write(function* (q) {
    for (const row of rows) yield* countAttempt(q, row.repeat(100), 0, 1000);
  });
  await assert.rejects(writeMuch, /the disk is full: .*accounts\.db/);
  assert.equal(log(), 0);
  assert.equal((await store.statistics.read((q) => scanHistories(q, 1, -1, 1000))).length, 1);
  await store.close();
});

test("a statement that is asked for its only row and for all gives the same rows, in any order", async () => {
  const engine = openSqlite({path: ":memory:", readOnly: false, synchronous: "full", pageSize: 4096, busySeconds: 0});
  const queries = {sql: "select ?1 as a, null as b, x'0102' as c where ?1 > 0", parameters: [7]};
  const read = (step: object): Promise<unknown> => engine.read(() => one(step as never));
  const all = {a: 7, b: null, c: Uint8Array.of(1, 2)};
  for (const step of [queries, {...queries, single: true}, queries, {...queries, single: true}])
    assert.deepEqual({...((await read(step)) as object)}, all);
  assert.equal((await read({...queries, single: true, parameters: [0]})) ?? null, null);
  await engine.close();
});

test("while another connection writes, reads see the old state without waiting, and the error of a second writer names the file and says what to do", async () => {
  const path = join(parent, "busy.db");
  const settings = {path, readOnly: false, synchronous: "full", pageSize: 4096, busySeconds: 0} as const;
  const engine = openSqlite(settings);
  await engine.write(function* (q) {
    yield* run(q.db.schema.createTable("dataset").addColumn("name", q.differences.types.text).compile());
  });
  const other = new DatabaseSync(path);
  other.exec("begin immediate; insert into dataset (name) values ('x')");
  const names = () =>
    engine.read(function* (q) {
      return (yield q.db.selectFrom("dataset").select("name").compile()).length;
    });
  assert.equal(await names(), 0);
  const write = engine.write(function* (q) {
    yield* run(
      q.db
        .insertInto("dataset")
        .values({name: "y"} as never)
        .compile(),
    );
  });
  await assert.rejects(write, {
    name: "Refusal",
    message: /busy\.db is being written by another process/,
    hint: /try again/,
  });
  other.exec("commit");
  assert.equal(await names(), 1);
  other.close();
  await engine.close();
});

test("writes requested together share a commit; only a write that throws is undone, and a close waits for all [limits.charge-reserved]", async () => {
  const folder = newFolder();
  const store = await openStore({dataFolder: folder});
  const reserve = (values: number) =>
    store.accounts.write((q) =>
      chargeValues(q, {accountId: 1, month: "2026-01", day: "2026-01-01", values, limit: 100}),
    );
  const failing = store.accounts.write(function* (q) {
    yield* chargeValues(q, {accountId: 1, month: "2026-01", day: "2026-01-01", values: 7, limit: 100});
    throw new Error("changed its mind");
  });
  const [first, second, refused, failed] = await Promise.allSettled([reserve(40), reserve(50), reserve(20), failing]);
  assert.deepEqual(
    [first, second, refused].map((outcome) => outcome.status === "fulfilled" && outcome.value),
    [40, 90, null],
  );
  assert.equal(failed.status === "rejected" && (failed.reason as Error).message, "changed its mind");
  const last = reserve(10);
  await store.close();
  assert.equal(await last, 100);
  const again = await openStore({dataFolder: folder});
  assert.equal(await again.accounts.read((q) => readUsage(q, 1, "2026-01")), 100);
  await again.close();
});

test("a data folder has three files, with a write-ahead log and the measured page sizes", async () => {
  const folder = newFolder();
  await (await openStore({dataFolder: folder})).close();
  assert.deepEqual(readdirSync(folder).sort(), ["accounts.db", "sources.db", "statistics.db"]);
  const settings = Object.fromEntries(
    readdirSync(folder).map((file) => {
      const db = new DatabaseSync(join(folder, file), {readOnly: true});
      const {journal_mode} = db.prepare("pragma journal_mode").get()!;
      const {page_size} = db.prepare("pragma page_size").get()!;
      db.close();
      return [file, [journal_mode, page_size]];
    }),
  );
  assert.deepEqual(settings, {
    "accounts.db": ["wal", 4096],
    "sources.db": ["wal", 16_384],
    "statistics.db": ["wal", 8192],
  });
});

test("only the owner of the folder can read the accounts, including their log", {
  skip: process.platform === "win32" && "modes of files are POSIX",
}, async () => {
  const folder = newFolder();
  const store = await openStore({dataFolder: folder});
  await store.accounts.write((q) =>
    chargeValues(q, {accountId: 1, month: "2026-01", day: "2026-01-01", values: 1, limit: null}),
  );
  const files = readdirSync(folder).filter((name) => name.startsWith("accounts.db"));
  assert.ok(files.includes("accounts.db-wal"));
  for (const name of files) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
  await store.close();
});

test("an older store is copied once before it is migrated, and the copy can be opened [load.migrates]", async () => {
  const folder = newFolder();
  const older = await openFolder(folder);
  await older.statistics.write((q) => writeDataset(q, sampleDataset()));
  // Left open, as by a running server: its last writes are in the log and must be in the copy.
  const steps = {
    ...MIGRATIONS,
    statistics: [
      ...MIGRATIONS.statistics,
      function* addTable(q: Parameters<(typeof MIGRATIONS.statistics)[number]>[0]) {
        yield* run(q.db.updateTable("dataset").set({changed_by: "the migration"}).compile());
      },
    ],
  };
  for (const _ of ["first", "second"]) await (await openFolder(folder, {}, steps)).close();
  const present = MIGRATIONS.statistics.length;
  const before = readdirSync(folder).filter((file) => file.includes("version"));
  assert.deepEqual(before, [`statistics.version-${present}.db`]);
  assert.ok(statSync(join(folder, before[0]!)).size > 0);

  const copy = openSqlite({
    path: join(folder, before[0]!),
    readOnly: true,
    synchronous: "full",
    pageSize: 8192,
    busySeconds: 1,
  });
  assert.equal(await readVersion(copy, "statistics", present), present);
  assert.equal((await copy.read((q) => listDatasets(q)))[0]!.changedBy, "run-1");
  await copy.close();
  assert.equal((await older.statistics.read((q) => listDatasets(q)))[0]!.changedBy, "the migration");
  await older.close();
  await assert.rejects(openStore({dataFolder: folder}), new RegExp(`statistics have schema version ${present + 1}`));
});

test("a close waits for the reads that give way, and no read begins after it [odata.budget]", async () => {
  const store = await openStore({dataFolder: newFolder()});
  await store.statistics.write((q) => writeDataset(q, sampleDataset()));
  const datasetsTwice = () =>
    store.statistics.readWithRests(function* (q) {
      const before = yield* listDatasets(q);
      for (let rests = 0; rests < 100_000; rests++) yield;
      return [before.length, (yield* listDatasets(q)).length];
    });
  const readings = Array.from({length: 40}, datasetsTwice);
  await new Promise(setImmediate);
  const closing = store.close();
  const outcomes = await Promise.allSettled(readings);
  // Waiting reads have not begun and are refused; a read that had begun is complete.
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") assert.deepEqual(outcome.value, [1, 1]);
    else assert.match(outcome.reason.message, /is not open/);
  }
  assert.ok(outcomes.some(({status}) => status === "fulfilled"));
  await closing;
  await assert.rejects(datasetsTwice(), /is not open/);
});

test("reads that wait for a connection get one before a read that comes later [odata.budget]", async () => {
  const store = await openStore({dataFolder: newFolder()});
  const [order, later]: [string[], Promise<void>[]] = [[], []];
  const read = (name: string, rests: number, isFollowed: boolean): Promise<void> =>
    store.statistics.readWithRests(function* () {
      order.push(name);
      for (let rest = 0; rest < rests; rest++) yield;
      // comes between the end of this read and the next one of the line
      if (isFollowed) queueMicrotask(() => later.push(read(`later ${name}`, 0, false)));
    });
  // more than there are connections
  const first = Array.from({length: 40}, (_, at) => read(`first ${at}`, 20_000, true));
  await Promise.all(first);
  await Promise.all(later);
  assert.equal(order.length, 80);
  assert.ok(
    order.slice(0, 40).every((name) => name.startsWith("first")),
    order.join(", "),
  );
  await store.close();
});

test("a write on a store opened read-only fails", async () => {
  const folder = newFolder();
  await (await openStore({dataFolder: folder})).close();
  const reader = await openStore({dataFolder: folder}, {readOnly: true});
  await assert.rejects(
    reader.accounts.write((q) =>
      chargeValues(q, {accountId: 1, month: "2026-11", day: "2026-11-20", values: 1, limit: null}),
    ),
    /readonly/,
  );
  await reader.close();
});

test("a write that is said to be synced waits for the disk with all that share its commit, other writes of accounts do not [store.synced]", async () => {
  const store = await openStore({dataFolder: newFolder()});
  const level = sql<{synchronous: number}>`pragma synchronous`;
  const ask = function* (q: Queries): Script<number> {
    return (yield* one(level.compile(q.db)))!.synchronous;
  };
  const [normal, full] = [1, 2];
  assert.equal(await store.accounts.write(ask), normal);
  assert.equal(await store.accounts.write(ask, SYNCED), full);
  assert.deepEqual(await Promise.all([store.accounts.write(ask), store.accounts.write(ask, SYNCED)]), [full, full]);
  await store.accounts.read(ask);
  await assert.rejects(
    store.accounts.write(function* (q) {
      yield* ask(q);
      throw new Error("within");
    }, SYNCED),
    /within/,
  );
  assert.equal(await store.accounts.write(ask), normal);
  assert.equal(await store.statistics.write(ask), full);
  await store.close();
});

test("revocations, sign-outs and sign-ins by a link are synced writes wherever they are called [store.synced]", () => {
  const source = join(import.meta.dirname, "../../..");
  const script = /\b(?:revokeToken|revokeTokenOf|useSignInLink|deleteSessionsOf|deleteSession|deleteAccount)\b/;
  const read = (file: string): string => readFileSync(join(source, file), "utf8");
  const procedures = [...read("store/accounts/procedures.ts").matchAll(/procedure\("(\w+)", (\w+)\)/g)].filter(
    ([, , name]) => script.test(name!),
  );
  assert.deepEqual(
    procedures.map(([, way, name]) => `${way} ${name}`).sort(),
    ["deleteAccount", "deleteSession", "deleteSessionsOf", "revokeTokenOf", "useSignInLink"].map(
      (name) => `sync ${name}`,
    ),
  );
  const calls = globSync(["cli/**/*.ts", "site/**/*.ts"], {cwd: source})
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) =>
      read(file)
        .split(/(?=\.write\()/)
        .slice(1),
    )
    .filter((call) =>
      /^[^;]*?\b(?:revokeToken|revokeTokenOf|consumeSignInLink|deleteSessionsOf|deleteAccount)\(/s.test(call),
    );
  assert.equal(calls.length, 1);
  for (const call of calls) assert.match(call, /^.{0,400}?, SYNCED\)|^.{0,400}?\n\s*SYNCED,?\s*\)|\}, SYNCED\)/s);
});
