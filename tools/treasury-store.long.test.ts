// The store of the bench whose series share nothing: its names and codes, and that it has the form that a load leaves.

import assert from "node:assert/strict";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {classCode, className} from "../bench/treasury/names.ts";
import {treasuryCode, treasurySizes, writeTreasuryDataset} from "../bench/treasury/store.ts";
import {listDatasets} from "../src/store/datasets/dataset.ts";
import {openStore} from "../src/store/open.ts";
import {findSegmentFault} from "../src/store/search/deltas.ts";
import {readSegmentManifest} from "../src/store/search/manifest.ts";
import {createSearch} from "../src/store/search/search.ts";
import {readCatalogue} from "../src/store/series/catalogue.ts";

const SERIES = 400;

test("each class of the bench's budget has a code of its own, and a name of 60 to 190 letters that few others have", () => {
  const indexes = Array.from({length: 20_000}, (_, nth) => nth * 97);
  assert.equal(new Set(indexes.map(classCode)).size, indexes.length);
  for (const index of indexes) assert.match(classCode(index), /^\d{3}-\d{17}$/);
  const names = indexes.map((index) => className(3, index));
  for (const name of names) assert.ok(name.length >= 60 && name.length <= 190, name);
  assert.ok(new Set(names).size > 0.999 * names.length);
  assert.equal(className(3, 97), names[1]);
});

test("the sizes of the bench's datasets add up, with one of 100,000 series where there is room", () => {
  for (const series of [20_000, 1_000_000, 5_000_000]) {
    const {all, small, middle, large} = treasurySizes(series);
    assert.equal(
      all.reduce((sum, size) => sum + size, 0),
      series,
    );
    assert.ok(all[small]! < all[middle]! && all[middle]! < all[large]!);
    assert.equal(all[middle], Math.min(100_000, series / 4));
  }
});

test("a dataset that the bench writes has what a load leaves, and its series are found by their names", async (t) => {
  const dataFolder = mkdtempSync(join(tmpdir(), "ryad-treasury-"));
  const store = await openStore({dataFolder});
  t.after(async () => {
    await store.close();
    rmSync(dataFolder, {recursive: true});
  });
  for (const dataset of [0, 1]) await writeTreasuryDataset(store, dataset, SERIES);
  await store.statistics.read(function* (q) {
    const datasets = yield* listDatasets(q);
    assert.deepEqual(
      datasets.map(({code, seriesCount}) => [code, seriesCount]),
      [0, 1].map((dataset) => [treasuryCode(dataset), SERIES]),
    );
    for (const {id} of datasets) {
      assert.equal((yield* readCatalogue(q, id))!.size, SERIES);
      assert.notEqual(yield* readSegmentManifest(q, id), null);
      assert.equal(yield* findSegmentFault(q, id), null);
    }
  });
  for (const index of [0, 17, SERIES - 1]) {
    const filters = {dataset: [treasuryCode(1)]};
    const found = await createSearch(store.statistics).findSeries({text: className(1, index), limit: 3, filters});
    assert.equal(found.series[0]?.classification, classCode(index));
  }
});
