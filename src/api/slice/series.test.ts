// The text of a page compared with the definition, one object after another.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {anyBreaks, anySeries, build, TERRITORIES} from "../../statistics/catalogue/catalogue.fixture.ts";
import {anyText} from "../../text/any-text.fixture.ts";
import {describePage, describeSeries} from "./series.ts";

const anyName = fc.oneof(fc.constantFrom("", 'Хлеб "бородинский"', "a\\b\n", "𝄞 ё", ", "), anyText());

test("the text of a page has the same description of each series as describeSeries, for any names and codes", () => {
  const property = fc.property(
    anySeries,
    anyBreaks,
    fc.array(anyName, {minLength: 3, maxLength: 3}),
    fc.boolean(),
    fc.infiniteStream(fc.nat()),
    (series, continuity, [className, indicatorLabel, territoryName], labels, random) => {
      const classes = series.flatMap(({classification}) => (classification === null ? [] : [classification]));
      const catalogue = build(series, {
        continuity,
        classNames: new Map(classes.map((code) => [code, className!])),
        indicatorLabels: new Map(series.map(({indicator}) => [indicator, indicatorLabel!])),
        territories: new Map(TERRITORIES.map((one) => [one.code, {...one, name: territoryName + one.name}])),
      });
      const positions =
        catalogue.size === 0 ? [] : Array.from({length: 20}, () => random.next().value! % catalogue.size);
      const context = {provider: 'p"é', dataset: "d.x", labels};
      for (const queries of [positions, [...positions].sort((a, b) => a - b)]) {
        const expected = queries.map((position) => describeSeries(catalogue, position, context));
        assert.deepEqual(
          JSON.parse(`[${describePage(catalogue, queries, context)}]`),
          JSON.parse(JSON.stringify(expected)),
        );
      }
    },
  );
  fc.assert(property, {numRuns: 300});
});
