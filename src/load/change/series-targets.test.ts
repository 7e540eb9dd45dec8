// The numbers of new series, compared with a plain sort of their whole codes.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import {keysOf, numberSeries} from "./series-targets.ts";

const someCode = fc
  .array(fc.constantFrom("a", "ab", "b", "", "~", "}", "\u{1f44d}", "\uffee"), {maxLength: 4})
  .map((levels) => levels.join("~"));
const someSeries = fc.record(
  {
    indicator: fc.constantFrom("i", "j"),
    classification: fc.option(someCode),
    measure: fc.option(fc.constantFrom("m", "n")),
    transformation: fc.constant(null),
    unit: fc.constant("u"),
    frequency: fc.constantFrom("M" as const, "A" as const),
    territory: fc.constantFrom("643", "RU-77"),
  },
  {noNullPrototype: true},
);

test("new series are numbered by their codes, class first, behind those that are stored", () => {
  fc.assert(
    fc.property(fc.array(someSeries, {maxLength: 12}), (given) => {
      // an absent class and an empty one would be two series of one order
      const series = [...new Map(given.map((one) => [sortText(one), one])).values()];
      const address = {provider: "p", dataset: "d"};
      const targets = numberSeries(address, series, keysOf(address, series), [], 0);
      const sorted = series.toSorted((one, other) => (sortText(one) < sortText(other) ? -1 : 1));
      assert.deepEqual(
        targets.map((target) => sortText(target)),
        sorted.map(sortText),
      );
      assert.deepEqual(
        targets.map(({number}) => number),
        sorted.map((_, index) => index + 1),
      );
    }),
    {numRuns: 1000},
  );
});

/** Its codes, in an order of texts that is that of the codes one after another. */
function sortText({classification, indicator, measure, frequency, territory}: SeriesDimensions): string {
  return [classification, indicator, measure, frequency, territory].map((code) => code ?? "").join("\u0000");
}
