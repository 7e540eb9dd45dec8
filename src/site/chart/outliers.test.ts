// Outliers that would flatten a line, and the state of a chart in its address.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../../statistics/time/day.ts";
import {finish} from "../../work/steps.fixture.ts";
import {type ChartState, readChartState, withState} from "../client/chart-address.ts";
import {clippingOf, edgesWithRoom} from "../client/outliers.ts";
import {frameOf} from "./chart-frame.ts";
import {lineChart} from "./line-chart.ts";

/** A hundred months between 100 and 102, the first ones replaced. */
const prices = (...first: number[]): number[] => Array.from({length: 100}, (_, at) => first[at] ?? 100 + (at % 5) / 2);

test("a few outliers that flatten a line are beyond the edge, each is counted, and none is left out elsewhere [site.chart-outliers]", () => {
  const {low, high, beyond} = clippingOf(prices(345, 138, 130))!;
  // the third is less than a quarter of the others' range away
  assert.deepEqual(beyond, [0, 1]);
  assert.ok(low === 100 && high > 130 && high < 138);
  const both = clippingOf(prices(345, -90))!;
  assert.deepEqual(both.beyond, [0, 1]);
  // places stay where a period has no value
  assert.deepEqual(clippingOf([null, ...prices(345)])!.beyond, [1]);
  // too few values; a line without outliers; a growth over many orders; more than a tenth; a rate that hardly changes
  assert.equal(clippingOf(prices(345).slice(0, 19)), null);
  assert.notEqual(clippingOf(prices(345).slice(0, 20)), null);
  assert.equal(clippingOf(prices()), null);
  assert.equal(clippingOf(Array.from({length: 100}, (_, at) => 1.1 ** at)), null);
  assert.equal(clippingOf(prices(...Array.from({length: 12}, () => 900))), null);
  assert.equal(clippingOf(Array.from({length: 100}, (_, at) => (at < 3 ? 20 : 7))), null);
});

test("a point at the edge of a cut chart is drawn whole: an edge without values beyond it has room for it [site.chart-outliers]", () => {
  const cut = clippingOf(prices(345))!;
  assert.deepEqual(edgesWithRoom(prices(345), cut), [cut.low - (cut.high - cut.low) * 0.03, cut.high]);
  const both = clippingOf(prices(345, -145))!;
  assert.deepEqual(edgesWithRoom(prices(345, -145), both), [both.low, both.high]);
});

test("values before a break inside a series set no scale if they would flatten the others, and are counted as beyond the edge [site.chart-units]", () => {
  const old = Array.from({length: 30}, (_, at) => 5600 + at);
  assert.equal(clippingOf([...old, ...prices()]), null, "more than a tenth of the values");
  const cut = clippingOf([...old, ...prices()], 30)!;
  assert.deepEqual([cut.low, cut.high, cut.beyond], [100, 102, [...old.keys()]]);
  // outliers after the break are cut as elsewhere
  assert.deepEqual(clippingOf([...old, ...prices(345)], 30)!.beyond, [...old.keys(), 30]);
  // the range of all is six times that of the newer values, and a little less
  assert.deepEqual(clippingOf([112, ...prices()], 1)!.beyond, [0]);
  assert.equal(clippingOf([111.9, ...prices()], 1), null);
  // without a value after the break, or with one alone
  assert.equal(clippingOf([...old, null], 30), null);
  assert.equal(clippingOf([...old, 5], 30), null);
});

test("a chart with values beyond its edge says how many, and cuts the line there [site.chart-outliers]", () => {
  const points = prices(345).map((value, at) => ({day: dayOf(2000 + Math.floor(at / 12), (at % 12) + 1, 1), value}));
  const draw = (shown: typeof points) =>
    finish(lineChart({label: "x", lines: [{points: shown, frequency: "M", className: "line-1"}], language: "en"}));
  const drawn = draw(points);
  assert.ok(drawn !== false && /Values beyond the edge of the chart: 1\./.test(drawn.text));
  // from y 14, 280 high, with room for half a dot
  assert.match(drawn.text, /<svg y="10"[^>]* height="288" viewBox="0 -4 1000 288"[^>]* overflow="hidden"/);
  assert.doesNotMatch((draw(points.slice(1)) as typeof drawn).text, /beyond|overflow="hidden"/);
});

test("of several lines outliers are cut only beyond the values of all others [site.chart-outliers]", () => {
  const line = (values: readonly number[]) => ({
    points: values.map((value, at) => ({day: dayOf(2000 + Math.floor(at / 12), (at % 12) + 1, 1), value})),
    frequency: "M" as const,
    className: "line-1",
  });
  const [spiked, plain] = [line(prices(345, 138)), line(prices())];
  assert.equal(frameOf([spiked, plain])?.beyond, 2);
  assert.equal(frameOf([spiked, line(prices(900))])?.beyond, 3);
  // a line that really is as high leaves all in sight, whichever comes first
  const high = line(Array.from({length: 100}, (_, at) => 100 + at * 3));
  for (const both of [
    [spiked, high],
    [high, spiked],
  ])
    assert.deepEqual([frameOf(both)?.beyond, frameOf(both)?.scale.high], [0, 400]);
});

test("the address of a chart keeps its part, scale, base, vintage and outliers, and nothing that is not a day [site.chart-state]", () => {
  const page = new URL("http://x.example/series/k?as_of=2020-01-01&range=3");
  const state: ChartState = {
    range: null,
    zoom: [86_400 * 10, 86_400 * 20],
    isLogarithmic: true,
    base: 365,
    vintage: "2021-05-06",
    isWhole: true,
  };
  const kept = withState(page, state);
  assert.deepEqual(readChartState(kept.searchParams), state);
  assert.equal(kept.searchParams.get("as_of"), "2020-01-01");
  const first: ChartState = {range: null, zoom: null, isLogarithmic: false, base: null, vintage: null, isWhole: false};
  assert.equal(withState(kept, first).search, "?as_of=2020-01-01");
  const odd = "range=-1&from=2020-02-30&to=2021-01-01&scale=x&base=1&vintage=yesterday&outliers=2";
  assert.deepEqual(readChartState(new URLSearchParams(odd)), first);
  assert.equal(readChartState(new URLSearchParams("from=2021-01-01&to=2020-01-01")).zoom, null);
});
