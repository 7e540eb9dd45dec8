import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {valueScale} from "./axes.ts";
import {placedNames, rowsOfName, shortName, spreadNames, withEqualMarks} from "./line-ends.ts";

const ofOneRow = (places: readonly number[]) => places.map((at) => ({at, rows: 1}));

test("names at the ends of lines never overlap and keep the order of their lines, however many rows they have [site.line-names]", () => {
  assert.deepEqual(spreadNames(ofOneRow([100, 50]), 14, 0, 200), [100, 50]);
  assert.deepEqual(spreadNames(ofOneRow([100, 100, 99]), 14, 0, 200), [113, 127, 99]);
  assert.deepEqual(spreadNames(ofOneRow([198, 199]), 14, 0, 200), [186, 200]);
  const names = fc.array(
    fc.record({at: fc.double({min: 0, max: 280, noNaN: true}), rows: fc.integer({min: 1, max: 3})}),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(names, (given) => {
      const found = spreadNames(given, 14, 0, 280);
      const half = (at: number): number => given[at]!.rows * 7;
      const byPosition = (list: readonly number[]): number[] =>
        list.map((_, at) => at).sort((a, b) => list[a]! - list[b]! || given[a]!.at - given[b]!.at || a - b);
      const order = byPosition(found);
      for (const [index, at] of order.entries()) {
        assert.ok(found[at]! - half(at) >= -7 - 1e-9 && found[at]! + half(at) <= 287 + 1e-9, `${found}`);
        const before = order[index - 1];
        if (before !== undefined) assert.ok(found[at]! - found[before]! >= half(at) + half(before) - 1e-9, `${found}`);
      }
      assert.deepEqual(order, byPosition(given.map(({at}) => at)));
    }),
  );
});

test("a long name takes up to three rows, and no word of it is cut [site.line-names]", () => {
  assert.deepEqual(rowsOfName("Республика Северная Осетия — Алания", 22, 3), [
    "Республика Северная",
    "Осетия — Алания",
  ]);
  assert.deepEqual(rowsOfName("Нижегородскаяобласть", 10, 3), ["Нижегородскаяобласть"]);
  assert.deepEqual(rowsOfName("один два, три", 5, 2), ["один", "два…"]);
  assert.equal(shortName("Санкт-Петербург", 15), "Санкт-Петербург");
  assert.equal(shortName("Республика Северная Осетия", 22), "Республика Северная…");
  assert.equal(shortName("Нижегородскаяобласть", 10), "Нижегородскаяобласть");
  const words = fc.array(
    fc.string({minLength: 1, maxLength: 30}).map((word) => word.replace(/\s/g, "x")),
    {minLength: 1},
  );
  fc.assert(
    fc.property(words, fc.integer({min: 1, max: 3}), (all, most) => {
      const rows = rowsOfName(all.join(" "), 22, most);
      assert.ok(rows.length <= most);
      const shown = rows.join(" ").replace(/…$/, "");
      assert.ok(all.join(" ").startsWith(shown.replace(/[\s,;:.]+$/, "")));
    }),
  );
  const ends = Array.from({length: 6}, (_, at) => ({
    name: "Численность населения города",
    className: `line-${at}`,
    share: 0.5,
  }));
  const placed = placedNames(ends, {top: 0, height: 280, gap: 14});
  assert.ok(placed.every(({rows}) => rows.length === 2));
  const tight = placedNames(ends, {top: 0, height: 80, gap: 14});
  assert.ok(tight.every(({rows}) => rows.length === 1));
});

test("two value scales of one chart have equally many marks, and each still has all of its values [site.compare-axes]", () => {
  const [rate, output] = withEqualMarks(valueScale([4, 21]), valueScale([18_100, 55_900]));
  assert.equal(rate.ticks.length, output.ticks.length);
  assert.deepEqual([rate.low, output.low], [0, 10_000]);
  assert.ok(rate.high >= 21 && output.high >= 55_900);
  assert.deepEqual(output.ticks.slice(0, 3), [10_000, 20_000, 30_000]);
});
