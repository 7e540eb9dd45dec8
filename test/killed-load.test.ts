// A load that is killed: at any moment the old state remains, and the same load succeeds afterwards.
//
// The moments are steps of the load (test/killed-command.ts). The log beside the database shows that some of them were within the
// transaction: it grows between the first write and the commit, when the page cache is full, which killed commands keep small.
import assert from "node:assert/strict";
import {statSync} from "node:fs";
import {cp} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {setTimeout as wait} from "node:timers/promises";
import {readAllRows} from "../src/load/change/stored-rows.fixture.ts";
import {loadPath, PLAIN_EFFECTS} from "../src/load/run.ts";
import {verifyStore} from "../src/load/verify/verification.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import {openStore} from "../src/store/open.ts";
import {listReleases} from "../src/store/releases/release.ts";
import {scanHistories} from "../src/store/series/history.ts";
import {readSeries} from "../src/store/series/series.ts";
import {within} from "../src/work/patience.fixture.ts";
import {tries} from "../src/work/tries.fixture.ts";
import {createToken, serve, spawnRyad} from "./command.ts";
import {killBefore, stepsOf} from "./killed-command.ts";
import {writeLargePackage} from "./large-package.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

/** Of the steps before the transaction that publishes, and of those in it. */
const SHARES_BEFORE = [0.5, 0, 0.9].slice(0, tries({few: 1, all: 3}));
const SHARES_WITHIN = [0.4, 0.6, 0.8, 1, 0, 0.2, 0.95].slice(0, tries({few: 4, all: 7}));
/** With values of many digits: the transaction must outgrow the small page cache of the killed commands. */
const SIZE = {classes: 3, months: 120};
const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

test("a load killed at several moments, at least three of them between the first write and the commit, leaves the old state each time and succeeds when repeated [load.killed load.atomic]", async (t) => {
  const {dataFolder, second} = await loadedFolder(t);
  const old = await stateOf(dataFolder);
  const load = (folder: string) => ["load", second, "--data", folder];
  const steps = await stepsOf(t, load(await copyOf(t, dataFolder)));
  // Opening a store may write to it too: the transaction that publishes is the longest.
  const commitOf = (begin: number) => steps.indexOf("statistics.db: commit", begin);
  const begin = [...steps.keys()]
    .filter((step) => steps[step] === "statistics.db: begin immediate")
    .reduce((longest, one) => (commitOf(one) - one > commitOf(longest) - longest ? one : longest));
  const commit = commitOf(begin);
  assert.ok(begin > 0 && commit - begin > 100, `step ${begin} begins and step ${commit} commits`);

  const moments = [
    ...SHARES_BEFORE.map((share) => Math.round(share * begin)),
    ...SHARES_WITHIN.map((share) => Math.round(begin + 1 + share * (commit - begin - 1))),
  ];
  let afterFirstWrite = 0;
  for (const moment of moments) {
    const folder = await copyOf(t, dataFolder);
    await killBefore(moment, load(folder));
    if (logBytes(folder) > 0) afterFirstWrite++;
    assert.deepEqual(await stateOf(folder), old, `killed before step ${moment}: ${steps[moment]}`);
    await loadInto(folder, second);
    assert.equal((await stateOf(folder)).releases, 2);
  }
  t.diagnostic(`${afterFirstWrite} of ${moments.length} loads were killed between their first write and the commit`);
  assert.ok(afterFirstWrite >= 3, `only ${afterFirstWrite} of the loads were killed after their first write`);
  const landed = await copyOf(t, dataFolder);
  await killBefore(commit + 1, load(landed));
  assert.equal((await stateOf(landed)).releases, 2, "after the commit it has landed");
});

