// Names read by their tokens, compared with names read as a whole.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {NAME_MARK, readLevels} from "../../statistics/class-texts/leveled-texts.ts";
import {finish} from "../../work/steps.fixture.ts";
import {WHOLE_WORDS} from "../language/code-words.ts";
import {isStopWord} from "../language/words.ts";
import {createNameReader, createSegmentWords, type SegmentWords} from "./segment-words.ts";
import {splitNames} from "./split-names.ts";
import {indexedNameWords} from "./titles.ts";

const someName = fc
  .array(
    fc.constantFrom(
      ..."хлеб Хлеб, всего (все виды) (в т.ч. хлебо-булочные изделия)) ((а б( М2 25% № RU-77 ё /".split(" "),
      "",
    ),
    {
      maxLength: 7,
    },
  )
  .map((tokens) => tokens.join(" "));

test("a name read by its tokens has the words and the length of the whole name, in brackets and outside them [search.words]", () => {
  fc.assert(
    fc.property(fc.uniqueArray(someName, {minLength: 1, maxLength: 5}), (names) => {
      const words = createSegmentWords();
      const read = readerOf(words, names);
      for (const [index, name] of [...names.entries(), ...names.entries()]) compare(read(index + 1), name, words.list);
    }),
    {numRuns: 1000},
  );
});

/** All words of a name, which are those of its levels unless it has none that tells. */
function readerOf(words: SegmentWords, names: readonly string[]) {
  const split = finish(splitNames(readLevels(names, NAME_MARK)));
  const {factsOf, levelOf} = createNameReader(words, split);
  return (name: number) => {
    const {length, bare} = factsOf(name);
    if (bare !== null) return {main: bare, aside: [], length};
    const [main, aside]: [number[], number[]] = [[], []];
    let isInside = false;
    for (const level of split.numbers.subarray(split.starts[name - 1]!, split.starts[name]!)) {
      const own = levelOf(level, isInside);
      main.push(...own.main);
      aside.push(...own.aside);
      isInside = own.endsInside;
    }
    return {main, aside, length};
  };
}

type Read = ReturnType<ReturnType<typeof readerOf>>;

function compare({main, aside, length}: Read, name: string, words: readonly string[]): void {
  const whole = indexedNameWords(name, WHOLE_WORDS);
  const textOf = (numbers: readonly number[]): string[] => numbers.map((number) => words[number]!);
  const telling = (list: readonly string[]): string[] => list.filter((word) => !isStopWord(word));
  assert.deepEqual([textOf(main), textOf(aside)], [telling(whole.main), telling(whole.aside)], name);
  assert.equal(length, name === "" ? 0 : whole.length, name);
}
