// Sheets with several tables that nobody described.
import assert from "node:assert/strict";
import {test} from "node:test";
import {previewOfRows} from "./preview.fixture.ts";

const MILK = [["Производство молока, тысяча тонн"], [], [null, 2021, 2022, 2023], ["Курская область", 10, 11, 12]];
const EGGS = [["Производство яиц, миллион штук"], [null, 2022, 2023, 2024], ["Орловская область", 100, 110, 120]];

test("a second header below a title is another table, with its own years and unit: its values were those of the first one (FIX-rosstat-50) [described.proposal]", async (t) => {
  const {descriptor, examples, values, losses} = await previewOfRows(t, [...MILK, [], ...EGGS]);
  assert.deepEqual([values, losses], [6, []]);
  assert.deepEqual(
    descriptor.tables.map(({headerRow = null, lines, exceptions = []}) => [headerRow, lines, exceptions[0]?.cells]),
    [
      [null, [{row: 1, as: "mixed"}], "A6:XFD1048576"],
      [7, [{row: 6, as: "mixed"}], undefined],
    ],
  );
  assert.deepEqual(
    examples.map(({place, period, unit, class: name}) => [place, period, unit, name]),
    [
      ["1!B4", "A 2021-01-01", "тысяча_тонн", "proizvodstvo_moloka"],
      ["1!B8", "A 2022-01-01", "миллион_штук", "proizvodstvo_yaic"],
    ],
  );
});

test("a header that comes again without a title is that of the next page, and rows of values such as 1950 are no headers (FIX-rosstat-50) [described.proposal]", async (t) => {
  const {descriptor, values, losses} = await previewOfRows(t, [
    ["Население, тысяча человек"],
    ["Показатель", 2021, 2022, 2023],
    ["Город", 1950, 1990, 2010],
    ["Показатель", 2021, 2022, 2023],
    ["Село", 1960, 1970, 1985],
    ["Показатель", 2021, 2022, 2023],
    ["в том числе:"],
    ["Мужчины", 1900, 1890, 1880],
  ]);
  assert.deepEqual(
    descriptor.tables.map(({repeated, exceptions}) => [repeated, exceptions![0]!.cells]),
    [[undefined, "A4:XFD4, A6:XFD6"]],
  );
  assert.deepEqual([values, losses], [9, []]);
});
