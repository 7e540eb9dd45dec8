import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import {decodeHistory} from "./decode.ts";
import {encodeHistory} from "./encode.ts";
import {createReusedColumns, type Estimates, type Stamp} from "./estimates.ts";
import {type Estimate, rowsOf} from "./histories.fixture.ts";
import {estimatesBefore, mergeRelease} from "./merge.ts";
import {countByRelease} from "./release-counts.ts";

interface Release {
  readonly stamp: Stamp;
  readonly values: ReadonlyMap<number, number>;
}

function release(day: number, sequence: number, values: Readonly<Record<number, number>>): Release {
  return {
    stamp: {day, sequence},
    values: new Map(Object.entries(values).map(([period, value]) => [Number(period), value])),
  };
}

function merge(history: Estimates | null, {stamp, values}: Release): Estimates {
  const periods = [...values.keys()].sort((one, other) => one - other);
  return mergeRelease(history, stamp, {
    period: Int32Array.from(periods),
    value: Float64Array.from(periods, (period) => values.get(period)!),
  });
}

function mergeAll(releases: readonly Release[]): Estimate[] {
  let history: Estimates | null = null;
  for (const each of releases) history = merge(history, each);
  return history === null ? [] : rowsOf(history);
}

/** CONTRACT 2 literally: of one day the last given value counts; then a value equal to the value before it is dropped. */
function model(releases: readonly Release[]): Estimate[] {
  const periods = new Set(releases.flatMap(({values}) => [...values.keys()]));
  const rows: Estimate[] = [];
  for (const period of [...periods].sort((one, other) => one - other)) {
    const days = new Map<number, Estimate>();
    for (const {stamp, values} of releases) {
      const value = values.get(period);
      if (value !== undefined) days.set(stamp.day, {period, ...stamp, value});
    }
    let before: Estimate | null = null;
    for (const estimate of days.values()) {
      if (before !== null && before.value === estimate.value) continue;
      rows.push(estimate);
      before = estimate;
    }
  }
  return rows;
}

/** Releases in order of (day, sequence), several on one day, with values that are often repeated. */
const releases: fc.Arbitrary<Release[]> = fc
  .array(
    fc.record({
      days: fc.constantFrom(0, 0, 1, 30),
      values: fc.uniqueArray(fc.tuple(fc.integer({min: 0, max: 12}), fc.integer({min: 0, max: 2})), {
        selector: ([period]) => period,
        maxLength: 13,
      }),
    }),
    {maxLength: 12},
  )
  .map((steps) => {
    let day = 1000;
    let sequence = -1;
    return steps.map(({days, values}) => {
      sequence = days === 0 ? sequence + 1 : 0;
      day += days;
      return {stamp: {day, sequence}, values: new Map(values)};
    });
  });

test("releases merged in order of publication give the estimates of the contract [history.revision] [history.same-day] [history.absent-stays]", () => {
  fc.assert(
    fc.property(releases, (all) => {
      assert.deepStrictEqual(mergeAll(all), model(all));
    }),
    {numRuns: 3000},
  );
});

test("a history rebuilt from any day on equals the history merged in one pass [history.order-free]", () => {
  fc.assert(
    fc.property(releases, fc.nat(), (all, pick) => {
      fc.pre(all.length > 0);
      const {day} = all[pick % all.length]!.stamp;
      const straight = mergeAll(all);
      let history: Estimates | null = null;
      for (const each of all) history = merge(history, each);
      let rebuilt: Estimates = estimatesBefore(history!, {day, sequence: 0});
      for (const each of all.filter(({stamp}) => stamp.day >= day)) rebuilt = merge(rebuilt, each);
      assert.deepStrictEqual(rowsOf(rebuilt), straight);
    }),
  );
});

test("a different estimate is a revision; an equal one changes neither as_of nor the count [history.revision] [history.equal-estimate]", () => {
  assert.deepStrictEqual(mergeAll([release(10, 0, {1: 5}), release(20, 0, {1: 5}), release(30, 0, {1: 6})]), [
    {period: 1, day: 10, sequence: 0, value: 5},
    {period: 1, day: 30, sequence: 0, value: 6},
  ]);
});

