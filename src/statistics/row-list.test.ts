import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import {rowsOfColumns} from "./row-list.ts";

test("rows made from columns answer as an array of the same rows", () => {
  const index = fc.integer({min: -12, max: 12});
  fc.assert(
    fc.property(fc.array(fc.integer({min: 0, max: 5}), {maxLength: 10}), index, index, (numbers, from, to) => {
      const rows = rowsOfColumns(numbers.length, (at) => numbers[at]!);
      const isWanted = (one: number): boolean => one === 3;
      assert.deepEqual([...rows], numbers);
      assert.deepEqual([...rows.slice(from, to)], numbers.slice(from, to));
      assert.deepEqual([...rows.slice(from).slice(to)], numbers.slice(from).slice(to));
      assert.equal(rows.at(from), numbers.at(from));
      for (const way of ["find", "findLast", "findIndex", "findLastIndex", "some"] as const)
        assert.equal(rows[way](isWanted), numbers[way](isWanted), way);
    }),
  );
});
