// Sorting with rests: the result of Array.sort, pauses, and the end of the budget.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import type {Script} from "../../../store/script.ts";
import {createBudget} from "../../../work/budget.ts";
import {sortWithRests} from "./sorted-series.ts";

/** Runs a script without queries; returns its value and the number of its pauses. */
function play<T>(script: Script<T>): {readonly value: T; readonly rests: number} {
  let rests = 0;
  let next = script.next([]);
  for (; !next.done; next = script.next([])) rests++;
  return {value: next.value, rests};
}

const never = (): never => {
  throw new Error("the budget is spent");
};

test("a sort with rests gives the result of Array.sort, equal items in their original order [odata.budget odata.orderby]", () => {
  const items = fc.array(fc.tuple(fc.integer({min: 0, max: 50}), fc.nat()), {maxLength: 3000, size: "max"});
  const compare = (one: readonly number[], other: readonly number[]): number => one[0]! - other[0]!;
  fc.assert(
    fc.property(items, (list) => {
      const {value} = play(sortWithRests(list, compare, createBudget(), never));
      assert.deepEqual(value, list.toSorted(compare));
    }),
    {numRuns: 60},
  );
});

test("a sort with rests lets others in, counts about as many evaluations as comparisons, and stops when the budget is spent [odata.budget]", () => {
  const list = Array.from({length: 60_000}, (_, i) => (i * 7919) % 60_000);
  let comparisons = 0;
  const compare = (one: number, other: number): number => {
    comparisons++;
    return one - other;
  };
  const budget = createBudget();
  const {rests} = play(sortWithRests(list, compare, budget, never));
  assert.ok(rests > 500, `${rests} rests`);
  assert.ok(
    budget.spent() > comparisons * 0.9 && budget.spent() < comparisons * 1.3,
    `${budget.spent()} of ${comparisons}`,
  );
  comparisons = 0;
  assert.throws(() => play(sortWithRests(list, compare, createBudget("reader", 1000), never)), /budget is spent/);
  assert.ok(comparisons < 3000);
});
