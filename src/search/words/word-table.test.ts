// Words, and the segments of terms, in flat memory, compared with a Map.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {createTermSegments} from "./term-segments.ts";
import {createWordTable} from "./word-table.ts";

const someText = fc.string({unit: fc.constantFrom("а", "б", "1", "2", "😀", "\ud800"), maxLength: 5});

test("a word has the number of its first addition, is read as it was written, and is found by its beginning [search.words]", () => {
  fc.assert(
    fc.property(fc.array(someText, {maxLength: 300}), someText, (added, asked) => {
      const table = createWordTable();
      const numbers = new Map<string, number>();
      for (const word of added) {
        if (!numbers.has(word)) numbers.set(word, numbers.size);
        assert.equal(table.add(word), numbers.get(word));
      }
      assert.equal(table.size(), numbers.size);
      assert.equal(table.find(asked), numbers.get(asked));
      for (const [word, number] of numbers) {
        assert.equal(table.find(word), number);
        assert.equal(table.wordAt(number), word);
        assert.equal(table.startsWith(number, asked), word.startsWith(asked));
      }
    }),
  );
});

test("words of several chunks and of the greatest length are kept, and a longer one is refused [search.words]", () => {
  const table = createWordTable();
  const words = Array.from({length: 30_000}, (_, number) => `word${number}`);
  words.push("x".repeat(65_534), "y".repeat(65_535));
  for (const word of words) table.add(word);
  for (const [number, word] of words.entries()) assert.ok(table.find(word) === number && table.wordAt(number) === word);
  assert.throws(() => table.add("z".repeat(65_536)), RangeError);
});

test("the segments of a term are those that were added and not removed, ascending; a term without any is dead [search.fresh]", () => {
  const step = fc.record({adds: fc.boolean(), term: fc.nat({max: 3}), segmentNumber: fc.nat({max: 4})});
  fc.assert(
    fc.property(fc.array(step, {maxLength: 40}), (steps) => {
      const segments = createTermSegments();
      const plain = new Map<number, Set<number>>();
      for (const {adds, term, segmentNumber} of steps) {
        const own = plain.get(term) ?? new Set();
        if (adds) plain.set(term, own.add(segmentNumber));
        else own.delete(segmentNumber);
        segments[adds ? "add" : "remove"](term, segmentNumber);
      }
      for (let term = 0; term < 5; term++) {
        const own = [...(plain.get(term) ?? [])].sort();
        assert.deepEqual(segments.of(term), own);
        assert.equal(segments.has(term), own.length > 0);
      }
      assert.equal(segments.dead(), [...plain.values()].filter(({size}) => size === 0).length);
    }),
  );
});
