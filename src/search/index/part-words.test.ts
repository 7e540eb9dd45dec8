// Names read by their pieces, compared with names read as a whole.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {finish} from "../../steps.fixture.ts";
import {WHOLE_WORDS} from "../language/code-words.ts";
import {isStopWord} from "../language/words.ts";
import {createNameReader, createPartWords} from "./part-words.ts";
import {splitNames} from "./split-names.ts";
import {nameWords} from "./titles.ts";

const someName = fc
  .array(
    fc.constantFrom(
      ..."хлеб Хлеб, всего (все виды) (в т.ч. хлебо-булочные изделия)) ((а б( М2 25% № RU-77 ё".split(" "),
      "",
    ),
    {
      maxLength: 7,
    },
  )
  .map((pieces) => pieces.join(" "));

test("a name read by its pieces has the words and the length of the whole name, in brackets and outside them [search.words]", () => {
  fc.assert(
    fc.property(fc.uniqueArray(someName, {minLength: 1, maxLength: 5}), (names) => {
      const words = createPartWords();
      const read = createNameReader(words, finish(splitNames(names, names.length)));
      for (const [place, name] of names.entries()) compare(read(place + 1), name, words.list);
    }),
    {numRuns: 1000},
  );
});

test("a name that is read again after thousands of others is the same [search.words]", () => {
  const names = Array.from({length: 3000}, (_, at) => `Хлеб ${at} (все)`);
  const words = createPartWords();
  const read = createNameReader(words, finish(splitNames(names, names.length)));
  for (const [place, name] of [...names.entries(), ...names.entries()]) compare(read(place + 1), name, words.list);
  compare(read(1), names[0]!, words.list);
});

type Read = ReturnType<ReturnType<typeof createNameReader>>;

function compare({main, aside, length}: Read, name: string, words: readonly string[]): void {
  const whole = nameWords(name, WHOLE_WORDS);
  const textOf = (numbers: readonly number[]): string[] => numbers.map((number) => words[number]!);
  const telling = (list: readonly string[]): string[] => list.filter((word) => !isStopWord(word));
  assert.deepEqual([textOf(main), textOf(aside)], [telling(whole.main), telling(whole.aside)], name);
  assert.equal(length, name === "" ? 0 : whole.length, name);
}
