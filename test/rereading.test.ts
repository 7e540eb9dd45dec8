// Releases that a newer parser reads differently than they were published: served values change only if a person accepts it.
//
// The older reading is simulated: histories are written as another parser would have written them.
import assert from "node:assert/strict";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "../src/load/run.ts";
import {withdraw} from "../src/load/withdrawal.ts";
import {Refusal} from "../src/service/refusal.ts";
import {seriesKey} from "../src/statistics/catalogue/catalogue.ts";
import {decodeHistory} from "../src/statistics/history/decode.ts";
import {encodeHistory} from "../src/statistics/history/encode.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import type {Store} from "../src/store/open.ts";
import {readRunChecks} from "../src/store/releases/run-details.ts";
import {listHeldRuns} from "../src/store/releases/unpublished-run.ts";
import {readHistories, writeHistories} from "../src/store/series/history.ts";
import {readSeries, writeSeries} from "../src/store/series/series.ts";
import {temporaryFolder, temporaryStore, writePackage} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const [COUNTRY, DISTRICT] = ["643", "030"];

interface Warehouse {
  readonly store: Store;
  load(day: string, ...rows: string[]): ReturnType<typeof loadPath>;
  /** Served values of a territory, as "day=value". */
  served(territory: string): Promise<string[]>;
}

/** Two releases; of the second the value 3 is served as 4, as if an older parser had read it so. */
async function openWarehouse(t: TestContext): Promise<Warehouse> {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const load = async (day: string, ...rows: string[]) => {
    const metadata = {
      provider: "showdata",
      dataset: "again",
      name: "Read again (not official)",
      published_at: day,
      partial: true,
    };
    const lines = rows.map((row) => `x,${row}`);
    return await loadPath(
      store,
      await writePackage(join(folder, day), metadata, "indicator,geo,period,value", lines),
      NO_HINTS,
    );
  };
  await load("2024-01-10", `${COUNTRY},2023,1`, `${DISTRICT},2023,7`);
  await load("2024-03-10", `${COUNTRY},2023,3`, `${DISTRICT},2023,8`);
  await store.statistics.write(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "again"});
    const {number} = (yield* readSeries(q, dataset!.id)).find(({territory}) => territory === COUNTRY)!;
    const [bytes] = yield* readHistories(q, dataset!.id, [number]);
    const estimates = decodeHistory(bytes!);
    const value = estimates.value.map((one) => (one === 3 ? 4 : one));
    yield* writeHistories(q, dataset!.id, [{number, estimates: encodeHistory({...estimates, value})}]);
  });
  const served = async (territory: string) =>
    await store.statistics.read(function* (q) {
      const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "again"});
      const series = (yield* readSeries(q, dataset!.id)).find((one) => one.territory === territory)!;
      const {day, value} = decodeHistory((yield* readHistories(q, dataset!.id, [series.number]))[0]!);
      return Array.from(day, (one, row) => `${one - 19_700}=${value[row]}`);
    });
  return {store, load, served};
}

test("a late release is held if later ones would be read differently than they are served: nothing changes, the run names the estimate, and accepting it publishes [load.same-reading]", async (t) => {
  const {store, load, served} = await openWarehouse(t);
  const before = await served(COUNTRY);
  const {held, changed} = await load("2024-02-10", `${COUNTRY},2023,2`);
  assert.equal(changed, false);
  assert.deepEqual(
    held!.checks.filter(({passed}) => !passed).map(({name, required}) => [name, required]),
    [
      ["same-reading", true],
      ["newest-release", false],
    ],
  );
  assert.deepEqual(await served(COUNTRY), before);
  const [run] = await store.statistics.read((q) => listHeldRuns(q));
  const checks = await store.statistics.read((q) => readRunChecks(q, run!.id));
  assert.match(
    checks.find(({name}) => name === "same-reading")!.seen,
    /^1 series would have other estimates: series \w{16}: 2023-01-01 is 4 as of 2024-03-10 in the store, 2023-01-01 is 3 as of 2024-03-10 in the archive$/,
  );
  assert.equal((await acceptRun(store, run!.id)).changed, true);
  assert.deepEqual(
    (await served(COUNTRY)).map((one) => one.split("=")[1]),
    ["1", "2", "3"],
  );
  assert.deepEqual(await store.statistics.read((q) => listHeldRuns(q)), []);
});

test("a late release without these series is published, and so is the newest, which needs no other release to be read again [load.same-reading]", async (t) => {
  const {load, served} = await openWarehouse(t);
  const before = await served(COUNTRY);
  assert.equal((await load("2024-02-10", `${DISTRICT},2023,9`)).changed, true);
  assert.equal((await load("2024-04-10", `${COUNTRY},2022,5`)).changed, true);
  const after = await served(COUNTRY);
  assert.deepEqual(
    before.filter((one) => !after.includes(one)),
    [],
  );
});

test("a withdrawal that would change values of other releases is refused unless that is accepted [load.same-reading]", async (t) => {
  const {store, served} = await openWarehouse(t);
  const before = await served(COUNTRY);
  await assert.rejects(
    withdraw(store, 1, PLAIN_EFFECTS),
    (error) =>
      error instanceof Refusal &&
      /1 series would have other estimates: series .* is 4 /.test(error.message) &&
      /--accept/.test(error.hint!),
  );
  assert.deepEqual(await served(COUNTRY), before);
  await withdraw(store, 1, {...PLAIN_EFFECTS, acceptRereading: true});
  assert.deepEqual(
    (await served(COUNTRY)).map((one) => one.split("=")[1]),
    ["3"],
  );
});

/** As if an older parser had taken the series of the district for one of another measure. */
async function renameSeries(store: Store): Promise<void> {
  await store.statistics.write(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "again"});
    const record = (yield* readSeries(q, dataset!.id)).find(({territory}) => territory === DISTRICT)!;
    const renamed = {...record, measure: "old"};
    yield* writeSeries(q, dataset!.id, [{...renamed, key: seriesKey("showdata", "again", renamed)}]);
  });
}

test("a late release is held if reading later releases again would add series that they did not give before [load.same-reading]", async (t) => {
  const {store, load} = await openWarehouse(t);
  await renameSeries(store);
  const {held} = await load("2024-02-10", `${DISTRICT},2023,9`);
  const check = held!.checks.find(({name}) => name === "same-reading")!;
  assert.equal(check.passed, false);
  assert.match(check.seen, /nothing in the store, 2023-01-01 is 8 as of 2024-03-10 in the archive/);
});

test("a release is never withdrawn in part: if some of its estimates are not found again, nothing changes [load.same-reading]", async (t) => {
  const {store, served} = await openWarehouse(t);
  await renameSeries(store);
  const before = await served(DISTRICT);
  for (const acceptRereading of [false, true])
    await assert.rejects(
      withdraw(store, 2, {...PLAIN_EFFECTS, acceptRereading}),
      (error) =>
        error instanceof Refusal &&
        /has 2 values in the store, but this program finds only 1 of them/.test(error.message),
    );
  assert.deepEqual(await served(DISTRICT), before);
});
