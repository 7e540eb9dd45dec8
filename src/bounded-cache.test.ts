// Caches bounded by bytes.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {createBoundedCache, createRepeatCache} from "./bounded-cache.ts";

test("a cache never holds more bytes than its limit, returns what it holds, and evicts the least recently used entry", () => {
  const steps = fc.array(fc.record({key: fc.constantFrom("a", "b", "c", "d"), bytes: fc.integer({min: 1, max: 12})}));
  fc.assert(
    fc.property(steps, (kept) => {
      const cache = createBoundedCache<number>(10);
      let naive: {key: string; bytes: number}[] = [];
      for (const {key, bytes} of kept) {
        cache.keep(key, bytes, bytes);
        naive = naive.filter((one) => one.key !== key);
        if (bytes <= 10) naive.push({key, bytes});
        while (naive.reduce((sum, one) => sum + one.bytes, 0) > 10) naive.shift();
      }
      for (const key of ["a", "b", "c", "d"]) {
        assert.equal(cache.find(key), naive.find((one) => one.key === key)?.bytes);
      }
    }),
  );
});

test("reading an entry makes it the last to be evicted", () => {
  const cache = createBoundedCache<number>(2);
  cache.keep("a", 1, 1);
  cache.keep("b", 2, 1);
  assert.equal(cache.find("a"), 1);
  cache.keep("c", 3, 1);
  assert.deepEqual([cache.find("a"), cache.find("b"), cache.find("c")], [1, undefined, 3]);
});

test("a value requested once is not kept, a value requested twice is", () => {
  const cache = createRepeatCache<number>(10);
  assert.equal(cache.find("a"), undefined);
  cache.keep("a", 1, 1);
  assert.equal(cache.find("a"), undefined);
  cache.keep("a", 1, 1);
  assert.equal(cache.find("a"), 1);
  cache.keep("b", 2, 1);
  assert.equal(cache.find("b"), undefined);
});
