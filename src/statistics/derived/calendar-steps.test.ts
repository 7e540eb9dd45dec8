import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {dayOf, dayText, parseDay} from "../time/day.ts";
import {yearBefore} from "./calendar-steps.ts";

test("a year before a day is the same date, and before 29 February there is none", () => {
  const before = yearBefore("D");
  if (typeof before === "number") throw new Error("years of days have two lengths");
  fc.assert(
    fc.property(fc.integer({min: dayOf(1701, 1, 1), max: dayOf(2199, 12, 31)}), (day) => {
      const text = dayText(day);
      const same = text.endsWith("-02-29") ? null : parseDay(`${Number(text.slice(0, 4)) - 1}${text.slice(4)}`);
      assert.equal(before(day), same, text);
    }),
    {numRuns: 2000},
  );
  for (const [year, days] of [
    [2024, ["2023-02-28", null, "2023-03-01"]],
    [1900, ["1899-02-28", "1899-03-01", "1899-03-02"]],
  ] as const)
    for (const [at, day] of days.entries()) {
      const found = before(dayOf(year, 2, 28) + at);
      assert.equal(found === null ? null : dayText(found), day);
    }
});
