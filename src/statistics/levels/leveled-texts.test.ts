// Texts by their levels are the texts, and equal ones have one number.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {finish} from "../../steps.fixture.ts";
import {type LeveledTexts, levelsAt, makesMark, NAME_MARK, NO_TEXT, readLevels, withJoined} from "./leveled-texts.ts";
import {numberSequences} from "./sequence-numbers.ts";

const someText = fc
  .array(fc.constantFrom("a", "ab", "б", "", "/", " ", "a /", "\ud800"), {minLength: 1, maxLength: 5})
  .map((levels) => levels.join(" / "));
const someTexts = fc.array(fc.option(someText), {maxLength: 14});

test("each text is its levels with marks between them, and a missing one has none, in the whole list and at some of its places", () => {
  fc.assert(
    fc.property(someTexts, fc.array(fc.nat(), {maxLength: 10}), (texts, some) => {
      const all = readLevels(texts, NAME_MARK);
      assert.deepEqual(textsOf(all), texts);
      const places = some.map((one) => (texts.length === 0 || one % 5 === 0 ? NO_TEXT : one % texts.length));
      const expected = places.map((place) => texts[place] ?? null);
      assert.deepEqual(textsOf(levelsAt(all, Uint32Array.from(places))), expected);
    }),
    {numRuns: 1000},
  );
});

test("a text of two others with a mark between has the levels of both, unless the first one ends like a mark", () => {
  fc.assert(
    fc.property(
      fc.array(someText, {minLength: 1, maxLength: 6}),
      fc.array(fc.tuple(fc.nat(), fc.nat())),
      (texts, some) => {
        const all = [...texts];
        const pairs: number[] = [];
        for (const [one, other] of some) {
          const [left, right] = [one % all.length, other % all.length];
          if (makesMark(all[left]!, NAME_MARK)) continue;
          pairs.push(left, right);
          all.push(all[left]! + NAME_MARK + all[right]!);
        }
        const joined = withJoined(readLevels(texts, NAME_MARK), Uint32Array.from(pairs));
        const levels = textLevels(joined);
        assert.deepEqual(levels, textLevels(readLevels(all, NAME_MARK)));
      },
    ),
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

function textLevels({levels, starts, numbers}: LeveledTexts): string[][] {
  return Array.from(starts.subarray(1), (end, at) =>
    Array.from(numbers.subarray(starts[at]!, end), (one) => levels[one]!),
  );
}
