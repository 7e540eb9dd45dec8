// Forty monthly releases of a publisher that revises: loaded in order or shuffled, they must give the same histories.
import assert from "node:assert/strict";
import type {TestContext} from "node:test";
import {test} from "../src/load/input/publisher-test.fixture.ts";
import {loadPath} from "../src/load/run.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import type {Store} from "../src/store/open.ts";
import {listReleases} from "../src/store/releases/release.ts";
import {readHistories} from "../src/store/series/history.ts";
import {readSeries} from "../src/store/series/series.ts";
import {createApi} from "./api/client.ts";
import {countRevisions, type KepRelease, kepFileCount, readKepReleases, writeKepPackage} from "./kep-releases.ts";
import {NEEDS_SHARED_DATA, temporaryFolder, temporaryStore} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

test("the short-term indicators load as one release a month, and in any order give the same histories, byte for byte [history.order-free]", {
  skip: NEEDS_SHARED_DATA,
}, async (t) => {
  assert.equal(kepFileCount(), 118);
  const releases = readKepReleases();
  const folder = await temporaryFolder(t);
  const inOrder = await loadAll(t, folder, releases);
  const shuffled = await loadAll(t, folder, shuffle(releases, 20160331));
  const [expected, actual] = [await allHistories(inOrder), await allHistories(shuffled)];
  assert.deepEqual([...actual.keys()].sort(), [...expected.keys()].sort());
  for (const [key, bytes] of expected) assert.deepEqual(actual.get(key), bytes, `series ${key}`);

  const counted = countRevisions(releases);
  for (const store of [inOrder, shuffled]) {
    const stored = await releasesOf(store);
    assert.equal(stored.length, releases.length);
    assert.deepEqual(
      {
        first: sum(stored.map((release) => release.newValues)),
        revised: sum(stored.map((release) => release.revisedValues)),
      },
      counted,
    );
  }

  const api = await createApi(t, inOrder);
  const known = async (day: string) => {
    const answer = await api.get(
      `/api/v1/data?dataset=rosstat_files/kep&geo=country&freq=Q&start=2016-01&end=2016-01&as_of=${day}&limit=300`,
    );
    const growth = answer.json.series.find((series: {indicator: string}) => series.indicator === "GDP_yoy");
    return answer.json.observations.find((row: {series_key: string}) => row.series_key === growth.series_key)?.value;
  };
  assert.equal(await known("2016-03-31"), undefined);
  assert.equal(await known("2016-04-30"), 98.8);
  assert.equal(await known("2017-03-31"), 98.8);
  assert.equal(await known("2017-04-30"), 99.6);
  assert.equal(await known("2018-03-31"), 99.5);
});

async function loadAll(t: TestContext, folder: string, releases: readonly KepRelease[]): Promise<Store> {
  const {store} = await temporaryStore(t);
  for (const release of releases) {
    const outcome = await loadPath(store, await writeKepPackage(folder, release), NO_HINTS);
    assert.equal(outcome.changed, true, release.month);
  }
  return store;
}

async function releasesOf(store: Store) {
  return store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "rosstat_files", dataset: "kep"});
    return yield* listReleases(q, dataset!.id);
  });
}

async function allHistories(store: Store): Promise<Map<string, Uint8Array>> {
  return store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "rosstat_files", dataset: "kep"});
    const series = yield* readSeries(q, dataset!.id);
    const histories = yield* readHistories(
      q,
      dataset!.id,
      series.map((record) => record.number),
    );
    return new Map(series.map((record, place) => [record.key, histories[place]!]));
  });
}

/** A fixed shuffle: the same seed gives the same order everywhere. */
function shuffle<T>(list: readonly T[], seed: number): T[] {
  const shuffled = [...list];
  let state = seed;
  for (let place = shuffled.length - 1; place > 0; place--) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const other = state % (place + 1);
    [shuffled[place], shuffled[other]] = [shuffled[other]!, shuffled[place]!];
  }
  return shuffled;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
