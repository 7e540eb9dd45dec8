import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {type Day, dayText, parseDay} from "./day.ts";
import {LEAST_INTERVALS, RHYTHM_DAYS, releaseRhythm} from "./release-rhythm.ts";

const expected = (...days: readonly string[]): string | null => {
  const rhythm = releaseRhythm(days.map((day) => parseDay(day)!));
  return rhythm === null ? null : dayText(rhythm.expected);
};

/** Days with the given intervals, newest first. */
const apart = (last: Day, intervals: readonly number[]): Day[] => {
  const days = [last];
  for (const interval of intervals) days.push(days.at(-1)! - interval);
  return days;
};

test("the next release is expected one usual interval after the last one, for every usual frequency [site.expected]", () => {
  assert.equal(expected("2026-11-13", "2026-10-14", "2026-09-11", "2026-08-14", "2026-07-13"), "2026-12-14");
  assert.equal(expected("2026-11-18", "2026-11-11", "2026-11-05", "2026-10-28", "2026-10-21"), "2026-11-25");
  // five days a week: Monday after Friday; seven days: the next day
  const week = ["2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17", "2026-11-16"];
  assert.equal(expected(...week, "2026-11-13"), "2026-11-23");
  assert.equal(expected(...week, "2026-11-15"), "2026-11-21");
});

test("with too few intervals, or with irregular ones, nothing is expected [site.expected]", () => {
  const regular = apart(
    20_000,
    Array.from({length: LEAST_INTERVALS}, () => 30),
  );
  assert.notEqual(releaseRhythm(regular), null);
  assert.equal(releaseRhythm(regular.slice(0, -1)), null);
  assert.equal(releaseRhythm([]), null);
  // two of eight intervals may differ, three may not
  const straying = (count: number) => apart(20_000, [...Array(8 - count).fill(28), ...Array(count).fill(90)]);
  assert.notEqual(releaseRhythm(straying(2)), null);
  assert.equal(releaseRhythm(straying(3)), null);
  // a quarter of the interval is within the tolerance, one day more is not
  assert.equal(releaseRhythm(apart(20_000, [40, 40, 40, 50]))?.expected, 20_040);
  assert.equal(releaseRhythm(apart(20_000, [40, 40, 40, 51, 51])), null);
});

test("the expected day is always after the last release, and depends only on the latest releases [site.expected]", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({min: 1, max: 400}), {maxLength: 30}), (intervals) => {
      const days = apart(20_000, intervals);
      const rhythm = releaseRhythm(days);
      assert.ok(rhythm === null || rhythm.expected > days[0]!);
      assert.deepEqual(releaseRhythm(days.slice(0, RHYTHM_DAYS)), rhythm);
    }),
  );
});
