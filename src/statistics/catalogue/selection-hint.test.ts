// The hint of an empty selection: the filter that emptied it, and the codes that exist.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {atOnce} from "../../work/pace.ts";
import {buildCatalogue} from "./build-catalogue.ts";
import {anyFilters, anySeries, build, labels, NO_FILTER} from "./catalogue.fixture.ts";
import type {Catalogue, WholeCatalogue} from "./catalogue.ts";
import {resolveSelection, type SeriesFilters, selectPage} from "./selection.ts";
import {emptySelectionHint as stepsOf} from "./selection-hint.ts";

/** The hint; a name that was not asked for is an error. */
function emptySelectionHint(catalogue: WholeCatalogue, filters: SeriesFilters): string {
  let query = new Set<number>();
  const at = (index: number): string | null => {
    assert.ok(query.has(index), `the name of class ${index} was not asked for`);
    return catalogue.classNames[index]!;
  };
  const steps = stepsOf(catalogue, filters, {at});
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (step.value !== undefined) query = new Set(step.value);
  }
}

const REGIONS: SeriesFilters = {...NO_FILTER, territory: {kind: "level", level: "region"}};

test("a request without geo to a national dataset: try geo=country, 2 series [data.not-found-hint]", () => {
  const catalogue = build([{number: 0}, {number: 1, territory: "643004.АГ"}]);
  assert.equal(emptySelectionHint(catalogue, REGIONS), "geo=region matches nothing: try geo=country, 2 series");
});

test("the hint for an unknown class lists a few existing classes, similar ones first [data.not-found-hint]", () => {
  const catalogue = build([..."abcdefg"].map((classification, number) => ({number, classification})));
  assert.equal(
    emptySelectionHint(catalogue, {...NO_FILTER, classification: ["zzz"]}),
    "class=zzz matches nothing: try class=a, 1 series; class=b, 1 series; class=c, 1 series; class=d, 1 series; class=e, 1 series; or 2 more",
  );
  const bread = build([
    {number: 0, classification: "00"},
    {number: 1, classification: "01.1"},
    {number: 2, classification: "01.2"},
  ]);
  const first = (value: string) =>
    /try class=([^ ,]+)/.exec(emptySelectionHint(bread, {...NO_FILTER, classification: [value]}))?.[1];
  assert.deepEqual(["хлеб", "01", "01.2.7", "nothing like it"].map(first), ["01.1", "01.1", "01.2", "00"]);
});

test("names of 20,000 classes are compared with the requested value, of 20,001 none, and a value of any length as its first letters [params.list-cost]", () => {
  const namesAskedOf = (count: number, value: string): number => {
    const catalogue = build(Array.from({length: count}, (_, number) => ({number, classification: `c${number}`})));
    let query = 0;
    const lengths: number[] = [];
    const includes = String.prototype.includes;
    String.prototype.includes = function (sought, ...more) {
      lengths.push(String(sought).length);
      return includes.call(this, sought, ...more);
    };
    try {
      const steps = stepsOf(catalogue, {...NO_FILTER, classification: [value]}, {at: () => "a name"});
      for (let step = steps.next(); !step.done; step = steps.next()) query += step.value?.length ?? 0;
    } finally {
      String.prototype.includes = includes;
    }
    assert.ok(Math.max(0, ...lengths) <= 60);
    return query;
  };
  assert.equal(namesAskedOf(20_000, "z".repeat(15_000)), 20_000 + 5);
  assert.equal(namesAskedOf(20_001, "z".repeat(15_000)), 5);
});

test("a filter on a dimension that the dataset lacks is named in the hint [data.not-found-hint data.filter-lacking]", () => {
  const catalogue = build([{number: 0, territory: "45000000000"}]);
  assert.equal(
    emptySelectionHint(catalogue, {...REGIONS, measure: ["m"], classification: ["c"]}),
    "class=c matches nothing: this dataset has no class, leave it out. measure=m matches nothing: this dataset has no measure, leave it out",
  );
});

