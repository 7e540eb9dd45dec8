// Items that are produced ahead come in order and are limited in number, and a failure reaches the consumer.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {readAhead} from "./read-ahead.ts";

function source(weights: readonly number[], failAt: number | null) {
  const seen = {made: 0, ended: false};
  async function* make() {
    try {
      for (const [index, weight] of weights.entries()) {
        if (index === failAt) throw new Error("broken");
        await new Promise<void>((resolve) => setImmediate(resolve));
        seen.made++;
        yield weight;
      }
    } finally {
      seen.ended = true;
    }
  }
  return {seen, items: make()};
}

test("all items come in order, a failure comes after the items before it, and the number of waiting items is limited", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({min: 0, max: 5}), {maxLength: 20}),
      fc.option(fc.nat(20)),
      fc.integer({min: 1, max: 12}),
      async (weights, failAt, most) => {
        const {seen, items} = source(weights, failAt);
        const ahead = readAhead(items, (weight) => weight, most);
        const got: number[] = [];
        const broken = failAt !== null && failAt < weights.length;
        const reading = (async () => {
          for await (const weight of ahead.items()) {
            got.push(weight);
            const waiting = weights.slice(got.length, seen.made).reduce((sum, one) => sum + one, 0);
            assert.ok(waiting < most + 5, `${waiting} wait`);
          }
        })();
        if (broken) await assert.rejects(reading, /broken/);
        else await reading;
        assert.deepEqual(got, broken ? weights.slice(0, failAt) : weights);
        assert.ok(seen.ended);
      },
    ),
  );
});

test("a stopped source ends, also while it waits and without a consumer, and its failure is not unhandled", async () => {
  for (const [most, failAt] of [
    [1, null],
    [100, null],
    [100, 0],
  ] as const) {
    const {seen, items} = source([1, 1, 1, 1, 1], failAt);
    await readAhead(items, (weight) => weight, most).stop();
    assert.ok(seen.ended);
    assert.ok(seen.made <= 1);
  }
});
