// The same series always gets the same handle, however many others came between.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import {createSeriesHandles} from "./series-handles.ts";

const code = fc.constantFrom("a", "b", "", "a,b");
const optional = fc.constantFrom("a", "b", "", null);
const dimensions: fc.Arbitrary<SeriesDimensions> = fc.record({
  indicator: code,
  classification: optional,
  measure: optional,
  transformation: optional,
  unit: optional,
  frequency: fc.constantFrom("M", "Q"),
  territory: code,
});

test("two descriptions get one handle only if all their dimensions are equal", () => {
  fc.assert(
    fc.property(fc.array(dimensions, {maxLength: 200}), (list) => {
      const {handleOf, found} = createSeriesHandles();
      for (const one of list) assert.deepEqual({...found[handleOf(one)]}, {...one});
      assert.equal(found.length, new Set(list.map((one) => JSON.stringify(one))).size);
    }),
  );
});
