// ryad pull: a real service, a real follower, and what both export.
import assert from "node:assert/strict";
import {once} from "node:events";
import {existsSync, readdirSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {setTimeout as wait} from "node:timers/promises";
import {loadPath} from "../src/load/run.ts";
import {listMirrored} from "../src/store/changes/mirror.ts";
import {openStore} from "../src/store/open.ts";
import {HANG_MS} from "../src/work/patience.fixture.ts";
import {tries} from "../src/work/tries.fixture.ts";
import {type Acting, actOnce, createRandom, difference, exported} from "./api/changes.suite.ts";
import {createToken, ryad, type Served, serve, spawnRyad} from "./command.ts";
import {openSource} from "./pulled-source.ts";
import {makeSampleFolder} from "./sample-folder.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

/** More rounds and more kills: RYAD_TEST_PULL_KILLS=50. */
const KILLS = Number(process.env["RYAD_TEST_PULL_KILLS"] ?? tries({few: 2, all: 8}));

async function sameExports(source: string, mirror: string): Promise<void> {
  const [one, other] = [await openStore({dataFolder: source}), await openStore({dataFolder: mirror})];
  try {
    for (const layout of ["plain", "estimates"] as const)
      assert.deepEqual(difference(await exported(other, null, layout), await exported(one, null, layout)), [], layout);
  } finally {
    await one.close();
    await other.close();
  }
}

async function pullOnce(source: Pick<Served, "origin">, token: string, mirror: string, ...more: string[]) {
  return await ryad(["pull", source.origin, "--data", mirror, ...more], {RYAD_PULL_TOKEN: token});
}

test("ryad pull of the samples into an empty data folder gives what an export of the source gives, byte for byte; a server over it answers the same series, and /health says how far behind it is [pull.mirror pull.health]", async (t) => {
  const source = await makeSampleFolder(t);
  const mirror = join(await temporaryFolder(t), "data");
  const token = await createToken(source, "owner");
  const server = await serve(t, source);
  const first = await pullOnce(server, token, mirror);
  assert.equal(first.code, 0, first.stderr);
  assert.equal(first.stderr, "");
  await sameExports(source, mirror);
  assert.deepEqual(readdirSync(join(mirror, "pull")), []);
  const again = await pullOnce(server, token, mirror);
  assert.equal(again.code, 0, again.stderr);
  assert.equal(again.stdout, "", "nothing has changed");
  const checked = await ryad(["check", "--data", mirror]);
  assert.equal(checked.code, 0, checked.stdout);

  const copy = await serve(t, mirror);
  const {mirror: told} = (await (await fetch(`${copy.origin}/health`)).json()) as {mirror: Record<string, unknown>};
  assert.equal(told["of"], server.origin);
  assert.ok((told["behind_seconds"] as number) < 600);
  const own = await createToken(mirror, "owner");
  for (const query of [
    "dataset=cbr/key_rate&geo=country",
    "dataset=cpi_monthly&geo=country&limit=40",
    "dataset=gdp&geo=country",
  ]) {
    const path = `/api/v1/data?${query}&format=csv&labels=1`;
    const answer = await server.get(path, token);
    assert.equal(answer.status, 200, path);
    assert.equal(await (await copy.get(path, own)).text(), await answer.text(), path);
  }
  assert.deepEqual(await (await fetch(`${server.origin}/health`)).json(), {status: "ok"});
  const backup = await ryad(["backup", join(mirror, "b.tar"), "--data", mirror]);
  assert.equal(backup.code, 0, backup.stderr);
});

test("whatever loads, late loads, withdrawals, drops, other names and other weeks the source has, the mirror has what it exports after each pull [pull.mirror]", async (t) => {
  const {acting, server, source, mirror, token} = await nearSource(t, 20261);
  for (let round = 0; round < 12; round++) {
    for (let act = 0; act < 1 + acting.random.below(6); act++) await actOnce(acting);
    const {code, stderr} = await pullOnce(server, token, mirror);
    assert.equal(code, 0, stderr);
    await sameExports(source, mirror);
  }
  const checked = await ryad(["check", "--data", mirror]);
  assert.equal(checked.code, 0, checked.stdout + checked.stderr);
});

test(`a pull that is killed at any moment goes on, and the mirror has what the source exports: ${KILLS} kills [pull.killed]`, {
  timeout: HANG_MS,
}, async (t) => {
  const {acting, server, source, mirror, token} = await actingSource(t, 20262);
  for (let act = 0; act < 20; act++) await actOnce(acting);
  const environment = {RYAD_PULL_TOKEN: token};
  const pull = () => spawnRyad(["pull", server.origin, "--data", mirror], environment);
  let [killed, working, longest] = [0, 0, 0];
  for (let kill = 0; kill <= KILLS; kill++) {
    for (let act = 0; act < 6; act++) await actOnce(acting);
    const before = await cursorsOf(mirror);
    const child = pull();
    const begun = performance.now();
    const ended = once(child, "exit");
    // the first one is not killed: it tells how long a pull takes
    if (kill > 0) await Promise.race([wait(longest * (0.3 + acting.random.below(70) / 100)), ended]);
    if (kill > 0 && child.exitCode === null && child.kill("SIGKILL")) killed++;
    await ended;
    if (child.exitCode === 0) longest = Math.max(longest, performance.now() - begun);
    else if ((await cursorsOf(mirror)) !== before || readdirSync(join(mirror, "pull")).length > 0) working++;
    if (kill % 5 !== 0 && kill !== KILLS) continue;
    const {code, stderr} = await pullOnce(server, token, mirror);
    assert.equal(code, 0, stderr);
    await sameExports(source, mirror);
  }
  t.diagnostic(`${working} were killed when they had fetched pages or written datasets`);
  t.diagnostic(`${killed} were killed before their end`);
});

test("a dataset whose cursor the service does not keep any more is taken anew, as a whole [pull.killed]", async (t) => {
  const {acting, server, source, mirror, token} = await nearSource(t, 20263);
  for (let act = 0; act < 12; act++) await actOnce(acting);
  assert.equal((await pullOnce(server, token, mirror)).code, 0);
  const store = await openStore({dataFolder: mirror});
  await store.statistics.write(function* (q) {
    yield q.db.updateTable("mirror_dataset").set({cursor: "WzAsOTk5LCJhYmMiXQ"}).compile();
  });
  await store.close();
  for (let act = 0; act < 12; act++) await actOnce(acting);
  const {code, stderr} = await pullOnce(server, token, mirror);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /all of it is taken anew/);
  await sameExports(source, mirror);
});

