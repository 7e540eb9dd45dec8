import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {type Choices, type ConceptSeries, chooseSeries, formCodeOf} from "./choices.ts";

const candidate = (changes: Partial<ConceptSeries> = {}): ConceptSeries => ({
  ...{
    dataset: "a/x",
    provider: "a",
    indicator: "i",
    key: "k",
    class: "",
    className: null,
    measure: null,
    transformation: "level",
  },
  ...{unit: "RUB", frequency: "M", lastPeriod: 20_000, ...changes},
});

const NONE = {class: null, form: null, frequency: null};

test("without a choice the page of an indicator shows the whole, in the form and frequency of the latest value [site.concept-chart]", () => {
  const all = [
    candidate({key: "bread", class: "01", lastPeriod: 20_400}),
    candidate({key: "old", transformation: "pct_yoy", lastPeriod: 19_000}),
    candidate({key: "years", frequency: "A", lastPeriod: 19_900}),
    candidate({key: "whole"}),
    candidate({key: "other", dataset: "a/y"}),
  ];
  const {shown, classes, forms, frequencies} = chooseSeries(all, NONE);
  assert.deepEqual(
    shown.map(({key}) => key),
    ["whole", "other"],
  );
  assert.deepEqual(
    [classes, forms, frequencies].map((one) => one.length),
    [2, 2, 2],
  );
  assert.equal(chooseSeries(all, {...NONE, class: "01"}).shown[0]!.key, "bread");
  assert.equal(chooseSeries(all, {...NONE, form: "|pct_yoy|RUB"}).shown[0]!.key, "old");
  assert.equal(chooseSeries(all, {...NONE, frequency: "A"}).shown[0]!.key, "years");
  assert.deepEqual(chooseSeries([], NONE), {classes: [], forms: [], frequencies: [], shown: []});
});

test("every choice of the page of an indicator leaves a series, one for each dataset, and all shown share unit, form and frequency [site.concept-chart]", () => {
  const of = <T>(...values: T[]) => fc.constantFrom(...values);
  const any = fc.record({
    ...{
      dataset: of("a/x", "a/y", "b/z"),
      provider: of("a"),
      indicator: of("i"),
      key: fc.uuid(),
      class: of("", "01", "02"),
    },
    ...{className: of(null), measure: of(null, "m"), transformation: of("level", "pct_yoy"), unit: of(null, "PCT")},
    ...{frequency: of("M" as const, "A" as const), lastPeriod: fc.integer({min: 1, max: 9})},
  });
  const code = of(null, "", "01", "02", "|level|", "m|pct_yoy|PCT", "M", "A", "none");
  const wanted = fc.record({class: code, form: code, frequency: code});
  fc.assert(
    fc.property(fc.array(any, {minLength: 1, maxLength: 12}), wanted, (all, chosen) => {
      const {shown, classes, forms, frequencies}: Choices = chooseSeries(all, chosen);
      assert.ok(shown.length > 0);
      assert.equal(new Set(shown.map(({dataset}) => dataset)).size, shown.length);
      assert.equal(new Set(shown.map((one) => [one.class, formCodeOf(one), one.frequency].join())).size, 1);
      if (classes.some((one) => one.class === chosen.class)) assert.equal(shown[0]!.class, chosen.class);
      for (const one of frequencies) {
        const next = chooseSeries(all, {class: shown[0]!.class, form: formCodeOf(shown[0]!), frequency: one.frequency});
        assert.equal(next.shown[0]!.frequency, one.frequency);
      }
      for (const one of forms) assert.equal(one.class, shown[0]!.class);
    }),
  );
});
