// The rules of the selection of estimates, on random histories.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {finish} from "../../work/steps.fixture.ts";
import {NO_DAY} from "../time/day.ts";
import {chooseEstimates, type Rank, tabulateVintages} from "./choice.ts";
import {appendEstimate, createColumns, type Estimates, finishColumns} from "./estimates.ts";
import {knownOn} from "./revisions.ts";

const ALL = {from: -1000, to: 1000};
const RANKS: readonly Rank[] = ["all", "first", "latest", {nth: 1}, {nth: 2}, {nth: 3}];

/** Periods from 0 on, each with estimates of ascending days. */
const histories: fc.Arbitrary<Estimates> = fc
  .array(
    fc.uniqueArray(fc.tuple(fc.integer({min: 0, max: 30}), fc.integer()), {
      minLength: 1,
      maxLength: 5,
      selector: ([day]) => day,
    }),
    {maxLength: 8},
  )
  .map((periods) => {
    const columns = createColumns(periods.flat().length);
    for (const [period, estimates] of periods.entries()) {
      for (const [day, value] of estimates.toSorted(([one], [other]) => one - other))
        appendEstimate(columns, period, day, 0, value);
    }
    return finishColumns(columns);
  });

const rowsOf = (history: Estimates, rank: Rank, knownFrom: number | null, knownTo: number | null, bounds = ALL) => {
  const {count, period, published, superseded, value} = chooseEstimates(history, bounds, {rank, knownFrom, knownTo});
  return Array.from({length: count}, (_, row) =>
    [period[row]!, published[row]!, superseded[row]!, value[row]!].join(" "),
  );
};

test("for any cut by day of publication the parts joined equal the whole, ranks and superseded_at as in the whole [vintages.cut]", () => {
  fc.assert(
    fc.property(histories, fc.constantFrom(...RANKS), fc.integer({min: 0, max: 30}), (history, rank, cut) => {
      const parts = [...rowsOf(history, rank, null, cut), ...rowsOf(history, rank, cut + 1, null)];
      assert.deepEqual(parts.toSorted(), rowsOf(history, rank, null, null).toSorted());
    }),
  );
});

test("for any cut by period the parts joined equal the whole [vintages.cut]", () => {
  fc.assert(
    fc.property(histories, fc.constantFrom(...RANKS), fc.integer({min: 0, max: 8}), (history, rank, cut) => {
      const before = rowsOf(history, rank, null, null, {from: -1, to: cut});
      const after = rowsOf(history, rank, null, null, {from: cut + 1, to: 9});
      assert.deepEqual([...before, ...after], rowsOf(history, rank, null, null));
    }),
  );
});

test("each period has its first, latest and n-th estimate; superseded_at is the day of the next one [vintages.which]", () => {
  fc.assert(
    fc.property(histories, (history) => {
      const byPeriod = new Map<number, {day: number; value: number}[]>();
      for (let row = 0; row < history.count; row++) {
        const one = {day: history.day[row]!, value: history.value[row]!};
        byPeriod.set(history.period[row]!, [...(byPeriod.get(history.period[row]!) ?? []), one]);
      }
      const plain = (pick: (estimates: readonly {day: number; value: number}[]) => number[]) =>
        [...byPeriod].flatMap(([period, estimates]) =>
          pick(estimates).flatMap((index) => {
            const one = estimates[index];
            if (one === undefined) return [];
            return [[period, one.day, estimates[index + 1]?.day ?? NO_DAY, one.value].join(" ")];
          }),
        );
      assert.deepEqual(
        rowsOf(history, "all", null, null),
        plain((all) => [...all.keys()]),
      );
      assert.deepEqual(
        rowsOf(history, "first", null, null),
        plain(() => [0]),
      );
      assert.deepEqual(
        rowsOf(history, "latest", null, null),
        plain((all) => [all.length - 1]),
      );
      assert.deepEqual(
        rowsOf(history, {nth: 3}, null, null),
        plain(() => [2]),
      );
    }),
  );
});

test("the column of a day is what was known at its end, each estimate of the table counts once, and a table of more cells than asked for is only counted [vintages.wide]", () => {
  fc.assert(
    fc.property(
      histories,
      fc.option(fc.integer({min: 0, max: 30})),
      fc.option(fc.integer({min: 0, max: 30})),
      (history, knownFrom, knownTo) => {
        const choice = {knownFrom, knownTo};
        const {days, periods, values, estimates} = tabulateVintages(history, ALL, choice, Number.POSITIVE_INFINITY);
        assert.ok(values !== null);
        const cells = days.length * periods.length;
        assert.deepEqual(tabulateVintages(history, ALL, choice, cells), {days, periods, values, estimates});
        assert.deepEqual(tabulateVintages(history, ALL, choice, cells - 1), {days, periods, values: null, estimates});
        const published = [...new Set(history.day.subarray(0, history.count))].toSorted((one, other) => one - other);
        assert.deepEqual(
          days,
          published.filter((day) => day >= (knownFrom ?? 0) && day <= (knownTo ?? 30)),
        );
        const seen = new Set<string>();
        for (const [column, day] of days.entries()) {
          const known = new Map(Array.from(finish(knownOn(history, day)), (one) => [one.period, one]));
          for (const [row, period] of periods.entries()) {
            const one = known.get(period);
            assert.equal(values[row]![column], one?.value ?? Number.NaN);
            if (one !== undefined) seen.add(`${period} ${one.day}`);
          }
          for (const period of known.keys()) assert.ok(periods.includes(period));
        }
        assert.equal(estimates, seen.size);
      },
    ),
  );
});
