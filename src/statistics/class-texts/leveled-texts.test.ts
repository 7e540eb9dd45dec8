// Texts by their levels are the texts, and equal ones have one number.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {finish} from "../../work/steps.fixture.ts";
import {type LeveledTexts, NAME_MARK, readLevels} from "./leveled-texts.ts";
import {numberSequences} from "./sequence-numbers.ts";

const someText = fc
  .array(fc.constantFrom("a", "ab", "б", "", "/", " ", "a /", "\ud800"), {minLength: 1, maxLength: 5})
  .map((levels) => levels.join(" / "));
const someTexts = fc.array(fc.option(someText), {maxLength: 14});

test("each text is its levels with marks between them, and a missing one has none", () => {
  fc.assert(
    fc.property(someTexts, (texts) => {
      const all = readLevels(texts, NAME_MARK);
      assert.deepEqual(textsOf(all), texts);
    }),
    {numRuns: 1000},
  );
});

test("equal texts have one number, others another, in the order of their first use [search.words]", () => {
  fc.assert(
    fc.property(someTexts, (texts) => {
      const all = readLevels(texts, NAME_MARK);
      const {sequenceAt, ...own} = finish(numberSequences(all, all.levels.length));
      const known = [...new Set(texts.filter((text) => text !== null))];
      assert.deepEqual(
        [...sequenceAt],
        texts.map((text) => (text === null ? 0 : known.indexOf(text) + 1)),
      );
      assert.deepEqual(textsOf({...own, levels: all.levels}), known);
    }),
    {numRuns: 1000},
  );
});

function textsOf({levels, starts, numbers}: LeveledTexts): (string | null)[] {
  return Array.from(starts.subarray(1), (end, at) =>
    end === starts[at] ? null : Array.from(numbers.subarray(starts[at]!, end), (one) => levels[one]!).join(NAME_MARK),
  );
}
