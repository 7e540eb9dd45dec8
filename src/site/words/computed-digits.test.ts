// The digits of computed values.
import assert from "node:assert/strict";
import {test} from "node:test";
import {computedDigits} from "../client/computed-digits.ts";

test("a computed value has five significant digits and at most three decimals, and no whole number of it is lost [site.few-digits]", () => {
  const shown = [68_652_025.7655, 123_456.7, 12_345.67, 1234.567, 101.26789, 5.870912, 0.0123456, 0, -68_652_025.7655];
  assert.deepEqual(
    shown.map((value) => computedDigits(value, "other")),
    [68_652_026, 123_457, 12_346, 1234.6, 101.27, 5.871, 0.01235, 0, -68_652_026],
  );
  assert.equal(computedDigits(Number.NaN, "other"), Number.NaN);
  // beside larger values, but never as nothing
  assert.deepEqual(
    [99.98765, 3.17159, 0.00123].map((value) => computedDigits(value, "other", 68_652_025.7655)),
    [100, 3.2, 0.0012],
  );
});

test("computed per cent have one decimal and points two, whatever stands beside them; a small one is never nothing [site.few-digits]", () => {
  assert.deepEqual(
    [5.870912, -0.049, 0.05, 0, 1234.567].map((value) => computedDigits(value, "percent", 0.0123)),
    [5.9, -0.049, 0.1, 0, 1234.6],
  );
  assert.deepEqual(
    [-0.25, -0.048611, 0.0012345].map((value) => computedDigits(value, "points")),
    [-0.25, -0.05, 0.0012],
  );
});
