import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {valueScale} from "./axes.ts";
import {shortName, spreadNames, withEqualMarks} from "./line-ends.ts";

test("names at the ends of lines never overlap and keep the order of their lines [site.line-names]", () => {
  assert.deepEqual(spreadNames([100, 50], 14, 0, 200), [100, 50]);
  assert.deepEqual(spreadNames([100, 100, 99], 14, 0, 200), [113, 127, 99]);
  assert.deepEqual(spreadNames([198, 199], 14, 0, 200), [186, 200]);
  fc.assert(
    fc.property(fc.array(fc.double({min: 0, max: 280, noNaN: true}), {minLength: 1, maxLength: 6}), (indexes) => {
      const found = spreadNames(indexes, 14, 0, 280);
      const sorted = [...found].sort((a, b) => a - b);
      for (const [at, one] of sorted.entries()) {
        assert.ok(one >= -1e-9 && one <= 280 + 1e-9, `${found}`);
        if (at > 0) assert.ok(one - sorted[at - 1]! >= 14 - 1e-9, `${found}`);
      }
      const byPosition = (list: readonly number[]): number[] =>
        list.map((_, at) => at).sort((a, b) => list[a]! - list[b]! || indexes[a]! - indexes[b]! || a - b);
      assert.deepEqual(byPosition(found), byPosition(indexes));
    }),
  );
});

test("a long name is cut at a word and ends in an ellipsis [site.line-names]", () => {
  assert.equal(shortName("Санкт-Петербург", 15), "Санкт-Петербург");
  assert.equal(shortName("Республика Северная Осетия", 22), "Республика Северная…");
  assert.equal(shortName("Нижегородскаяобласть", 10), "Нижегород…");
});

test("two value scales of one chart have equally many marks, and each still has all of its values [site.compare-axes]", () => {
  const [rate, output] = withEqualMarks(valueScale([4, 21]), valueScale([18_100, 55_900]));
  assert.equal(rate.ticks.length, output.ticks.length);
  assert.deepEqual([rate.low, output.low], [0, 10_000]);
  assert.ok(rate.high >= 21 && output.high >= 55_900);
  assert.deepEqual(output.ticks.slice(0, 3), [10_000, 20_000, 30_000]);
});
