import assert from "node:assert/strict";
import {test} from "node:test";
import {findGaps} from "../../statistics/history/gaps.ts";
import {mergeRelease} from "../../statistics/history/merge.ts";
import {createColumnCount, periodTableKey} from "./period-columns.ts";

const TABLE = {indicator: "x", frequency: "A"} as const;
const dimensions = {
  ...TABLE,
  classification: null,
  measure: null,
  transformation: null,
  unit: null,
  territory: "643",
} as const;

/** The columns of a table whose series give these periods. */
function columnsOf(series: readonly (readonly number[])[]) {
  const count = createColumnCount();
  for (const periods of series) count.add(dimensions, {period: Int32Array.from(periods), count: periods.length});
  return count.columns().get(periodTableKey(TABLE))!;
}

const history = mergeRelease(
  null,
  {day: 1, sequence: 0},
  {period: Int32Array.of(1, 2, 3, 4, 5), value: Float64Array.of(1, 2, 3, 4, 5)},
);

function gapsIn(given: readonly number[], series: readonly (readonly number[])[], isWhole = false): number[] {
  const row = {marks: null, rowsCount: true, isWhole, columns: columnsOf(series)};
  return findGaps(history, Int32Array.from(given), row).map(({period}) => period);
}

test("a period is a column of a table if three of its series give it, and more than half [history.withdrawn]", () => {
  const has = (series: readonly (readonly number[])[]) => columnsOf(series).has[0] === 1;
  assert.equal(has([[1], [1]]), false);
  assert.equal(has([[1], [1], [1]]), true);
  assert.equal(has([[1], [1], [1], [2], [2], [2]]), false);
  assert.equal(has([[1], [1], [1], [2], [2]]), true);
});

test("a release covers a series only between the first and the last period that it gives for it, unless it is declared as whole [history.withdrawn]", () => {
  const rest = [
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ];
  assert.deepEqual(gapsIn([1, 2, 4, 5], [[1, 2, 4, 5]]), [3]);
  assert.deepEqual(gapsIn([2, 4, 5], [[2, 4, 5]]), [], "fewer than four values for a hole: corrections, and no table");
  assert.deepEqual(gapsIn([3, 6, 7, 8], [[3, 6, 7, 8]]), [], "6 is new, so nothing on that side stays");
  assert.deepEqual(gapsIn([1, 5], [[1, 5], ...rest]), [2, 3, 4], "but a table whose other series have them");
  assert.deepEqual(gapsIn([2, 3, 4], [[2, 3, 4], ...rest]), []);
  assert.deepEqual(gapsIn([2, 3, 4], [[2, 3, 4], ...rest], true), [1, 5]);
  assert.deepEqual(gapsIn([], rest, true), [1, 2, 3, 4, 5]);
  assert.deepEqual(gapsIn([], rest.slice(1), true), []);
});