test("a small load killed at any moment leaves the old state, catalogue and search index included, and gives the same rows when repeated [load.killed load.atomic]", async (t) => {
  const {dataFolder} = await loadedFolder(t);
  const rows = ["price,2,45000000000,2009-12,7.25", "price,2,45000000000,2010-01,8.5"];
  const metadata = {provider: "showdata", dataset: "large", name: "Many prices (not official)", partial: true};
  const small = await writePackage(
    await temporaryFolder(t),
    {...metadata, published_at: "2025-03-10"},
    "indicator,class,geo,period,value",
    rows,
  );
  const load = (folder: string) => ["load", small, "--data", folder];
  const old = await rowsOf(dataFolder);
  const whole = await copyOf(t, dataFolder);
  await loadInto(whole, small, LATER);
  const landed = await rowsOf(whole);
  const steps = await stepsOf(t, load(await copyOf(t, dataFolder)));
  const commit = steps.findIndex((step) => step.startsWith('statistics.db: insert into "release"'));
  assert.ok(commit > 0, "the load has no release");
  const end = steps.indexOf("statistics.db: commit", commit);
  const moments = Number(process.env["RYAD_KILLED_MOMENTS"] ?? tries({few: 3, all: 10}));
  for (let moment = 0; moment < moments; moment++) {
    const step = Math.round((moment * end) / Math.max(1, moments - 1));
    const folder = await copyOf(t, dataFolder);
    await killBefore(step, load(folder));
    assert.deepEqual(await rowsOf(folder), old, `killed before step ${step}: ${steps[step]}`);
    await loadInto(folder, small, LATER);
    assert.deepEqual(await rowsOf(folder), landed);
    assert.deepEqual(await findingsOf(folder), []);
  }
  t.diagnostic(`${moments} of ${end + 1} moments`);
});

test("a running server gives the old state until a load is committed, and the new one within a second [load.seen-in-a-second load.atomic]", async (t) => {
  const {dataFolder, second} = await loadedFolder(t);
  const token = await createToken(dataFolder, "owner");
  const server = await serve(t, dataFolder);
  const ask = async () => (await server.get("/api/v1/data?dataset=large&class=2&limit=20", token)).text();
  const old = await ask();
  const load = spawnRyad(["load", second, "--data", dataFolder]);
  const bodies = new Set<string>();
  while (load.exitCode === null) {
    bodies.add(await ask());
    await wait(150);
  }
  assert.equal(load.exitCode, 0);
  let body = old;
  await within(1, "the load is not seen", async () => {
    body = await ask();
    return body !== old;
  });
  const {observations} = JSON.parse(body) as {observations: {as_of: string}[]};
  assert.ok(observations.length > 0 && observations.every((row) => row.as_of === "2025-02-10"));
  for (const seen of bodies) assert.ok(seen === old || seen === body, "an answer of neither state");
});

/** The moment of a load, so that two stores can have the same rows. */
const LATER = {...PLAIN_EFFECTS, now: () => new Date("2026-01-01T00:00:00Z")};

async function rowsOf(dataFolder: string) {
  const store = await openStore({dataFolder});
  try {
    return await readAllRows(store);
  } finally {
    await store.close();
  }
}

/** Of the deep check. */
async function findingsOf(dataFolder: string): Promise<string[]> {
  const store = await openStore({dataFolder});
  const findings: string[] = [];
  try {
    await verifyStore(store, {deep: true, memoryLimit: 1e8, onFinding: (finding) => findings.push(finding)});
    return findings;
  } finally {
    await store.close();
  }
}

/** A data folder that holds the first release, and the package of the second. */
async function loadedFolder(t: TestContext) {
  const dataFolder = join(await temporaryFolder(t), "data");
  const packages = await temporaryFolder(t);
  const first = await writeLargePackage(join(packages, "first"), {...SIZE, publishedAt: "2025-01-10", shift: 1 / 7});
  const second = await writeLargePackage(join(packages, "second"), {...SIZE, publishedAt: "2025-02-10", shift: 1 / 3});
  await loadInto(dataFolder, first);
  return {dataFolder, second};
}

/** In this process: the command gives other processes priority, and would wait long on a busy machine. */
async function loadInto(dataFolder: string, path: string, effects = PLAIN_EFFECTS): Promise<void> {
  const store = await openStore({dataFolder});
  try {
    await loadPath(store, path, NO_HINTS, effects);
  } finally {
    await store.close();
  }
}

async function copyOf(t: TestContext, dataFolder: string): Promise<string> {
  const folder = join(await temporaryFolder(t), "data");
  await cp(dataFolder, folder, {recursive: true});
  return folder;
}

function logBytes(dataFolder: string): number {
  return statSync(join(dataFolder, "statistics.db-wal"), {throwIfNoEntry: false})?.size ?? 0;
}

/** Everything that clients can see of the dataset. */
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
