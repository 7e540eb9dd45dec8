// The catalogue as built: the order of the slice, dictionaries that widen, frontiers, labels, what it refuses.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {LEVELS} from "../territory.ts";
import {buildCatalogue, type CatalogueSeries} from "./build-catalogue.ts";
import {anySeries, build, labels, oneSeries, TERRITORIES} from "./catalogue.fixture.ts";
import {dimensionsAt, keyAt} from "./catalogue.ts";
import {compareCodes} from "./code-order.ts";

test("series are ordered by class, indicator, measure, transformation, unit, freq, then territory by level and code [data.order]", () => {
  const ascending = [
    {classification: null, indicator: "z"},
    {classification: "\uff21", indicator: "a"},
    {classification: "\u{10348}", indicator: "a", measure: null, transformation: "z"},
    {classification: "\u{10348}", indicator: "a", measure: "m", transformation: "a", unit: "z"},
    {classification: "\u{10348}", indicator: "a", measure: "m", transformation: "b", unit: "a", frequency: "W"},
    {
      classification: "\u{10348}",
      indicator: "a",
      measure: "m",
      transformation: "b",
      unit: "b",
      frequency: "A",
      territory: "RU-78",
    },
    {
      classification: "\u{10348}",
      indicator: "a",
      measure: "m",
      transformation: "b",
      unit: "b",
      frequency: "D",
      territory: "643",
    },
    {
      classification: "\u{10348}",
      indicator: "a",
      measure: "m",
      transformation: "b",
      unit: "b",
      frequency: "D",
      territory: "030",
    },
    {
      classification: "\u{10348}",
      indicator: "a",
      measure: "m",
      transformation: "b",
      unit: "b",
      frequency: "D",
      territory: "050",
    },
    {
      classification: "\u{10348}",
      indicator: "a",
      measure: "m",
      transformation: "b",
      unit: "b",
      frequency: "D",
      territory: "40000000000",
    },
    {
      classification: "\u{10348}",
      indicator: "a",
      measure: "m",
      transformation: "b",
      unit: "b",
      frequency: "D",
      territory: "45000000000",
    },
    {
      classification: "\u{10348}",
      indicator: "a",
      measure: "m",
      transformation: "b",
      unit: "b",
      frequency: "D",
      territory: "11001000000",
    },
    {classification: "\u{10348}", indicator: "b"},
  ] as const;
  const catalogue = build(ascending.map((one, number) => ({...one, number})).toReversed());
  assert.deepEqual(
    [...catalogue.numbers],
    ascending.map((_one, number) => number),
  );
});

test("the catalogue holds every series, in the order of the slice, whatever the order given [data.order]", () => {
  fc.assert(
    fc.property(anySeries, (series) => {
      const catalogue = buildCatalogue(series, labels());
      const expected = series.toSorted(naiveOrder);
      assert.deepEqual(
        [...catalogue.numbers],
        expected.map((one) => one.number),
      );
      expected.forEach((one, position) => {
        const {number: _number, key, lastPeriod, ...dimensions} = one;
        assert.deepEqual(dimensionsAt(catalogue, position), dimensions);
        assert.equal(keyAt(catalogue, position), key);
        assert.equal(catalogue.lastPeriod[position], lastPeriod);
      });
    }),
  );
});

test("the catalogue does not depend on the order in which the series are given [data.order]", () => {
  fc.assert(
    fc.property(anySeries, (series) => {
      assert.deepEqual(buildCatalogue(series.toReversed(), labels()), buildCatalogue(series, labels()));
    }),
  );
});

test("a family is the series that differ only by territory", () => {
  fc.assert(
    fc.property(anySeries, (series) => {
      const catalogue = buildCatalogue(series, labels());
      const family = (position: number) => JSON.stringify({...dimensionsAt(catalogue, position), territory: null});
      const starts = series.flatMap((_one, i) => (i === 0 || family(i) !== family(i - 1) ? [i] : []));
      assert.deepEqual([...catalogue.families], [...starts, series.length]);
    }),
  );
});

