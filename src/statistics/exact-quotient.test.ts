import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {exactQuotient} from "./exact-quotient.ts";

test("the point of a rate for a hundred units is moved by two places, without a floating-point division [cbr.nominal]", () => {
  assert.equal(exactQuotient("12.3456", "100"), 0.123456);
  assert.equal(exactQuotient("22.3221", "100"), 0.223221);
  assert.equal(exactQuotient("38.7231", "10000"), 0.00387231);
  assert.equal(exactQuotient("83.5173", "1"), 83.5173);
  assert.equal(exactQuotient("-1.1", "1000"), -0.0011);
  assert.equal(exactQuotient("0", "100"), 0);
  assert.equal(exactQuotient("1", "3"), 1 / 3);
  assert.equal(exactQuotient("2", "0.5"), 4);
});

test("a power of ten only moves the point, for any digits [cbr.nominal]", () => {
  fc.assert(
    fc.property(fc.integer({min: 0, max: 10 ** 9}), fc.integer({min: 0, max: 6}), (digits, count) => {
      assert.equal(exactQuotient(String(digits), `1${"0".repeat(count)}`), Number(`${digits}e-${count}`));
    }),
  );
});

test("the quotient of two integers equals the rounded result of floating point", () => {
  fc.assert(
    fc.property(fc.integer({min: 0, max: 10 ** 9}), fc.integer({min: 1, max: 10 ** 6}), (over, under) => {
      assert.equal(exactQuotient(String(over), String(under)), over / under);
    }),
  );
});
