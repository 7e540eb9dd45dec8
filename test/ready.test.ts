// /ready of real servers: 503 with its reason while requests could not be answered, 200 where only a part is damaged.
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {type TestContext, test} from "node:test";
import pg from "pg";
import {until} from "../src/work/patience.fixture.ts";
import {createToken, ryad, type Served, serve} from "./command.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./database/servers.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

async function writeDemo(t: TestContext): Promise<string> {
  const metadata = {provider: "showdata", dataset: "demo", name: "Demo (not official)", published_at: "2026-01-10"};
  return writePackage(join(await temporaryFolder(t), "demo"), metadata, "indicator,geo,period,value", ["x,643,2025,1"]);
}

/** "ok", or the reason. */
async function readiness(server: Served): Promise<string> {
  const answer = await server.get("/ready", "");
  const {status, reason} = (await answer.json()) as {status: string; reason?: string};
  assert.deepEqual([answer.status, answer.headers.get("retry-after")], status === "ok" ? [200, null] : [503, "5"]);
  return reason ?? status;
}

test("/ready is 503 with the reason while the accounts can't be written, as on a full disk, and 200 when they can [serve.ready]", async (t) => {
  if (spawnSync("prlimit", ["--version"]).error !== undefined)
    return t.skip("needs prlimit, which limits the size of files");
  const data = join(await temporaryFolder(t), "data");
  await ryad(["load", await writeDemo(t), "--data", data]);
  const token = await createToken(data, "free");
  const server = await serve(t, data);
  const fill = (bytes: string): void =>
    void execFileSync("prlimit", [`--pid=${server.process.pid}`, `--fsize=${bytes}:`]);
  await until("it is ready", async () => (await readiness(server)) === "ok");
  fill("0");
  assert.equal(await readiness(server), "the accounts can't be written");
  assert.equal((await server.get("/api/v1/data?dataset=demo&geo=country", token)).status, 500);
  assert.equal((await server.get("/health", "")).status, 200);
  fill("unlimited");
  assert.equal(await readiness(server), "ok");
});

test("/ready is 503 with the reason until the first search index is there [serve.ready]", async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  assert.equal((await warehouse.ryad("load", await writeDemo(t))).code, 0);
  const blocker = new pg.Client({connectionString: warehouse.databaseUrl});
  await blocker.connect();
  await blocker.query("begin; lock table catalogue in access exclusive mode");
  const server = await warehouse.serve({RYAD_DATABASE_TIMEOUT: "600"});
  assert.equal(await readiness(server), "the first search index is being made");
  await blocker.query("rollback");
  await blocker.end();
  await until("it is ready", async () => (await readiness(server)) === "ok");
});

test("/ready is 200 with a damaged dataset, which a metric counts and the log names [serve.ready]", async (t) => {
  const data = join(await temporaryFolder(t), "data");
  await ryad(["load", await writeDemo(t), "--data", data]);
  const file = new DatabaseSync(join(data, "statistics.db"));
  file.exec("update catalogue set columns = x'00'");
  file.close();
  const server = await serve(t, data);
  let log = "";
  server.process.stderr!.on("data", (text: string) => {
    log += text;
  });
  await until("it is ready", async () => (await readiness(server)) === "ok");
  await until("the log names it", () => /"store-failed".*showdata\/demo is damaged and can't be searched/.test(log));
});