test("releases 1, then 3 equal to 1, then a late 2 that differs give 1, 2, 1 when rebuilt [history.order-free]", () => {
  const [first, second, third] = [release(10, 0, {1: 1}), release(20, 0, {1: 2}), release(30, 0, {1: 1})];
  const loaded = merge(merge(null, first), third);
  assert.equal(loaded.count, 1);
  const rebuilt = merge(merge(estimatesBefore(loaded, second.stamp), second), third);
  assert.deepStrictEqual(
    rowsOf(rebuilt).map(({day, value}) => [day, value]),
    [
      [10, 1],
      [20, 2],
      [30, 1],
    ],
  );
  assert.deepStrictEqual(encodeHistory(rebuilt), encodeHistory(merge(merge(merge(null, first), second), third)));
});

test("a first history is the same in columns that many histories are merged into", () => {
  const room = createReusedColumns();
  const someValues = fc.uniqueArray(fc.tuple(fc.integer({min: 0, max: 30}), fc.double()), {
    selector: ([period]) => period,
    maxLength: 12,
  });
  fc.assert(
    fc.property(someValues, fc.integer({min: 1, max: 3}), (given, sequence) => {
      const values = given.toSorted(([one], [other]) => one - other);
      const [period, value] = [Int32Array.from(values, ([one]) => one), Float64Array.from(values, ([, one]) => one)];
      const stamp = {day: 7, sequence};
      const merged = mergeRelease(null, stamp, {period, value, gaps: []}, room);
      assert.deepEqual(rowsOf(merged), rowsOf(mergeRelease(null, stamp, {period, value})));
      assert.equal(merged.period.length, merged.count);
    }),
  );
});

test("a release older than the newest of the history is refused, a later one of the same day is not [history.refuses-older]", () => {
  const history = merge(null, release(20, 1, {1: 1}));
  assert.throws(() => merge(history, release(19, 9, {1: 2})), RangeError);
  assert.throws(() => merge(history, release(20, 0, {2: 2})), RangeError);
  assert.equal(merge(history, release(20, 2, {1: 2})).count, 1);
  assert.equal(merge(history, release(21, 0, {1: 2})).count, 2);
});

test("the later of two releases of one day wins; if it equals the earlier value, there is no estimate of that day [history.same-day]", () => {
  const before = release(10, 0, {1: 1, 2: 1, 3: 1});
  const wrong = release(20, 0, {1: 7, 2: 7, 4: 7});
  const right = release(20, 1, {1: 1, 2: 8, 5: 5});
  assert.deepStrictEqual(mergeAll([before, wrong, right]), [
    {period: 1, day: 10, sequence: 0, value: 1},
    {period: 2, day: 10, sequence: 0, value: 1},
    {period: 2, day: 20, sequence: 1, value: 8},
    {period: 3, day: 10, sequence: 0, value: 1},
    {period: 4, day: 20, sequence: 0, value: 7},
    {period: 5, day: 20, sequence: 1, value: 5},
  ]);
});

test("a release with unsorted periods is refused", () => {
  const values = Float64Array.of(1, 2);
  assert.throws(
    () => mergeRelease(null, {day: 1, sequence: 0}, {period: Int32Array.of(2, 1), value: values}),
    RangeError,
  );
  assert.throws(
    () => mergeRelease(null, {day: 1, sequence: 0}, {period: Int32Array.of(1, 1), value: values}),
    RangeError,
  );
});

test("the counts of a release are those of its first estimates and its revisions in the history, with their periods [history.revision]", () => {
  let history = merge(null, release(10, 0, {1: 1, 2: 1}));
  history = merge(history, release(20, 0, {1: 1, 2: 3, 3: 3, 4: 4}));
  history = merge(history, release(20, 1, {4: 5}));
  assert.deepStrictEqual(countByRelease(decodeHistory(encodeHistory(history))), [
    {day: 10, sequence: 0, newValues: 2, revisedValues: 0, withdrawnValues: 0, firstPeriod: 1, lastPeriod: 2},
    {day: 20, sequence: 0, newValues: 1, revisedValues: 1, withdrawnValues: 0, firstPeriod: 2, lastPeriod: 3},
    {day: 20, sequence: 1, newValues: 1, revisedValues: 0, withdrawnValues: 0, firstPeriod: 4, lastPeriod: 4},
  ]);
});
