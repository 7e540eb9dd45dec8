// ryad pull: a real service, a real follower, and what both export.
import assert from "node:assert/strict";
import {once} from "node:events";
import {existsSync, readdirSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {setTimeout as wait} from "node:timers/promises";
import {openStore} from "../src/store/open.ts";
import {type Acting, actOnce, createRandom, difference, exported} from "./api/changes.suite.ts";
import {createToken, ryad, type Served, serve, spawnRyad} from "./command.ts";
import {makeSampleFolder} from "./sample-folder.ts";
import {temporaryFolder} from "./warehouse.ts";

/** More rounds and more kills: RYAD_TEST_PULL_KILLS=50. */
const KILLS = Number(process.env["RYAD_TEST_PULL_KILLS"] ?? 4);

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

async function pullOnce(source: Served, token: string, mirror: string, ...more: string[]) {
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
  const {acting, server, source, mirror, token} = await actingSource(t, 20261);
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
  timeout: 1_200_000,
}, async (t) => {
  const {acting, server, source, mirror, token} = await actingSource(t, 20262);
  for (let act = 0; act < 20; act++) await actOnce(acting);
  let [killed, longest] = [0, 1500];
  for (let kill = 0; kill < KILLS; kill++) {
    for (let act = 0; act < 3; act++) await actOnce(acting);
    const child = spawnRyad(["pull", server.origin, "--data", mirror], {RYAD_PULL_TOKEN: token});
    const begun = Date.now();
    const ended = once(child, "exit").then(() => {
      longest = Date.now() - begun;
    });
    await Promise.race([wait(200 + acting.random.below(Math.max(100, longest - 100))), ended]);
    if (child.exitCode === null && child.kill("SIGKILL")) killed++;
    await ended;
    if (kill % 5 !== 4 && kill !== KILLS - 1) continue;
    const {code, stderr} = await pullOnce(server, token, mirror);
    assert.equal(code, 0, stderr);
    await sameExports(source, mirror);
  }
  t.diagnostic(`${killed} were killed before their end`);
});

test("a pull that lost its power in the middle of a page, or whose cursor is gone, takes what it needs again [pull.killed]", async (t) => {
  const {acting, server, source, mirror, token} = await actingSource(t, 20263);
  for (let act = 0; act < 12; act++) await actOnce(acting);
  assert.equal((await pullOnce(server, token, mirror)).code, 0);
  const store = await openStore({dataFolder: mirror});
  await store.statistics.write(function* (q) {
    yield q.db.updateTable("mirror_dataset").set({cursor: "WzAsOTk5LCJhYmMiXQ"}).compile();
  });
  await store.close();
  const {code, stderr} = await pullOnce(server, token, mirror);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /all of it is taken anew/);
  await sameExports(source, mirror);
});

test("a store is the mirror of one service, and a dataset that was loaded into it is never replaced; a wrong token and an address that is no service are told [pull.refused]", async (t) => {
  const {acting, server, mirror, token} = await actingSource(t, 20264);
  for (let act = 0; act < 6; act++) await actOnce(acting);
  assert.match((await pullOnce(server, "wrong", mirror)).stderr, /RYAD_PULL_TOKEN/);
  const other = await actingSource(t, 20265);
  assert.equal((await pullOnce(server, token, mirror)).code, 0);
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

test("ryad pull --watch follows while the source changes [pull.watch]", async (t) => {
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
});

async function actingSource(t: TestContext, seed: number) {
  const folder = await temporaryFolder(t);
  const [source, mirror] = [join(folder, "source"), join(folder, "mirror")];
  const store = await openStore({dataFolder: source});
  t.after(() => store.close());
  const token = await createToken(source, "owner");
  const server = await serve(t, source);
  const clock = Date.UTC(2026, 0, 1);
  const acting: Acting = {store, random: createRandom(seed), folder: await temporaryFolder(t), clock, written: 0};
  return {acting, server, source, mirror, token};
}
