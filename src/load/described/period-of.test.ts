import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {transformationOf} from "../../country/ru/base-words.ts";
import {dayOf} from "../../statistics/time/day.ts";
import {descriptorOf, read} from "./described.fixture.ts";
import type {TableDescription} from "./descriptor/descriptor.ts";
import {type DateMeaning, periodOfFacts} from "./facts.ts";

const READING = {allCumulative: false, monthlyStocks: false};
const date = (month: number, dayOfMonth: number) => ({date: {year: 2025, month, dayOfMonth}});

test("a date is a day, or the first day of a month or quarter if the descriptor says so; another day is refused [described.dates]", () => {
  assert.deepEqual(periodOfFacts(date(7, 1), READING), {frequency: "D", ordinal: 20_270, cumulative: false});
  assert.deepEqual(periodOfFacts(date(7, 1), {...READING, dates: "month"}), {
    frequency: "M",
    ordinal: 2025 * 12 + 6,
    cumulative: false,
  });
  assert.deepEqual(periodOfFacts(date(7, 1), {...READING, dates: "quarter"}), {
    frequency: "Q",
    ordinal: 2025 * 4 + 2,
    cumulative: false,
  });
  assert.ok("reason" in periodOfFacts(date(7, 2), {...READING, dates: "month"}));
  assert.ok("reason" in periodOfFacts(date(8, 1), {...READING, dates: "quarter"}));
});

test("a date inside or at the end of a month, quarter or year is that period if a person says so (FIX-country-12) [described.dates]", () => {
  fc.assert(
    fc.property(fc.integer({min: 1, max: 12}), fc.integer({min: 1, max: 28}), fc.boolean(), (month, inside, isEnd) => {
      const dayOfMonth = isEnd ? new Date(Date.UTC(2025, month, 0)).getUTCDate() : inside;
      const read = (dates: DateMeaning) => periodOfFacts(date(month, dayOfMonth), {...READING, dates});
      const cumulative = false;
      assert.deepEqual(read("in month"), {frequency: "M", ordinal: 2025 * 12 + month - 1, cumulative});
      assert.deepEqual(read("in quarter"), {frequency: "Q", ordinal: 2025 * 4 + Math.ceil(month / 3) - 1, cumulative});
      assert.deepEqual(read("in year"), {frequency: "A", ordinal: 2025, cumulative});
      assert.equal("reason" in read("month"), dayOfMonth !== 1);
    }),
  );
});

test("a date that is the day of its week gives the week by ISO 8601 and its day [described.dated-weeks]", () => {
  const read = (year: number, month: number, dayOfMonth: number) =>
    periodOfFacts({date: {year, month, dayOfMonth}}, {...READING, dates: "week"});
  const week = (year: number, number: number, day: number) => ({
    ...{frequency: "W", ordinal: year * 54 + number - 1, cumulative: false},
    week: {year, week: number, day},
  });
  assert.deepEqual(read(2024, 2, 2), week(2024, 5, dayOf(2024, 2, 2)));
  assert.deepEqual(read(2024, 12, 30), week(2025, 1, dayOf(2024, 12, 30)));
  assert.deepEqual(read(2027, 1, 1), week(2026, 53, dayOf(2027, 1, 1)));
});

test("a second date in a week that has one is refused, whichever series it is of [described.dated-weeks]", async () => {
  const table: TableDescription = {
    ...{columns: ["class"], rows: ["country", "time"], labels: ["Land", "Datum"], dates: "week", rest: "class"},
    fixed: {unit: "рубль"},
  };
  const rows = [
    ["Land", "Datum", "А"],
    ["France", "2024-01-05", 1.5],
    ["Germany", "2024-01-04", 2.5],
    ["Germany", "2024-01-12", 3.5],
  ];
  const {observed, refused, metadata} = await read(descriptorOf(table), rows);
  assert.deepEqual(
    observed.map(({series, period, value}) => [series.frequency, series.territory, period, value]),
    [
      ["W", "FR", 2024 * 54, 1.5],
      ["W", "DE", 2024 * 54 + 1, 3.5],
    ],
  );
  assert.deepEqual(
    refused.map(({line, cell, reason}) => [cell ?? line, reason]),
    [["C3", "is in the week of 2024-01-05: a week has one day"]],
  );
  assert.deepEqual(
    metadata.weeks!.map(({week, day}) => [week, day]),
    [
      [1, dayOf(2024, 1, 5)],
      [2, dayOf(2024, 1, 12)],
    ],
  );
});

