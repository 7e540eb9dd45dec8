// Selection: compared with a simple filter over the list of series, and rule by rule.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {atOnce} from "../../work/pace.ts";
import type {Territory} from "../territory.ts";
import {buildCatalogue, type CatalogueSeries} from "./build-catalogue.ts";
import {anyFilters, anySeries, build, labels, NO_FILTER, oneSeries, TERRITORIES} from "./catalogue.fixture.ts";
import type {Catalogue} from "./catalogue.ts";
import {FILTERED, type Filtered, normalForm, resolveSelection, type SeriesFilters, selectPage} from "./selection.ts";

test("the selection equals a simple filter over the list of series [data.filter-lists data.filter-whole-code data.geo-list]", () => {
  fc.assert(
    fc.property(anySeries, anyFilters, (series, filters) => {
      const catalogue = buildCatalogue(series, labels());
      const expected = ordered(catalogue, series).filter((one) => naiveMatch(series, filters, one));
      assert.deepEqual(
        numbersOf(catalogue, filters),
        expected.map((one) => one.number),
      );
    }),
    {numRuns: 1000},
  );
});

test("the pages together are the whole selection, and each has the total [data.paging data.order]", () => {
  fc.assert(
    fc.property(anySeries, anyFilters, fc.integer({min: 1, max: 9}), (series, filters, limit) => {
      const catalogue = buildCatalogue(series, labels());
      const selection = atOnce(resolveSelection(catalogue, filters));
      const whole = selectPage(catalogue, selection, 0, series.length + 1);
      const pages: number[] = [];
      for (let offset = 0; offset < whole.total; offset += limit) {
        const page = selectPage(catalogue, selection, offset, limit);
        assert.equal(page.total, whole.total);
        assert.equal(page.positions.length, Math.min(limit, whole.total - offset));
        pages.push(...page.positions);
      }
      assert.deepEqual(pages, whole.positions);
      assert.equal(whole.positions.length, whole.total);
    }),
  );
});

