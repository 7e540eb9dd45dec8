// A load that is killed: at any moment the old state stands, and the same load succeeds afterwards.
//
// The log shows where the load was: it grows only between the first write and the commit, when the page cache is full.
import assert from "node:assert/strict";
import type {ChildProcess} from "node:child_process";
import {once} from "node:events";
import {statSync} from "node:fs";
import {cp} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {setTimeout as wait} from "node:timers/promises";
import {loadPath} from "../src/load/run.ts";
import {findDatasets} from "../src/store/dataset.ts";
import {scanHistories} from "../src/store/history.ts";
import {openStore} from "../src/store/open.ts";
import {listReleases} from "../src/store/release.ts";
import {readSeries} from "../src/store/series.ts";
import {createToken, serve, spawnRyad} from "./command.ts";
import {writeLargePackage} from "./large-package.ts";
import {temporaryFolder} from "./warehouse.ts";

const SHARES_OF_DURATION = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95];
const SHARES_OF_LOG = [0, 0.2, 0.4, 0.6];
const SIZE = {classes: 11, months: 240};
const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

test("a load killed at ten moments, at least three of them between the first write and the commit, leaves the old state each time and succeeds afterwards [load.killed load.atomic]", async (t) => {
  const {dataFolder, second} = await loadedFolder(t);
  const measured = await measureSecondLoad(t, dataFolder, second);
  t.diagnostic(`${measured.logBytes} bytes of log, ${Math.round(measured.milliseconds)} ms`);
  assert.ok(measured.logBytes > 1e6, `the transaction must outgrow the page cache: ${measured.logBytes} bytes of log`);
  const old = await stateOf(dataFolder);

  let afterFirstWrite = 0;
  const moments = [
    ...SHARES_OF_DURATION.map((share) => ({share, of: "duration" as const})),
    ...SHARES_OF_LOG.map((share) => ({share, of: "log" as const})),
  ];
  for (const {share, of} of moments) {
    const {folder, logBytes} = await killAt(t, dataFolder, second, of, share, measured);
    const state = await stateOf(folder);
    assert.deepEqual(state, old, `killed at ${share} of its ${of}`);
    if (logBytes > 0) afterFirstWrite++;
    await loadInto(folder, second);
    assert.equal((await stateOf(folder)).releases, 2);
  }
  t.diagnostic(`${afterFirstWrite} of ${moments.length} loads were killed between their first write and the commit`);
  assert.ok(afterFirstWrite >= 3, `only ${afterFirstWrite} of the loads were killed after their first write`);
});

test("a running server sees the old state until a load lands, and the new one within a second [load.seen-in-a-second load.atomic]", async (t) => {
  const {dataFolder, second} = await loadedFolder(t);
  const token = await createToken(dataFolder, "owner");
  const server = await serve(t, dataFolder);
  const ask = async () => (await server.get("/api/v1/data?dataset=large&class=7&limit=20", token)).text();
  const old = await ask();
  const load = spawnRyad(["load", second, "--data", dataFolder]);
  const bodies = new Set<string>();
  while (load.exitCode === null) {
    bodies.add(await ask());
    await wait(150);
  }
  assert.equal(load.exitCode, 0);
  const ended = performance.now();
  let body = await ask();
  while (body === old) {
    assert.ok(performance.now() - ended < 1000, "the load is not seen within a second");
    body = await ask();
  }
  const {observations} = JSON.parse(body) as {observations: {as_of: string}[]};
  assert.ok(observations.length > 0 && observations.every((row) => row.as_of === "2025-02-10"));
  for (const seen of bodies) assert.ok(seen === old || seen === body, "an answer of neither state");
});

/** A data folder that holds the first release, and the package of the second. */
async function loadedFolder(t: TestContext) {
  const dataFolder = join(await temporaryFolder(t), "data");
  const packages = await temporaryFolder(t);
  const first = await writeLargePackage(join(packages, "first"), {...SIZE, publishedAt: "2025-01-10", shift: 0});
  const second = await writeLargePackage(join(packages, "second"), {...SIZE, publishedAt: "2025-02-10", shift: 1});
  await loadInto(dataFolder, first);
  return {dataFolder, second};
}

