// Forty monthly releases of a publisher that revises: loaded in order or shuffled, they must give the same histories.
//
// A release that is loaded after newer ones costs more, so `npm test` leaves a few for the end and `npm run trust` shuffles all.
import assert from "node:assert/strict";
import type {TestContext} from "node:test";
import {test} from "../src/load/input/publisher-test.fixture.ts";
import {loadPath} from "../src/load/run.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import type {Store} from "../src/store/open.ts";
import {listReleases} from "../src/store/releases/release.ts";
import {readHistories} from "../src/store/series/history.ts";
import {readSeries} from "../src/store/series/series.ts";
import {tries} from "../src/work/tries.fixture.ts";
import {type Answer, type Api, createApi} from "./api/client.ts";
import {countRevisions, type KepRelease, kepFileCount, readKepReleases, writeKepPackage} from "./kep-releases.ts";
import {NEEDS_SHARED_DATA, temporaryFolder, temporaryStore} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

test("the short-term indicators load as one release a month, and in any order give the same histories, byte for byte; their estimates are those of the published files [history.order-free vintages.which vintages.cut]", {
  skip: NEEDS_SHARED_DATA,
}, async (t) => {
  assert.equal(kepFileCount(), 118);
  const releases = readKepReleases();
  const folder = await temporaryFolder(t);
  const inOrder = await loadAll(t, folder, releases);
  const shuffled = await loadAll(t, folder, lateOnesLast(releases, tries({few: 8, all: releases.length})));
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
  await holdEstimates(api, releases);
});

/** Every estimate of every series against a plain list of the published files, for each choice and each cut by day. */
async function holdEstimates(api: Api, releases: readonly KepRelease[]): Promise<void> {
  const published = estimatesOf(releases);
  const rowsFor = (pick: (estimates: readonly KepEstimate[]) => readonly KepEstimate[]) =>
    [...published].flatMap(([name, estimates]) => pick(estimates).map((one) => rowText(name, one))).toSorted();
  const all = await rowsOfApi(api, "");
  assert.ok(all.length > 5000);
  assert.deepEqual(
    all,
    rowsFor((estimates) => estimates),
  );
  assert.deepEqual(
    await rowsOfApi(api, "&which=first"),
    rowsFor((estimates) => estimates.slice(0, 1)),
  );
  assert.deepEqual(
    await rowsOfApi(api, "&which=latest"),
    rowsFor((estimates) => estimates.slice(-1)),
  );
  for (const nth of [2, 3, 5]) {
    assert.deepEqual(
      await rowsOfApi(api, `&which=nth:${nth}`),
      rowsFor((estimates) => estimates.slice(nth - 1, nth)),
    );
  }
  for (const cut of [["2016-03-31", "2016-04-01"] as const, ["2017-12-30", "2017-12-31"] as const]) {
    const parts = [
      ...(await rowsOfApi(api, `&known_to=${cut[0]}`)),
      ...(await rowsOfApi(api, `&known_from=${cut[1]}`)),
    ];
    assert.deepEqual(parts.toSorted(), all);
  }
}

interface KepEstimate {
  readonly day: string;
  readonly value: number;
  readonly superseded: string | null;
}

const rowText = (name: string, {day, value, superseded}: KepEstimate) => `${name} ${day} ${value} ${superseded}`;

/** Estimates by indicator, frequency and first day of the period: the values that differ from the one published before. */
function estimatesOf(releases: readonly KepRelease[]): Map<string, readonly KepEstimate[]> {
  const found = new Map<string, {day: string; value: number}[]>();
  for (const {publishedAt: day, values} of releases) {
    for (const {indicator, frequency, period, value} of values) {
      const [year, part = "01"] = period.split("-");
      const month = part.startsWith("Q") ? String(Number(part[1]) * 3 - 2).padStart(2, "0") : part;
      const name = `${indicator} ${frequency} ${year}-${month}-01`;
      const estimates = found.get(name) ?? [];
      found.set(name, estimates);
      if (estimates.at(-1)?.value !== Number(value)) estimates.push({day, value: Number(value)});
    }
  }
  return new Map(
    [...found].map(([name, estimates]) => [
      name,
      estimates.map((one, index) => ({...one, superseded: estimates[index + 1]?.day ?? null})),
    ]),
  );
}

async function rowsOfApi(api: Api, query: string): Promise<string[]> {
  const rows: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const path = `/api/v1/estimates?dataset=rosstat_files/kep&geo=country&limit=20&offset=${offset}${query}`;
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    const {json}: Answer = await api.get(path);
    const names = new Map<string, string>();
    for (const {series_key, indicator, freq} of json.series) names.set(series_key, `${indicator} ${freq}`);
    for (const one of json.estimates) {
      const {series_key, period, published_at: day, value, superseded_at: superseded} = one;
      rows.push(rowText(`${names.get(series_key)} ${period}`, {day, value, superseded}));
    }
    offset = json.next_offset;
  }
  return rows.toSorted();
}

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
    return new Map(series.map((record, index) => [record.key, histories[index]!]));
  });
}

/** The order of a publisher, but for some releases of any age, which come behind all others in no order. */
function lateOnesLast(releases: readonly KepRelease[], late: number): KepRelease[] {
  const shuffled = shuffle(releases, 20160331);
  const last = shuffled.slice(0, late);
  return [...releases.filter((one) => !last.includes(one)), ...last];
}

/** A fixed shuffle: the same seed gives the same order everywhere. */
function shuffle<T>(list: readonly T[], seed: number): T[] {
  const shuffled = [...list];
  let state = seed;
  for (let index = shuffled.length - 1; index > 0; index--) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const other = state % (index + 1);
    [shuffled[index], shuffled[other]] = [shuffled[other]!, shuffled[index]!];
  }
  return shuffled;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
