import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {atOnce} from "../../work/pace.ts";
import {byPeriod, indexesIn, joinPeriods} from "./joined-periods.ts";

const ascending = fc
  .uniqueArray(fc.integer({min: -50_000, max: 50_000}), {maxLength: 60})
  .map((periods) => Int32Array.from(periods).sort());

test("the periods of several series stand in a panel once each, ascending", () => {
  fc.assert(
    fc.property(fc.array(ascending, {maxLength: 6}), (lists) => {
      const all = new Set(lists.flatMap((list) => [...list]));
      assert.deepEqual(
        [...atOnce(joinPeriods(lists))],
        [...all].sort((one, other) => one - other),
      );
    }),
  );
});

test("each period of a panel finds its value in the list of a series, or none", () => {
  fc.assert(
    fc.property(ascending, ascending, (periods, list) => {
      const indexes = atOnce(indexesIn(periods, list));
      assert.deepEqual(
        [...indexes],
        [...periods].map((period) => list.indexOf(period)),
      );
    }),
  );
});

test("what is told of thousands of periods is found by period", () => {
  const told = Array.from({length: 9001}, (_, period) => ({period, reason: `reason ${period}`}));
  const found = atOnce(byPeriod(told));
  assert.equal(found.size, 9001);
  assert.equal(found.get(4000), "reason 4000");
});
