// Outages under load, with a record of every answer: of the charges none is lost and none is double, and only the database itself is waited
// for. The longest read of each outage is printed. RYAD_OUTAGE_ROUNDS repeats the outages, for a longer run.
import assert from "node:assert/strict";
import {once} from "node:events";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {setTimeout as pause} from "node:timers/promises";
import pg from "pg";
import {type Cluster, createCluster} from "../../src/store/engines/postgres/cluster.fixture.ts";
import {until, within} from "../../src/work/patience.fixture.ts";
import {createTokenAt, ryad, type Served, serve} from "../command.ts";
import {TWO_SECONDS, watchReadDelays} from "../read-delays.ts";
import {temporaryFolder, writePackage} from "../warehouse.ts";
import {NEEDS_POSTGRES} from "./servers.ts";

const SLICE = "/api/v1/data?dataset=demo&geo=country";
const VALUES = 24;
const ACCOUNTS = 4;
/** More than the servers have connections. */
const READERS = 20;
const ROUNDS = Number(process.env["RYAD_OUTAGE_ROUNDS"] ?? 1);

interface Account {
  readonly token: string;
  /** Values in answers that arrived. */
  acknowledged: number;
  /** Values of requests whose server was killed before it answered: they may be charged. */
  unanswered: number;
}

interface Scene {
  readonly database: Cluster;
  readonly replica: Cluster;
  readonly databaseUrl: string;
  readonly servers: Served[];
  serve(): Promise<Served>;
  readonly accounts: readonly Account[];
}

/** A database with few connections, its replica, two servers and some accounts; null: there is no PostgreSQL for this platform. */
async function setUp(t: TestContext): Promise<Scene | null> {
  const database = await createCluster(["max_connections=20", "superuser_reserved_connections=0"]);
  if (database === null) return null;
  t.after(() => database.remove());
  await database.start();
  const databaseUrl = database.address("ryad");
  const admin = new pg.Client({connectionString: database.address("postgres")});
  await admin.connect();
  await admin.query("create database ryad");
  await admin.end();
  const rows = Array.from({length: VALUES}, (_, index) => `x,643,${2000 + index},${index}.5`);
  const metadata = {provider: "showdata", dataset: "demo", name: "Demo (not official)", published_at: "2026-01-10"};
  const path = await writePackage(join(await temporaryFolder(t), "demo"), metadata, "indicator,geo,period,value", rows);
  const {code, stderr} = await ryad(["load", path], {RYAD_DATABASE_URL: databaseUrl});
  assert.equal(code, 0, stderr);
  const accounts: Account[] = [];
  for (let number = 0; number < ACCOUNTS; number++) {
    const token = await createTokenAt({databaseUrl}, "owner", `reader${number}@example.org`);
    accounts.push({token, acknowledged: 0, unanswered: 0});
  }
  await database.stop("fast");
  const replica = database.copyAsReplica();
  t.after(() => replica.remove());
  await database.start();
  const environment = {
    RYAD_DATABASE_URL: databaseUrl,
    RYAD_DATABASE_READ_URL: replica.address("ryad"),
    // with that for notices 18 of 20: the test itself asks the database too
    RYAD_DATABASE_CONNECTIONS: "8",
    RYAD_METRICS_PORT: "0",
  };
  const folder = await temporaryFolder(t);
  const another = (): Promise<Served> => serve(t, folder, environment);
  const servers = await Promise.all([another(), another()]);
  for (const {metrics} of servers) assert.equal(await replicaUp(metrics!), "0", "the replica is away from the start");
  await replica.start();
  for (const {metrics} of servers) await until("the replica is used", async () => (await replicaUp(metrics!)) === "1");
  return {database, replica, databaseUrl, servers, serve: another, accounts};
}

async function replicaUp(metrics: string): Promise<string | undefined> {
  return /^ryad_replica_up (\d)$/m.exec(await (await fetch(metrics)).text())?.[1];
}

/** Clients that ask one slice after the other, and the record of their answers. */
function createReaders({servers, accounts}: Scene) {
  const delays = watchReadDelays();
  const counts = {answered: 0, failed: 0, unanswered: 0};
  const wrong: string[] = [];
  let expected: string | null = null;
  let running: Promise<unknown>[] = [];
  let isOver = false;

  async function read(number: number): Promise<void> {
    const account = accounts[number % accounts.length]!;
    for (let turn = number; !isOver; turn++) {
      const server = servers[turn % servers.length]!;
      const ended = delays.begin();
      try {
        const answer = await server.get(SLICE, account.token);
        const body = await answer.text();
        ended();
        if (answer.status === 200) {
          expected ??= body;
          if (body !== expected) wrong.push(body);
          account.acknowledged += VALUES;
          counts.answered++;
          continue;
        }
        if (answer.status === 500 && answer.headers.get("retry-after") !== null) counts.failed++;
        else if (answer.status !== 429) wrong.push(body);
      } catch {
        account.unanswered += VALUES;
        counts.unanswered++;
      }
      // who was told to come again later does not come at once
      await pause(20);
    }
  }

  return {
    counts,
    delays,
    start(readers: number) {
      isOver = false;
      running.push(...Array.from({length: readers}, (_, number) => read(number)));
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
      running = [];
      assert.deepEqual(wrong, []);
    },
    async answers(more: number): Promise<void> {
      const before = counts.answered;
      await until(`${more} more answers`, () => counts.answered >= before + more);
    },
  };
}

