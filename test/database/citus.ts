// Databases with distributed tables, for tests: a replacement for the functions of Citus, and the Citus named by RYAD_TEST_CITUS_URL.
import type {TestContext} from "node:test";
import pg from "pg";
import {openStore} from "../../src/store/open.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

/** Records the calls, and refuses a table that is distributed already; it distributes nothing. */
export const STAND_IN = `
  create schema citus;
  create table citus.pg_dist_partition (logicalrelid oid unique, place serial, called text);
  create function citus.create_reference_table(given regclass) returns void language sql as
    $$ insert into citus.pg_dist_partition (logicalrelid, called) values (given, 'everywhere') $$;
  create function citus.create_distributed_table(given regclass, by text, colocate_with text) returns void language sql as
    $$ insert into citus.pg_dist_partition (logicalrelid, called) values (given, by || ' with ' || colocate_with) $$;
  create function citus.truncate_local_data_after_distributing_table(given regclass) returns void language sql as $$ $$;
  alter database ryad set search_path = public, citus`;

/** Where a test may be repeated: one machine, what takes itself for many, and many. */
export const KINDS = ["one PostgreSQL", "a stand-in for Citus", "Citus"] as const;
export type Kind = (typeof KINDS)[number];

export interface TestStore {
  readonly databaseUrl: string;
  /** A connection that ends with the test. */
  connect(): Promise<pg.Client>;
}

/** A new store, distributed if the kind is; or the reason why there is none. */
export async function newStore(t: TestContext, kind: Kind): Promise<TestStore | {readonly skip: string}> {
  const clients: pg.Client[] = [];
  // Before the place is removed, because open connections may keep it.
  t.after(() => Promise.all(clients.map((client) => client.end())));
  const position = kind === "Citus" ? await newSchema(t) : await newDatabase(t, kind);
  if ("skip" in position) return position;
  await (await openStore({...position, distributed: kind !== "one PostgreSQL"})).close();
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({connectionString: position.databaseUrl});
    clients.push(client);
    await client.connect();
    return client;
  };
  return {...position, connect};
}

type TestDatabase = {readonly databaseUrl: string} | {readonly skip: string};

async function newDatabase(t: TestContext, kind: Kind): Promise<TestDatabase> {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return {skip: NEEDS_POSTGRES};
  if (kind !== "one PostgreSQL") await warehouse.ask(STAND_IN);
  return {databaseUrl: warehouse.databaseUrl};
}

let made = 0;

async function newSchema(t: TestContext): Promise<TestDatabase> {
  const citus = process.env["RYAD_TEST_CITUS_URL"];
  if (citus === undefined || citus === "") return {skip: "needs RYAD_TEST_CITUS_URL, the coordinator of a Citus"};
  const name = `ryad_test_${process.pid}_${++made}`;
  const admin = new pg.Client({connectionString: citus});
  await admin.connect();
  await admin.query(`create schema ${name}`);
  t.after(async () => {
    await admin.query(`drop schema ${name} cascade`);
    await admin.end();
  });
  const address = new URL(citus);
  address.searchParams.set("options", `-c search_path=${name}`);
  return {databaseUrl: address.href};
}