test("a store is the mirror of one service, and a dataset that was loaded into it is never replaced; a wrong token and an address that is no service are told [pull.refused]", async (t) => {
  const {acting, server, mirror, token} = await nearSource(t, 20264);
  for (let act = 0; act < 6; act++) await actOnce(acting);
  assert.match((await pullOnce(server, "wrong", mirror)).stderr, /RYAD_PULL_TOKEN/);
  const other = await nearSource(t, 20265);
  assert.equal((await pullOnce(server, token, mirror)).code, 0);
  const copy = await openStore({dataFolder: mirror});
  t.after(() => copy.close());
  const [mirrored] = await copy.statistics.read(listMirrored);
  const release = join(acting.folder, "own");
  const metadata = {provider: mirrored!.provider, dataset: mirrored!.dataset, name: "A", published_at: "2026-01-01"};
  await writePackage(release, metadata, "indicator;geo;unit;freq;period;value", ["x;643;t;A;2020;1"]);
  const hints = {provider: null, dataset: null, publishedAt: null};
  await assert.rejects(loadPath(copy, release, hints), /is a copy of that of http/);
  const refused = await pullOnce(other.server, other.token, mirror);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /this store mirrors http/);
  assert.match((await ryad(["pull", "ftp://x", "--data", mirror])).stderr, /begins with https/);
  const own = join(await temporaryFolder(t), "own");
  const store = await openStore({dataFolder: own});
  for (let act = 0; act < 6; act++) await actOnce({...acting, store, folder: await temporaryFolder(t)});
  await store.close();
  const kept = await pullOnce(server, token, own);
  assert.equal(kept.code, 1);
  assert.match(kept.stderr, /loaded here, and is not replaced/);
});

test("ryad pull --watch follows while the source changes; another pull into its folder is refused until it has ended, also by a kill [pull.watch pull.refused]", async (t) => {
  const {acting, server, source, mirror, token} = await actingSource(t, 20266);
  for (let act = 0; act < 5; act++) await actOnce(acting);
  const child = spawnRyad(["pull", server.origin, "--data", mirror, "--watch", "--every", "1"], {
    RYAD_PULL_TOKEN: token,
  });
  t.after(() => child.kill("SIGKILL"));
  await wait(3000);
  for (let act = 0; act < 5; act++) await actOnce(acting);
  for (let attempt = 0; ; attempt++) {
    await wait(1000);
    try {
      if (existsSync(mirror)) await sameExports(source, mirror);
      break;
    } catch (error) {
      if (attempt > 30) throw error;
    }
  }
  const refused = await pullOnce(server, token, mirror);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /another ryad pull works in the data folder .*\n?.*--dataset CODES/);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  const next = await pullOnce(server, token, mirror);
  assert.equal(next.code, 0, next.stderr);
});

/** What is applied, as a text. */
async function cursorsOf(dataFolder: string): Promise<string> {
  if (!existsSync(join(dataFolder, "statistics.db"))) return "";
  const store = await openStore({dataFolder});
  try {
    return JSON.stringify(await store.statistics.read(listMirrored));
  } finally {
    await store.close();
  }
}

interface ActingSource {
  readonly acting: Acting;
  readonly server: Pick<Served, "origin">;
  readonly source: string;
  readonly mirror: string;
  readonly token: string;
}

/** A source with a server in a process of its own. */
async function actingSource(t: TestContext, seed: number): Promise<ActingSource> {
  const {acting, source, mirror} = await actingStore(t, seed);
  const token = await createToken(source, "owner");
  return {acting, source, mirror, token, server: await serve(t, source)};
}

/** The same with a server in this process, which is quick: for tests that run each pull here too. */
async function nearSource(t: TestContext, seed: number): Promise<ActingSource> {
  const {acting, source, mirror} = await actingStore(t, seed);
  const {api, origin} = await openSource(t, {}, acting.store);
  // the limits of an account are of a minute
  const server = {
    get origin() {
      api.clock.now = new Date(api.clock.now.getTime() + 61_000);
      return origin;
    },
  };
  return {acting, source, mirror, token: api.token, server};
}

async function actingStore(t: TestContext, seed: number): Promise<Pick<ActingSource, "acting" | "source" | "mirror">> {
  const folder = await temporaryFolder(t);
  const [source, mirror] = [join(folder, "source"), join(folder, "mirror")];
  const store = await openStore({dataFolder: source});
  t.after(() => store.close());
  const clock = Date.UTC(2026, 0, 1);
  const acting: Acting = {store, random: createRandom(seed), folder: await temporaryFolder(t), clock, written: 0};
  return {acting, source, mirror};
}
