// Derived values of weekly series against dates: the week before is the one seven days earlier, whatever the numbers are.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {atOnce} from "../../work/pace.ts";
import {type Day, dayOf, type PeriodOrdinal, type PeriodTable} from "../time/day.ts";
import {isoWeekOf, type PriceWeek, weekCalendar, weekOrdinal} from "../time/week.ts";
import {roundValues} from "./columns.ts";
import {derive} from "./derive.ts";
import type {DerivedQuantity} from "./quantity.ts";
import {parseSteps} from "./step.ts";

interface WeekValue {
  readonly week: PeriodOrdinal;
  readonly value: number;
}

function derived(rows: readonly WeekValue[], weeks: PeriodTable, text: string, meaning: DerivedQuantity = "level") {
  const steps = parseSteps(text);
  assert.ok(!("problem" in steps), text);
  const columns = {
    frequency: "W" as const,
    count: rows.length,
    period: Int32Array.from(rows, ({week}) => week),
    value: Float64Array.from(rows, ({value}) => value),
    asOf: new Int32Array(rows.length),
  };
  const found = atOnce(derive({columns, meaning, isAdjusted: false, weeks}, steps, new Map()));
  if ("refusal" in found) return found.refusal;
  roundValues(found.columns);
  const {count, period, value} = found.columns;
  return {
    values: Array.from({length: count}, (_, at) => [period[at]!, value[at]!]),
    missing: Array.from(found.missing, (one) => [one.period, one.reason]),
  };
}

function isoWeekOn(monday: Day): PriceWeek {
  const {year, week} = isoWeekOf(monday);
  return {year, week, day: monday as PriceWeek["day"]};
}

const ordinalOf = ({year, week}: PriceWeek): PeriodOrdinal => weekOrdinal(year, week);

/** From 2019-12-30, 2020-W01, to 2022-01-03, 2022-W01: 2020 has 53 weeks, 2021 has 52. */
const isoWeeks = Array.from({length: 106}, (_, at) => isoWeekOn(dayOf(2019, 12, 30) + 7 * at));

test("a week without a value is missing for the week after it, declared or not, also at the ends of years of 52 and 53 weeks [derived.pairing]", () => {
  const run = fc.tuple(
    fc.uniqueArray(fc.constantFrom(0, 9, 51, 52, 53, 54, 55, 103, 104, 105), {maxLength: 6}),
    fc.uniqueArray(fc.nat(105), {maxLength: 30}),
    fc.boolean(),
  );
  fc.assert(
    fc.property(run, ([edges, others, isDeclared]) => {
      const gaps = new Set([...edges, ...others]);
      const given = isoWeeks.filter((_, at) => !gaps.has(at));
      const rows = given.map((week, at) => ({week: ordinalOf(week), value: at * at}));
      const byDay = new Map(given.map(({day}, at): [Day, number] => [day, at * at]));
      const weeks = weekCalendar(
        isoWeeks,
        rows.map(({week}) => week),
        isDeclared ? isoWeeks : [],
      );
      const hasBefore = (week: PriceWeek) => byDay.has(week.day - 7);
      assert.deepEqual(derived(rows, weeks, "change"), {
        values: given
          .filter(hasBefore)
          .map((week) => [ordinalOf(week), byDay.get(week.day)! - byDay.get(week.day - 7)!]),
        missing: given.filter((week) => !hasBefore(week)).map((week) => [ordinalOf(week), "input_missing"]),
      });
      const span = (day: Day) => [0, 7, 14, 21].map((back) => byDay.get(day - back));
      const isWhole = (week: PriceWeek) => !span(week.day).includes(undefined);
      assert.deepEqual(derived(rows, weeks, "rolling:4:sum", "flow"), {
        values: given
          .filter(isWhole)
          .map((week) => [ordinalOf(week), span(week.day).reduce<number>((sum, one) => sum + one!, 0)]),
        missing: given.filter((week) => !isWhole(week)).map((week) => [ordinalOf(week), "incomplete"]),
      });
    }),
    {numRuns: 300},
  );
});

