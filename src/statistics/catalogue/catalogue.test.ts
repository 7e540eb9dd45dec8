// The built catalogue: the order of the slice, narrow and wide dictionaries, frontiers, labels, refusals.
import assert from "node:assert/strict";
import {createHash} from "node:crypto";
import {test} from "node:test";
import fc from "fast-check";
import {LEVELS} from "../territory.ts";
import {FREQUENCIES} from "../time/frequency.ts";
import {buildCatalogue, type CatalogueSeries, weighCatalogue} from "./build-catalogue.ts";
import {anySeries, build, labels, oneSeries, TERRITORIES} from "./catalogue.fixture.ts";
import {
  datasetKey,
  dimensionsAt,
  keyAt,
  type SeriesDimensions,
  seriesKey,
  seriesRef,
  seriesTitle,
  seriesTitleRaw,
} from "./catalogue.ts";
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

test("the catalogue has every series, in the order of the slice, for any given order [data.order]", () => {
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

test("a family consists of the series that differ only by territory", () => {
  fc.assert(
    fc.property(anySeries, (series) => {
      const catalogue = buildCatalogue(series, labels());
      const family = (position: number) => JSON.stringify({...dimensionsAt(catalogue, position), territory: null});
      const starts = series.flatMap((_one, i) => (i === 0 || family(i) !== family(i - 1) ? [i] : []));
      assert.deepEqual([...catalogue.families], [...starts, series.length]);
    }),
  );
});

test("a dictionary of 65,535 codes has 16 bits, one of 65,536 or 65,537 codes 32", () => {
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

test("names are parallel to their codes: a class without a name has null, an indicator without a label its code", () => {
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

test("two series with the same dimensions are refused, because they would be one series with two histories", () => {
  assert.throws(
    () =>
      build([
        {number: 0, classification: "x"},
        {number: 1, classification: "x"},
      ]),
    /two series.*x, cpi, -, level, pct, M, 643/,
  );
});

test("a territory without a description and a key with a wrong form are refused, with their names", () => {
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
  const bytes = weighCatalogue(buildCatalogue(series, labels()));
  const words = 1000 * (24 + 2 * 5) + 1000 * 24;
  assert.ok(bytes > 3000 * (3 * 2 + 24) && bytes < 3000 * (3 * 2 + 24 + 4) + words + 2000, `${bytes}`);
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

const BREAD: SeriesDimensions = {
  indicator: "cpi",
  classification: "01.1.1",
  measure: "mom",
  transformation: "level",
  unit: "PCT",
  frequency: "M",
  territory: "643",
};
const BARE: SeriesDimensions = {...BREAD, classification: null, measure: null, transformation: null, unit: null};

test("series_ref is provider/dataset/ and the seven dimensions joined by dots, with a hyphen for an absent one [identity.series-ref]", () => {
  assert.equal(seriesRef("showdata", "demo_cpi", BREAD), "showdata/demo_cpi/cpi.01%2E1%2E1.mom.level.PCT.M.643");
  assert.equal(seriesRef("showdata", "demo_cpi", BARE), "showdata/demo_cpi/cpi.-.-.-.-.M.643");
});

test("a dot, slash, percent sign or white space inside a code is percent-encoded, and nothing else [identity.ref-escaping]", () => {
  const classes = {
    "a.b": "a%2Eb",
    "a/b": "a%2Fb",
    "100%": "100%25",
    "a b": "a%20b",
    "a\tb\n": "a%09b%0A",
    "a\u00a0b": "a%C2%A0b",
    "a\u2009b": "a%E2%80%89b",
    "-": "%2D",
    "a-b": "a-b",
    "": "",
    "w2:p_mest:11": "w2:p_mest:11",
    "хлеб~1": "хлеб~1",
  };
  for (const [code, written] of Object.entries(classes)) {
    const ref = seriesRef("p", "d", {...BARE, classification: code});
    assert.equal(ref, `p/d/cpi.${written}.-.-.-.M.643`);
  }
  assert.equal(seriesRef("p/q", "d.1 x", BARE), "p%2Fq/d%2E1%20x/cpi.-.-.-.-.M.643");
  assert.equal(seriesRef("fedstat", "1", {...BARE, territory: "643004.АГ"}), "fedstat/1/cpi.-.-.-.-.M.643004%2EАГ");
});

// Few characters, so that separators, hyphens and encoded texts are often neighbours.
const code = fc.string({unit: fc.constantFrom(..."a1-./% \t|~%2DЯ"), maxLength: 4});
const dimensions: fc.Arbitrary<SeriesDimensions> = fc.record({
  indicator: code,
  classification: fc.option(code),
  measure: fc.option(code),
  transformation: fc.option(code),
  unit: fc.option(code),
  frequency: fc.constantFrom(...FREQUENCIES),
  territory: code,
});

function decoded(part: string): string | null {
  return part === "-" ? null : decodeURIComponent(part);
}

test("the dimensions of a series can be read back from its series_ref, so no two series share one [identity.ref-escaping]", () => {
  fc.assert(
    fc.property(code, code, dimensions, (provider, dataset, d) => {
      const [providerPart, datasetPart, codes, ...more] = seriesRef(provider, dataset, d).split("/");
      assert.deepEqual(more, []);
      assert.deepEqual([decoded(providerPart!), decoded(datasetPart!)], [provider, dataset]);
      const parts = codes!.split(".").map(decoded);
      const given = [d.indicator, d.classification, d.measure, d.transformation, d.unit, d.frequency, d.territory];
      assert.deepEqual(parts, given);
    }),
    {numRuns: 1000},
  );
});

test("series_key is 16 characters of 0-9a-z, five of them shared by the series of a dataset [identity.series-key]", () => {
  fc.assert(
    fc.property(code, code, dimensions, dimensions, (provider, dataset, one, other) => {
      const key = seriesKey(provider, dataset, one);
      assert.match(key, /^[0-9a-z]{16}$/);
      assert.equal(key.slice(0, 5), datasetKey(provider, dataset));
      assert.equal(key.slice(0, 5), seriesKey(provider, dataset, other).slice(0, 5));
      const sameSeries = seriesRef(provider, dataset, one) === seriesRef(provider, dataset, other);
      assert.equal(key === seriesKey(provider, dataset, other), sameSeries);
    }),
  );
});

test("the same codes give the same key in every store and order; these keys never change [identity.key-stable]", () => {
  const bread = seriesKey("showdata", "demo_cpi", BREAD);
  seriesKey("fedstat", "31074", BARE);
  assert.equal(seriesKey("showdata", "demo_cpi", BREAD), bread);
  assert.equal(bread, expectedKey("showdata/demo_cpi", "showdata/demo_cpi/cpi.01%2E1%2E1.mom.level.PCT.M.643"));
  assert.equal(bread, "jfc7s5lq7p93j32i");
  assert.equal(seriesKey("fedstat", "31074", BARE), "8tzxeq9ygz7e62eg");
});

/** The key, computed in another way: the first 48 bits of SHA-256 as the first digits, the next 48 as the rest. */
function expectedKey(datasetRef: string, ref: string): string {
  const part = (text: string, at: number, digits: number): string => {
    const number = createHash("sha256").update(text, "utf8").digest().readUIntBE(at, 6);
    return (BigInt(number) % 36n ** BigInt(digits)).toString(36).padStart(digits, "0");
  };
  return part(datasetRef, 0, 5) + part(ref, 0, 6) + part(ref, 6, 5);
}

test("keys are spread evenly: every character occurs at every place, and 50,000 series have 50,000 keys", () => {
  const seen = Array.from({length: 16}, () => new Set<string>());
  const keys = new Set<string>();
  for (let i = 0; i < 50_000; i++) {
    const key = seriesKey("fedstat", String(i % 2000), {...BARE, territory: String(i)});
    keys.add(key);
    for (let at = 0; at < 16; at++) seen[at]!.add(key[at]!);
  }
  assert.equal(keys.size, 50_000);
  for (const characters of seen) assert.equal(characters.size, 36);
});

test("title joins class, indicator label and territory by a comma and a blank; a class without a name is written as its code [identity.title]", () => {
  const parts = {
    classification: "01.1",
    className: "Хлеб",
    indicatorLabel: "Индекс потребительских цен",
    territoryName: "Москва",
  };
  assert.equal(seriesTitle(parts), "Хлеб, Индекс потребительских цен, Москва");
  assert.equal(seriesTitle({...parts, className: null}), "01.1, Индекс потребительских цен, Москва");
  assert.equal(seriesTitle({...parts, className: ""}), "01.1, Индекс потребительских цен, Москва");
  assert.equal(seriesTitle({...parts, classification: null, className: null}), "Индекс потребительских цен, Москва");
});

test("title_raw joins the seven codes by a bar and keeps empty parts [identity.title-raw]", () => {
  assert.equal(seriesTitleRaw(BREAD), "cpi|01.1.1|mom|level|PCT|M|643");
  assert.equal(seriesTitleRaw(BARE), "cpi|||||M|643");
});
