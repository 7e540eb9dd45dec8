// Caches bounded by bytes.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {createBoundedCache, createRepeatCache, createStateCache} from "./bounded-cache.ts";

test("a cache never holds more bytes than its limit, and passes over entries that were used since the last look at them", () => {
  const key = fc.constantFrom("a", "b", "c", "d", "e");
  const steps = fc.array(fc.record({key, bytes: fc.integer({min: 0, max: 12})}), {maxLength: 60});
  fc.assert(
    fc.property(steps, (queries) => {
      const cache = createBoundedCache<number>(10);
      let naive: {key: string; bytes: number; isUsed: boolean}[] = [];
      const size = (): number => naive.reduce((sum, one) => sum + one.bytes, 0);
      for (const {key, bytes} of queries) {
        if (bytes === 0) {
          const known = naive.find((one) => one.key === key);
          if (known !== undefined) known.isUsed = true;
          assert.equal(cache.find(key), known?.bytes);
          continue;
        }
        cache.keep(key, bytes, bytes);
        naive = naive.filter((one) => one.key !== key);
        if (bytes > 10) continue;
        while (size() + bytes > 10) {
          const oldest = naive.shift()!;
          if (oldest.isUsed) naive.push({...oldest, isUsed: false});
        }
        naive.push({key, bytes, isUsed: false});
      }
      for (const one of ["a", "b", "c", "d", "e"])
        assert.equal(cache.find(one), naive.find(({key}) => key === one)?.bytes);
    }),
  );
});

test("an entry that was read stays longer than one that was not", () => {
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

test("a value whose copy is made later is found when the copy is there, and was not made for a value requested once", () => {
  const made: (() => void)[] = [];
  const cache = createRepeatCache<string>(10, (value, then) => void made.push(() => then(`own ${value}`)));
  for (const query of [1, 2]) {
    assert.equal(cache.find("a"), undefined, `request ${query}`);
    cache.keep("a", "a", 1);
    assert.equal(made.length, query - 1);
  }
  assert.equal(cache.find("a"), undefined);
  made[0]!();
  assert.equal(cache.find("a"), "own a");
});

test("a key never has the value of another one, also where both have one number", () => {
  const cache = createBoundedCache<string>(1);
  const keys = Array.from(
    {length: 200_000},
    (_, nth) => `${Math.imul(nth, 0x9e3779b1)} ${Math.imul(nth ^ 0x5bd1e995, 0x85ebca6b)}`,
  );
  for (const key of keys) cache.keep(key, key, 0);
  const found = keys.map((key) => cache.find(key) ?? null);
  assert.ok(found.every((value, nth) => value === null || value === keys[nth]));
  assert.ok(found.includes(null), "some have one number");
  assert.ok(found.filter((value) => value === null).length < 100);
});

test("a cache of a state finds nothing of another state, and keeps nothing that was read before a change or in an unknown state", () => {
  let state: number | null = 1;
  const cache = createStateCache<string>(10, () => state);
  assert.equal(cache.find("a"), undefined);
  cache.keep("a", "one", 1);
  assert.equal(cache.find("a"), "one");

  state = null;
  assert.equal(cache.find("a"), undefined);
  cache.keep("b", "unknown", 1, cache.state());
  state = 1;
  assert.equal(cache.find("a"), "one");
  assert.equal(cache.find("b"), undefined);

  const before = cache.state();
  state = 2;
  assert.equal(cache.find("a"), undefined);
  cache.keep("a", "one", 1, before);
  assert.equal(cache.find("a"), undefined);
  cache.keep("a", "two", 1, cache.state());
  assert.equal(cache.find("a"), "two");
  cache.forget();
  assert.equal(cache.find("a"), undefined);
});
