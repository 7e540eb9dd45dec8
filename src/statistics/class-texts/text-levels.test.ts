// Texts read by their levels, after texts that begin alike.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {createLevelReader} from "./leveled-texts.ts";

const someText = fc
  .array(fc.constantFrom("a", "ab", "б", "", "/", " ", "a /", "\ud800"), {minLength: 1, maxLength: 5})
  .map((levels) => levels.join(" / "));

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
