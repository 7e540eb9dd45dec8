// Statistics of revisions, against figures of an independent computation.
import assert from "node:assert/strict";
import {test} from "node:test";
import {finish} from "../../work/steps.fixture.ts";
import {appendEstimate, createColumns, finishColumns} from "./estimates.ts";
import {describeRevisions} from "./revision-statistics.ts";

function historyOf(periods: readonly (readonly number[])[]) {
  const columns = createColumns(periods.flat().length);
  for (const [period, values] of periods.entries())
    for (const [day, value] of values.entries()) appendEstimate(columns, period, day, 0, value);
  return finishColumns(columns);
}

const near = (one: number, other: number) => assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);

test("the statistics are those of latest less first over all periods: mean, mean absolute, sample deviation, extremes [vintages.revisions]", () => {
  // The differences are 0.2, -0.1, 0, 0.4, 0 and -0.3; the figures are those of Python's module statistics.
  const found = finish(describeRevisions(historyOf([[1, 1.2], [2, 2.1, 1.9], [3], [4, 4.4], [5], [6, 5.7]])))!;
  assert.equal(found.count, 6);
  near(found.revisedShare, 4 / 6);
  near(found.mean, 0.2 / 6);
  near(found.meanAbsolute, 1 / 6);
  near(found.standardDeviation!, 0.24221202832779934);
  near(found.minimum, -0.3);
  near(found.maximum, 0.4);
  assert.deepEqual(
    found.byAge.map(({nth, count}) => [nth, count]),
    [
      [1, 6],
      [2, 4],
    ],
  );
  near(found.byAge[0]!.q05, -0.25);
  near(found.byAge[0]!.q50, 0);
  near(found.byAge[0]!.q95, 0.35);
  assert.equal(found.band, null, "four periods with a second estimate are too few");
});

test("the band needs eight periods with a second estimate, seven give none [vintages.revisions]", () => {
  const revised = (count: number) => historyOf([...Array.from({length: count}, (_, i) => [i, i + 1]), [100]]);
  assert.equal(finish(describeRevisions(revised(7)))!.band, null);
  const {band} = finish(describeRevisions(revised(8)))!;
  assert.deepEqual([band!.period, band!.value, band!.share, band!.basedOn], [8, 100, 0.9, 9]);
  near(band!.high, 101);
  assert.ok(band!.low >= 100 && band!.low < 101);
  assert.equal(finish(describeRevisions(historyOf([]))), null);
  assert.equal(finish(describeRevisions(historyOf([[1]])))!.standardDeviation, null);
});
