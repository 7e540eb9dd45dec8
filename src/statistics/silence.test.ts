import assert from "node:assert/strict";
import {test} from "node:test";
import {ANNOUNCED_LATE_DAYS, ENDED_AFTER_MONTHS, type OwnPace, silenceOf, stateOf} from "./silence.ts";
import {dayOf} from "./time/day.ts";
import {releaseRhythm} from "./time/release-rhythm.ts";

const monthly = [12, 11, 10, 9, 8, 7].map((month) => dayOf(2026, month, 12));
/** Monthly data, published on the twelfth about the month before. */
const pace = (change: Partial<OwnPace> = {}): OwnPace => ({
  spans: [{frequency: "M", series: 1, first: dayOf(2020, 1, 1), last: dayOf(2026, 11, 1)}],
  archival: false,
  rhythm: releaseRhythm(monthly),
  announced: [],
  published: monthly[0]!,
  ...change,
});

test("a dataset is silent from the end of its rhythm on, overdue after its term, and ended three periods later; an archival one is nothing [calendar.silent]", () => {
  const {silentFrom} = releaseRhythm(monthly)!;
  assert.equal(silenceOf(pace(), silentFrom - 1), null);
  assert.equal(silenceOf(pace(), silentFrom), "silent");
  assert.equal(silenceOf(pace(), dayOf(2027, 2, 28)), "silent");
  assert.equal(silenceOf(pace(), dayOf(2027, 3, 1)), "overdue");
  const lastOverdue = 2 + ENDED_AFTER_MONTHS.M;
  assert.equal(silenceOf(pace(), dayOf(2027, lastOverdue, 30)), "overdue");
  assert.equal(silenceOf(pace(), dayOf(2027, lastOverdue + 1, 1)), "ended");
  assert.equal(silenceOf(pace({archival: true}), dayOf(2030, 1, 1)), null);
});

test("without a rhythm nothing is silent before it is overdue [calendar.silent]", () => {
  assert.equal(silenceOf(pace({rhythm: null}), dayOf(2027, 2, 28)), null);
  assert.equal(silenceOf(pace({rhythm: null}), dayOf(2027, 3, 1)), "overdue");
  assert.equal(silenceOf(pace({rhythm: null, spans: [], published: null}), dayOf(2027, 3, 1)), null);
});

test("a release that does not come on its announced day is silent after two days; one that came is not [calendar.silent]", () => {
  const announced = [dayOf(2026, 12, 20)];
  const given = pace({rhythm: null, announced});
  assert.equal(silenceOf(given, announced[0]! + ANNOUNCED_LATE_DAYS), null);
  assert.equal(silenceOf(given, announced[0]! + ANNOUNCED_LATE_DAYS + 1), "silent");
  assert.equal(silenceOf({...given, published: announced[0]!}, announced[0]! + ANNOUNCED_LATE_DAYS + 1), null);
});

test("a state has its first day: the expected one of silence, the first of a month of a term [calendar.silent]", () => {
  const rhythm = releaseRhythm(monthly)!;
  assert.deepEqual(stateOf(pace(), rhythm.silentFrom - 1), {state: "fresh", since: null, overdueBy: 0});
  assert.deepEqual(stateOf(pace(), rhythm.silentFrom), {state: "silent", since: rhythm.expected, overdueBy: 0});
  for (const day of [1, 30])
    assert.deepEqual(stateOf(pace(), dayOf(2027, 4, day)), {
      ...{state: "overdue", since: dayOf(2027, 3, 1), overdueBy: 2},
    });
  assert.deepEqual(stateOf(pace(), dayOf(2027, 8, 9)), {state: "ended", since: dayOf(2027, 6, 1), overdueBy: 6});
  assert.deepEqual(stateOf(pace({archival: true}), dayOf(2030, 1, 1)), {
    ...{state: "archival", since: null, overdueBy: 0},
  });
});
