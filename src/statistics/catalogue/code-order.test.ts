// Code-point order, and the search of codes in it.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {anyText} from "../../text/any-text.fixture.ts";
import {buildCatalogue, type CatalogueSeries} from "./build-catalogue.ts";
import {keyAt} from "./catalogue.ts";
import {compareCodes, comparerOf, findCode, indexBehindKey, keyOrder, positionAmongKeys} from "./code-order.ts";

/** Any text, also with broken surrogate pairs. */
const anyCode = fc.string({
  unit: fc.oneof(fc.constantFrom("a", "\ud800", "\udc00", "\uffff", "\u{10000}", "\ue000"), anyText({maxLength: 1})),
});

test("codes sort by code points: a character above U+FFFF comes after U+FFFF [identity.code-order]", () => {
  assert.deepEqual(["\u{10348}", "\uff21", "b", "B", "10", "9"].sort(compareCodes), [
    "10",
    "9",
    "B",
    "b",
    "\uff21",
    "\u{10348}",
  ]);
  assert.equal(compareCodes("\ud800\udc00", "\ud800\udc01") < 0, true);
});

test("null comes before every code, also before the empty one [data.order]", () => {
  assert.deepEqual(["a", null, ""].sort(compareCodes), [null, "", "a"]);
});

test("codes have the order of their lists of code points [identity.code-order]", () => {
  fc.assert(
    fc.property(anyCode, anyCode, (left, right) => {
      assert.equal(Math.sign(compareCodes(left, right)), naive(left, right));
    }),
  );
});

test("a list is sorted natively only where that is the order of code points [identity.code-order]", () => {
  fc.assert(
    fc.property(fc.array(fc.option(anyCode), {maxLength: 8}), (codes) => {
      assert.deepEqual(codes.toSorted(comparerOf(codes)), codes.toSorted(compareCodes));
    }),
  );
});

test("one text above U+FFFF behind thousands of others decides how a long list is sorted [identity.code-order]", () => {
  const codes = [...Array.from({length: 5000}, (_, index) => `c${index}`), "\u{10000}", "\uffff"];
  assert.deepEqual(codes.toSorted(comparerOf(codes)).slice(-2), ["\uffff", "\u{10000}"]);
});

test("a code is found at its place, and an unknown code is not found", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.option(anyCode)), anyCode, (codes, code) => {
      const sorted = codes.sort(compareCodes);
      assert.equal(findCode(sorted, code), sorted.indexOf(code));
    }),
  );
});

function naive(left: string, right: string): number {
  const [a, b] = [left, right].map((text) => [...text].map((character) => character.codePointAt(0) as number)) as [
    number[],
    number[],
  ];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(a.length - b.length);
}

const key = fc.string({unit: fc.constantFrom(..."0az"), minLength: 16, maxLength: 16});

test("series in the order of their keys equal a plain sort, and the place after any key is found [odata.paging]", () => {
  fc.assert(
    fc.property(fc.uniqueArray(key, {maxLength: 40}), key, (keys, other) => {
      const series = keys.map(
        (one, number): CatalogueSeries => ({
          ...{number, key: one, lastPeriod: 0, indicator: "x", classification: `c${keys.length - number}`},
          ...{measure: null, transformation: null, unit: null, frequency: "M", territory: "643"},
        }),
      );
      const country = {code: "643", name: "Россия", level: "country", canonical: "RU-00", parent: null} as const;
      const catalogue = buildCatalogue(series, {
        territories: new Map([["643", country]]),
        classNames: new Map(),
        indicatorLabels: new Map(),
        continuity: [],
        weeks: null,
      });
      const sorted = [...keys].sort();
      assert.deepEqual(
        [...keyOrder(catalogue)].map((position) => keyAt(catalogue, position)),
        sorted,
      );
      for (const one of [other, ...keys]) {
        assert.equal(indexBehindKey(catalogue, one), sorted.filter((each) => each <= one).length);
        assert.equal(indexBehindKey(catalogue, one, true), sorted.filter((each) => each < one).length);
        const position = positionAmongKeys(catalogue, one);
        assert.equal(position === -1 ? null : keyAt(catalogue, position), keys.includes(one) ? one : null);
      }
    }),
  );
});
