import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import {finish, longestStep} from "../../work/steps.fixture.ts";
import {columnsOf, histories} from "./histories.fixture.ts";
import {ESTIMATES_AT_ONCE, knownOn, revisedPeriods, vintageDays} from "./revisions.ts";

test("known on a day: the last estimate of each period published by then; known now: the last of all [history.as-of]", () => {
  fc.assert(
    fc.property(histories, fc.option(fc.integer({min: -1260, max: 1260})), (rows, asOf) => {
      const plain = new Map<number, object>();
      for (const row of rows) if (asOf === null || row.day <= asOf) plain.set(row.period, row);
      assert.deepEqual([...finish(knownOn(columnsOf(rows), asOf))], [...plain.values()]);
    }),
  );
});

test("a period is revised if it has more than one estimate by the day; the first and the last are given [site.series-revisions]", () => {
  fc.assert(
    fc.property(histories, fc.option(fc.integer({min: -1260, max: 1260})), (rows, asOf) => {
      const known = rows.filter(({day}) => asOf === null || day <= asOf);
      const expected = [...Map.groupBy(known, ({period}) => period).values()]
        .filter((estimates) => estimates.length > 1)
        .map((estimates) => ({
          period: estimates[0]!.period,
          first: estimates[0],
          before: estimates.at(-2),
          latest: estimates.at(-1),
          difference: estimates.at(-1)!.value - estimates[0]!.value,
          estimates: estimates.length,
        }));
      const found = finish(revisedPeriods(columnsOf(rows), asOf));
      assert.deepEqual([...found], expected);
    }),
  );
});

test("at most 4,000 estimates are looked at between two places to rest, and one period more [budget.steps]", () => {
  const rows = Array.from({length: 3 * ESTIMATES_AT_ONCE}, (_, at) => ({period: at, day: 1, sequence: 0, value: at}));
  let looked = 0;
  const history = columnsOf(rows);
  const {period} = history;
  const counted = new Proxy(period, {
    get(target, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) looked = Math.max(looked, Number(name));
      return Reflect.get(target, name, target);
    },
  });
  const longest = longestStep(knownOn({...history, period: counted}, null), () => looked);
  assert.ok(longest <= ESTIMATES_AT_ONCE + 1, `${longest}`);
  assert.equal(looked, rows.length - 1);
});

test("the vintages of a series are the days with an estimate, each once, ascending [site.series-revisions]", () => {
  const row = (period: number, day: number) => ({period, day, sequence: 0, value: 1});
  assert.deepEqual(vintageDays(columnsOf([row(1, 30), row(1, 60), row(2, 10), row(3, 60)])), [10, 30, 60]);
  assert.deepEqual(vintageDays(columnsOf([])), []);
});
