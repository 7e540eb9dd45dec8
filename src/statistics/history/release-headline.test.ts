// The headline of a series in a release: as known with that release, before and after later ones.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../time/day.ts";
import {createDecodeScratch} from "./decode.ts";
import {encodeHistory} from "./encode.ts";
import {appendEstimate, createColumns, type Estimates, finishColumns} from "./estimates.ts";
import {DamagedHistory} from "./layout.ts";
import {countOf, hasEstimateOf, headlineOf} from "./release-headline.ts";

/** Rows of [period, day, value]. */
function historyOf(rows: readonly (readonly [number, number, number])[]): Estimates {
  const columns = createColumns(rows.length);
  for (const [period, day, value] of rows) appendEstimate(columns, period, day, 0, value);
  return finishColumns(columns);
}

const HISTORY = historyOf([
  [100, 10, 1],
  [111, 10, 5],
  [111, 20, 6],
  [111, 30, 7],
  [112, 20, 8],
  [112, 30, 9],
  [113, 30, 3],
]);

test("a headline has the latest value of the release, what it made of the period before, and the year before, as known with it [releases.headline]", () => {
  assert.deepEqual(headlineOf(HISTORY, {day: 20, sequence: 0}, "M"), {
    ...{period: 112, value: 8, knownBefore: null, yearBefore: 1},
    previous: {period: 111, knownBefore: 5, now: 6, isWithdrawn: false},
  });
  assert.deepEqual(headlineOf(HISTORY, {day: 30, sequence: 0}, "M"), {
    ...{period: 113, value: 3, knownBefore: null, yearBefore: null},
    previous: {period: 112, knownBefore: 8, now: 9, isWithdrawn: false},
  });
  const first = headlineOf(HISTORY, {day: 10, sequence: 0}, "M")!;
  assert.deepEqual(first.previous, {period: 100, knownBefore: null, now: 1, isWithdrawn: false});
  assert.equal(headlineOf(HISTORY, {day: 20, sequence: 1}, "M"), null, "another release of the day");
  assert.equal(headlineOf(historyOf([[5, 1, 1]]), {day: 1, sequence: 0}, "A")!.previous, null);
});

test("the year before of a day is the same date, of 29 February and of weeks there is none [releases.headline]", () => {
  const dates = [dayOf(2023, 3, 1), dayOf(2024, 2, 29), dayOf(2024, 3, 1)];
  const daily = (last: number) => historyOf(dates.slice(0, last).map((period, at) => [period, 20_000, at] as const));
  assert.equal(headlineOf(daily(3), {day: 20_000, sequence: 0}, "D")!.yearBefore, 0);
  assert.equal(headlineOf(daily(2), {day: 20_000, sequence: 0}, "D")!.yearBefore, null);
  assert.equal(headlineOf(daily(3), {day: 20_000, sequence: 0}, "W")!.yearBefore, null);
});

test("a headline tells of a first print and of a revised value, and of a period before that the publisher withdrew [releases.headline]", () => {
  const revised = headlineOf(
    historyOf([
      [5, 1, 1],
      [5, 2, 3],
    ]),
    {day: 2, sequence: 0},
    "A",
  )!;
  assert.deepEqual([revised.value, revised.knownBefore, revised.previous], [3, 1, null]);
  const span = {period: 5, reason: "withdrawn", day: 2, sequence: 0, untilDay: 3, untilSequence: 0} as const;
  const history = {
    ...historyOf([
      [5, 1, 1],
      [6, 2, 8],
      [6, 3, 9],
    ]),
    withdrawn: [span],
  };
  const isWithdrawn = (day: number) => headlineOf(history, {day, sequence: 0}, "A")!.previous?.isWithdrawn;
  assert.deepEqual([1, 2, 3].map(isWithdrawn), [undefined, true, false]);
});

test("the table of a packed history tells whether the release left an estimate in it, and damage is seen [releases.headline]", () => {
  const scratch = createDecodeScratch();
  const bytes = encodeHistory(HISTORY);
  for (const day of [10, 20, 30]) assert.equal(hasEstimateOf(bytes, {day, sequence: 0}, scratch), true);
  for (const stamp of [
    {day: 25, sequence: 0},
    {day: 30, sequence: 1},
    {day: 40, sequence: 0},
  ])
    assert.equal(hasEstimateOf(bytes, stamp, scratch), false);
  assert.deepEqual(
    [10, 20, 30, 31].map((day) => countOf(HISTORY, {day, sequence: 0})),
    [2, 2, 3, 0],
  );
  const damaged = Uint8Array.from(bytes);
  damaged[damaged.length - 6]! ^= 1;
  assert.throws(() => hasEstimateOf(damaged, {day: 25, sequence: 0}, scratch), DamagedHistory);
});
