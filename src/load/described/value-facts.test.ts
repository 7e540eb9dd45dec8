// What is found once for many values is what each value alone would find.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import type {FoundException} from "./exceptions.ts";
import {type Facts, joined, periodOfFacts, type ValuePeriod} from "./facts.ts";
import {createValueFacts, type PeriodFacts, type ValueColumn} from "./value-facts.ts";

const named = fc.constantFrom({code: "a", name: "A"}, {code: "b", name: "B"});
const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, {nil: undefined});
const someFacts: fc.Arbitrary<Facts> = fc.record({
  indicator: optional(named),
  classes: optional(fc.array(named, {maxLength: 2})),
  transformation: optional(fc.constantFrom("level", "pct_yoy")),
  year: optional(fc.constantFrom(2020, 2021)),
  words: optional(
    fc.integer({min: 0, max: 2}).map((offset) => ({
      kind: "part" as const,
      frequency: "M" as const,
      periodsAYear: 12 as const,
      offset,
      cumulative: offset === 1,
    })),
  ),
  date: optional(fc.constantFrom({year: 2022, month: 3, dayOfMonth: 1}, {year: null, month: 2, dayOfMonth: 30})),
  steps: optional(fc.array(fc.constantFrom("x", "y"), {maxLength: 1})),
});
/** An exception gives only facts that it has. */
const exceptions = fc.option(
  someFacts.map((facts): FoundException => {
    const given = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
    return {ignore: false, facts: given, because: "so"};
  }),
);

/** FIX-rosstat-60: the date above a value counts before its year and words, but not before those of an exception. */
function withoutOldDate(facts: Facts, {year, words, date}: Facts): Facts {
  if (facts.date === undefined || date !== undefined) return facts;
  if (words !== undefined) return {...facts, year: year ?? facts.date.year ?? facts.year, date: undefined};
  return year === undefined ? facts : {...facts, date: {...facts.date, year}};
}

const READING = {allCumulative: false, monthlyStocks: false};

test("facts, periods and series of a value are the same as if each value joined its own [workbook.model]", () => {
  const values = fc.record({
    columns: fc.array(someFacts, {minLength: 1, maxLength: 5}),
    rows: fc.array(someFacts, {maxLength: 4}),
    indexes: fc.array(fc.tuple(fc.nat(4), fc.nat(3), fc.nat(2)), {maxLength: 30}),
    others: fc.tuple(exceptions, exceptions, fc.constant(null)),
  });
  fc.assert(
    fc.property(values, ({columns, rows, indexes, others}) => {
      const own = columns.map(
        (facts, index): ValueColumn => ({
          column: index + 1,
          found: {},
          facts,
          problem: null,
          week: index + 1,
          header: [],
        }),
      );
      const series: string[] = [];
      const seriesOf = (
        {year: _, words: _words, date: _date, ...facts}: Facts,
        {frequency, cumulative}: ValuePeriod,
      ) => {
        // No list of classes or steps is an empty one.
        const key = JSON.stringify([
          {...facts, classes: facts.classes ?? [], steps: facts.steps ?? []},
          frequency,
          cumulative,
        ]);
        return series.indexOf(key) < 0 ? series.push(key) - 1 : series.indexOf(key);
      };
      const found = createValueFacts(own, (facts: PeriodFacts) => periodOfFacts(facts, READING), seriesOf);
      for (const [at, of, which] of indexes.sort(([, a], [, b]) => a - b)) {
        const [column, said, exception] = [own[at % own.length]!, rows[of % rows.length], others[which]!];
        if (said === undefined) continue;
        const plain = {...joined(column.facts, said), ...exception?.facts};
        const wanted = exception === null ? plain : withoutOldDate(plain, exception.facts!);
        const period = periodOfFacts(wanted, READING);
        assert.deepEqual(found.periodAt(column, said, exception), period);
        const {year, words, date} = wanted;
        assert.deepEqual(found.periodFacts(column, said, exception), {year, words, date});
        if (!("reason" in period))
          assert.equal(found.seriesOf(found.of(column, said, exception), period), seriesOf(wanted, period));
      }
    }),
  );
});
