// The effect of releases on a series, through the loader and the slice: late ones, withdrawn ones, and any order of loading.
import assert from "node:assert/strict";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import fc from "fast-check";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "../src/load/run.ts";
import {verifyStore} from "../src/load/verify/verification.ts";
import {dropDataset, withdraw} from "../src/load/withdrawal.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import type {Store} from "../src/store/open.ts";
import {listReleases} from "../src/store/releases/release.ts";
import {run} from "../src/store/script.ts";
import {readHistories} from "../src/store/series/history.ts";
import {readSeries} from "../src/store/series/series.ts";
import {createApi} from "./api/client.ts";
import {temporaryFolder, temporaryStore, writePackage} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const HEADER = "indicator,geo,period,value";

/** A release of showdata/late: rows are "geo,period,value" of one indicator. */
async function release(folder: string, day: string, rows: readonly string[], more: object = {}): Promise<string> {
  const metadata = {
    provider: "showdata",
    dataset: "late",
    name: "Late releases (not official)",
    published_at: day,
    ...more,
  };
  return writePackage(
    join(folder, `${day}-${rows.join("_").replaceAll(/[^\w]/g, "")}`.slice(0, 80)),
    metadata,
    HEADER,
    rows.map((row) => `x,${row}`),
  );
}

test("releases 1, then 3 equal to 1, then a late 2 that differs give 1, 2, 1 [history.late-release]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const api = await createApi(t, store);
  for (const [day, value] of [
    ["2024-01-10", "1"],
    ["2024-03-10", "1"],
    ["2024-02-10", "2"],
  ] as const)
    await loadPath(store, await release(folder, day, [`643,2023,${value}`]), NO_HINTS);
  const known = async (day: string) =>
    (await api.get(`/api/v1/data?dataset=late&geo=country&as_of=${day}`)).json.observations[0];
  assert.equal(await known("2024-01-09"), undefined);
  assert.deepEqual(pick(await known("2024-01-10")), {value: 1, as_of: "2024-01-10"});
  assert.deepEqual(pick(await known("2024-02-10")), {value: 2, as_of: "2024-02-10"});
  assert.deepEqual(pick(await known("2024-03-10")), {value: 1, as_of: "2024-03-10"});
  const counts = (await releasesOf(store)).map(({newValues, revisedValues}) => [newValues, revisedValues]);
  assert.deepEqual(counts, [
    [1, 0],
    [0, 1],
    [0, 1],
  ]);
});

test("of two releases on one day only the later leaves an estimate, and counts are those of estimates in force [history.same-day]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const api = await createApi(t, store);
  await loadPath(store, await release(folder, "2024-01-10", ["643,2023,1"]), NO_HINTS);
  await loadPath(store, await release(folder, "2024-02-10", ["643,2023,2", "030,2023,7"]), NO_HINTS);
  await loadPath(store, await release(folder, "2024-02-10", ["643,2023,1"], {partial: true}), NO_HINTS);
  const {json} = await api.get("/api/v1/data?dataset=late&geo=all");
  assert.deepEqual(json.observations.map(pick), [
    {value: 1, as_of: "2024-01-10"},
    {value: 7, as_of: "2024-02-10"},
  ]);
  const counts = (await releasesOf(store)).map(({newValues, revisedValues}) => [newValues, revisedValues]);
  assert.deepEqual(counts, [
    [1, 0],
    [1, 0],
    [0, 0],
  ]);
});

test("a stalled series that gets data again is active, and its last period advances [status.resumed]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const api = await createApi(t, store);
  const months = ["2024-01", "2024-02", "2024-03", "2024-04", "2024-05", "2024-06"];
  await loadPath(
    store,
    await release(folder, "2024-07-10", [...months.map((month) => `643,${month},5`), "030,2024-01,9"]),
    NO_HINTS,
  );
  const district = async () => (await api.get("/api/v1/data?dataset=late&geo=030")).json.series[0];
  assert.deepEqual([(await district()).status, (await district()).last_period], ["stalled", "2024-01-01"]);
  await loadPath(store, await release(folder, "2024-08-10", ["030,2024-06,9"], {partial: true}), NO_HINTS);
  assert.deepEqual([(await district()).status, (await district()).last_period], ["active", "2024-06-01"]);
});

test("withdrawing a release restores the previous state; withdrawing the last one removes the dataset [release.withdraw]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  await loadPath(store, await release(folder, "2024-01-10", ["643,2023,1"], {name: "First name"}), NO_HINTS);
  const before = await stateOf(store);
  await loadPath(store, await release(folder, "2024-02-10", ["643,2023,2", "643,2024,3", "030,2024,4"]), NO_HINTS);
  const wrong = (await releasesOf(store)).at(-1)!;
  await withdraw(store, wrong.id, PLAIN_EFFECTS);
  assert.deepEqual(await stateOf(store), before);
  await withdraw(store, (await releasesOf(store))[0]!.id, PLAIN_EFFECTS);
  assert.deepEqual(await store.statistics.read((q) => findDatasets(q, {provider: null, dataset: "late"})), []);
  await assert.rejects(withdraw(store, wrong.id, PLAIN_EFFECTS), /there is no release/);
});

test("withdrawing a release restores an equal value of an earlier release [release.withdraw]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const [day, value] of [
    ["2024-01-10", "1"],
    ["2024-02-10", "2"],
    ["2024-03-10", "1"],
  ] as const)
    await loadPath(store, await release(folder, day, [`643,2023,${value}`]), NO_HINTS);
  await withdraw(store, (await releasesOf(store))[1]!.id, PLAIN_EFFECTS);
  const counts = (await releasesOf(store)).map(({newValues, revisedValues}) => [newValues, revisedValues]);
  assert.deepEqual(counts, [
    [1, 0],
    [0, 0],
  ]);
});