test("offered codes agree with the other filters [data.not-found-hint]", () => {
  const catalogue = build([
    {number: 0, classification: "a"},
    {number: 1, classification: "b"},
    {number: 2, classification: "b", territory: "030"},
  ]);
  assert.equal(
    emptySelectionHint(catalogue, {...REGIONS, classification: ["a"]}),
    "geo=region matches nothing: try geo=country, 1 series",
  );
});

test("filters that match something alone but nothing together are named together [data.not-found-hint]", () => {
  const catalogue = build([
    {number: 0, classification: "a", frequency: "M"},
    {number: 1, classification: "a", frequency: "Q"},
    {number: 2, classification: "b", frequency: "M", territory: "45000000000"},
  ]);
  assert.equal(
    emptySelectionHint(catalogue, {...REGIONS, classification: ["a"], frequency: ["M"]}),
    "class=a and geo=region have no series in common: with class=a and freq=M try geo=country, 1 series",
  );
  assert.equal(
    emptySelectionHint(catalogue, {...NO_FILTER, classification: ["b"], frequency: ["Q"]}),
    "class=b and freq=Q have no series in common: with class=b try freq=M, 1 series",
  );
});

test("of several conflicts the one with the fewest filters is named [data.not-found-hint]", () => {
  const catalogue = build([
    {number: 0, classification: "a", measure: "m", frequency: "Q"},
    {number: 1, classification: "a", measure: "n", frequency: "M"},
    {number: 2, classification: "b", measure: "m", frequency: "M", territory: "45000000000"},
  ]);
  const hint = emptySelectionHint(catalogue, {...REGIONS, classification: ["a"], measure: ["m"], frequency: ["M"]});
  assert.match(hint, /^class=a and geo=region have no series in common: /);
});

test("for a territory requested by name or by an unknown code the hint lists existing ones [data.not-found-hint]", () => {
  const catalogue = build([{number: 0, territory: "45000000000"}, {number: 1, territory: "40000000000"}, {number: 2}]);
  const hint = (code: string) =>
    emptySelectionHint(catalogue, {...NO_FILTER, territory: {kind: "codes", codes: [code]}});
  assert.equal(hint("москва"), "geo=москва matches nothing: try geo=45000000000 (город Москва), 1 series");
  assert.equal(hint("RU-99"), "geo=RU-99 matches nothing: try geo=country, 1 series; geo=region, 2 series");
});

test("the hint for a dataset without series says so", () => {
  assert.equal(emptySelectionHint(build([]), REGIONS), "this dataset has no series yet");
});

test("a long value is shortened in the hint, and does not make it slow", () => {
  const catalogue = build([{number: 0, classification: "a"}]);
  const hint = emptySelectionHint(catalogue, {...NO_FILTER, classification: ["\u{1f35e}".repeat(10_000)]});
  assert.ok(hint.startsWith(`class=${"\u{1f35e}".repeat(60)}… matches nothing`) && hint.length < 300);
});

test("there is a hint exactly if nothing matches, and its offers match something [data.not-found-hint]", () => {
  fc.assert(
    fc.property(anySeries, anyFilters, (series, filters) => {
      const catalogue = buildCatalogue(series, labels());
      const hint = emptySelectionHint(catalogue, filters);
      assert.equal(hint !== "", count(catalogue, filters) === 0);
      const level = /^geo=\w+ matches nothing: try geo=(country|district|macroregion|region|city), (\d+) series/.exec(
        hint,
      );
      if (level === null || hint.includes(". ")) return;
      const offered = {...filters, territory: {kind: "level" as const, level: level[1] as "country"}};
      assert.equal(count(catalogue, offered), Number(level[2]));
    }),
    {numRuns: 1000},
  );
});

function count(catalogue: Catalogue, filters: SeriesFilters): number {
  return selectPage(catalogue, atOnce(resolveSelection(catalogue, filters)), 0, 1).total;
}
