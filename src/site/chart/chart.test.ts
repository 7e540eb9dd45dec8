import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {parseDay} from "../../statistics/time/day.ts";
import {finish} from "../../work/steps.fixture.ts";
import {anchorOf, markTexts, shareOfScale, timeTicks, valueScale} from "./axes.ts";
import type {Point} from "./chart-line.ts";
import {lineChart} from "./line-chart.ts";
import {addPoint, createPoints, dotsOf, linePath, type PathPoints} from "./line-path.ts";

const day = (text: string): number => parseDay(text)!;

test("a scale contains every value between round ends [site.chart]", () => {
  fc.assert(
    fc.property(fc.array(fc.double({min: -1e12, max: 1e12, noNaN: true}), {minLength: 1, maxLength: 30}), (values) => {
      const scale = valueScale(values);
      for (const value of values) {
        const share = shareOfScale(scale, value);
        assert.ok(share >= -1e-9 && share <= 1 + 1e-9, `${value} lies at ${share}`);
      }
      assert.ok(scale.ticks.length >= 2 && scale.ticks.length <= 13, `${scale.ticks.length} ticks`);
    }),
  );
  assert.deepEqual(valueScale([-2.5e-323, 5e-324]).ticks, [-1, -0.5, 0, 0.5, 1]);
  assert.deepEqual(valueScale([99.5, 101.5]).ticks, [99.5, 100, 100.5, 101, 101.5]);
  assert.deepEqual(valueScale([1, 100]).ticks, [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(valueScale([]).ticks.length > 1, true);
});

function columnsOf(
  points: readonly {readonly x: number; readonly y: number; readonly afterGap: boolean}[],
): PathPoints {
  const columns = createPoints(points.length);
  for (const {x, y, afterGap} of points) addPoint(columns, x, y, afterGap);
  return columns;
}

test("the line breaks at a period without a value, and a value between two gaps is a visible dot [site.chart-gaps]", () => {
  const position = (x: number, afterGap: boolean) => ({x, y: 1, afterGap});
  const path = (points: readonly ReturnType<typeof position>[], columns: number, width: number): string =>
    finish(linePath(columnsOf(points), columns, width));
  assert.equal(
    path([position(0, false), position(1, false), position(5, true), position(9, true), position(10, false)], 100, 100),
    "M0 1L1 1M5 1h0M9 1L10 1",
  );
  assert.equal(path([position(3, false)], 100, 100), "M3 1h0");
  assert.equal(path([], 100, 100), "");
  assert.equal(dotsOf("M0 1L1 1M5 1h0M9 1L10 1M12 -3.5h0"), "M5 1h0M12 -3.5h0");
  assert.equal(dotsOf("M0 1L1 1"), "");
});

test("a long line keeps the highest and lowest point of every column [site.chart]", () => {
  const values = Array.from({length: 5000}, (_, at) => (at === 1234 ? 900 : at === 4321 ? -900 : Math.sin(at)));
  const points = values.map((y, at) => ({x: at / 50, y, afterGap: false}));
  const path = finish(linePath(columnsOf(points), 100, 100));
  assert.ok(path.length < 6000, `${path.length}`);
  assert.match(path, / 900L/);
  assert.match(path, / -900L/);
});

test("two consecutive months have no gap, a missing month is one; daily series may skip holidays [site.chart-gaps]", () => {
  const path = (frequency: "M" | "D", days: readonly string[]): string => {
    const points: Point[] = days.map((text, value) => ({day: day(text), value}));
    const drawn = finish(lineChart({label: "x", lines: [{points, frequency, className: "line-1"}], language: "en"}));
    return / d="([^"]*)"/.exec(drawn === false ? "" : drawn.text)?.[1]?.replace(/[^ML]/g, "") ?? "";
  };
  assert.equal(path("M", ["2024-01-01", "2024-02-01", "2024-03-01"]), "MLL");
  assert.equal(path("M", ["2024-01-01", "2024-03-01", "2024-04-01"]), "MML");
  assert.equal(path("D", ["2024-01-01", "2024-01-15", "2024-01-30"]), "MLM");
});

test("time marks are years, and months or days for a short time [site.chart]", () => {
  const texts = (from: string, to: string): string[] => timeTicks(day(from), day(to), "en", 7).map(({text}) => text);
  assert.deepEqual(texts("1999-01-01", "2018-04-01"), ["2000", "2005", "2010", "2015"]);
  assert.deepEqual(texts("2024-01-01", "2024-12-01"), [
    "Jan\u00a02024",
    "Apr\u00a02024",
    "Jul\u00a02024",
    "Oct\u00a02024",
  ]);
  assert.deepEqual(texts("2024-01-01", "2024-01-10"), [
    "1\u00a0Jan\u00a02024",
    "4\u00a0Jan\u00a02024",
    "7\u00a0Jan\u00a02024",
    "10\u00a0Jan\u00a02024",
  ]);
});

test("time marks of years are whole years, and those of quarters are quarters [site.chart]", () => {
  const texts = (from: string, to: string, frequency: "A" | "Q"): string[] =>
    timeTicks(day(from), day(to), "en", 7, [frequency]).map(({text}) => text);
  assert.deepEqual(texts("2022-01-01", "2024-01-01", "A"), ["2022", "2023", "2024"]);
  assert.deepEqual(texts("2024-01-01", "2024-01-01", "A"), ["2024"]);
  const quarters = texts("2024-01-01", "2024-10-01", "Q");
  assert.equal(quarters.length, 4);
  for (const [at, text] of quarters.entries()) assert.ok(text.includes(`Q${at + 1}`), text);
});

test("all value marks have the same decimals, and texts at the ends of the time axis stay inside the chart [site.chart]", () => {
  assert.deepEqual(markTexts([92.5, 95, 97.5], "ru"), ["92,5", "95,0", "97,5"]);
  assert.deepEqual(markTexts([-500, 0, 1000], "en"), ["\u2212500", "0", "1,000"]);
  assert.deepEqual([0, 0.029, 0.03, 0.97, 0.971, 1].map(anchorOf), [
    "start",
    "start",
    "middle",
    "middle",
    "end",
    "end",
  ]);
});

test("a value that holds until the next one is a step, and a gap still breaks the line [site.chart-steps]", () => {
  const points = columnsOf([
    {x: 0, y: 5, afterGap: false},
    {x: 10, y: 5, afterGap: false},
    {x: 20, y: 2, afterGap: false},
    {x: 40, y: 3, afterGap: true},
    {x: 50, y: 1, afterGap: false},
  ]);
  assert.equal(finish(linePath(points, 100, 100, true)), "M0 5H10V5H20V2M40 3H50V1");
  assert.equal(finish(linePath(points, 100, 100)), "M0 5L10 5L20 2M40 3L50 1");
});
