// Texts read by their tokens, after texts that begin alike.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {createTokens} from "./tokens.ts";

const someToken = fc.constantFrom("хлеб", "хлеба", "a", "b", "/", "", "ж".repeat(700));
const someTexts = fc.array(fc.array(someToken, {maxLength: 6}), {minLength: 1, maxLength: 12});

test("the tokens of a text are those between its blanks, whatever it has in common with the text before [search.words]", () => {
  fc.assert(
    fc.property(someTexts, fc.boolean(), (texts, isSorted) => {
      const {list, read} = createTokens();
      const given = texts.map((text) => text.join(" "));
      for (const text of isSorted ? given.sort() : given) {
        const numbers: number[] = [];
        read(text, numbers);
        assert.deepEqual(
          numbers.map((number) => list[number]),
          text.split(" "),
        );
      }
      assert.equal(new Set(list).size, list.length);
    }),
    {numRuns: 1000},
  );
});
