import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {seriesStatus} from "../status.ts";
import {parseDay} from "../time/day.ts";
import {buildCatalogue} from "./build-catalogue.ts";
import {anySeries, build, labels} from "./catalogue.fixture.ts";
import type {WholeCatalogue} from "./catalogue.ts";
import {summariseClasses as stepsOf} from "./class-summary.ts";
import {compareCodes} from "./code-order.ts";

/** With the names that the api adds. */
function summariseClasses(catalogue: WholeCatalogue, at: readonly number[] = []) {
  const bounds = [0, ...at, catalogue.classification.codes.length];
  const parts = bounds.slice(1).map((to, nth) => {
    const steps = stepsOf(catalogue, bounds[nth]!, to);
    let step = steps.next();
    while (!step.done) step = steps.next();
    return step.value;
  });
  return parts.flat().map(({code, index, ...rest}) => ({code, name: catalogue.classNames[index]!, ...rest}));
}

const day = (text: string): number => parseDay(text)!;

test("a class is stalled if all its series are; its last period is the latest of its series [reference.codes]", () => {
  const catalogue = build([
    {number: 0, classification: "01.1", lastPeriod: day("2026-04-01")},
    {number: 1, classification: "01.1", territory: "030", lastPeriod: day("2020-01-01")},
    {number: 2, classification: "old", lastPeriod: day("2025-11-01")},
    {number: 3, classification: "old", territory: "030", lastPeriod: day("2020-01-01")},
    {number: 4, classification: "edge", lastPeriod: day("2025-12-01")},
    {number: 5, classification: null, lastPeriod: day("2026-04-01")},
  ]);
  assert.deepEqual(summariseClasses(catalogue), [
    {code: "01.1", name: "Хлеб", lastPeriod: day("2026-04-01"), isStalled: false, seriesCount: 2},
    {code: "edge", name: null, lastPeriod: day("2025-12-01"), isStalled: false, seriesCount: 1},
    {code: "old", name: null, lastPeriod: day("2025-11-01"), isStalled: true, seriesCount: 2},
  ]);
});

test("each series is judged by the frontier of its own frequency [reference.codes status.stalled]", () => {
  const catalogue = build([
    {number: 0, classification: "a", frequency: "M", lastPeriod: day("2026-04-01")},
    {number: 1, classification: "b", frequency: "A", lastPeriod: day("2020-01-01")},
  ]);
  assert.deepEqual(
    summariseClasses(catalogue).map(({code, isStalled}) => [code, isStalled]),
    [
      ["a", false],
      ["b", false],
    ],
  );
});

test("a dataset without classes has none", () => {
  assert.deepEqual(summariseClasses(build([{number: 0}])), []);
});

test("for any series the summary equals grouping them by class [reference.codes]", () => {
  fc.assert(
    fc.property(anySeries, fc.nat(), (series, cut) => {
      const {frontiers, ...catalogue} = buildCatalogue(series, labels());
      const codes = [...new Set(series.map(({classification}) => classification))].filter((code) => code !== null);
      const expected = codes.sort(compareCodes).map((code) => {
        const own = series.filter(({classification}) => classification === code);
        return {
          code,
          name: labels().classNames.get(code) ?? null,
          lastPeriod: Math.max(...own.map(({lastPeriod}) => lastPeriod)),
          isStalled: own.every(
            ({lastPeriod, frequency}) => seriesStatus(lastPeriod, frontiers.get(frequency)!, frequency) === "stalled",
          ),
          seriesCount: own.length,
        };
      });
      const whole = {...catalogue, frontiers};
      assert.deepEqual(summariseClasses(whole), expected);
      const {length} = whole.classification.codes;
      const bounds = [cut % (length + 1), (cut * 7) % (length + 1)].sort((one, other) => one - other);
      assert.deepEqual(summariseClasses(whole, bounds), expected, "in parts");
    }),
  );
});
