// Codes read by their levels, compared with codes read as a whole.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {CODE_MARK, readLevels} from "../../statistics/class-texts/leveled-texts.ts";
import {finish} from "../../work/steps.fixture.ts";
import {isOfLevels, openingWord} from "./class-codes.ts";
import {codeWords, numbered, postCodes, postRanges} from "./post-words.ts";
import {draftPostings, FIELD, type Field, type PostingRanges, rangesOf} from "./postings.ts";
import {createSegmentWords} from "./segment-words.ts";

const someLevel = fc.oneof(
  fc.constantFrom(
    ..."ceny ceny_na_7big na a_b a b_c 01.1 x-y М2 сахар 12 ab12 _ab ab_ the ZZ".split(" "),
    "",
    "x".repeat(70),
  ),
  fc.stringMatching(/^[a-z\d_]{1,9}$/),
);
const someCode = fc.array(someLevel, {minLength: 1, maxLength: 4}).map((levels) => levels.join("~"));

test("codes read by their levels have the postings of whole codes but for those that are looked up, and words in the same order [search.words]", () => {
  fc.assert(
    fc.property(fc.uniqueArray(someCode, {minLength: 1, maxLength: 8}), (codes) => {
      const column = {codes, index: Uint16Array.from(codes.flatMap((_, index) => [index, index]).slice(1))};
      const [words, whole] = [createSegmentWords(), createSegmentWords()];
      const [draft, expected] = [draftPostings(), draftPostings()];
      const isLeftOut = (code: string): boolean => code === "12";
      finish(postCodes(draft, column, readLevels(codes, CODE_MARK), words, isLeftOut));
      finish(postRanges(expected, column, (_, code) => (isLeftOut(code) ? [] : numbered(whole, postedWords(code)))));
      assert.deepEqual(words.list, whole.list);
      const [own, plain] = [finish(draft.finish()), finish(expected.finish())];
      for (const [term, word] of words.list.entries())
        assert.deepEqual(familiesOf(rangesOf(own, term)), familiesOf(rangesOf(plain, term)), word);
    }),
    {numRuns: 2000},
  );
});

/** The fields of each family, in their order. */
function familiesOf(ranges: PostingRanges): number[][] {
  const fields: number[][] = [];
  for (let range = 0; range < ranges.length; range += 3)
    for (let family = ranges[range]!; family < ranges[range + 1]!; family++)
      fields[family] = [...new Set([...(fields[family] ?? []), ranges[range + 2]!])];
  return fields;
}

/** The words of a code, with the opening word instead of the whole code where that is looked up. */
function postedWords(code: string): ReturnType<typeof codeWords> {
  if (!isOfLevels(code)) return codeWords(code);
  const [first] = code.split("~") as [string];
  const [[whole], ...others] = codeWords(code) as [[string[], Field], ...[string[], Field][]];
  const opening = /^[a-z]{3,}$/.test(first) ? [openingWord(first)] : [];
  return [[[...opening, ...whole.filter((word) => word !== code)], FIELD.code], ...others];
}
