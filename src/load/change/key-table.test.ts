// A table of keys, compared with a Map.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {createKeyTable} from "./key-table.ts";

const someKey = fc.oneof(
  fc.stringMatching(/^[0-9a-z]{16}$/),
  fc.constantFrom("a", "b", "", "a000000000000001", "b000000000000001", "c000000000000001", "a000000000000002"),
);

test("a key has the place that it was added with last, also among keys that end alike", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(someKey, fc.nat(2 ** 31)), {maxLength: 60}), fc.array(someKey), (added, others) => {
      const plain = new Map(added);
      const table = createKeyTable(plain.size);
      for (const [key, index] of added) table.set(key, index);
      for (const key of [...plain.keys(), ...others]) assert.equal(table.indexOf(key), plain.get(key) ?? -1);
    }),
  );
});

test("a table takes no more keys than it was made for", () => {
  const table = createKeyTable(1);
  table.set("a", 1);
  table.set("a", 2);
  assert.throws(() => table.set("b", 3), RangeError);
  assert.equal(table.indexOf("a"), 2);
});
