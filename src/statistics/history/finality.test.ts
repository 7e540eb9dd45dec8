// How final a series is, against figures counted by hand and a plain computation.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {finish} from "../../work/steps.fixture.ts";
import {appendEstimate, createColumns, finishColumns} from "./estimates.ts";
import {describeFinality} from "./finality.ts";
import {describeRevisions} from "./revision-statistics.ts";

/** Each period has estimates of [day, value]. */
type Published = readonly (readonly (readonly [number, number])[])[];

function historyOf(periods: Published) {
  const columns = createColumns(periods.flat().length);
  for (const [period, estimates] of periods.entries())
    for (const [day, value] of estimates) appendEstimate(columns, period, day, 0, value);
  return finishColumns(columns);
}

const once = (count: number): Published => Array.from({length: count}, (_, at) => [[at, 1]]);

test("finality counts the periods that were revised, up and down, and the days until nine of ten had their latest estimate [finality.members]", () => {
  const revised: Published = [
    [
      [0, 1],
      [30, 3],
    ],
    [
      [0, 5],
      [10, 4],
    ],
    [
      [0, 2],
      [40, 7],
      [90, 2],
    ],
  ];
  assert.deepEqual(finish(describeFinality(historyOf([...revised, ...once(7)]), null)), {
    ...{periods: 10, revisedShare: 0.3, up: 1, down: 1, meanAbsolute: 0.3, settlesAfter: 30},
  });
});

test("a series with seven periods has no finality, one with eight has, and no day before the first estimate has one [finality.few]", () => {
  assert.equal(finish(describeFinality(historyOf(once(7)), null)), null);
  assert.deepEqual(finish(describeFinality(historyOf(once(8)), null)), {
    ...{periods: 8, revisedShare: 0, up: 0, down: 0, meanAbsolute: 0, settlesAfter: 0},
  });
  assert.equal(finish(describeFinality(historyOf(once(8)), 6)), null, "seven of them were known on the day");
});

const history: fc.Arbitrary<Published> = fc.array(
  fc
    .uniqueArray(fc.integer({min: 0, max: 60}), {minLength: 1, maxLength: 5})
    .chain((days) =>
      fc
        .array(fc.integer({min: -9, max: 9}), {minLength: days.length, maxLength: days.length})
        .map((values) => days.toSorted((one, other) => one - other).map((day, at) => [day, values[at]!] as const)),
    ),
  {minLength: 8, maxLength: 30},
);

test("finality on a day is that of the history without later estimates, and its shares are those of the revisions [finality.as-of]", () => {
  fc.assert(
    fc.property(history, fc.integer({min: 0, max: 60}), (periods, day) => {
      const whole = historyOf(periods);
      const known = periods.map((all) => all.filter(([published]) => published <= day));
      const cut = historyOf(known.filter((all) => all.length > 0));
      assert.deepEqual(finish(describeFinality(whole, day)), finish(describeFinality(cut, null)));
      const found = finish(describeFinality(whole, null))!;
      const revisions = finish(describeRevisions(whole))!;
      assert.deepEqual(
        [found.periods, found.revisedShare, found.meanAbsolute],
        [revisions.count, revisions.revisedShare, revisions.meanAbsolute],
      );
      const ages = periods.map((all) => all.at(-1)![0] - all[0]![0]);
      const within = (days: number) => ages.filter((age) => age <= days).length / periods.length;
      assert.ok(within(found.settlesAfter) >= 0.9);
      assert.ok(found.settlesAfter === 0 || within(found.settlesAfter - 1) < 0.9);
    }),
  );
});
