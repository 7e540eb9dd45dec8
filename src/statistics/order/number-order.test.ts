// The order of numbers by their digits, compared with a sort.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {finish} from "../../work/steps.fixture.ts";
import {numberOrder, sortNumbers} from "./number-order.ts";

test("the order of numbers is that of a stable sort, for all numbers of 32 bits [search.words]", () => {
  const someNumber = fc.oneof(fc.nat({max: 3}), fc.nat({max: 0xffff_ffff}), fc.constantFrom(0xffff, 0x1_0000, 2 ** 31));
  fc.assert(
    fc.property(fc.array(someNumber, {maxLength: 60}), (given) => {
      const numbers = Uint32Array.from(given);
      const sorted = [...given.keys()].sort((one, other) => given[one]! - given[other]! || one - other);
      assert.deepEqual([...finish(numberOrder(numbers))], sorted);
    }),
  );
});

test("the order of 200,000 numbers rests in between [budget.steps]", () => {
  const numbers = Uint32Array.from({length: 200_000}, (_, at) => (at * 7919) % 200_000);
  const steps = numberOrder(numbers);
  let rests = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) rests++;
  assert.ok(rests >= 10, `${rests}`);
  assert.ok(step.value.every((index, at) => numbers[index] === at));
});

test("numbers are sorted as at once, with a rest behind every few thousand [budget.steps]", () => {
  for (const length of [0, 1, 4096, 4097, 8192, 20_000]) {
    const numbers = Float64Array.from({length}, (_, at) => ((at * 7919) % 9973) / 7 - 500);
    const steps = sortNumbers(numbers);
    let rests = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) rests++;
    assert.deepEqual(step.value, numbers.toSorted());
    assert.ok(rests >= Math.floor(length / 4096), `${rests} of ${length}`);
  }
});
