// Series of one indicator in one row of a search.
import assert from "node:assert/strict";
import {test} from "node:test";
import {parseDay} from "../../../statistics/time/day.ts";
import type {FoundSeries} from "../../../store/series/named-series.ts";
import {differingFacts, foundRowsOf, variantText} from "./variants.ts";

const territory = {code: "643", name: "Россия", level: "country", canonical: "RU", parent: null};
const series = (key: string, given: object): FoundSeries =>
  ({
    ...{key, provider: "x", datasetName: "d", classification: null, className: null, indicator: "gdp", measure: null},
    ...{
      indicatorLabel: "ВВП",
      unit: "u",
      unitName: "процент",
      transformation: null,
      frequency: "Q",
      fullTerritory: territory,
    },
    ...given,
  }) as unknown as FoundSeries;

test("series that differ only by unit, kind, frequency or dataset are one row, at the place of the first, with the differing facts as variants [site.search-rows]", () => {
  const found = [
    series("a", {}),
    series("b", {indicatorLabel: "Экспорт"}),
    series("c", {frequency: "A", indicatorLabel: "ВВП"}),
    series("d", {frequency: "A", unitName: "рубль"}),
    series("e", {fullTerritory: {...territory, canonical: "RU-77", level: "region"}}),
  ];
  const rows = foundRowsOf(found, "ВВП");
  assert.deepEqual(
    rows.map((row) => [row.series.key, ...row.variants.map(({key}) => key)]),
    [["a", "c", "d"], ["b"], ["e"]],
  );
  const differing = differingFacts([found[0]!, found[2]!, found[3]!], "ru");
  assert.deepEqual([...differing], ["unit", "frequency"]);
  assert.equal(variantText(found[2]!, differing, "ru"), "процент · ежегодно");
  // a link is never without a text: a series without the fact by which the others differ has its other facts
  assert.equal(variantText(series("h", {unit: null, unitName: null}), new Set(["unit"]), "ru"), "ежеквартально · d");
  // series that differ by a code without words have all facts
  const own = {measure: "na_dushu"};
  const [one, other] = [series("f", own), series("g", own)];
  assert.equal(variantText(one, differingFacts([one, other], "ru"), "ru"), "процент · na dushu · ежеквартально · d");
});

test("a level leads its row before its own rates of change, unless the question asks for a change [site.search-rows]", () => {
  const found = [
    series("growth", {transformation: "pct_mom"}),
    series("years", {frequency: "A", unitName: "рубль"}),
    series("other", {datasetName: "e", unitName: "рубль"}),
    series("level", {unitName: "рубль", transformation: "level"}),
  ];
  const leading = (question: string): string[] => foundRowsOf(found, question).map((row) => row.series.key);
  assert.deepEqual(leading("зарплата"), ["level"]);
  assert.deepEqual(leading("рост зарплаты"), ["growth"]);
  assert.deepEqual(leading("wage growth"), ["growth"]);
  assert.deepEqual(
    foundRowsOf(found, "зарплата")[0]!.variants.map(({key}) => key),
    ["growth", "years", "other"],
  );
  // no level of the same dataset and frequency
  assert.deepEqual(
    foundRowsOf(found.slice(0, 3), "зарплата").map((row) => row.series.key),
    ["growth"],
  );
});

test("series that end before the year of a question come after those that reach it [site.search-rows]", () => {
  const found = ["2015-01-01", "2016-10-01", "2016-01-01", "2014-01-01"].map((last, at) =>
    series(last.slice(0, 7), {indicatorLabel: `ВВП ${at}`, lastPeriod: parseDay(last)}),
  );
  assert.deepEqual(
    foundRowsOf(found, "ВВП 2016", 2016).map((row) => row.series.key),
    ["2016-10", "2016-01", "2015-01", "2014-01"],
  );
});
