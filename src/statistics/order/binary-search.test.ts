import assert from "node:assert/strict";
import {test} from "node:test";
import {firstAtLeast, firstWhere} from "./binary-search.ts";

test("a binary search finds the first of equal numbers, and the end where no number reaches the bound", () => {
  const lists = [[], [4], [1, 3, 3, 3, 7], [0, 0, 2, 5, 5, 9]];
  for (const list of lists) {
    for (let bound = -1; bound <= 10; bound++) {
      const found = list.findIndex((number) => number >= bound);
      const expected = found === -1 ? list.length : found;
      assert.equal(firstAtLeast(Int32Array.from(list), bound), expected);
      assert.equal(
        firstWhere(list.length, (index) => list[index]! >= bound),
        expected,
      );
    }
  }
});

test("a binary search in a range leaves out the numbers before and behind it", () => {
  const numbers = Uint32Array.of(1, 2, 2, 4, 6);
  assert.equal(firstAtLeast(numbers, 2, 2, 5), 2);
  assert.equal(firstAtLeast(numbers, 5, 1, 4), 4);
  assert.equal(firstAtLeast(numbers, 0, 3, 3), 3);
});
