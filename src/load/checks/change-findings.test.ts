import assert from "node:assert/strict";
import {test} from "node:test";
import type {Estimates, Stamp} from "../../statistics/history/estimates.ts";
import {mergeRelease} from "../../statistics/history/merge.ts";
import {PLAIN_SERIES} from "../gather/plain-series.fixture.ts";
import {createChangeWatch, isLeap, watchSeries} from "./change-findings.ts";

const FIRST: Stamp = {day: 10, sequence: 0};
const SECOND: Stamp = {day: 20, sequence: 0};

function release(before: Estimates | null, stamp: Stamp, values: Readonly<Record<number, number>>): Estimates {
  const periods = Object.keys(values).map(Number);
  return mergeRelease(before, stamp, Int32Array.from(periods), Float64Array.from(Object.values(values)));
}

test("a value a thousand times its neighbours is a leap, a little less is none [load.check-leap]", () => {
  assert.equal(isLeap(1000, 1, 1), true);
  assert.equal(isLeap(999.9, 1, 1), false);
  assert.equal(isLeap(-1000, 1, -1), true);
  assert.equal(isLeap(1000, 1, Number.NaN), true);
  assert.equal(isLeap(1000, Number.NaN, 1), true);
  // the larger neighbour counts: from a change of unit on, only the last value before the next release can tell
  assert.equal(isLeap(1000, 1, 1001), false);
  assert.equal(isLeap(5, 0, 0), false);
  assert.equal(isLeap(1000, 0, 1), true);
  assert.equal(isLeap(1000, Number.NaN, Number.NaN), false);
});

test("the thousandfold drop of the rouble in 1998 is no leap: a value may fall", () => {
  assert.equal(isLeap(5.96, 5960, 5.93), false);
});

test("a new value is held against the one before it that an older release brought [load.check-leap]", () => {
  const before = release(null, FIRST, {2020: 5, 2021: 6});
  const after = release(before, SECOND, {2022: 6001});
  const watch = createChangeWatch(SECOND, true);
  watchSeries(watch, PLAIN_SERIES, before, after);
  assert.deepEqual(watch.leaps, {count: 1, first: "x|||||A|643, 2022-01-01: 6001"});
  assert.equal(watch.changes, null);
});

test("a leap that an older release brought is not told again", () => {
  const before = release(null, FIRST, {2020: 5, 2021: 6000});
  const after = release(before, SECOND, {2022: 5});
  const watch = createChangeWatch(SECOND, true);
  watchSeries(watch, PLAIN_SERIES, before, after);
  assert.equal(watch.leaps.count, 0);
});

test("a leap stands where its period was revised, by its latest estimate alone", () => {
  const before = release(null, FIRST, {2020: 5, 2021: 6, 2022: 7});
  const after = release(before, SECOND, {2021: 7000});
  const watch = createChangeWatch(SECOND, true);
  watchSeries(watch, PLAIN_SERIES, before, after);
  assert.equal(watch.leaps.count, 1);
});

test("published values that would change are counted with the first of them, also within one day [load.check-not-revised]", () => {
  const before = release(null, FIRST, {2020: 5, 2021: 6});
  for (const stamp of [SECOND, {day: 10, sequence: 1}]) {
    const watch = createChangeWatch(stamp, false);
    watchSeries(watch, PLAIN_SERIES, before, release(before, stamp, {2020: 5, 2021: 6.5, 2022: 7}));
    assert.deepEqual(watch.changes, {count: 1, first: "x|||||A|643, 2021-01-01: 6 would become 6.5"});
  }
});

test("values that are only added change nothing that was published", () => {
  const before = release(null, FIRST, {2021: 6});
  const watch = createChangeWatch(SECOND, false);
  watchSeries(watch, PLAIN_SERIES, before, release(before, SECOND, {2019: 1, 2020: 2, 2021: 6, 2022: 7}));
  watchSeries(watch, PLAIN_SERIES, null, release(null, SECOND, {2019: 1}));
  watchSeries(watch, PLAIN_SERIES, before, null);
  assert.deepEqual(watch.changes, {count: 0, first: null});
});