test("a dictionary of 65,535 codes is kept in 16 bits, one of 65,536 and of 65,537 in 32", () => {
  for (const [count, bits] of [
    [65_535, 16],
    [65_536, 32],
    [65_537, 32],
  ] as const) {
    const series = Array.from({length: count}, (_, number) => oneSeries({number, classification: `c${number}`}));
    const catalogue = buildCatalogue(series, labels());
    assert.equal(catalogue.classification.index.BYTES_PER_ELEMENT * 8, bits);
    const last = catalogue.size - 1;
    assert.equal(
      dimensionsAt(catalogue, last).classification,
      series
        .map((one) => one.classification)
        .sort(compareCodes)
        .at(-1),
    );
  }
});

test("the frontier is the latest last period of the same frequency [status.stalled]", () => {
  const catalogue = build([
    {number: 0, frequency: "M", lastPeriod: 100},
    {number: 1, frequency: "M", lastPeriod: 300, territory: "030"},
    {number: 2, frequency: "M", lastPeriod: 200, territory: "050"},
    {number: 3, frequency: "A", lastPeriod: -5},
  ]);
  assert.deepEqual(
    catalogue.frontiers,
    new Map([
      ["A", -5],
      ["M", 300],
    ]),
  );
});

test("names stand beside their codes: a class without a name has null, an indicator without a label its code", () => {
  const catalogue = build([
    {number: 0, classification: "01.1"},
    {number: 1, classification: "01.2", indicator: "ppi"},
    {number: 2},
  ]);
  assert.deepEqual(catalogue.classification.codes, [null, "01.1", "01.2"]);
  assert.deepEqual(catalogue.classNames, [null, "Хлеб", null]);
  assert.deepEqual(catalogue.indicatorLabels, ["Индекс потребительских цен", "ppi"]);
  assert.deepEqual(catalogue.territories, [TERRITORIES[0]]);
});

test("two series of the same dimensions are refused, since they would be one series with two histories", () => {
  assert.throws(
    () =>
      build([
        {number: 0, classification: "x"},
        {number: 1, classification: "x"},
      ]),
    /two series.*x, cpi, -, level, pct, M, 643/,
  );
});

test("a territory without a description and a key of another shape are refused by name", () => {
  assert.throws(() => build([{number: 0, territory: "nowhere"}]), /territory "nowhere"/);
  assert.throws(
    () =>
      build([
        {number: 0, territory: "643"},
        {number: 1, territory: "nowhere"},
      ]),
    /territory "nowhere"/,
  );
  assert.throws(() => build([{number: 0, key: "SHORT"}]), /series key "SHORT"/);
});

test("a series takes about 34 bytes: two for each dimension that varies, 16 of key, 8 of number and last period", () => {
  const series = Array.from({length: 3000}, (_, number) =>
    oneSeries({number, measure: `m${number % 3}`, classification: `c${Math.floor(number / 3)}`}),
  );
  const catalogue = buildCatalogue(series, labels());
  const words = 1000 * (24 + 2 * 5) + 1000 * 24;
  assert.ok(
    catalogue.bytes > 3000 * (3 * 2 + 24) && catalogue.bytes < 3000 * (3 * 2 + 24 + 4) + words + 2000,
    `${catalogue.bytes}`,
  );
});

function naiveOrder(left: CatalogueSeries, right: CatalogueSeries): number {
  for (const dimension of ["classification", "indicator", "measure", "transformation", "unit", "frequency"] as const) {
    const compared = compareCodes(left[dimension], right[dimension]);
    if (compared !== 0) return compared;
  }
  const [a, b] = [left, right].map((one) =>
    LEVELS.indexOf(TERRITORIES.find(({code}) => code === one.territory)!.level),
  ) as [number, number];
  return a - b || compareCodes(left.territory, right.territory);
}
