// Sequences sorted by counting, compared with their sort by comparison.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {finish} from "../../steps.fixture.ts";
import {compareSequences, sortSequences} from "./sequences.ts";

const someSequence = fc.oneof(fc.array(fc.nat(5), {maxLength: 6}), fc.array(fc.nat(5), {minLength: 31, maxLength: 34}));

test("sequences are sorted place by place, a beginning before the whole, and equal ones as they came [search.ranking]", () => {
  fc.assert(
    fc.property(fc.array(someSequence, {maxLength: 30}), (list) => {
      const starts = Uint32Array.from([0, ...list.map((_, at) => list.slice(0, at + 1).flat().length)]);
      const sequences = {starts, ranks: Uint32Array.from(list.flat())};
      const expected = Array.from(list.keys()).sort(
        (one, other) => compareSequences(sequences, one, other) || one - other,
      );
      assert.deepEqual([...finish(sortSequences(sequences, 6))], expected);
    }),
    {numRuns: 1000},
  );
});
