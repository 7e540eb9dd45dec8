// Code-point order, and looking codes up in it.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {anyText} from "../../any-text.fixture.ts";
import {compareCodes, findCode} from "./code-order.ts";

/** Any text, broken surrogate pairs included. */
const anyCode = fc.string({
  unit: fc.oneof(fc.constantFrom("a", "\ud800", "\udc00", "\uffff", "\u{10000}", "\ue000"), anyText({maxLength: 1})),
});

test("codes sort by code points: a character beyond U+FFFF stands after U+FFFF [identity.code-order]", () => {
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

test("null stands before any code, the empty one included [data.order]", () => {
  assert.deepEqual(["a", null, ""].sort(compareCodes), [null, "", "a"]);
});

test("the order of codes is that of their lists of code points [identity.code-order]", () => {
  fc.assert(
    fc.property(anyCode, anyCode, (left, right) => {
      assert.equal(Math.sign(compareCodes(left, right)), naive(left, right));
    }),
  );
});

test("a code is found in its place, another one nowhere", () => {
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
