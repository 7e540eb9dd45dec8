import assert from "node:assert/strict";
import {test} from "node:test";
import type {SeriesDimensions} from "./catalogue/catalogue.ts";
import {createColumns, type Estimates} from "./history/estimates.ts";
import {mergeRelease} from "./history/merge.ts";
import {NO_DAY} from "./time/day.ts";
import {createDifferenceCount, MOST_ROWS} from "./value-difference.ts";

const SERIES: SeriesDimensions & {readonly key: string} = {
  ...{key: "0123456789abcdef", indicator: "x", classification: null, measure: null, transformation: null},
  ...{unit: null, frequency: "A", territory: "643"},
};

function published(before: Estimates | null, day: number, values: Readonly<Record<number, number>>): Estimates {
  const stamp = {day, sequence: 0};
  const period = Int32Array.from(Object.keys(values).map(Number));
  return mergeRelease(before, stamp, {period, value: Float64Array.from(Object.values(values))});
}

function differenceOf(before: Estimates | null, after: Estimates | null) {
  const counts = createDifferenceCount();
  counts.add(SERIES, before, after);
  return counts.list();
}

test("new, changed and gone values are counted by their latest estimates, and the largest change of a series is its row [load.difference]", () => {
  const first = published(null, 10, {2020: 5, 2021: 6, 2022: 7});
  const again = published(first, 20, {2020: 5, 2021: 60, 2022: 7.7, 2023: 8});
  const {rows, ...sums} = differenceOf(first, again);
  assert.deepEqual(sums, {newValues: 1, changedValues: 2, goneValues: 0, changedSeries: 1});
  assert.deepEqual(rows, [
    {
      ...{key: SERIES.key, title: "x|||||A|643", period: "2021-01-01", before: 6, after: 60},
      ...{newValues: 1, changedValues: 2, goneValues: 0},
    },
  ]);
  assert.deepEqual(differenceOf(null, first), {
    ...{newValues: 3, changedValues: 0, goneValues: 0, changedSeries: 0, rows: []},
  });
  assert.deepEqual(differenceOf(again, again), {
    ...{newValues: 0, changedValues: 0, goneValues: 0, changedSeries: 0, rows: []},
  });
});

test("a value that is withdrawn is gone, and one that is given again is new [load.difference]", () => {
  const first = published(null, 10, {2020: 5, 2021: 6});
  const span = {period: 2021, reason: "withdrawn" as const, day: 20, sequence: 0, untilDay: NO_DAY, untilSequence: 0};
  const withdrawn: Estimates = {...first, withdrawn: [span]};
  const {rows, ...sums} = differenceOf(first, withdrawn);
  assert.deepEqual(sums, {newValues: 0, changedValues: 0, goneValues: 1, changedSeries: 1});
  assert.deepEqual([rows[0]!.period, rows[0]!.before, rows[0]!.after], ["2021-01-01", 6, null]);
  assert.equal(differenceOf(withdrawn, first).newValues, 1);
  assert.equal(differenceOf(first, null).goneValues, 2);
  assert.equal(differenceOf(createColumns(0), null).changedSeries, 0);
});

test("the series that change most come first, up or down alike, and no more than are shown [load.difference]", () => {
  const counts = createDifferenceCount();
  const one = published(null, 10, {2020: 100});
  for (let number = 0; number < 5 * MOST_ROWS; number++)
    counts.add({...SERIES, territory: String(number)}, one, published(one, 20, {2020: 101 + number}));
  counts.add({...SERIES, territory: "down"}, one, published(one, 20, {2020: 0.1}));
  counts.add({...SERIES, territory: "zero"}, one, published(one, 20, {2020: 0}));
  counts.add({...SERIES, territory: "gone"}, one, null);
  const {rows, changedSeries} = counts.list();
  assert.deepEqual([rows.length, changedSeries], [MOST_ROWS, 5 * MOST_ROWS + 3]);
  const territories = rows.map(({title}) => title.split("|").at(-1));
  assert.deepEqual(territories.slice(0, 3), ["zero", "down", String(5 * MOST_ROWS - 1)]);
  assert.ok(!territories.includes("gone"), "a value that is gone is counted, and stands behind those that change");
});
