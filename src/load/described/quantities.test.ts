// What indicators measure, from the descriptor of a workbook.
import assert from "node:assert/strict";
import {test} from "node:test";
import {descriptorOf, read} from "./described.fixture.ts";

const ROWS = [
  ["", "2022 год", "2023 год"],
  ["Выпуск", 1, 2],
  ["Запасы", 3, 4],
];

test("a descriptor declares what its indicators measure: the one of all tables, and others by their codes [derived.quantity]", async () => {
  const fixed = {unit: "миллион рублей", territory: "643"};
  const byRow = {columns: ["year"], rows: ["indicator"], fixed, names: {Запасы: {code: "stocks"}}} as const;
  const many = await read(descriptorOf(byRow, {quantities: {stocks: "stock"}}), ROWS);
  const declared = many.metadata.indicators?.map(({label, quantity}) => [label, quantity ?? null]);
  assert.deepEqual(declared, [
    ["Выпуск", null],
    ["Запасы", "stock"],
  ]);
  const own = descriptorOf({columns: ["year"], rows: ["class"], fixed}, {indicator: {code: "x", quantity: "flow"}});
  const one = await read(own, ROWS);
  assert.deepEqual(
    one.metadata.indicators?.map(({code, quantity}) => [code, quantity]),
    [["x", "flow"]],
  );
});
