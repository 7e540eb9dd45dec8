import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {anyText} from "../../any-text.fixture.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {nameKey} from "./name-key.ts";

test("keys that differ order their names by code points, and neither name begins the other [search.ranking]", () => {
  const name = fc.string({
    unit: fc.oneof(fc.constantFrom("а", "б", "\ue000", "\uffff", "😀"), anyText()),
    maxLength: 5,
  });
  fc.assert(
    fc.property(name, name, (one, other) => {
      const [left, right] = [nameKey(one), nameKey(other)];
      if (!(left < right || left > right)) return;
      assert.equal(left < right, compareCodes(one, other) < 0);
      assert.ok(!one.startsWith(other) && !other.startsWith(one));
    }),
    {numRuns: 2000},
  );
});
