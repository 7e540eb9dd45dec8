// Columns that their header names, and columns of numbers that it does not.
import assert from "node:assert/strict";
import {test} from "node:test";
import {previewOfRows} from "./preview.fixture.ts";

type Previewed = Awaited<ReturnType<typeof previewOfRows>>;
const questionsOf = ({guesses}: Previewed) => guesses.filter(({certainty}) => certainty === null).map(({what}) => what);

test("numbers left of the first known period are asked for and never called labels without a word, unless they are codes (FIX-rosstat-52) [described.proposal]", async (t) => {
  const found = await previewOfRows(t, [
    ["Ввод жилья, тысяча квадратных метров"],
    ["Код", "Регион", "Всего", "2022 год", "2023 год"],
    [38, "Курская область", 3, 1, 2],
    [28, "Тверская область", 7, 3, 4],
  ]);
  assert.deepEqual(found.descriptor.tables[0]!.rows, ["ignore", "territory", "ignore"]);
  assert.deepEqual(
    questionsOf(found).filter((what) => what.startsWith("are the numbers")),
    ["are the numbers of column 3 (Всего) values? they are left of the periods, and left out"],
  );
});

test("months in short before a year are periods and hide no values [described.proposal]", async (t) => {
  const {values, losses} = await previewOfRows(t, [
    ["Ввод жилья, тысяча квадратных метров"],
    [null, "янв.2024", "фев.2024", "I квартал 2024", "2024 год"],
    ["Курская область", 1, 2, 6, 30],
  ]);
  assert.deepEqual([values, losses], [4, []]);
});

test("the header names the column of units, and a column named value alone names nothing [described.proposal]", async (t) => {
  const units = await previewOfRows(t, [
    ["Показатель", "Ед. изм.", "2022", "2023"],
    ["Обеспеченность", "человек на 10000 населения", 1, 2],
    ["Выручка", "миллион рублей", 5, 6],
  ]);
  assert.deepEqual(units.descriptor.tables[0]!.rows, ["class", "unit"]);
  assert.deepEqual(
    [units.values, units.losses.map(({kind, text, values}) => [kind, text, values])],
    [2, [["unit", "человек на 10000 населения", 2]]],
  );
  const long = await previewOfRows(t, [
    ["region", "year", "indicator", "unit", "value"],
    ["Курская область", "2023", "Выручка", "миллион рублей", 1],
    ["Курская область", "2024", "Выручка", "миллион рублей", 2],
    ["Курская область", "2023", "Занятые", "тысяча человек", 3],
    ["Тверская область", "2023", "Занятые", "тысяча человек", 4],
  ]);
  assert.deepEqual(long.descriptor.tables[0]!.columns, ["ignore"]);
  assert.deepEqual([long.values, long.examples.map((one) => one.indicator)], [4, ["vyruchka", "zanyatye", "zanyatye"]]);
});

test("days without the format of a date are asked for, and values that lack their unit alone are shown without it [described.proposal]", async (t) => {
  const days = await previewOfRows(t, [
    ["Дата", "Курс, рублей"],
    [45_322, 89.66],
    [45_351, 90.84],
    [45_382, 92.37],
  ]);
  assert.ok(
    questionsOf(days).includes("are the numbers of column A, such as 45322, days? give its cells the format of a date"),
  );
  const bare = await previewOfRows(t, [
    [null, 2023, 2024],
    ["Руда", 1.5, 2.5],
  ]);
  assert.deepEqual(
    [bare.values, bare.examples.map(({value, period, unit}) => [value, period, unit])],
    [0, [["1.5", "A 2023-01-01", "?"]]],
  );
});

test("units in the labels of rows are read, and an index in per cent without a base is asked for in labels and headers (FIX-rosstat-53) [described.proposal]", async (t) => {
  const rows = await previewOfRows(t, [
    ["Показатель", "2022", "2023"],
    ["ВРП, млрд руб.", 100, 110],
    ["Индекс физического объема, %", 101, 102],
    ["Доля услуг, %", 40, 41],
    ["Площадь", 30, 30],
  ]);
  assert.deepEqual(rows.descriptor.tables[0]!.rows, ["mixed"]);
  assert.deepEqual([rows.values, rows.losses.map(({kind, values}) => [kind, values])], [4, [["unit", 2]]]);
  const question =
    'per cent of what? "Индекс физического объема, %" names no base of comparison that is known: see exceptions';
  assert.ok(questionsOf(rows).includes(question));
  const columns = await previewOfRows(t, [
    ["Год", "ВРП, млрд руб.", "Индекс физического объема, %"],
    ["2022", 100, 101],
    ["2023", 110, 102],
    ["2024", 120, 103],
  ]);
  assert.deepEqual([columns.values, columns.losses], [3, []]);
  assert.ok(questionsOf(columns).includes(question));
});

test("a base of comparison in the title and another unit than per cent beside the names are asked for: which of both is meant (FIX-rosstat-54) [described.proposal]", async (t) => {
  const title = ["Индексы цен, в % к предыдущему году"];
  const question = (found: Previewed) =>
    questionsOf(found).filter((what) => what.startsWith("a base of comparison and another unit than per cent"));
  const columns = await previewOfRows(t, [
    title,
    ["Год", "Говядина, кг", "Сахар, кг"],
    ["2022", 101, 102],
    ["2023", 99, 98],
  ]);
  assert.deepEqual([columns.values, question(columns).length], [0, 1]);
  const rows = await previewOfRows(t, [
    title,
    ["Товар", "Ед. изм.", "2022", "2023"],
    ["Говядина", "кг", 101, 102],
    ["Всего", "процент", 100, 99],
  ]);
  assert.deepEqual([rows.values, question(rows).length], [2, 1]);
});
