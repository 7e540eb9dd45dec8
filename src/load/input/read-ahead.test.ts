// What is made before it is asked for comes in order, never too much of it, and its failure comes to whoever asks.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {readAhead} from "./read-ahead.ts";

function source(weights: readonly number[], failAt: number | null) {
  const seen = {made: 0, ended: false};
  async function* make() {
    try {
      for (const [place, weight] of weights.entries()) {
        if (place === failAt) throw new Error("broken");
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

test("items come in order and whole, a failure behind those before it, and no more wait than may", async () => {
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

test("a source that is stopped ends, also while it waits and when nobody asked for anything, and its failure harms nobody", async () => {
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
