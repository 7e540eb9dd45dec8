// The hits of surveys and forms in a search, folded into one line for each dataset.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import type {FoundSeries} from "../../../store/series/named-series.ts";
import {datasetAddress, type FoundEntry, foldRows, isFolded, isRow, ROWS_OF_DATASET, seriesIn} from "./folding.ts";
import {type FoundRow, foundRowsOf} from "./variants.ts";

const territory = {code: "643", name: "Россия", level: "country", canonical: "RU", parent: null};
const series = (key: number, datasetId: number, label: string): FoundSeries =>
  ({
    ...{key: `k${key}`, provider: "p", dataset: `d${datasetId}`, datasetId, datasetName: `d${datasetId}`},
    ...{classification: null, className: null, indicator: "x", indicatorLabel: label, measure: null},
    ...{unit: "u", unitName: "процент", transformation: null, frequency: "M", fullTerritory: territory},
  }) as unknown as FoundSeries;

function countsOf(found: readonly FoundSeries[]): Map<string, number> {
  return new Map([...Map.groupBy(found, datasetAddress)].map(([code, own]) => [code, own.length]));
}

function told(entries: readonly FoundEntry[]): string[] {
  return entries.map((one) => (isFolded(one) ? `${one.dataset}: ${one.series}` : one.series.key));
}

test("after three rows of a survey its other hits are one line with their number, and hits of other datasets move up [site.search-folded]", () => {
  const found = Array.from({length: 9}, (_, at) => series(at, at === 6 ? 2 : 1, `Ответ ${at}`));
  const hits = {
    rows: foundRowsOf(found, ""),
    counts: new Map([
      ["p/d1", 10_948],
      ["p/d2", 1],
    ]),
  };
  assert.deepEqual(told(foldRows({...hits, surveysAndForms: new Set([1])}, 20)), [
    "k0",
    "k1",
    "k2",
    "p/d1: 10945",
    "k6",
  ]);
  assert.deepEqual(told(foldRows({...hits, surveysAndForms: new Set()}, 20)).length, 9);
  // three rows are shown as they are
  const few = {...hits, rows: foundRowsOf(found.slice(0, 3), "")};
  assert.deepEqual(told(foldRows({...few, surveysAndForms: new Set([1])}, 20)), ["k0", "k1", "k2"]);
});

const someFound = fc
  .array(fc.tuple(fc.integer({min: 1, max: 4}), fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h")), {
    maxLength: 60,
  })
  .map((all) => all.map(([dataset, label], at) => series(at, dataset, label)));

test("folding loses no hit: of each dataset the shown series and the folded ones are all that match, and none is twice [site.search-folded]", () => {
  fc.assert(
    fc.property(someFound, fc.subarray([1, 2, 3, 4]), (found, surveysAndForms) => {
      const rows = foundRowsOf(found, "");
      const entries = foldRows(
        {rows, surveysAndForms: new Set(surveysAndForms), counts: countsOf(found)},
        Number.POSITIVE_INFINITY,
      );
      const shown = entries.filter(isRow).flatMap((one: FoundRow) => [one.series, ...one.variants]);
      assert.equal(new Set(shown).size, shown.length);
      const counted = countsOf(shown);
      for (const one of entries.filter(isFolded))
        counted.set(one.dataset, (counted.get(one.dataset) ?? 0) + one.series);
      assert.deepEqual(counted, countsOf(found));
      assert.equal(seriesIn(entries), found.length);
    }),
  );
});

test("a page has at most as many rows as are wanted, in the order of the search, and folds only surveys and forms [site.search-folded]", () => {
  fc.assert(
    fc.property(someFound, fc.subarray([1, 2, 3, 4]), fc.integer({min: 1, max: 12}), (found, surveysAndForms, most) => {
      const rows = foundRowsOf(found, "");
      const entries = foldRows({rows, surveysAndForms: new Set(surveysAndForms), counts: countsOf(found)}, most);
      const shown = entries.filter(isRow);
      assert.ok(shown.length <= most);
      assert.deepEqual(
        shown,
        rows.filter((row) => shown.includes(row)),
      );
      for (const {dataset} of entries.filter(isFolded)) {
        assert.ok(surveysAndForms.includes(Number(dataset.slice(3))));
        assert.ok(shown.filter((row) => datasetAddress(row.series) === dataset).length >= ROWS_OF_DATASET);
      }
    }),
  );
});
