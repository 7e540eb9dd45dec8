import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {difference, differenceDecimals, relativeDifference} from "./difference.ts";

test("a difference has the digits of the values, and none from floating-point errors [site.difference]", () => {
  assert.equal(difference(101.3, 101.2), 0.1);
  assert.equal(difference(0.3, 0.1), 0.2);
  assert.equal(difference(1e-7, 3e-7), -2e-7);
  assert.equal(difference(100, 99.95), 0.05);
  assert.equal(difference(5, 5), 0);
  assert.equal(difference(1e300, 1), 1e300);
});

test("a difference is exact to the decimals of the more precise value, if a double can represent them [site.difference]", () => {
  assert.equal(differenceDecimals(101.75, 101.5), 2);
  assert.equal(differenceDecimals(5, 5), 0);
  assert.equal(differenceDecimals(1e-20, 0), 20);
  assert.equal(differenceDecimals(1e-21, 0), null);
  assert.equal(differenceDecimals(1e15, 0), null);
});

test("a difference added to the earlier value in whole units gives the later value [site.difference]", () => {
  fc.assert(
    fc.property(
      fc.integer({min: -1e9, max: 1e9}),
      fc.integer({min: -1e9, max: 1e9}),
      fc.integer({min: 0, max: 6}),
      (a, b, decimals) => {
        const scale = 10 ** decimals;
        assert.equal(difference(a / scale, b / scale), (a - b) / scale);
      },
    ),
  );
});

test("a change in per cent of zero or of a negative value is not given [site.difference]", () => {
  assert.equal(relativeDifference(110, 100), 10);
  assert.equal(relativeDifference(100, 300), -66.67);
  for (const [later, earlier] of [
    [1, 0],
    [1, -1],
    [-1, 1],
    [1e308, 1e-308],
  ] as const)
    assert.equal(relativeDifference(later, earlier), null);
});
