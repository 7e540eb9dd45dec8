import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../statistics/day.ts";
import {sampleSeries} from "../store/store-samples.kit.ts";
import {countGoneSeries} from "./active-series.ts";

const series = (number: number, frequency: "M" | "A", year: number, month: number) =>
  sampleSeries(number, {frequency, lastPeriod: dayOf(year, month, 1)});

test("a series is missed only while it is active: four months behind its frontier it is, five months it is not [load.check-gone]", () => {
  const frontier = series(1, "M", 2024, 12);
  const four = series(2, "M", 2024, 8);
  const five = series(3, "M", 2024, 7);
  assert.deepEqual(countGoneSeries([frontier, four, five], new Set([frontier.key])), {active: 2, gone: 1});
});

test("each frequency has a frontier of its own", () => {
  const monthly = series(1, "M", 2024, 12);
  const yearly = series(2, "A", 2023, 1);
  assert.deepEqual(countGoneSeries([monthly, yearly], new Set()), {active: 2, gone: 2});
});

test("nothing is gone from a dataset without series", () => {
  assert.deepEqual(countGoneSeries([], new Set(["x"])), {active: 0, gone: 0});
});
