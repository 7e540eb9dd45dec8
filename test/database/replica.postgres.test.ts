// Reads from a streaming replica: used while it is as new as the database; otherwise the database is read.
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import {sql} from "kysely";
import pg from "pg";
import {type Cluster, createCluster} from "../../src/store/engines/postgres/cluster.fixture.ts";
import {openStore, type Store} from "../../src/store/open.ts";
import {one} from "../../src/store/script.ts";
import {until, within} from "../../src/work/patience.fixture.ts";
import {createApi} from "../api/client.ts";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder} from "../warehouse.ts";
import {NEEDS_POSTGRES} from "./servers.ts";

const SLICE = "/api/v1/data?dataset=demo&geo=country";

/** Whether a read of the statistics is answered by the replica now. */
async function isOnReplica(store: Store): Promise<boolean> {
  const row = await store.statistics.read((q) =>
    one(sql<{standby: boolean}>`select pg_is_in_recovery() as standby`.compile(q.db)),
  );
  return row!.standby;
}

function untilOnReplica(store: Store): Promise<void> {
  return until("the replica takes reads again", () => isOnReplica(store));
}

async function ask(t: TestContext, address: string, text: string): Promise<void> {
  const client = new pg.Client({connectionString: address});
  await client.connect();
  await client.query(text);
  await client.end();
  t.diagnostic(text);
}

interface Pair {
  readonly primary: Cluster;
  readonly replica: Cluster;
  readonly location: {readonly databaseUrl: string; readonly readUrl: string};
}

/** An empty store and its replica, both running; null: there is no PostgreSQL for this platform. */
async function startPair(t: TestContext): Promise<Pair | null> {
  const primary = await createCluster();
  if (primary === null) return null;
  t.after(() => primary.remove());
  await primary.start();
  await ask(t, primary.address("postgres"), "create database ryad");
  const databaseUrl = primary.address("ryad");
  await (await openStore({databaseUrl})).close();
  await primary.stop("fast");
  const replica = primary.copyAsReplica();
  t.after(() => replica.remove());
  await primary.start();
  await replica.start();
  return {primary, replica, location: {databaseUrl, readUrl: replica.address("ryad")}};
}

test("a replica answers the reads, and if it lags or fails, no client gets an older state than its ETag [scale.replica]", async (t) => {
  const pair = await startPair(t);
  if (pair === null) return t.skip(NEEDS_POSTGRES);
  const {replica, location} = pair;
  const stores = [await openStore(location), await openStore(location)];
  const folder = await temporaryFolder(t);
  const load = (day: string, value: number) =>
    loadTidy(stores[0]!, folder, {published_at: day, rows: [`x,643,2025,${value}`]});
  await load("2026-06-10", 1);
  const apis = await Promise.all(stores.map((store) => createApi(t, store)));
  for (const store of stores) await untilOnReplica(store);
  const first = await apis[0]!.get(SLICE);
  assert.equal(first.json.observations[0].value, 1);

  // it lags
  await ask(t, replica.address("ryad"), "select pg_wal_replay_pause()");
  await load("2026-07-10", 2);
  assert.equal(await isOnReplica(stores[1]!), false);
  const second = await apis[0]!.get(SLICE);
  assert.equal(second.json.observations[0].value, 2);
  const held = {"if-none-match": second.headers["etag"]!};
  assert.equal((await apis[1]!.get(SLICE, {...held, authorization: `Bearer ${apis[1]!.token}`})).status, 304);
  assert.equal((await apis[1]!.get(SLICE)).text, second.text, "also who holds no ETag");
  await ask(t, replica.address("ryad"), "select pg_wal_replay_resume()");
  for (const store of stores) await untilOnReplica(store);
  assert.equal((await apis[1]!.get(SLICE)).text, second.text);

  // it fails, and returns
  await replica.stop("crash");
  assert.equal((await apis[0]!.get(SLICE)).text, second.text);
  assert.equal(await isOnReplica(stores[0]!), false);
  await load("2026-07-12", 3);
  await replica.start();
  await untilOnReplica(stores[0]!);
  assert.equal((await apis[0]!.get(SLICE)).json.observations[0].value, 3);
  for (const store of stores) await store.close();
});

test("a replica that hangs is passed over within a second, then left alone, and /ready does not ask it [scale.replica serve.ready]", async (t) => {
  const pair = await startPair(t);
  if (pair === null) return t.skip(NEEDS_POSTGRES);
  const {replica, location} = pair;
  const heard: (Error | null)[] = [];
  const store = await openStore(location, {onReplica: (failure) => void heard.push(failure)});
  t.after(() => store.close());
  await loadTidy(store, await temporaryFolder(t), {rows: ["x,643,2025,1"]});
  const api = await createApi(t, store);
  await until("it is ready", async () => (await api.get("/ready")).status === 200);
  await untilOnReplica(store);
  const before = heard.length;

  await replica.signal("SIGSTOP");
  assert.equal((await api.get("/ready")).status, 200);
  assert.equal(heard.length, before, "nobody has asked the replica yet");
  const answers: number[] = [];
  const read = async () => void answers.push((await api.get(SLICE)).status);
  // those that are on it, and many one after the other, when it is known to hang
  const readers = [read(), read(), read()];
  readers.push(readers[0]!.then(async () => void (await Promise.all(Array.from({length: 40}, read)))));
  await within(
    3,
    () => `${answers.length} of 43 slices are answered`,
    () => answers.length === 43,
  );
  await Promise.all(readers);
  assert.deepEqual([...new Set(answers)], [200]);
  assert.equal(heard.length, before + 1);
  assert.equal(heard.at(-1)?.name, "StoreOutage");

  await replica.signal("SIGCONT");
  await untilOnReplica(store);
  assert.equal(heard.at(-1), null);
});
