// A dataset whose series are in several segments gives the answers of one segment: series, order, counts, facets, hints and concepts.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {describeConcept, searchConcepts} from "./concept-search.ts";
import {findUnknownCode} from "./query/nearest-code.ts";
import {type Built, buildIndex, createShelf, type Dataset, putDataset} from "./search.fixture.ts";
import {SPELLINGS, SYNONYMS, someDatasets, someQuestion} from "./search-questions.fixture.ts";
import type {SeriesQuestion} from "./series-search.ts";

/** The part of each series, in turn. */
const someSplit = fc.array(fc.nat(3), {minLength: 1, maxLength: 7});

function compare(parted: Built, whole: Built, questions: readonly SeriesQuestion[]): void {
  const {play} = createShelf(0);
  const both = (ask: (built: Built) => unknown): void => assert.deepEqual(ask(parted), ask(whole));
  for (const query of questions) {
    for (const withFacets of [false, true]) both(({answer}) => answer(query, withFacets));
    both(({index}) => play(findUnknownCode(index, query.filters)));
    both(({index}) => play(searchConcepts(index, query.text, 5)));
  }
  for (const id of ["showdata-d1-x", "fedstat-d1-x", "showdata-d2-y"])
    both(({index}) => play(describeConcept(index, id)));
}

function splitAll(datasets: readonly Dataset[], splits: readonly (readonly number[])[]): Dataset[] {
  return datasets.map((one, index) => ({...one, split: splits[index % splits.length]!}));
}

const someSplits = fc.array(someSplit, {minLength: 1, maxLength: 3});
const questionsOf = (count: number) => fc.array(someQuestion, {minLength: count, maxLength: count});

test("a dataset in several parts is found as one part, whatever part each series is in [search.deltas]", () => {
  const check = (datasets: readonly Dataset[], splits: readonly (readonly number[])[], queries: SeriesQuestion[]) =>
    compare(
      buildIndex(splitAll(datasets, splits), SYNONYMS, SPELLINGS),
      buildIndex(datasets, SYNONYMS, SPELLINGS),
      queries,
    );
  fc.assert(fc.property(someDatasets(4, 6), someSplits, questionsOf(5), check), {numRuns: 80});
  fc.assert(fc.property(someDatasets(3, 300), someSplits, questionsOf(8), check), {numRuns: 2});
});

test("this also holds after parts came to a dataset that an index had [search.deltas search.fresh]", () => {
  fc.assert(
    fc.property(someDatasets(3, 8), someSplits, questionsOf(4), (datasets, splits, query) => {
      const few = datasets.map(({families, ...own}) => ({...own, families: families.slice(-4)}));
      const [parted, whole] = [buildIndex(few, SYNONYMS, SPELLINGS), buildIndex(few, SYNONYMS, SPELLINGS)];
      for (const [built, all] of [
        [parted, splitAll(datasets, splits)],
        [whole, datasets],
      ] as const)
        for (const [index, dataset] of all.entries())
          putDataset(built.index, {code: `d${index + 1}`, ...dataset, id: index + 1}, new Map());
      compare(parted, whole, query);
    }),
    {numRuns: 50},
  );
});

test("words weigh as in a dataset of all its classes, and hints are those of one part, in their order [search.deltas]", () => {
  // words lose weight from 512 classes on, and hints look at a thousand codes
  const families = Array.from({length: 1500}, (_, index) => ({classification: `c${(index * 7) % 1500}`}));
  const split = Array.from({length: 11}, (_, index) => (index % 4 === 0 ? 1 : 0));
  const {play} = createShelf(0);
  const [parted, whole] = [buildIndex([{families, split}]), buildIndex([{families}])];
  for (const value of ["c1499", "c700", "c77x", "d1"]) {
    const hint = ({index}: Built) => play(findUnknownCode(index, {classification: [`${value}x`]}));
    assert.deepEqual(hint(parted), hint(whole));
  }
  for (const text of ["показатель", "c7", null]) compare(parted, whole, [{text, limit: 5, filters: {}}]);
});
