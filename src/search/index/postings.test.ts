// Packed postings: what is added comes back, whatever the order of terms, fields and documents.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {finish} from "../../work/steps.fixture.ts";
import {draftPostings, FIELD, type Field, rangesOf, renumbered} from "./postings.ts";

const someRange = fc.record({
  term: fc.nat(5),
  from: fc.oneof(fc.nat(6), fc.nat(16_000_000)),
  length: fc.oneof(fc.constant(1), fc.integer({min: 1, max: 300_000})),
  field: fc.constantFrom(...Object.values(FIELD)),
});

test("each term has the documents and fields that were added, in this order [search.words]", () => {
  fc.assert(
    fc.property(fc.array(someRange, {maxLength: 30}), (added) => {
      const draft = draftPostings();
      for (const {term, from, length, field} of added) draft.add(term, from, from + length, field);
      const terms = Math.max(-1, ...added.map(({term}) => term)) + 1;
      const numbers = Array.from({length: terms}, (_, term) => 1000 - 7 * term);
      const postings = finish(renumbered(finish(draft.finish()), Uint32Array.from(numbers)));
      for (const [term, number] of numbers.entries()) {
        const ranges = [...rangesOf(postings, number)];
        assert.deepEqual(ranges, joined(added.filter((one) => one.term === term)).flat());
        const isDescribed = ranges.some((one, at) => at % 3 === 2 && one === FIELD.description);
        assert.equal([...postings.described].includes(number), isDescribed);
      }
      assert.equal(rangesOf(postings, 1001).length, 0);
    }),
  );
});

/** A range that begins within the one before it, or at its end, continues it. */
function joined(added: readonly {from: number; length: number; field: Field}[]): number[][] {
  const ranges: [number, number, Field][] = [];
  for (const {from, length, field} of added) {
    const last = ranges.at(-1);
    if (last !== undefined && last[2] === field && from >= last[0] && from <= last[1])
      last[1] = Math.max(last[1], from + length);
    else ranges.push([from, from + length, field]);
  }
  return ranges;
}