/** Waits until each account is charged what it was given; more only for requests whose server was killed. */
async function settle({databaseUrl, accounts}: Scene): Promise<void> {
  const client = new pg.Client({connectionString: databaseUrl});
  await client.connect();
  let told = "";
  const isRight = async (): Promise<boolean> => {
    const {rows} = await client.query<{charged: string; days: string}>(
      `select (select coalesce(sum(used), 0) from usage where account_id = account.id) as charged,
        (select coalesce(sum(used), 0) from usage_day where account_id = account.id) as days
      from account where email like 'reader%' order by email`,
    );
    const wrong = accounts.filter(({acknowledged, unanswered}, index) => {
      const [charged, days] = [Number(rows[index]!.charged), Number(rows[index]!.days)];
      return charged !== days || charged < acknowledged || charged > acknowledged + unanswered;
    });
    told = `charged ${JSON.stringify(rows)} for ${JSON.stringify(accounts.map(({token: _, ...rest}) => rest))}`;
    return wrong.length === 0;
  };
  await within(60, () => told, isRight);
  await client.end();
}

/** Takes every connection that the database has left. */
async function spendConnections(databaseUrl: string): Promise<() => Promise<void>> {
  const held: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({connectionString: databaseUrl});
    client.on("error", () => {});
    try {
      await client.connect();
    } catch (error) {
      assert.match((error as Error).message, /too many clients/);
      return async () => void (await Promise.all(held.map((one) => one.end())));
    }
    held.push(client);
  }
}

test("in outages of every kind no charge is lost and none is double, and no read waits for anything but the database [limits.charge-returned limits.charge-durable scale.replica serve.connections serve.outage]", async (t) => {
  const scene = await setUp(t);
  if (scene === null) return t.skip(NEEDS_POSTGRES);
  const {database, replica, databaseUrl, servers} = scene;
  const readers = createReaders(scene);
  const {counts, delays} = readers;
  for (const server of servers) await until("it is ready", async () => (await server.get("/ready", "")).status === 200);

  readers.start(READERS);
  await readers.answers(2 * READERS);
  const idle = delays.take();
  t.diagnostic(`before the outages: ${idle.text}`);
  /**
   * No read waits two seconds longer than without an outage, of a busy machine four times as long; and none fails while there is a database.
   * One of three outages has to show it: a fault makes reads wait in each of them, a machine that has just become busy does not.
   */
  const inOneOfThree = async (what: string, outage: () => Promise<void>, mayFail = false): Promise<void> => {
    for (let left = 2; ; left--) {
      counts.failed = 0;
      await outage();
      const {looks, text} = delays.take();
      const told = `${what}: ${text}, before the outages ${idle.looks}; ${counts.answered} answers in all, ${counts.failed} failed`;
      t.diagnostic(told);
      if (looks <= TWO_SECONDS + 4 * idle.looks && (mayFail || counts.failed === 0)) return;
      assert.ok(left > 0, told);
    }
  };

  for (let round = 1; round <= ROUNDS; round++) {
    await inOneOfThree("connections spent", async () => {
      const giveBack = await spendConnections(databaseUrl);
      await readers.answers(2 * READERS);
      await giveBack();
    });
    await inOneOfThree("replica frozen", async () => {
      for (const {metrics} of servers)
        await until("the replica is used", async () => (await replicaUp(metrics!)) === "1");
      await replica.signal("SIGSTOP");
      await readers.answers(2 * READERS);
      await replica.signal("SIGCONT");
    });
    const kill = async (): Promise<void> => {
      delays.forgive(true);
      await database.stop("crash");
      await until("readers are told", () => counts.failed >= 8);
      await database.start();
      await readers.answers(1);
      delays.forgive(false);
      await readers.answers(2 * READERS);
    };
    await inOneOfThree("database killed and back", kill, true);
    await readers.stop();
    assert.equal(counts.unanswered, 0);
    await settle(scene);
    readers.start(READERS);
  }

  await inOneOfThree("server killed", async () => {
    if (servers.length === 1) servers.push(await scene.serve());
    const [killed] = servers.splice(1);
    killed!.process.kill("SIGKILL");
    await once(killed!.process, "exit");
    await readers.answers(2 * READERS);
  });
  t.diagnostic(`${counts.unanswered} requests without an answer`);
  await readers.stop();
  delays.stop();
  await settle(scene);
});
