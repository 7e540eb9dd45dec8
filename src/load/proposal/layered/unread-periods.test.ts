// Periods that a table has in words or writings that nobody reads.
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import type {FixtureSheet} from "../../workbook/workbook.fixture.ts";
import {previewOfRows} from "../preview.fixture.ts";

async function seen(t: TestContext, rows: FixtureSheet["rows"], period: string | null = null) {
  const preview = await previewOfRows(t, rows, "RU", [], {period});
  return {
    questions: preview.guesses
      .filter(({certainty}) => certainty === null)
      .map(({what}) => what)
      .filter((what) => !/published/.test(what)),
    shown: preview.examples.map((one) => `${one.period} ${one.value}`),
    lost: preview.losses.map(({reason, text}) => `${text}: ${reason}`),
    kinds: preview.descriptor.tables[0]?.columns,
  };
}

const REGIONS = ["Белгородская область", "Курская область"] as const;

test("planned and expected values are refused beside those of what was: the plan of 2025 was the value of 2025 [described.period]", async (t) => {
  for (const [plan, forecast] of [
    ["2024 (план)", "2025 прогноз"],
    ["2024 plan", "2025 (forecast)"],
  ] as const) {
    const {shown, lost} = await seen(t, [
      ["Добыча, тонн"],
      ["Регион", "2022 (факт)", "2023 (оценка)", plan, forecast],
      [REGIONS[0], 5, 6, 7, 8],
      [REGIONS[1], 7, 8, 9, 10],
    ]);
    const reason = "is planned or expected, and says nothing of what was";
    assert.deepEqual(lost, [`${plan}: ${reason}`, `${forecast}: ${reason}`]);
    assert.ok(
      shown.every((one) => /^A 202[23]/.test(one)),
      shown.join(),
    );
  }
});

test("I to IV below years are quarters: they were classes of the whole year; fewer of them are asked about [described.period]", async (t) => {
  const rows = (...numbers: string[]) => [
    ["Добыча, тонн"],
    ["Регион", 2023, ...numbers.slice(1).map(() => 2023)],
    [null, ...numbers],
    [REGIONS[0], ...numbers.map((_, at) => at + 1)],
    [REGIONS[1], ...numbers.map((_, at) => at + 11)],
  ];
  const {kinds, shown, questions} = await seen(t, rows("I", "II", "III", "IV"));
  assert.deepEqual([kinds, questions], [["year", "quarter"], []]);
  assert.ok(shown.includes("Q 2023-01-01 1") || shown.includes("Q 2023-10-01 4"), shown.join());
  assert.match((await seen(t, rows("I", "II"))).questions.join(), /^are I and II in header row 3 quarters\?/);
});

test("dates that show their year alone are years, also the first of January: they were Januaries [described.period]", async (t) => {
  const year = (number: number) => ({number, format: "yyyy"});
  const {shown} = await seen(t, [
    ["Добыча, тонн"],
    ["Регион", year(44927), year(45292)],
    [REGIONS[0], 1, 2],
    [REGIONS[1], 3, 4],
  ]);
  assert.deepEqual(shown, ["A 2023-01-01 1", "A 2023-01-01 3"]);
});

test("a year that a person gives is none of months that go on behind December [described.period]", async (t) => {
  const rows = (...months: string[]) => [
    ["Добыча, тонн"],
    ["Регион", ...months],
    [REGIONS[0], ...months.map((_, at) => at + 1)],
    [REGIONS[1], ...months.map((_, at) => at + 11)],
  ];
  assert.match(
    (await seen(t, rows("Октябрь", "Ноябрь", "Декабрь", "Январь"), "2023")).questions.join(),
    /^which period\? January stands behind December/,
  );
  assert.deepEqual((await seen(t, rows("Январь", "Февраль", "Март"), "2023")).questions, []);
});

test("a column of dates that nobody reads is asked about, and two columns of other dates are, too: milliseconds were values [described.period]", async (t) => {
  const unread = [
    ["region", "date", "Добыча, тонн"],
    [REGIONS[0], 1704067200000, 5],
    [REGIONS[1], 1704067200000, 6],
  ];
  assert.match(
    (await seen(t, unread, "2024")).questions.join(),
    /which period\? the column date has no writing of a period/,
  );
  const day = (number: number) => ({number, format: "dd.mm.yyyy"});
  const two = [
    ["Регион", "С", "По", "Добыча, тонн"],
    [REGIONS[0], day(44197), day(44286), 5],
    [REGIONS[1], day(44197), day(44286), 6],
  ];
  assert.match((await seen(t, two)).questions.join(), /the columns С and По have different/);
});

test("names beside the years of headers are asked about: population and income were one series [described.period]", async (t) => {
  const rows = (...headers: string[]) => [
    ["Регион", ...headers],
    [REGIONS[0], 10, 2],
    [REGIONS[1], 20, 4],
  ];
  assert.match(
    (await seen(t, rows("Население 2022", "Доход 2023"))).questions.join(),
    /are Население 2022 and Доход 2023 one series\?/,
  );
  for (const [one, other] of [
    ["Январь 2022", "Февраль 2022"],
    ["Население 2022", "Население 2023"],
  ] as const)
    assert.doesNotMatch((await seen(t, rows(one, other))).questions.join(), /one series/);
});
