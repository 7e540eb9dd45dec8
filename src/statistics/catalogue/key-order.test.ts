// The order of keys against plain sorting.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {buildCatalogue, type CatalogueSeries} from "./build-catalogue.ts";
import {keyAt} from "./catalogue.ts";
import {keyOrder, placeBehindKey, positionOfKey} from "./key-order.ts";

const key = fc.string({unit: fc.constantFrom(..."0az"), minLength: 16, maxLength: 16});

test("series in the order of their keys are those of plain sorting, and the place behind any key is found [odata.paging]", () => {
  fc.assert(
    fc.property(fc.uniqueArray(key, {maxLength: 40}), key, (keys, other) => {
      const series = keys.map(
        (one, number): CatalogueSeries => ({
          ...{number, key: one, lastPeriod: 0, indicator: "x", classification: `c${keys.length - number}`},
          ...{measure: null, transformation: null, unit: null, frequency: "M", territory: "643"},
        }),
      );
      const country = {code: "643", name: "Россия", level: "country", canonical: "RU-00", parent: null} as const;
      const catalogue = buildCatalogue(series, {
        territories: new Map([["643", country]]),
        classNames: new Map(),
        indicatorLabels: new Map(),
        continuity: [],
        weeks: null,
      });
      const sorted = [...keys].sort();
      assert.deepEqual(
        [...keyOrder(catalogue)].map((position) => keyAt(catalogue, position)),
        sorted,
      );
      for (const one of [other, ...keys]) {
        assert.equal(placeBehindKey(catalogue, one), sorted.filter((each) => each <= one).length);
        assert.equal(placeBehindKey(catalogue, one, true), sorted.filter((each) => each < one).length);
        const position = positionOfKey(catalogue, one);
        assert.equal(position === -1 ? null : keyAt(catalogue, position), keys.includes(one) ? one : null);
      }
    }),
  );
});
