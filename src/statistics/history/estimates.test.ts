// The estimates of one period in a history of several.
import assert from "node:assert/strict";
import {test} from "node:test";
import {periodTable} from "../time/day.ts";
import {appendEstimate, createColumns, estimatesOf, finishColumns, periodOn} from "./estimates.ts";

const columns = createColumns(5);
appendEstimate(columns, 24_000, 100, 0, 1);
appendEstimate(columns, 24_001, 100, 0, 2);
appendEstimate(columns, 24_001, 130, 1, 3);
appendEstimate(columns, 24_001, 160, 0, 4);
appendEstimate(columns, 24_003, 160, 0, 5);
const history = finishColumns(columns);
const months = periodTable("M");
const firstOf = (month: number) => months.days[month - months.base]!;

test("the estimates of a period are newest first; for a past day only those known by then [evidence.period]", () => {
  const values = (asOf: number | null) => estimatesOf(history, 24_001, asOf).map(({value}) => value);
  assert.deepEqual(values(null), [4, 3, 2]);
  assert.deepEqual(
    [values(160), values(159), values(130), values(129), values(99)],
    [[4, 3, 2], [3, 2], [3, 2], [2], []],
  );
  assert.deepEqual(estimatesOf(history, 24_001, 130)[0], {day: 130, sequence: 1, value: 3});
});

test("a day means a period of the history if it is the first day of a period with a value [evidence.period]", () => {
  assert.deepEqual(
    [24_000, 24_001, 24_002, 24_003].map((month) => periodOn(history, months, firstOf(month))),
    [24_000, 24_001, null, 24_003],
  );
  assert.equal(periodOn(history, months, firstOf(24_001) + 1), null);
});
