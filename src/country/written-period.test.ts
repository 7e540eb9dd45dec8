import assert from "node:assert/strict";
import {test} from "node:test";
import {mayBeTwoYears, type PeriodOrder, readWrittenPeriod} from "./written-period.ts";

function said(text: string, order: PeriodOrder = {}): string {
  const found = readWrittenPeriod(text, order);
  if (found === null) return "none";
  if (found.kind === "year") return String(found.year);
  if (found.kind === "part") return `${found.year} ${found.words.frequency}${found.words.offset + 1}`;
  if (found.kind === "week") return `${found.week.year} W${found.week.week} ${found.week.day}`;
  return found.kind === "open" ? found.question : Object.values(found.date).join("-");
}

test("every common writing of a month, a quarter, a year, a day and a week is read [described.writings]", () => {
  const months =
    "2024-01|2024/01|2024M01|2024-M1|2024m1|202401|01.2024|01/2024|2024:01|2024年1月|Jan 2024|Jan-24|Jan. 2024|Jan24|January 2024|2024 Jan|2024-Jan|2024 январь|январь 2024|января 2024 г.|янв 24|янв. 2024 г.|Januar 2024|janvier 2024|enero 2024";
  for (const text of months.split("|")) assert.equal(said(text), "2024 M1", text);
  const quarters =
    "2024-Q3|2024Q3|2024 Q3|2024:Q3|2024q3|Q3 2024|Q3-24|Q3'24|3Q24|3Q 2024|3rd quarter 2024|third quarter of 2024|III кв. 2024|III квартал 2024 года|3 квартал 2024|3 кв. 2024 г.|2024 III кв.|ⅲ кв. 2024";
  for (const text of quarters.split("|")) assert.equal(said(text), "2024 Q3", text);
  for (const text of "2021|2021.0|2021 год|2021 г.|2021г".split("|")) assert.equal(said(text), "2021", text);
  const days =
    "2024-01-15|2024/1/15|20240115|15.01.2024|15/01/2024|01/15/2024|1/15/2024|15 Jan 2024|15-Jan-2024|January 15, 2024|Jan 15 2024|15 января 2024 г.|15. Januar 2024|2024-01-15T00:00:00Z|2024-01-15 00:00:00|2024-01-15T00:00:00+03:00";
  for (const text of days.split("|")) assert.equal(said(text), "2024-1-15", text);
  assert.equal(said("2024-W05"), said("2024W05"));
  assert.match(said("2020-W53"), /^2020 W53/);
});

test("a text with two readings is left to its column, and decided with its word [described.writings]", () => {
  assert.equal(said("03/04/2024"), "day or month");
  assert.equal(said("03/04/2024", {first: "day"}), "2024-4-3");
  assert.equal(said("03/04/2024", {first: "month"}), "2024-3-4");
  assert.equal(said("03.04.2024"), "2024-4-3");
  assert.equal(said("04/04/2024"), "2024-4-4");
  assert.equal(said("2023/24"), "which year");
  assert.equal(said("2023-2024", {year: "last"}), "2024");
  assert.equal(said("2023/24", {year: "first"}), "2023");
  assert.deepEqual(["2010-11", "2010-12", "2010/2011", "1999-00"].map(mayBeTwoYears), [true, false, true, true]);
});

test("half-years, fiscal years, times of a day, spans and days that do not exist are no periods [described.writings]", () => {
  const others =
    "2024-S1|2024-1|1/2024|H1 2024|FY2024|2024-13|2024M13|2024-Q5|5Q24|2024-W54|2021-W53|30.02.2024|2024-01-15T13:30:00|2024-02-30|1.5|20241301|12|24-Jan|Jan|2021.1|1699|2200|Januember 2024|mars|2024-2026|01-02-03|45322";
  for (const text of others.split("|")) assert.equal(said(text), "none", text);
});
