import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {type Day, dayOf, dayText, parseDay} from "./day.ts";
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
  // two of eight old intervals may differ, three may not
  const straying = (count: number) => apart(20_000, [...Array(8 - count).fill(28), ...Array(count).fill(90)]);
  assert.notEqual(releaseRhythm(straying(2)), null);
  assert.equal(releaseRhythm(straying(4)), null);
  assert.equal(releaseRhythm(apart(20_000, [40, 9, 71, 30, 55, 12, 90])), null);
});

// Publication days as they were: samples/gdp and samples/cpi_monthly, and the consumer prices and the employment of the United States.
const DAYS = {
  gdp: "2015-02-28 2015-04-30 2015-05-31 2015-06-30 2015-08-31 2015-09-30 2015-11-30 2015-12-31 2016-01-31 2016-04-30 2016-05-31 2016-06-30 2016-08-31 2016-09-30 2016-11-30 2016-12-31 2017-01-31 2017-04-30 2017-05-31 2017-06-30 2017-08-31 2017-09-30 2017-11-30 2017-12-31 2018-01-31 2018-04-30 2018-06-30 2018-07-31 2018-08-31",
  cpi: "2022-12-09 2025-07-11 2025-08-13 2025-10-10 2025-11-14 2025-12-10 2026-01-16 2026-02-13 2026-03-13 2026-04-10 2026-05-15",
  prices:
    "2023-01-12 2023-02-14 2023-03-14 2023-04-12 2023-05-10 2023-06-13 2023-07-12 2023-08-10 2023-09-13 2023-10-12 2023-11-14 2023-12-12 2024-01-11 2024-02-13 2024-03-12 2024-04-10 2024-05-15 2024-06-12 2024-07-11 2024-08-14 2024-09-11 2024-10-10 2024-11-13 2024-12-11 2025-01-15 2025-02-12 2025-03-12 2025-04-10 2025-05-13 2025-06-11 2025-07-15 2025-08-12 2025-09-11",
  jobs: "2023-01-06 2023-02-03 2023-03-10 2023-04-07 2023-05-05 2023-06-02 2023-07-07 2023-08-04 2023-09-01 2023-10-06 2023-11-03 2023-12-08 2024-01-05 2024-02-02 2024-03-08 2024-04-05 2024-05-03 2024-06-07 2024-07-05 2024-08-02 2024-09-06 2024-10-04 2024-11-01 2024-12-06 2025-01-10 2025-02-07 2025-03-07 2025-04-04 2025-05-02 2025-06-06 2025-07-03 2025-08-01 2025-09-05",
};

test("of real releases three in four were expected within two days, and none of them was called silent before it came [calendar.estimates]", () => {
  let [told, hit] = [0, 0];
  for (const text of Object.values(DAYS)) {
    const days = text.split(" ").map((day) => parseDay(day)!);
    for (let at = LEAST_INTERVALS + 1; at < days.length; at++) {
      const rhythm = releaseRhythm(days.slice(0, at).reverse());
      if (rhythm === null) continue;
      told++;
      if (Math.abs(rhythm.expected - days[at]!) <= 2) hit++;
      assert.ok(days[at]! < rhythm.silentFrom, `${dayText(days[at]!)} came after ${dayText(rhythm.silentFrom)}`);
    }
  }
  assert.ok(told >= 65 && hit / told >= 0.75, `${hit} of ${told}`);
});

test("a regular release is expected within two days of its day, whatever its habit: the day of the month, the weekday, the day a year before [calendar.estimates]", () => {
  const monthly = (day: (year: number, month: number) => Day) =>
    Array.from({length: 30}, (_, at) => day(2024 + Math.floor(at / 12), (at % 12) + 1));
  const third = (year: number, month: number) => dayOf(year, month, 15 + ((11 - (dayOf(year, month, 1) % 7)) % 7));
  const habits = {
    "the twelfth": monthly((year, month) => dayOf(year, month, 12)),
    "the last day": monthly((year, month) => dayOf(year, month + 1, 1) - 1).filter((_, at) => at % 12 !== 11),
    "the third week": monthly(third),
    "four days of a year": [2021, 2022, 2023, 2024, 2025].flatMap((year) =>
      [
        [2, 14],
        [5, 17],
        [8, 9],
        [11, 21],
      ].map(([month, day]) => dayOf(year, month!, day!)),
    ),
    "a day of a year": [2019, 2020, 2021, 2022, 2023, 2024, 2025].map((year) => dayOf(year, 6, 30)),
  };
  for (const [name, days] of Object.entries(habits)) {
    const rhythm = releaseRhythm(days.slice(0, -1).reverse());
    assert.ok(
      rhythm !== null && Math.abs(rhythm.expected - days.at(-1)!) <= 3,
      `${name}: ${rhythm?.expected} ${days.at(-1)}`,
    );
  }
});

test("half an interval after the expected day, and later than all but one of the pauses before, a dataset is silent [calendar.silent]", () => {
  const days = apart(20_005, Array(6).fill(28));
  assert.deepEqual([releaseRhythm(days)?.expected, releaseRhythm(days)?.silentFrom], [20_033, 20_033 + 14 + 1]);
  // daily on five days a week: a weekend is no silence, and one long holiday of the past does not hide another
  const [friday] = [parseDay("2026-11-27")!];
  const week = apart(friday, [1, 1, 1, 1, 3, 1, 1, 1, 1, 3, 1, 1]);
  assert.equal(dayText(releaseRhythm(week)!.silentFrom), "2026-12-03");
  assert.equal(dayText(releaseRhythm(apart(friday, [1, 1, 1, 1, 10, 1, 1, 1, 1, 3, 1, 1]))!.silentFrom), "2026-12-03");
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