test("a page after the last series is empty and still has the total, for any offset [data.page-past-end]", () => {
  const catalogue = build([{number: 0}, {number: 1, territory: "030"}]);
  for (const offset of [2, 3, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
    assert.deepEqual(selectPage(catalogue, atOnce(resolveSelection(catalogue, NO_FILTER)), offset, 300), {
      total: 2,
      positions: [],
    });
  }
});

test("normal forms are equal exactly if the filters select the same codes [cache.etag-parameters]", () => {
  fc.assert(
    fc.property(anySeries, anyFilters, anyFilters, (series, left, right) => {
      const catalogue = buildCatalogue(series, labels());
      const form = (filters: SeriesFilters) => normalForm(catalogue, atOnce(resolveSelection(catalogue, filters)));
      for (const other of [
        right,
        {...left, classification: right.classification},
        {...left, territory: right.territory},
      ]) {
        assert.equal(form(left) === form(other), chosenText(series, left) === chosenText(series, other));
      }
    }),
    {numRuns: 1000},
  );
});

test("order, repetition, unknown codes, `all` and both codes of a territory do not change the normal form [cache.etag-parameters data.filter-all]", () => {
  const catalogue = threeClasses();
  const form = (over: Partial<SeriesFilters>) =>
    normalForm(catalogue, atOnce(resolveSelection(catalogue, {...NO_FILTER, ...over})));
  const codes = (...list: string[]) => ({territory: {kind: "codes" as const, codes: list}});
  assert.equal(form({classification: ["c,a"]}), form({classification: ["a", "c,a,,a,nope"]}));
  assert.equal(form({classification: ["all"]}), form({}));
  assert.equal(form({classification: ["a,all"]}), form({}));
  assert.equal(form(codes("45000000000")), form(codes("RU-77", "45000000000", "RU-99")));
  assert.notEqual(form({classification: ["a"]}), form({classification: ["c"]}));
  assert.notEqual(form({classification: ["nope"]}), form({}));
  assert.notEqual(form({measure: ["x"]}), form({unit: ["x"]}));
});

test("several values are any-of, in any order, given as a list or by repeating the parameter [data.filter-lists params.repeated-list]", () => {
  const catalogue = threeClasses();
  for (const classification of [["a,c"], ["c,a"], ["c", "a"], ["c", "a,c"], [" a , c "]]) {
    assert.deepEqual(numbersOf(catalogue, {...NO_FILTER, classification}), [0, 2]);
  }
});

test("a value that equals a code with commas is that code, not a list [data.filter-whole-code]", () => {
  const series = ["a,b", "a", "b", "c"].map((classification, number) => ({number, classification}));
  const catalogue = build(series);
  assert.deepEqual(numbersOf(catalogue, {...NO_FILTER, classification: ["a,b"]}), [0]);
  assert.deepEqual(numbersOf(catalogue, {...NO_FILTER, classification: ["b,a"]}), [1, 2]);
  assert.deepEqual(numbersOf(catalogue, {...NO_FILTER, classification: ["a,b", "c"]}), [0, 3]);
  assert.deepEqual(numbersOf(build(series.slice(1)), {...NO_FILTER, classification: ["a,b"]}), [1, 2]);
});

test("another ISO 3166 code of a country means its series, unless the dataset has that code itself [data.geo-iso]", () => {
  const country = (code: string, canonical: string): Territory => ({
    ...{code, name: code, level: "country", canonical, parent: null},
  });
  const region: Territory = {code: "250", name: "A region", level: "region", canonical: "250", parent: null};
  const select = (territories: readonly Territory[], ...codes: string[]) => {
    const series = territories.map(({code}, number) => ({number, territory: code}));
    const countries = new Map<string, readonly string[]>([
      ...["FR", "FRA", "250"].map((code) => [code, ["FR", "FRA"]] as const),
      ...["RU", "RUS", "643"].map((code) => [code, ["RU-00", "RU", "RUS"]] as const),
    ]);
    const known = {territories: new Map(territories.map((one) => [one.code, one]))};
    return numbersOf(build(series, known), {...NO_FILTER, territory: {kind: "codes", codes, countries}});
  };
  const two = [country("FRA", "FR"), country("643", "RU-00")];
  for (const code of ["FR", "FRA", "250"]) assert.deepEqual(select(two, code), [0], code);
  for (const code of ["RU", "RUS", "643", "RU-00"]) assert.deepEqual(select(two, code), [1], code);
  assert.deepEqual(select(two, "RUS", "250").sort(), [0, 1]);
  const own = [country("FRA", "FR"), region];
  assert.deepEqual(select(own, "250"), [1], "its own code is the region");
  assert.deepEqual(select(own, "FR"), [0]);
});

test("a filter on a dimension that the dataset lacks matches nothing; `all` and an empty value mean no filter [data.filter-lacking data.filter-all params.empty]", () => {
  const catalogue = build([{number: 0}, {number: 1, territory: "030"}]);
  assert.deepEqual(numbersOf(catalogue, {...NO_FILTER, measure: ["m"]}), []);
  for (const value of ["all", "", ","]) {
    assert.deepEqual(numbersOf(catalogue, {...NO_FILTER, measure: [value], classification: [value]}), [0, 1]);
  }
});

test("an unknown code matches nothing and does not affect the others [data.geo-unknown]", () => {
  const catalogue = threeClasses();
  assert.deepEqual(numbersOf(catalogue, {...NO_FILTER, classification: ["nope"]}), []);
  assert.deepEqual(numbersOf(catalogue, {...NO_FILTER, classification: ["nope,b"]}), [1]);
  assert.deepEqual(numbersOf(catalogue, geo("RU-99", "RU-77")), [0]);
  assert.deepEqual(numbersOf(catalogue, geo("RU-99")), []);
});

test("a list of territories may mix both kinds of code, in any order, and each is counted once [data.geo-list data.geo-repeated]", () => {
  const catalogue = build(TERRITORIES.map(({code}, number) => ({number, territory: code})));
  assert.deepEqual(numbersOf(catalogue, geo("RU-77", "45000000000", "030", "RU-77")), [2, 4]);
  assert.deepEqual(numbersOf(catalogue, geo("030,RU-77", " 45000000000")), [2, 4]);
  assert.deepEqual(numbersOf(catalogue, geo("RU-11001000000", "643")), [0, 7]);
});

test("geo=RU-00 gives the country series of both methodologies [data.geo-country-both]", () => {
  const catalogue = build([{number: 0}, {number: 1, territory: "643004.АГ"}, {number: 2, territory: "030"}]);
  assert.deepEqual(numbersOf(catalogue, geo("RU-00")), [0, 1]);
  assert.deepEqual(numbersOf(catalogue, geo("643004.АГ")), [1]);
});

test("a level selects the territories of that level, `all` those of every level [data.geo-level]", () => {
  const catalogue = build(TERRITORIES.map(({code}, number) => ({number, territory: code})));
  const ofLevel = (level: "country" | "region" | "city" | "all") =>
    numbersOf(catalogue, {...NO_FILTER, territory: {kind: "level", level}}).length;
  assert.deepEqual([ofLevel("country"), ofLevel("region"), ofLevel("city"), ofLevel("all")], [2, 3, 1, 8]);
});

test("selection is right below and above 65,536 codes", () => {
  for (const count of [65_535, 65_536, 65_537]) {
    const series = Array.from({length: count}, (_, number) => oneSeries({number, classification: `c${number}`}));
    const catalogue = buildCatalogue(series, labels());
    const queries = [0, 65_534, count - 1];
    const found = numbersOf(catalogue, {
      ...NO_FILTER,
      classification: [queries.map((number) => `c${number}`).join(",")],
    });
    assert.deepEqual(
      found.toSorted((left, right) => left - right),
      [...new Set(queries)],
    );
  }
});

test("a dataset without series selects nothing", () => {
  const catalogue = build([]);
  assert.deepEqual(selectPage(catalogue, atOnce(resolveSelection(catalogue, NO_FILTER)), 0, 100), {
    total: 0,
    positions: [],
  });
  assert.deepEqual(numbersOf(catalogue, {...geo("643"), classification: ["a"]}), []);
});

function threeClasses(): Catalogue {
  return build([
    {number: 0, classification: "a", territory: "45000000000"},
    {number: 1, classification: "b"},
    {number: 2, classification: "c"},
  ]);
}

function geo(...codes: string[]): SeriesFilters {
  return {...NO_FILTER, territory: {kind: "codes", codes}};
}

function numbersOf(catalogue: Catalogue, filters: SeriesFilters): number[] {
  const page = selectPage(catalogue, atOnce(resolveSelection(catalogue, filters)), 0, catalogue.size + 1);
  assert.equal(page.total, page.positions.length);
  return page.positions.map((position) => catalogue.numbers[position] as number);
}

function ordered(catalogue: Catalogue, series: readonly CatalogueSeries[]): CatalogueSeries[] {
  return [...catalogue.numbers].map((number) => series.find((one) => one.number === number)!);
}

function naiveMatch(series: readonly CatalogueSeries[], filters: SeriesFilters, one: CatalogueSeries): boolean {
  return FILTERED.every((dimension) => naiveChosen(series, filters, dimension)?.includes(one[dimension]) ?? true);
}

/** The selected codes of each dimension as text, or "all". */
function chosenText(series: readonly CatalogueSeries[], filters: SeriesFilters): string {
  return JSON.stringify(
    FILTERED.map((dimension) => {
      const every = new Set(series.map((one) => one[dimension]));
      const chosen = naiveChosen(series, filters, dimension)?.filter((code) => every.has(code));
      return chosen === undefined || chosen.length === every.size ? "all" : chosen.toSorted();
    }),
  );
}

/** A direct implementation of the rule of CONTRACT 1; undefined: no filter. */
function naiveChosen(
  series: readonly CatalogueSeries[],
  filters: SeriesFilters,
  dimension: Filtered,
): (string | null)[] | undefined {
  if (dimension === "territory") {
    const filter = filters.territory;
    if (filter.kind === "level") {
      if (filter.level === "all") return undefined;
      return TERRITORIES.filter((one) => one.level === filter.level).map((one) => one.code);
    }
    return TERRITORIES.filter((one) => filter.codes.some((code) => code === one.code || code === one.canonical)).map(
      (one) => one.code,
    );
  }
  const chosen: string[] = [];
  for (const value of filters[dimension] ?? []) {
    if (value !== "all" && series.some((one) => one[dimension] === value)) chosen.push(value);
    else chosen.push(...value.split(",").filter((part) => part !== ""));
  }
  return chosen.length === 0 || chosen.includes("all") ? undefined : [...new Set(chosen)];
}
