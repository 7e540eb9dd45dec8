// Postings of words by their levels, compared with those of each family's own words.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {finish} from "../../work/steps.fixture.ts";
import {createLevelRanges} from "./level-ranges.ts";
import {post} from "./post-words.ts";
import {draftPostings, FIELD, type Posted, rangesOf} from "./postings.ts";

const someWords = fc.array(
  fc.tuple(fc.array(fc.nat(9), {maxLength: 4}), fc.constantFrom(FIELD.head, FIELD.code, FIELD.aside)),
  {maxLength: 3},
);
const someFamily = fc.record({levels: fc.array(fc.nat(5), {maxLength: 4}), families: fc.integer({min: 1, max: 3})});

test("a word has the families of each level that has it, in each of its fields [search.words]", () => {
  fc.assert(
    fc.property(
      fc.array(someWords, {minLength: 6, maxLength: 6}),
      fc.array(someFamily, {maxLength: 12}),
      (words, given) => {
        const [draft, expected] = [draftPostings(), draftPostings()];
        const ranges = createLevelRanges();
        let from = 0;
        for (const {levels, families} of given) {
          const to = from + families;
          for (const level of levels) {
            ranges.add(level, from, to);
            post(expected, words[level]! as readonly Posted[], from, to);
          }
          from = to;
        }
        finish(ranges.post(draft, (level) => words[level]! as readonly Posted[]));
        const [own, plain] = [finish(draft.finish()), finish(expected.finish())];
        for (let term = 0; term < 10; term++)
          assert.deepEqual(familiesOf(rangesOf(own, term)), familiesOf(rangesOf(plain, term)), `${term}`);
      },
    ),
    {numRuns: 2000},
  );
});

/** Each family of a term with its fields. */
function familiesOf(ranges: Uint32Array): string[] {
  const found = new Set<string>();
  for (let range = 0; range < ranges.length; range += 3)
    for (let family = ranges[range]!; family < ranges[range + 1]!; family++)
      found.add(`${family} ${ranges[range + 2]}`);
  return [...found].sort();
}
