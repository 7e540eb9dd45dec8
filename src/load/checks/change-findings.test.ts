import assert from "node:assert/strict";
import {test} from "node:test";
import type {Estimates, Stamp} from "../../statistics/history/estimates.ts";
import {mergeRelease} from "../../statistics/history/merge.ts";
import {dayOf, parsePeriod} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {PLAIN_SERIES} from "../buffer/plain-series.fixture.ts";
import {createChangeWatch, isLeap, watchSeries} from "./change-findings.ts";

const FIRST: Stamp = {day: 10, sequence: 0};
const SECOND: Stamp = {day: 20, sequence: 0};

function release(before: Estimates | null, stamp: Stamp, values: Readonly<Record<number, number>>): Estimates {
  const periods = Object.keys(values).map(Number);
  return mergeRelease(before, stamp, {
    period: Int32Array.from(periods),
    value: Float64Array.from(Object.values(values)),
  });
}

test("a value of a thousand times its neighbours is a jump, a slightly smaller value is not [load.check-leap]", () => {
  assert.equal(isLeap(1000, 1, 1), true);
  assert.equal(isLeap(999.9, 1, 1), false);
  assert.equal(isLeap(-1000, 1, -1), true);
  assert.equal(isLeap(1000, 1, Number.NaN), true);
  assert.equal(isLeap(1000, Number.NaN, 1), true);
  // compared with the larger neighbour: after a change of unit only one value is a jump
  assert.equal(isLeap(1000, 1, 1001), false);
  assert.equal(isLeap(5, 0, 0), false);
  assert.equal(isLeap(1000, 0, 1), true);
  assert.equal(isLeap(1000, Number.NaN, Number.NaN), false);
});

test("the drop of the rouble to a thousandth in 1998 is not a jump, because a value may fall", () => {
  assert.equal(isLeap(5.96, 5960, 5.93), false);
});

test("a new value is compared with the value before it, which is from an older release [load.check-leap]", () => {
  const before = release(null, FIRST, {2020: 5, 2021: 6});
  const after = release(before, SECOND, {2022: 6001});
  const watch = createChangeWatch(SECOND, true);
  watchSeries(watch, PLAIN_SERIES, before, after);
  assert.deepEqual(watch.leaps, {count: 1, first: {location: "x|||||A|643, 2022-01-01", was: null, value: 6001}});
  assert.equal(watch.changes, null);
});

test("values of months and quarters that begin after the day of publication are counted, those of years and days are not [load.check-ahead]", () => {
  const stamp: Stamp = {day: dayOf(2018, 3, 31), sequence: 0};
  const aheadOf = (frequency: Frequency, last: string): number => {
    const {ordinal} = parsePeriod(last)!;
    const watch = createChangeWatch(stamp, true);
    watchSeries(watch, {...PLAIN_SERIES, frequency}, null, release(null, stamp, {[ordinal - 1]: 1, [ordinal]: 1}));
    return watch.ahead.count;
  };
  assert.deepEqual([aheadOf("M", "2018-03"), aheadOf("M", "2018-04"), aheadOf("M", "2018-05")], [0, 1, 2]);
  assert.deepEqual([aheadOf("Q", "2018-Q1"), aheadOf("Q", "2018-Q2")], [0, 1]);
  assert.deepEqual([aheadOf("A", "2020"), aheadOf("D", "2018-04-03")], [0, 0]);
});

test("a jump in an older release is not reported again", () => {
  const before = release(null, FIRST, {2020: 5, 2021: 6000});
  const after = release(before, SECOND, {2022: 5});
  const watch = createChangeWatch(SECOND, true);
  watchSeries(watch, PLAIN_SERIES, before, after);
  assert.equal(watch.leaps.count, 0);
});

test("a jump in a revised period is judged by the latest estimate only", () => {
  const before = release(null, FIRST, {2020: 5, 2021: 6, 2022: 7});
  const after = release(before, SECOND, {2021: 7000});
  const watch = createChangeWatch(SECOND, true);
  watchSeries(watch, PLAIN_SERIES, before, after);
  assert.equal(watch.leaps.count, 1);
});

test("published values that would change are counted and the first is named, also for two releases of one day [load.check-not-revised]", () => {
  const before = release(null, FIRST, {2020: 5, 2021: 6});
  for (const stamp of [SECOND, {day: 10, sequence: 1}]) {
    const watch = createChangeWatch(stamp, false);
    watchSeries(watch, PLAIN_SERIES, before, release(before, stamp, {2020: 5, 2021: 6.5, 2022: 7}));
    assert.deepEqual(watch.changes, {count: 1, first: {location: "x|||||A|643, 2021-01-01", was: 6, value: 6.5}});
  }
});

test("added values are not changes of published values", () => {
  const before = release(null, FIRST, {2021: 6});
  const watch = createChangeWatch(SECOND, false);
  watchSeries(watch, PLAIN_SERIES, before, release(before, SECOND, {2019: 1, 2020: 2, 2021: 6, 2022: 7}));
  watchSeries(watch, PLAIN_SERIES, null, release(null, SECOND, {2019: 1}));
  watchSeries(watch, PLAIN_SERIES, before, null);
  assert.deepEqual(watch.changes, {count: 0, first: null});
});
