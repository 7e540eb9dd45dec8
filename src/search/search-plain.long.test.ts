// The real search compared with the plain one, which looks at every series: the same answers to all questions over all data.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {describeConcept, searchConcepts} from "./concept-search.ts";
import {searchPlainly} from "./plain-search.reference.ts";
import {findUnknownCode} from "./query/nearest-code.ts";
import {type Built, buildIndex, createShelf, type Dataset} from "./search.fixture.ts";
import {SPELLINGS, SYNONYMS, someDatasets, someQuestion} from "./search-questions.fixture.ts";
import type {SeriesAnswer, SeriesQuestion} from "./series-search.ts";

function compare(built: Built, query: SeriesQuestion, withFacets: boolean): SeriesAnswer {
  const expected = searchPlainly(built, query);
  const answer = built.answer(query, withFacets);
  const {found, total, isWhole} = answer;
  assert.deepEqual({total, isWhole, keys: found.map(({key}) => key)}, expected);
  return answer;
}

test("any question over any data gives the same series in the same order as the plain search [search.ranking search.query search.filters search.fewer]", () => {
  fc.assert(
    fc.property(
      someDatasets(5, 6),
      fc.array(someQuestion, {minLength: 1, maxLength: 8}),
      fc.boolean(),
      (datasets, questions, withFacets) => {
        const built = buildIndex(datasets, SYNONYMS, SPELLINGS);
        for (const query of questions) compare(built, query, withFacets);
      },
    ),
    {numRuns: 120},
  );
});

test("this also holds if there are more candidates than the page keeps [search.ranking]", () => {
  fc.assert(
    fc.property(someDatasets(6, 300), fc.array(someQuestion, {minLength: 12, maxLength: 12}), (datasets, questions) => {
      const built = buildIndex(datasets, SYNONYMS);
      for (const query of questions) compare(built, query, false);
      for (const [text, limit] of [
        ["хлеб", 3],
        ["москва", 1],
        ["область", 20],
        ["цены рост год", 20],
        [null, 1],
      ] as const)
        compare(built, {text, limit, filters: {}}, false);
    }),
    {numRuns: 6},
  );
});

test("a search that keeps next to nothing of the index in memory gives the answers of one that has it whole [search.memory]", () => {
  let readAgain = 0;
  const check = (datasets: readonly Dataset[], questions: readonly SeriesQuestion[], most: number): void => {
    const shelf = createShelf(most);
    const [whole, small] = [
      buildIndex(datasets, SYNONYMS, SPELLINGS),
      buildIndex(datasets, SYNONYMS, SPELLINGS, shelf),
    ];
    for (const query of questions)
      for (const withFacets of [false, true]) {
        assert.deepEqual(small.answer(query, withFacets), compare(whole, query, withFacets));
        const [unknown, known] = [
          findUnknownCode(small.index, query.filters),
          findUnknownCode(whole.index, query.filters),
        ];
        assert.deepEqual(shelf.play(unknown), shelf.play(known));
        for (const concepts of [searchConcepts, describeConcept] as const) {
          const text = concepts === searchConcepts ? query.text : "showdata-d1-x";
          const ask = ({index}: Built) => shelf.play<unknown>(concepts(index, text ?? "showdata-d1-x", 5));
          assert.deepEqual(ask(small), ask(whole));
        }
      }
    readAgain += shelf.readAgain;
  };
  const questions = (count: number) => fc.array(someQuestion, {minLength: count, maxLength: count});
  fc.assert(fc.property(someDatasets(5, 6), questions(4), fc.nat(3), check), {numRuns: 60});
  fc.assert(fc.property(someDatasets(4, 300), questions(6), fc.nat(3), check), {numRuns: 4});
  // most of about two thousand reads
  assert.ok(readAgain > 200, `${readAgain} blocks were dropped and read again`);
});
