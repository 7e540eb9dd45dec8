// A search that is brought up to date after each load answers as a new one, also where it only renews what it has.
import assert from "node:assert/strict";
import {test} from "node:test";
import {setTimeout} from "node:timers/promises";
import {createSearch, type Search} from "../src/store/search/search.ts";
import {until} from "../src/work/patience.fixture.ts";
import {loadTidy, type TidyPackage} from "./api/packages.ts";
import {temporaryFolder, temporaryStore} from "./warehouse.ts";

const HEADER = "indicator,class,geo,period,value";
const CLASSES = [
  {code: "01", name: "Хлеб"},
  {code: "02", name: "Молоко"},
];
const ROWS = ["cpi,01,643,2025-01,1", "cpi,02,643,2025-01,2", "cpi,01,030,2025-01,3", "cpi,02,030,2025-01,4"];

/** What each release changes. */
const RELEASES: readonly (readonly [what: string, TidyPackage])[] = [
  ["a value", {rows: ["cpi,01,643,2025-01,7"], more: {partial: true}}],
  ["a period of one series, behind which nothing is stalled", {rows: ["cpi,01,643,2025-02,7"], more: {partial: true}}],
  [
    "a period of one series, behind which the others are stalled",
    {rows: ["cpi,01,643,2026-02,7"], more: {partial: true}},
  ],
  ["the periods of the others", {rows: ROWS.map((row) => row.replace("2025-01", "2026-02"))}],
  ["a name", {rows: ["cpi,01,643,2026-02,8"], more: {partial: true, classes: [{code: "01", name: "Булка"}]}}],
  ["a series", {rows: ["cpi,02,45000000000,2026-02,8"], more: {partial: true}}],
  ["nothing but a value again", {rows: ["cpi,02,45000000000,2026-02,9"], more: {partial: true}}],
];

test("after each release a search answers as one that was made from the store of that time [search.fresh search.ranking load.writes-changes]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  await loadTidy(store, folder, {dataset: "beside", rows: ["other,643,2025-01,1"]});
  await loadTidy(store, folder, {header: HEADER, rows: ROWS, more: {classes: CLASSES}, published_at: "2026-03-01"});
  const search = createSearch(store.statistics);
  await search.refresh();
  for (const [index, [what, release]] of RELEASES.entries()) {
    await loadTidy(store, folder, {header: HEADER, ...release, published_at: `2026-03-${10 + index}`});
    assert.deepEqual(await answersOf(search), await answersOf(createSearch(store.statistics)), what);
  }
  assert.equal((await search.findKeys(asking("булка россия"))).total, 1);
  assert.equal((await search.findKeys(asking("молоко москва"))).total, 1);
});

test("a load is indexed without a search; a search waits for a large load only from the start of its indexing, then answers from the state before and says so [search.fresh]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  await loadTidy(store, folder, {dataset: "first", rows: ["other,643,2025-01,1"]});
  let [indexed, isHeld] = [0, false];
  const admission = Promise.withResolvers<void>();
  const search = createSearch({
    ...store.statistics,
    async read(script) {
      // the script that reads a dataset for the index, by the name of the function that it calls
      if (/\breadChanged\b/.test(String(script))) {
        if (isHeld) await admission.promise;
        indexed++;
      }
      return store.statistics.read(script);
    },
  });
  t.after(search.keepFresh());
  await until("the first load is indexed", () => indexed === 1);
  await loadTidy(store, folder, {dataset: "second", rows: ["other,643,2025-01,1"]});
  await until("the second load is indexed", () => indexed === 2);
  assert.equal((await search.findSeries(asking("second"))).isBehind, false);
  assert.equal(indexed, 2, "the search had nothing to wait for");

  isHeld = true;
  await loadTidy(store, folder, {dataset: "third", rows: ["other,643,2025-01,1"]});
  const answered = async (): Promise<boolean> => {
    const {total, isBehind} = await search.findSeries(asking("third"));
    assert.deepEqual([total, isBehind], [0, true]);
    return true;
  };
  await answered();
  const beforeATimer: boolean[] = [];
  for (let times = 0; times < 3; times++) beforeATimer.push(await Promise.race([answered(), setTimeout(1000, false)]));
  assert.ok(beforeATimer.includes(true), "the patience is spent, so a search waits no more");
  isHeld = false;
  admission.resolve();
  await until("the third load is indexed", () => indexed === 3);
  await search.refresh();
  const {total, isBehind} = await search.findSeries(asking("third"));
  assert.deepEqual([total, isBehind], [1, false]);
});

async function answersOf(search: Search): Promise<unknown> {
  const questions = [null, "хлеб", "булка", "молоко", "молоко россия", "cpi", "other", "москва"];
  const found = [];
  for (const text of questions) {
    const {total, series, facets, relevance} = await search.findSeries(asking(text), true);
    found.push({text, total, series, facets, relevance: [...relevance]});
  }
  return {found, concepts: await search.findConcepts(null, 10), concept: await search.findConcept("showdata-demo-cpi")};
}

function asking(text: string | null) {
  return {text, filters: {}, limit: 20};
}
