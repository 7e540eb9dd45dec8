// The database fails under load: stopped, crashed, exhausted, hanging. No wrong answer, no lost charge, and recovery at once.
import assert from "node:assert/strict";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import pg from "pg";
import {until, within} from "../../src/work/patience.fixture.ts";
import type {Served} from "../command.ts";
import {temporaryFolder, writePackage} from "../warehouse.ts";
import {createWarehouse, NEEDS_POSTGRES, type Warehouse} from "./servers.ts";

const SLICE = "/api/v1/data?dataset=demo&geo=country";
const VALUES = 24;

async function loadDemo(t: TestContext, warehouse: Warehouse): Promise<void> {
  const rows = Array.from({length: VALUES}, (_, index) => `x,643,${2000 + index},${index}.5`);
  const metadata = {provider: "showdata", dataset: "demo", name: "Demo (not official)", published_at: "2026-01-10"};
  const path = await writePackage(join(await temporaryFolder(t), "demo"), metadata, "indicator,geo,period,value", rows);
  const {code, stderr} = await warehouse.ryad("load", path);
  assert.equal(code, 0, stderr);
}

test("an outage of the database causes no wrong answer and no wrong charge; two seconds after it the servers serve again [serve.outage serve.ready serve.health limits.charge-returned limits.charge-durable]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  await loadDemo(t, warehouse);
  const servers = [await warehouse.serve(), await warehouse.serve()];
  const tokens: string[] = [];
  for (let index = 0; index < 6; index++)
    tokens.push(await warehouse.createToken("owner", `reader${index}@example.org`));
  const expected = await (await servers[0]!.get(SLICE, tokens[0]!)).text();
  const counts = {served: 1, failed: 0};
  let isOver = false;

  const reader = async (number: number): Promise<void> => {
    for (let turn = number; !isOver; turn++) {
      const answer = await servers[turn % servers.length]!.get(SLICE, tokens[turn % tokens.length]!);
      const body = await answer.text();
      if (answer.status === 200) {
        assert.equal(body, expected);
        counts.served++;
      } else {
        holdToOutage(answer, body);
        counts.failed++;
      }
      // most of the time goes by with the database, not with answers; a client with Retry-After does not repeat its request at once
      await pause(answer.status === 200 ? 20 : 40);
    }
  };
  const readers = Promise.all(Array.from({length: 8}, (_, index) => reader(index)));

  for (const how of ["fast", "crash"] as const) {
    const before = counts.served;
    await until("the readers are served", () => counts.served >= before + 40);
    await warehouse.cluster.stop(how);
    await untilAll(servers, "/ready", 503, 10);
    for (const server of servers) assert.equal((await server.get("/health", "")).status, 200);
    const {failed} = counts;
    await until("the readers go on asking", () => counts.failed >= failed + 8);
    await warehouse.cluster.start();
    await untilAll(servers, SLICE, 200, 2, tokens[5]);
    counts.served += servers.length;
    await untilAll(servers, "/ready", 200, 2);
  }
  const {served} = counts;
  await until("the readers are served again", () => counts.served >= served + 8);
  isOver = true;
  await readers;
  t.diagnostic(`${counts.served} answers, ${counts.failed} told to come again`);

  await untilCharged(warehouse, counts.served * VALUES);
});

test("a database that hangs or has no free connection gives an error with Retry-After within seconds, and the server serves again afterwards [serve.outage]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  await loadDemo(t, warehouse);
  const server = await warehouse.serve({RYAD_DATABASE_CONNECTIONS: "2", RYAD_DATABASE_TIMEOUT: "1"});
  const token = await warehouse.createToken("owner");
  await untilAll([server], SLICE, 200, 10, token);
  const blocker = new pg.Client({connectionString: warehouse.databaseUrl});
  await blocker.connect();

  // what every request asks, also of an answer whose parts are all in memory: reads of one snapshot the last change, a read alone the dataset
  for (const table of ["minute_window", "last_change, dataset"]) {
    await blocker.query(`begin; lock table ${table} in access exclusive mode`);
    let told = 0;
    const readers = Array.from({length: 8}, async () => {
      const answer = await server.get(SLICE, token);
      told++;
      holdToOutage(answer, await answer.text());
    });
    await within(10, `${table} is locked: a reader is not told`, async () => {
      assert.equal((await server.get("/health", "")).status, 200);
      return told === readers.length;
    });
    await Promise.all(readers);
    await blocker.query("rollback");
    await untilAll([server], SLICE, 200, 10, token);
  }
  await blocker.end();
  await untilCharged(warehouse, 3 * VALUES);
});

/** What an outage left open is settled after it. */
async function untilCharged(warehouse: Warehouse, values: number): Promise<void> {
  let charged: readonly number[] = [];
  const used = async (table: string): Promise<number> =>
    Number((await warehouse.ask(`select sum(used) as used from ${table}`))[0]!["used"]);
  const isRight = async (): Promise<boolean> => {
    charged = [await used("usage"), await used("usage_day")];
    return charged.every((one) => one === values);
  };
  await within(60, () => `charged ${charged.join(" and ")} for ${values} values that were answered`, isRight);
}

function holdToOutage(answer: Response, body: string): void {
  assert.equal(answer.status, 500, body);
  assert.equal(JSON.parse(body).error.code, "INTERNAL");
  assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
}

/** Asks each server until it answers with the status once. */
async function untilAll(
  servers: readonly Served[],
  path: string,
  status: number,
  seconds: number,
  token = "",
): Promise<void> {
  for (const [index, server] of servers.entries()) {
    await within(seconds, `server ${index} does not answer ${path} with ${status}`, async () => {
      const answer = await server.get(path, token);
      await answer.arrayBuffer();
      return answer.status === status;
    });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
