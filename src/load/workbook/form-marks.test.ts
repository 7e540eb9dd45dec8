// Codes of rows and rows that count the columns, read by a descriptor that takes them for values.
import assert from "node:assert/strict";
import {test} from "node:test";
import {descriptorOf, locations, read} from "../described/described.fixture.ts";
import type {TableDescription} from "../described/descriptor/descriptor.ts";
import {isCode} from "./form-marks.ts";
import {numberCell, textCell} from "./sheet.ts";
import type {FixtureSheet} from "./workbook.fixture.ts";

const TABLE: TableDescription = {
  columns: ["class"],
  rows: ["class"],
  headerRow: 1,
  fixed: {territory: "643", unit: "рубль", year: 2022},
};

async function found(rows: FixtureSheet["rows"], table: Partial<TableDescription> = {}) {
  const {observed, refused} = await read(descriptorOf({...TABLE, ...table}), rows);
  const lost = refused.map(({values = 1}) => values).reduce((sum, one) => sum + one, 0);
  return {values: observed.map(({value}) => value), refused: locations(refused), lost};
}

test("digits behind a zero are a code, and a decimal or a sole zero is a number [described.form-marks]", () => {
  for (const text of ["0100", "01", " 00 ", "-05"]) assert.ok(isCode(textCell(text)), text);
  for (const text of ["0", "0,5", "0.05", "100", "10", "-0", "0 100"]) assert.ok(!isCode(textCell(text)), text);
  assert.ok(isCode(numberCell(100, "100", "0000")));
  for (const format of ["0", "General", "0.00", "#,##0"]) assert.ok(!isCode(numberCell(100, "100", format)), format);
});

test("a code is refused as a value with its cell, as a text and by its format (FIX-rosstat-74) [described.form-marks]", async () => {
  const rows = [
    [null, "Код", "Сумма"],
    ["Выручка", "0100", 1500],
    ["Налог", {number: 200, format: "0000"}, 700],
  ];
  const {values, refused} = await found(rows);
  assert.deepEqual(values, [1500, 700]);
  assert.deepEqual(refused, [
    ["1!B2", "cell", "begins with a zero, as codes do", "0100"],
    ["1!B3", "cell", "begins with a zero, as codes do", "200"],
  ]);
});

test("a row of three cells or more that counts the columns has no values, and one of two has (FIX-rosstat-75) [described.form-marks]", async () => {
  const counted = async (row: FixtureSheet["rows"][number]) => {
    const width = row.length;
    const above = [[null, "План", "Факт", "Итог"].slice(0, width), ["Хлеб", 7, 8, 9].slice(0, width)];
    const {values, lost} = await found([...above, row]);
    return [values.length - width + 1, lost];
  };
  assert.deepEqual(await counted(["1", 2, 3]), [0, 2]);
  assert.deepEqual(await counted(["А", 1, 2]), [0, 2]);
  assert.deepEqual(await counted(["А", "2", "3", "4"]), [0, 3]);
  for (const row of [
    ["1", 2],
    ["1", 2, 4],
    ["2", 3, 4],
    ["Соль", 1, 2],
    ["А", 3, 4],
    ["1", 2, "3,0"],
  ])
    assert.deepEqual(await counted(row), [row.length - 1, 0], String(row));
});

test("a month by its number and small values beside it are values below five cells [described.form-marks]", async () => {
  const table: Partial<TableDescription> = {rows: ["month"]};
  const rows = (count: number) => [["Месяц", "a", "b", "c", "d"].slice(0, count), ["1", 2, 3, 4, 5].slice(0, count)];
  assert.deepEqual((await found(rows(4), table)).values, [2, 3, 4]);
  assert.deepEqual((await found(rows(5), table)).values, []);
});
