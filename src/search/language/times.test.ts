import assert from "node:assert/strict";
import {test} from "node:test";
import {buildIndex, type Dataset} from "../search.fixture.ts";
import {createSeriesSearch} from "../series-search.ts";
import {withoutTimes} from "./times.ts";
import {readQueryParts} from "./words.ts";

test("a year in a question, with its month, quarter or the word for year, is a time and no subject [search.times]", () => {
  const timeless = (text: string): [string, number] | null => {
    const read = withoutTimes(readQueryParts(text));
    return read && [read.parts.map(({whole}) => whole).join(" "), read.year];
  };
  assert.deepEqual(timeless("рост ВВП 2016"), ["рост ввп", 2016]);
  assert.deepEqual(timeless("рост ВВП за 2016 год"), ["рост ввп за", 2016]);
  assert.deepEqual(timeless("инфляция март 2024 года"), ["инфляция", 2024]);
  assert.deepEqual(timeless("ВВП 1 квартал 2016"), ["ввп", 2016]);
  assert.deepEqual(timeless("GDP Q1 2016"), ["gdp", 2016]);
  assert.deepEqual(timeless("цены 2014-2016гг"), ["цены", 2016]);
  assert.deepEqual(timeless("цены 2014-2016"), ["цены", 2016]);
  // without a year a month or a quarter may be the frequency
  for (const text of ["ВВП квартал", "код 20161", "1899", "ОКВЭД2 2.1"]) assert.equal(timeless(text), null, text);
});

test("a year that no name has is left out and told; one that a name has is a word [search.times]", () => {
  const datasets: Dataset[] = ["ВВП", "Перепись 2010"].map((label, i) => ({
    code: `d${i}`,
    indicators: {x: {label}},
    families: [{}],
  }));
  const {index} = buildIndex(datasets);
  const answer = (text: string) => createSeriesSearch(index).answer({text, filters: {}, limit: 5});
  const {total, isWhole, year} = answer("ВВП 2016");
  assert.deepEqual([total, isWhole, year], [1, true, 2016]);
  const {year: named, total: one} = answer("перепись 2010");
  assert.deepEqual([one, named], [1, null]);
  assert.deepEqual([answer("2016").total, answer("ВВП").year], [0, null]);
});
