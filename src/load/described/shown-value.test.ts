// The number that a cell shows, rounded as spreadsheets do.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {shownValue} from "./cell-value.ts";

test("a half is rounded away from zero by the decimal digits that people see, not by the double [described.decimals]", () => {
  const cases = [
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.675, 2, 2.68],
    [1.0049, 2, 1],
    [102.97499999999999, 2, 102.98],
    [0.5, 0, 1],
    [99.95, 1, 100],
    [1e-7, 2, 0],
    [1.5e-7, 7, 2e-7],
    [123_456_789_012_345, 2, 123_456_789_012_345],
    [1e21, 2, 1e21],
  ] as const;
  for (const [value, decimals, shown] of cases) assert.equal(shownValue(value, decimals) + 0, shown, String(value));
});

test("a number with no more decimals than are shown is unchanged [described.decimals]", () => {
  fc.assert(
    fc.property(fc.integer({min: -(10 ** 12), max: 10 ** 12}), fc.integer({min: 0, max: 3}), (digits, decimals) => {
      const value = Number(`${digits}e-${decimals}`);
      assert.equal(shownValue(value, decimals) + 0, value + 0);
    }),
  );
});
