// Codes read by their levels, compared with codes read as a whole.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {createPartWords} from "./part-words.ts";
import {codeWords, createCodeReader, numbered} from "./post-words.ts";

const someLevel = fc.oneof(
  fc.constantFrom(
    ..."ceny ceny_na_7big na a_b a b_c 01.1 x-y М2 сахар 12 ab12 _ab ab_ the ZZ".split(" "),
    "",
    "x".repeat(70),
  ),
  fc.stringMatching(/^[a-z\d_]{1,9}$/),
);
const someCode = fc.array(someLevel, {minLength: 1, maxLength: 4}).map((levels) => levels.join("~"));

test("a code read by its levels has the words of the whole code, numbered in the same order [search.words]", () => {
  fc.assert(
    fc.property(fc.array(someCode, {minLength: 1, maxLength: 8}), (codes) => {
      const words = createPartWords();
      const whole = createPartWords();
      const read = createCodeReader(words);
      for (const code of codes) {
        const [own, expected] = [read(code), numbered(whole, codeWords(code))];
        for (const [place, [numbers, field]] of expected.entries())
          assert.deepEqual([new Set(own[place]![0]), own[place]![1]], [new Set(numbers), field], code);
        assert.deepEqual(words.list, whole.list, code);
      }
    }),
    {numRuns: 2000},
  );
});
