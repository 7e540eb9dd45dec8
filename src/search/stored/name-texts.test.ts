// Names as they are stored, read again.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {NAME_MARK, readLevels} from "../../statistics/class-texts/leveled-texts.ts";
import {finish} from "../../work/steps.fixture.ts";
import {splitNames} from "../index/split-names.ts";
import {nameTexts} from "./name-texts.ts";

const someLevel = fc.constantFrom("all", "men and women", "", " ", "a  b", "/", "a /", "men", "under 18 years");
const someName = fc.array(someLevel, {minLength: 1, maxLength: 4}).map((levels) => levels.join(" / "));

test("a name is its texts with a blank between two, whether they are levels or tokens of them, and no text is stored twice [search.words]", () => {
  fc.assert(
    fc.property(fc.array(fc.option(someName), {minLength: 1, maxLength: 12}), (names) => {
      const split = finish(splitNames(readLevels(names, NAME_MARK)));
      const {texts, starts, numbers} = nameTexts(split);
      const read = Array.from(split.nameAt, (name) =>
        name === 0
          ? null
          : Array.from(numbers.subarray(starts[name - 1]!, starts[name]!), (text) => texts[text]).join(" "),
      );
      assert.deepEqual(read, names);
      assert.equal(new Set(texts).size, texts.length);
    }),
    {numRuns: 1000},
  );
});