/** In this process: the command leaves the processors to whoever has use for them, and on a busy machine that is everybody. */
async function loadInto(dataFolder: string, path: string): Promise<void> {
  const store = await openStore({dataFolder});
  try {
    await loadPath(store, path, NO_HINTS);
  } finally {
    await store.close();
  }
}

async function copyOf(t: TestContext, dataFolder: string): Promise<string> {
  const folder = join(await temporaryFolder(t), "data");
  await cp(dataFolder, folder, {recursive: true});
  return folder;
}

/** The undisturbed load of the second release: how long it takes and how far the log grows before the commit. On a machine that
 * has no time for us the log may be gone before it is seen, and is looked for again. */
async function measureSecondLoad(t: TestContext, dataFolder: string, second: string) {
  for (let tries = 1; ; tries++) {
    const measured = await measureOnce(t, dataFolder, second);
    if (measured.logBytes > 0 || tries === 5) return measured;
  }
}

async function measureOnce(t: TestContext, dataFolder: string, second: string) {
  const folder = await copyOf(t, dataFolder);
  const log = join(folder, "statistics.db-wal");
  const started = performance.now();
  const load = spawnRyad(["load", second, "--data", folder]);
  let logBytes = 0;
  while (load.exitCode === null) {
    logBytes = Math.max(logBytes, sizeOf(log));
    await wait(1);
  }
  assert.equal(load.exitCode, 0);
  return {milliseconds: performance.now() - started, logBytes};
}

/** Kills a load of the second release at a share of its duration or of its log, in a copy of the folder; on a machine whose speed
 * drifts it may be over by then, and is tried again a little earlier. */
async function killAt(
  t: TestContext,
  dataFolder: string,
  second: string,
  of: "duration" | "log",
  share: number,
  measured: {milliseconds: number; logBytes: number},
): Promise<{folder: string; logBytes: number}> {
  for (let earlier = share; ; earlier *= 0.8) {
    const folder = await copyOf(t, dataFolder);
    const log = join(folder, "statistics.db-wal");
    const load = spawnRyad(["load", second, "--data", folder]);
    const ended = once(load, "exit");
    if (of === "duration") await Promise.race([wait(earlier * measured.milliseconds), ended]);
    else await grown(load, log, 1 + earlier * measured.logBytes);
    load.kill("SIGKILL");
    await ended;
    if (load.signalCode === "SIGKILL" && !(await hasLanded(folder))) return {folder, logBytes: sizeOf(log)};
    assert.ok(earlier > 0.01, `a load can't be killed at ${share} of its ${of}`);
  }
}

/** The commit may fall between the wait and the kill. */
async function hasLanded(folder: string): Promise<boolean> {
  const copy = `${folder}-look`;
  await cp(folder, copy, {recursive: true});
  return (await stateOf(copy)).releases === 2;
}

async function grown(load: ChildProcess, log: string, bytes: number): Promise<void> {
  while (load.exitCode === null && sizeOf(log) < bytes) await wait(1);
}

function sizeOf(path: string): number {
  return statSync(path, {throwIfNoEntry: false})?.size ?? 0;
}

/** Everything a reader could see of the dataset. */
async function stateOf(dataFolder: string) {
  const store = await openStore({dataFolder});
  try {
    return await store.statistics.read(function* (q) {
      const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "large"});
      const series = yield* readSeries(q, dataset!.id);
      const histories = yield* scanHistories(q, dataset!.id, 0, series.length + 1);
      const releases = yield* listReleases(q, dataset!.id);
      return {
        dataset,
        series,
        histories: Buffer.concat(histories.map((one) => one.estimates)),
        releases: releases.length,
      };
    });
  } finally {
    await store.close();
  }
}