test("a release without the unit of its dataset is refused, in either order, and makes no other series", async (t) => {
  const folder = await temporaryFolder(t);
  const unit = {units: [{code: "RUB", name: "рубль", okei: "383", mult: 1}]};
  const paths = [
    await release(folder, "2024-01-10", ["643,2023,1"], unit),
    await release(folder, "2024-02-10", ["643,2023,2"]),
  ];
  for (const [first, second] of [paths, [...paths].reverse()]) {
    const {store} = await temporaryStore(t);
    await loadPath(store, first!, NO_HINTS);
    await assert.rejects(loadPath(store, second!, NO_HINTS), /both with the unit RUB and without one/);
    assert.equal((await releasesOf(store)).length, 1);
  }
});

test("a late release is held if an archived one is now read differently than it was loaded, and check names it [history.late-release command.check]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  await loadPath(store, await release(folder, "2024-03-10", ["643,2023,1", "643,2024,2"]), NO_HINTS);
  const before = await stateOf(store);
  // As if the program that loaded it had read one row more than this one does.
  await store.statistics.write(() => run({sql: "update release set value_count = 3", parameters: []}));
  const late = await release(folder, "2024-02-10", ["643,2023,5"]);
  const {held} = await loadPath(store, late, NO_HINTS);
  const check = held!.checks.find(({name}) => name === "same-reading")!;
  assert.match(
    check.seen,
    /1 release with another number of values: .* had 3 values when it was loaded, but this program reads 2/,
  );
  assert.deepEqual(await stateOf(store), before);
  const findings: string[] = [];
  await verifyStore(store, {memoryLimit: 2 ** 24, onFinding: (finding) => findings.push(finding)});
  assert.match(findings.join("\n"), /had 3 values when it was loaded, but this program reads 2/);
});

test("a dropped dataset is gone and can be loaded again [release.drop]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const path = await release(folder, "2024-01-10", ["643,2023,1"]);
  await loadPath(store, path, NO_HINTS);
  const before = await stateOf(store);
  await dropDataset(store, "showdata/late", new Date());
  assert.deepEqual(await store.statistics.read((q) => findDatasets(q, {provider: null, dataset: "late"})), []);
  assert.equal((await loadPath(store, path, NO_HINTS)).changed, true);
  assert.deepEqual(await stateOf(store), before);
  await assert.rejects(dropDataset(store, "showdata/other", new Date()), /there is no dataset/);
});

test("histories depend only on the set of releases and their days, never on the order of loading [history.order-free]", async (t) => {
  const folder = await temporaryFolder(t);
  const rows = fc.uniqueArray(
    fc.record({
      geo: fc.constantFrom("643", "030", "031"),
      year: fc.integer({min: 2020, max: 2023}),
      value: fc.integer({min: 1, max: 3}),
    }),
    {
      selector: ({geo, year}) => `${geo} ${year}`,
      minLength: 1,
      maxLength: 6,
    },
  );
  const releases = fc.uniqueArray(fc.record({day: fc.integer({min: 1, max: 28}), rows}), {
    selector: ({day}) => day,
    minLength: 2,
    maxLength: 5,
  });
  const shuffled = releases.chain((list) =>
    fc.record({list: fc.constant(list), order: fc.shuffledSubarray(list, {minLength: list.length})}),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async ({list, order}) => {
      const inOrder = [...list].sort((a, b) => a.day - b.day);
      const [expected, actual] = [await loadInto(t, folder, inOrder), await loadInto(t, folder, order)];
      assert.deepEqual(actual, expected);
    }),
    {numRuns: 12},
  );
});

async function loadInto(
  t: TestContext,
  folder: string,
  releases: readonly {day: number; rows: readonly {geo: string; year: number; value: number}[]}[],
) {
  const {store} = await temporaryStore(t);
  for (const {day, rows} of releases) {
    const lines = rows.map(({geo, year, value}) => `${geo},${year},${value}`);
    const path = await release(folder, `2024-01-${String(day).padStart(2, "0")}`, lines);
    const {held} = await loadPath(store, path, NO_HINTS);
    // A hole in this few values is held, and whether it is one depends on the releases before it.
    if (held) await acceptRun(store, held.run);
  }
  return stateOf(store);
}

/** All that a reader could see of the dataset, without what names the load run or the day of loading. */
async function stateOf(store: Store) {
  return store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: null, dataset: "late"});
    const {id, changedBy: _, changedAt: __, ...record} = dataset!;
    const series = yield* readSeries(q, id);
    const byKey = [...series].sort((a, b) => (a.key < b.key ? -1 : 1));
    const histories = yield* readHistories(
      q,
      id,
      byKey.map((one) => one.number),
    );
    const releases = (yield* listReleases(q, id)).map(({publishedAt, sequence, newValues, revisedValues}) => ({
      publishedAt,
      sequence,
      newValues,
      revisedValues,
    }));
    return {record, series: byKey.map(({number: ___, ...one}) => one), histories, releases};
  });
}

async function releasesOf(store: Store) {
  return store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: null, dataset: "late"});
    return yield* listReleases(q, dataset!.id);
  });
}

function pick({value, as_of}: {value: number; as_of: string}) {
  return {value, as_of};
}