test("in a source's own count a declared last week of a year without a value is the week before W01 [derived.pairing]", () => {
  const own = [
    {year: 2022, week: 50, day: dayOf(2022, 12, 19)},
    {year: 2022, week: 51, day: dayOf(2022, 12, 26)},
    {year: 2023, week: 1, day: dayOf(2023, 1, 9)},
  ];
  const [w50, w51, w01] = own.map(ordinalOf) as [number, number, number];
  const rows = [
    {week: w50, value: 5},
    {week: w01, value: 9},
  ];
  assert.deepEqual(derived(rows, weekCalendar(own, [w50, w01], own), "change"), {
    values: [],
    missing: [
      [w50, "input_missing"],
      [w01, "input_missing"],
    ],
  });
  const all = [rows[0]!, {week: w51, value: 7}, rows[1]!];
  assert.deepEqual(derived(all, weekCalendar(own, [w50, w51, w01]), "pct"), {
    values: [
      [w51, 40],
      [w01, 28.571428571],
    ],
    missing: [[w50, "input_missing"]],
  });
});

test("a number that the source left out, between two weeks seven days apart, is no week [derived.pairing]", () => {
  const own = [
    {year: 2022, week: 7, day: dayOf(2022, 2, 14)},
    {year: 2022, week: 9, day: dayOf(2022, 2, 21)},
  ];
  const rows = own.map((week, at) => ({week: ordinalOf(week), value: at}));
  const found = derived(
    rows,
    weekCalendar(
      own,
      rows.map(({week}) => week),
    ),
    "change",
  );
  assert.deepEqual(typeof found === "string" ? found : found.values, [[rows[1]!.week, 1]]);
});

test("the base of weeks is the date of a week or a whole year, for index and chain; the refusal names a base that works [derived.index]", () => {
  const weeks = weekCalendar(isoWeeks, isoWeeks.map(ordinalOf));
  const rates = isoWeeks.map((week) => ({week: ordinalOf(week), value: 110}));
  const valuesOf = (rows: readonly WeekValue[], text: string, meaning: DerivedQuantity) => {
    const found = derived(rows, weeks, text, meaning);
    assert.ok(typeof found !== "string", `${text}: ${JSON.stringify(found)}`);
    return new Map(found.values as [number, number][]);
  };
  // By hand: 100 × 1.1, 100 × 1.1², 100 / 1.1. 2020-W53 is 28 December, and 2021-W01 follows it.
  const chained = valuesOf(rates, "chain:2020-12-28", "index_prev");
  const at = [weekOrdinal(2020, 52), weekOrdinal(2020, 53), weekOrdinal(2021, 1), weekOrdinal(2021, 2)];
  assert.deepEqual(
    at.map((week) => chained.get(week)),
    [90.909090909, 100, 110, 121],
  );
  // The weeks of 2020 have the values 1 … 53 with the mean 27, so the value 54 of 2021-W01 is 200.
  const levels = isoWeeks.map((week, n) => ({week: ordinalOf(week), value: n + 1}));
  assert.equal(valuesOf(levels, "index:2020", "level").get(weekOrdinal(2021, 1)), 200);
  assert.equal(valuesOf(levels, "index:2020-01-06", "level").get(weekOrdinal(2020, 1)), 50);
  const flat = rates.map(({week}) => ({week, value: 100}));
  assert.equal(valuesOf(flat, "chain:2021", "index_prev").get(weekOrdinal(2022, 1)), 100);

  const reasons = (rows: readonly WeekValue[], text: string) => {
    const found = derived(rows, weeks, text);
    return typeof found === "string" ? found : [...new Set(found.missing.map(([, reason]) => reason))];
  };
  assert.deepEqual(reasons(levels.toSpliced(52, 1), "index:2020"), ["incomplete"]);
  assert.deepEqual(reasons(levels, "index:2022"), ["incomplete"], "nobody knows whether the year is over");
  assert.deepEqual(reasons(levels, "index:2019"), ["input_missing"]);
  const refusal = reasons(levels, "index:2020-01-07");
  assert.equal(refusal, "the base has to be a year or the date of a week that the dataset has, as 2022-01-03");
  assert.notEqual(typeof derived(levels, weeks, "index:2022-01-03"), "string");
});
