// Tables with a slip: a date that does not exist, two columns of one unit, numbers in a form that no parser reads.
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import type {FixtureSheet} from "../workbook/workbook.fixture.ts";
import {previewOfRows} from "./preview.fixture.ts";

const day = (serial: number) => ({number: serial, format: "dd.mm.yyyy"});

async function seen(t: TestContext, rows: FixtureSheet["rows"]) {
  const {descriptor, values, losses, examples} = await previewOfRows(t, rows);
  const [table] = descriptor.tables;
  const lost = losses.map(({kind, reason, text, values: count}) => [kind, reason, text, count]);
  return {columns: table?.columns, rows: table?.rows, values, lost, classes: examples.map((one) => one.class)};
}

test("one bad date in a column of dates leaves it the period, and only its row is refused [described.slips]", async (t) => {
  const rows = (bad: string) => [
    ["Дата", "Ставка, процент"],
    [day(45292), 5],
    [bad, 6],
    [day(45352), 7],
    [day(45383), 8],
  ];
  for (const bad of ["19/19/2000", "2024-13-45", "нет даты"]) {
    const found = await seen(t, rows(bad));
    assert.deepEqual([found.rows, found.values], [["date"], 3], bad);
    assert.deepEqual(found.lost, [["period", "is not a date", bad, 1]]);
  }
  const [head, ...body] = rows("19/19/2024");
  // half of the dates may have a wrong form, and with more of them the column is one of names
  const two = await seen(t, [head!, ...body.slice(0, 3), ["20/20/2024", 9]]);
  assert.deepEqual([two.rows, two.values, two.lost.length], [["date"], 2, 2]);
  const most = await seen(t, [
    head!,
    ["19/19/2024", 1],
    ["20/20/2024", 2],
    ["21/21/2024", 3],
    [day(45292), 4],
    [day(45323), 5],
  ]);
  assert.notDeepEqual(most.rows, ["date"]);
});

test("two columns of one unit are two classes, and two of two units need no names [described.slips]", async (t) => {
  const rows = (...names: string[]) => [
    ["Дата", ...names],
    [day(45292), 9, 5],
    [day(45323), 10, 6],
    [day(45352), 11, 7],
  ];
  const same = await seen(t, rows("Город, процент", "Село, процент"));
  assert.deepEqual([same.columns, same.values, same.lost], [["class, unit"], 6, []]);
  assert.deepEqual(same.classes, ["gorod", "selo"]);
  const two = await seen(t, rows("тонна", "рубль"));
  assert.deepEqual([two.columns, two.values], [["unit"], 6]);
});

test("numbers with an exponent, in brackets or with a minus behind them are values that are refused one by one [described.slips]", async (t) => {
  const odd = ["1,5E+07", "1.6e7", "(5,1)", "(1 234)", "7,1-"];
  for (const text of odd) {
    const found = await seen(t, [
      ["Год", "Рублей"],
      [2021, text],
      [2022, "2,5"],
      [2023, "7,5"],
    ]);
    assert.deepEqual(
      [found.rows, found.values, found.lost],
      [["year"], 2, [["cell", "is not a number", text, 1]]],
      text,
    );
  }
  const most = await seen(t, [["Год", "Рублей"], ...odd.map((text, at) => [2020 + at, text]), [2026, "5"]]);
  assert.deepEqual([most.rows, most.values, most.lost.length], [["year"], 1, odd.length]);
  // the numbers of columns in brackets are no values
  const counted = await seen(t, [
    ["Год", "Рублей", "Тонн"],
    ["(1)", "(2)", "(3)"],
    [2021, 5, 6],
    [2022, 7, 8],
  ]);
  assert.equal(counted.values, 4);
});

test("countries below or beside several rows of headers are their territories, unless a word tells of partners; the person says which [described.territory]", async (t) => {
  const rows = (title: string): FixtureSheet["rows"] => [
    [title],
    ["Country", 2021, null, 2022, null],
    [null, "Men", "Women", "Men", "Women"],
    ["Germany", 1, 2, 3, 4],
    ["France", 5, 6, 7, 8],
    ["World", 9, 10, 11, 12],
    ["Total", 1, 1, 1, 1],
  ];
  const merges = ["A2:A3", "B2:C2", "D2:E2"];
  const found = await previewOfRows(t, rows("Population, per cent"), "US", merges);
  assert.deepEqual([found.values, found.losses.map(({text, values}) => [text, values])], [12, [["Total", 4]]]);
  assert.deepEqual([...new Set(found.examples.map(({territory}) => territory))], ["DE", "FR", "WLD"]);
  const asked = await previewOfRows(t, rows("Exports by partner, per cent"), "US", merges);
  assert.equal(asked.values, 0);
  assert.ok(
    asked.guesses.some(({what}) => what.includes("--territories world") && what.includes("--territories partners")),
  );
});

test("a year on a line of its own above its months or quarters is their year, also right below the header; a line that is no year refuses the rows below it [described.proposal]", async (t) => {
  const rows = (first: string | number, second: string | number): FixtureSheet["rows"] => [
    ["Индексы цен, в % к предыдущему месяцу"],
    ["", "Товары", "Услуги"],
    [first],
    ["январь", 101, 102],
    ["февраль", 103, 104],
    [second],
    ["январь", 105, 106],
    ["февраль", 107, 108],
  ];
  for (const [first, second] of [
    [2023, 2024],
    ["2023 год", "2024 г."],
    ["2023", "2024 (предв.)"],
  ] as const) {
    const found = await previewOfRows(t, rows(first, second));
    assert.deepEqual([found.values, found.losses], [8, []], String(first));
    assert.deepEqual(
      found.examples.map(({period, value}) => [period, value]),
      [
        ["M 2023-01-01", "101"],
        ["M 2023-01-01", "102"],
      ],
    );
  }
  const other = await previewOfRows(t, rows(2023, "Городское население"));
  assert.deepEqual(
    [other.values, other.losses.map(({text, values}) => [text, values])],
    [4, [["Городское население", 4]]],
  );
});
