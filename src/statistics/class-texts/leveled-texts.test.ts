// Texts by their levels are the texts, and equal ones have one number.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {finish} from "../../work/steps.fixture.ts";
import {createLevelReader, type LeveledTexts, NAME_MARK, readLevels} from "./leveled-texts.ts";
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

test("the levels of a text are those between its marks, each made once and in order, whatever it has in common with the text before [search.words]", () => {
  fc.assert(
    fc.property(fc.array(someText, {minLength: 1, maxLength: 12}), fc.boolean(), (texts, isSorted) => {
      const made: string[] = [];
      const {read, found} = createLevelReader(" / ", (level) => made.push(level) - 1);
      const given = isSorted ? texts.toSorted() : texts;
      for (const text of given) {
        const count = read(text);
        assert.deepEqual(
          found.slice(0, count).map((index) => made[index]),
          text.split(" / "),
        );
      }
      assert.deepEqual(made, [...new Set(given.flatMap((text) => text.split(" / ")))]);
    }),
    {numRuns: 1000},
  );
});

function textsOf({levels, starts, numbers}: LeveledTexts): (string | null)[] {
  return Array.from(starts.subarray(1), (end, at) =>
    end === starts[at] ? null : Array.from(numbers.subarray(starts[at]!, end), (one) => levels[one]!).join(NAME_MARK),
  );
}
