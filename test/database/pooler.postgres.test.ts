// PgBouncer between a server and its PostgreSQL. Which of its modes works depends on its version: only since 1.21 does it know the names of
// prepared statements.
import assert from "node:assert/strict";
import {spawn, spawnSync} from "node:child_process";
import {chmodSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import pg from "pg";
import {until} from "../../src/work/patience.fixture.ts";
import {createTokenAt, ryad, serve} from "../command.ts";
import {freePort} from "../haproxy.ts";
import {temporaryFolder, writePackage} from "../warehouse.ts";
import {createWarehouse, NEEDS_POSTGRES, type Warehouse} from "./servers.ts";

const version = spawnSync("pgbouncer", ["--version"], {encoding: "utf8"});
const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version.stdout ?? "") ?? []).map(Number);
const knowsStatements = major > 1 || minor >= 21;
const skip = version.status === 0 ? false : "needs PgBouncer";

/** The address of the database by a pooler. PgBouncer does not run as root. */
async function startPooler(t: TestContext, warehouse: Warehouse, mode: string): Promise<string> {
  const folder = await temporaryFolder(t);
  const {searchParams, username, pathname} = new URL(warehouse.databaseUrl);
  const port = await freePort();
  const settings = [
    "[databases]",
    `ryad = host=${searchParams.get("host")} dbname=${pathname.slice(1)} user=${username}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    `pool_mode = ${mode}`,
    "ignore_startup_parameters = extra_float_digits,options",
    ...(knowsStatements ? ["max_prepared_statements = 200"] : []),
    "",
  ];
  const path = join(folder, "pgbouncer.ini");
  writeFileSync(path, settings.join("\n"));
  chmodSync(folder, 0o755);
  const asRoot = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", ["-q", ...asRoot, path], {stdio: "ignore"});
  t.after(() => child.kill("SIGKILL"));
  const address = `postgres://${username}@127.0.0.1:${port}/ryad`;
  await until("the pooler answers", async () => {
    assert.deepEqual([child.exitCode, child.signalCode], [null, null], "the pooler ended");
    const client = new pg.Client({connectionString: address});
    return client
      .connect()
      .then(() => client.query("select 1"))
      .then(
        () => true,
        () => false,
      )
      .finally(() => client.end());
  });
  return address;
}

async function loadBread(t: TestContext, environment: Readonly<Record<string, string>>) {
  const bread = {provider: "me", dataset: "bread", name: "Bread", published_at: "2026-04-01"};
  const rows = ["price;643;2026-01;1", "price;643;2026-02;2"];
  const path = await writePackage(join(await temporaryFolder(t), "bread"), bread, "indicator;geo;period;value", rows);
  return ryad(["load", path], environment);
}

test("PgBouncer in session mode carries loads, notices and charges [serve.pooler]", {
  skip,
}, async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const environment = {RYAD_DATABASE_URL: await startPooler(t, warehouse, "session")};
  const token = await createTokenAt({databaseUrl: environment.RYAD_DATABASE_URL}, "owner");
  const {origin} = await serve(t, await temporaryFolder(t), environment);
  const ended = await loadBread(t, environment);
  assert.equal(ended.code, 0, ended.stderr);
  const read = () => fetch(`${origin}/api/v1/data?dataset=bread&geo=all`, {headers: {"X-API-Key": token}});
  await until("the load is seen", async () => (await read()).status === 200);
  const answers = await Promise.all(Array.from({length: 50}, read));
  assert.deepEqual(new Set(answers.map(({status}) => status)), new Set([200]));
});

test("PgBouncer before 1.21 in transaction mode is refused with its setting; a newer one works [serve.pooler]", {
  skip,
}, async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const environment = {RYAD_DATABASE_URL: await startPooler(t, warehouse, "transaction")};
  assert.equal((await warehouse.ryad("migrate")).code, 0);
  const {code, stderr} = await loadBread(t, environment);
  if (knowsStatements) return assert.equal(code, 0, stderr);
  assert.notEqual(code, 0);
  assert.match(stderr, /mixes up prepared statements[\s\S]*PgBouncer in transaction mode must be 1\.21 or newer/);
});
