// A unit that a person gives, in tables whose own words name others.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder} from "../../../../test/warehouse.ts";
import {countryOf} from "../../../country/countries.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import {xlsxOf} from "../../workbook/workbook.fixture.ts";
import type {Answers} from "../answers.ts";
import {previewDescriptor} from "../preview.ts";

async function seen(
  t: TestContext,
  rows: readonly (readonly (string | number)[])[],
  form: "csv" | "xlsx",
  given: Partial<Answers> = {},
) {
  const path = join(await temporaryFolder(t), `table.${form}`);
  const text = rows
    .map((row) => row.map((cell) => (`${cell}`.includes(",") ? `"${cell}"` : cell)).join(","))
    .join("\n");
  await writeFile(path, form === "csv" ? `${text}\n` : xlsxOf([{name: "1", rows: rows.map((row) => [...row])}]));
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "table"};
  const today = parseDay("2025-01-31")!;
  const answers = {territory: "643", unit: null, ...given};
  const {guesses, examples} = await previewDescriptor(path, {
    country: countryOf("RU")!,
    given: today,
    today,
    ...names,
    answers,
  });
  return {
    shown: examples.map(({value, unit}) => `${value} ${unit}`),
    questions: guesses
      .filter(({certainty}) => certainty === null)
      .map(({what}) => what)
      .filter((what) => !/published/.test(what)),
  };
}

const STAFF = [
  ["Показатель", 2021, 2022],
  ["Выручка, млн руб.", 100, 101],
  ["Численность, чел.", 10, 11],
];

test("rows that name their units have them, whatever unit a person gives for the table: persons were millions of roubles [described.unit]", async (t) => {
  for (const form of ["csv", "xlsx"] as const)
    for (const unit of [null, "млн руб.", "тонна"]) {
      const {shown, questions} = await seen(t, STAFF, form, {unit});
      assert.deepEqual([shown, questions], [["100 миллион_рублей", "10 человек"], []], `${form} ${unit}`);
    }
});

test("one row with another unit than a person gives is asked about, and goods may be priced by their unit [described.unit]", async (t) => {
  const one = [
    ["Показатель", 2021, 2022],
    ["Выручка", 100, 101],
    ["Прибыль", 5, 6],
    ["Численность, чел.", 10, 11],
  ];
  for (const form of ["csv", "xlsx"] as const) {
    const {questions} = await seen(t, one, form, {unit: "млн руб."});
    assert.match(
      questions.join(),
      /^which unit\? "Численность, чел\." names another one than --unit "млн руб\."/,
      form,
    );
    const goods = [
      ["Товар", 2021, 2022],
      ["Хлеб, кг", 50, 52],
      ["Молоко, л", 60, 63],
      ["Яйца", 90, 95],
    ];
    const priced = await seen(t, goods, form, {unit: "рубль"});
    assert.deepEqual([priced.shown[0], priced.questions], ["50 рубль", []], form);
  }
});

test("under a title of prices the unit behind the name of goods is what is sold: bread for 50 roubles was 50 kilograms [described.unit]", async (t) => {
  const goods = [
    ["Средние потребительские цены"],
    ["Товар", 2021, 2022],
    ["Хлеб, кг", 50, 52],
    ["Молоко, л", 60, 63],
    ["Мясо, кг", 90, 95],
  ];
  for (const form of ["csv", "xlsx"] as const) {
    const {questions} = await seen(t, goods, form);
    assert.match(questions.join(), /^which unit\?/, form);
    assert.deepEqual((await seen(t, goods, form, {unit: "рубль"})).shown[0], "50 рубль", form);
  }
});

test("a unit given for all columns is asked about where a header names another unit or multiplier; a unit beside a year is that of its column [described.unit]", async (t) => {
  const columns = [
    ["Год", "ВВП (USD bn)", "Население (millions)"],
    [2021, 5, 6],
    [2022, 7, 8],
  ];
  assert.match(
    (await seen(t, columns, "csv", {unit: "тонна"})).questions.join(),
    /^which unit\? "ВВП \(USD bn\)" names another one than --unit "тонна"/,
  );
  const years = [
    ["Показатель", "2021 (тыс. тонн)", "2022 (тонн)"],
    ["Добыча", 5, 5000],
    ["Вывоз", 4, 4000],
  ];
  const {shown, questions} = await seen(t, years, "xlsx", {unit: "тонна"});
  assert.deepEqual(questions, []);
  assert.ok(shown.includes("5 тысяча_тонн"), shown.join());
});
