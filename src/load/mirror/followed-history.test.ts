// A stored history becomes what a follower has of it, and back, without any loss.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import {encodeHistory} from "../../statistics/history/encode.ts";
import {appendEstimate, createColumns} from "../../statistics/history/estimates.ts";
import {WITHDRAWAL_REASONS, type WithdrawnSpan} from "../../statistics/history/withdrawal.ts";
import {NO_DAY} from "../../statistics/time/day.ts";
import {followedHistory, historyOf} from "./followed-history.ts";

const onePeriod = fc.record({
  days: fc.uniqueArray(fc.integer({min: 10, max: 60}), {minLength: 1, maxLength: 4}),
  values: fc.array(fc.double({noNaN: true, noDefaultInfinity: true}), {minLength: 4, maxLength: 4}),
  sequence: fc.integer({min: 0, max: 40}),
  untilSequence: fc.integer({min: 0, max: 40}),
  reason: fc.constantFrom(...WITHDRAWAL_REASONS),
  isWithdrawn: fc.boolean(),
  isBack: fc.boolean(),
});

test("a history is the same bytes after it was told as items and applied [pull.mirror]", () => {
  fc.assert(
    fc.property(fc.array(onePeriod, {minLength: 1, maxLength: 6}), (periods) => {
      const columns = createColumns(periods.reduce((sum, {days}) => sum + days.length, 0));
      const withdrawn: WithdrawnSpan[] = [];
      for (const [period, {days, values, sequence, untilSequence, reason, isWithdrawn, isBack}] of periods.entries()) {
        const sorted = [...days].sort((a, b) => a - b);
        for (const [index, day] of sorted.entries())
          appendEstimate(columns, period, day, (sequence + index) % 3, values[index]!);
        const day = sorted.at(-1)! + 3;
        if (isWithdrawn)
          withdrawn.push({
            ...{period, reason, day, sequence},
            ...(isBack ? {untilDay: day + 2, untilSequence} : {untilDay: NO_DAY, untilSequence: 0}),
          });
      }
      const history = withdrawn.length === 0 ? columns : {...columns, withdrawn};
      assert.deepEqual(encodeHistory(historyOf(followedHistory(history))!), encodeHistory(history));
    }),
    {numRuns: 200},
  );
});

test("a history of which nothing is left is none [pull.mirror]", () => {
  assert.equal(historyOf(followedHistory(null)), null);
});
