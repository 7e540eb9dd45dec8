// Weeks of a tidy package: found by their dates in its own list, else in the built-in one.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayText} from "../../../statistics/time/day.ts";
import {complaints, parse} from "./source.fixture.ts";

test("a week is numbered by the source, and weekly dates are found in the list of weeks [week.identity week.calendar]", async () => {
  const weeks = [
    {year: 2031, week: 1, date: "2031-01-08"},
    {year: 2031, week: 2, date: "2031-01-15"},
  ];
  const parsed = await parse(
    {weeks},
    "indicator,geo,week,period,freq,value\na,643,2031-W02,,,1\na,643,,2031-01-08,W,2\na,643,2031-W54,2031-12-31,,3\na,643,2031-W55,,,4\na,643,2031-W01,2031-01-09,,5\na,643,2031-W02,,M,6\n",
  );
  const year = 2031 * 54;
  assert.deepEqual(parsed.values, [
    `a.-.-.-.-.W.643 ${year}=2`,
    `a.-.-.-.-.W.643 ${year + 1}=1`,
    `a.-.-.-.-.W.643 ${year + 53}=3`,
  ]);
  assert.deepEqual(complaints(parsed), [
    "5 week: is not a week YYYY-Wnn",
    "6 week: 2031-01-09 is in week 2031-W01, which already has the date 2031-01-08",
    "7 week: does not agree with the frequency M",
  ]);
  assert.deepEqual(
    parsed.metadata.weeks?.map(({week, day}) => [week, dayText(day)]),
    [
      [1, "2031-01-08"],
      [2, "2031-01-15"],
      [54, "2031-12-31"],
    ],
  );
});

test("a weekly date after the list is reached in steps of a week; a date that no list reaches gets its ISO week, which is added [week.stepping]", async () => {
  const weeks = [{year: 2031, week: 1, date: "2031-01-08"}];
  const parsed = await parse(
    {weeks, freq: "W"},
    "indicator,geo,period,value\na,643,2031-01-22,1\na,643,2032-01-07,2\na,643,2032-01-06,3\n",
  );
  assert.deepEqual(parsed.values, [`a.-.-.-.-.W.643 ${2031 * 54 + 2}=1`, `a.-.-.-.-.W.643 ${2032 * 54 + 1}=2`]);
  assert.deepEqual(complaints(parsed), [
    "4 period: 2032-01-06 is in week 2032-W02, which already has the date 2032-01-07",
  ]);
  assert.deepEqual(
    parsed.metadata.weeks?.map(({year, week, day}) => [year, week, dayText(day)]),
    [
      [2031, 1, "2031-01-08"],
      [2031, 3, "2031-01-22"],
      [2032, 2, "2032-01-07"],
    ],
  );
});

test("YYYY-Wnn is the week of ISO 8601 in the column period, unless the package dates it, and the publisher's own count in the column week [week.calendar]", async () => {
  // The built-in list has 2024-W10 on 11 March. The first week of 2021 begins on 4 January, after a year of 53 weeks.
  const daysOf = async (description: object, rows: string) => {
    const parsed = await parse(description, `indicator,geo,period,week,value\n${rows}`);
    assert.deepEqual(complaints(parsed), []);
    return parsed.metadata.weeks?.map(({year, week, day}) => `${year}-${week} ${dayText(day)}`) ?? null;
  };
  assert.deepEqual(await daysOf({}, "a,643,2024-W10,,1\na,643,2020-W53,,2\na,643,2021W01,,3\nb,643,2020W53,,4\n"), [
    "2020-53 2020-12-28",
    "2021-1 2021-01-04",
    "2024-10 2024-03-04",
  ]);
  assert.deepEqual(await daysOf({weeks: [{year: 2024, week: 10, date: "2024-03-08"}]}, "a,643,2024-W10,,1\n"), [
    "2024-10 2024-03-08",
  ]);
  assert.deepEqual(await daysOf({}, "a,643,,2024-W10,1\n"), null);
  assert.deepEqual(await daysOf({}, "a,643,,2024-W10,1\nb,643,2024-W10,,1\n"), ["2024-10 2024-03-04"]);
});

test("a date means the package's own week if a built-in week has the same date [week.calendar]", async () => {
  // Built in are 2024-W41 on 14 October and W42 on the 21st.
  const weeks = [{year: 2024, week: 41, date: "2024-10-21"}];
  const parsed = await parse({weeks, freq: "W"}, "indicator,geo,period,value\na,643,2024-10-21,1\n");
  assert.deepEqual(parsed.values, [`a.-.-.-.-.W.643 ${2024 * 54 + 40}=1`]);
});

test("a date between two dates of the list is refused, because its week has another date and the next release would revise it [week.calendar]", async () => {
  const parsed = await parse({freq: "W"}, "indicator,geo,period,value\na,643,2024-10-22,1\na,643,2024-10-28,2\n");
  assert.deepEqual(parsed.values, [`a.-.-.-.-.W.643 ${2024 * 54 + 42}=2`]);
  assert.deepEqual(complaints(parsed), [
    "2 period: 2024-10-22 is not the date of a week in the list; its ISO week 2024-W43 is 2024-10-28 there",
  ]);
});