test("a rate of growth is distinguished from an index, and from growth without revaluation [described.dates]", () => {
  assert.equal(transformationOf("Годовые темпы прироста"), "growth_yoy");
  assert.equal(transformationOf("Темпы прироста к началу года"), "growth_ytd");
  assert.equal(transformationOf("Темп прироста денежных агрегатов за месяц"), "growth_mom");
  assert.equal(transformationOf("г/г, %"), "growth_yoy");
  assert.equal(transformationOf("г/г ИВП*, %"), "growth_yoy_xr");
  assert.equal(transformationOf("с начала года, %"), "growth_ytd");
  assert.equal(transformationOf("Период к аналогичному периоду предыдущего года, %"), "pct_yoy");
  assert.equal(transformationOf("в % к предыдущему месяцу"), "pct_mom");
});

test("a whole period where a part of it is expected has its own year; one without four digits of a year is refused [described.writings]", async () => {
  const table: TableDescription = {
    ...{columns: ["class"], rows: ["period"], rest: "class"},
    fixed: {unit: "рубль", territory: "Российская Федерация", year: 2020},
  };
  const rows = [
    ["", "А", "Б"],
    ["Mar 2024", 1, 2],
    ["январь 2023", 3, 4],
    ["май", 5, 6],
    ["январь 23", 7, 8],
  ];
  const found = await read(descriptorOf(table), rows);
  assert.deepEqual(
    found.observed
      .filter((_, at) => at % 2 === 0)
      .map(({series: {frequency}, period, value}) => [frequency, period, value]),
    [
      ["M", 2024 * 12 + 2, 1],
      ["M", 2023 * 12, 3],
      ["M", 2020 * 12 + 4, 5],
    ],
  );
  assert.ok(found.refused.length > 0);
  const days = await read(
    descriptorOf({...table, rows: ["date"], fixed: {unit: "рубль", territory: "Российская Федерация"}}),
    [rows[0]!, ["15 Mar 2024", 1, 2], ["2024/03/16", 3, 4]],
  );
  assert.deepEqual(
    days.observed.map(({series: {frequency}, period}) => `${frequency} ${period}`),
    ["D 19797", "D 19797", "D 19798", "D 19798"],
  );
});

test("a year, a month or a quarter with a mark of how final it is is that period, and the mark is told with each value; a plan is refused [described.period]", async () => {
  const table: TableDescription = {columns: ["year"], rows: ["class"], fixed: {unit: "тонна", territory: "643"}};
  const rows = [
    ["", "2021", "2022 (уточн.)", "2023p", "2024 (план)"],
    ["Хлеб", 1, 2, 3, 4],
  ];
  const {observed, refused, explained} = await read(descriptorOf(table), rows);
  assert.deepEqual(
    observed.map(({period, value}) => [period, value]),
    [
      [2021, 1],
      [2022, 2],
      [2023, 3],
    ],
  );
  assert.deepEqual(
    explained.map(({steps}) => steps),
    [[], ["the mark (уточн.) of the period 2022 left out"], ["the mark p of the period 2023 left out"]],
  );
  assert.deepEqual(
    refused.map(({cell, text}) => [cell, text]),
    [["E2", "2024 (план)"]],
  );
  const months = await read(descriptorOf({...table, columns: ["time"]}), [
    ["", "Dec 2023", "Jan 2024 (prelim.)"],
    ["Хлеб", 1, 2],
  ]);
  assert.deepEqual(
    months.observed.map(({period}) => period),
    [2023 * 12 + 11, 2024 * 12],
  );
});
