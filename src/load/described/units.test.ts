// Units as the cells of workbooks write them.
import assert from "node:assert/strict";
import {test} from "node:test";
import {descriptorOf, REGIONAL, read} from "./described.fixture.ts";

const VALUES = [
  [null, "2015 год"],
  [null, "январь"],
  ["Российская Федерация", 10],
];

test("a superscript 3 after metres makes them cubic, in a title line, a column and a header (FIX-rosstat-32) [described.unit]", async () => {
  const unitsOf = async (...[table, rows]: [Parameters<typeof descriptorOf>[0], Parameters<typeof read>[1]]) => {
    const {observed, refused} = await read(descriptorOf(table), rows);
    assert.deepEqual(refused, []);
    return observed.map(({series}) => series.unit);
  };
  const timber = {text: "Древесина; тыс. м", raised: "3"};
  assert.deepEqual(await unitsOf(REGIONAL, [["Лес"], [timber], ...VALUES]), ["тысяча_кубических_метров"]);
  const housing = {text: "Жилые дома; тыс. м", raised: "2"};
  assert.deepEqual(await unitsOf(REGIONAL, [["Ввод"], [housing], ...VALUES]), ["тысяча_квадратных_метров"]);
  const pipes = {text: "Трубы; тыс. м", raised: "3)"};
  assert.deepEqual(await unitsOf(REGIONAL, [["Трубы"], [pipes], ...VALUES]), ["километр,_тысяча_метров"]);
  const columns = {columns: ["year"], rows: ["class", "unit"], fixed: {territory: "643"}} as const;
  const row = ["Древесина", {text: "млн. м", raised: "3"}, 5];
  assert.deepEqual(await unitsOf(columns, [[null, null, 2015], row]), ["миллион_кубических_метров"]);
  assert.deepEqual(
    await unitsOf(columns, [
      [null, null, 2015],
      ["Древесина", "тыс. м³", 5],
    ]),
    ["тысяча_кубических_метров"],
  );
});

test("a cell shown in per cent is times 100 in a table of per cent, and is refused in any other (FIX-rosstat-35) [described.unit]", async () => {
  const rows = [
    ["Доля"],
    ["Всего; млн. рублей"],
    [null, "2015 год"],
    [null, "январь"],
    ["Российская Федерация", {number: 0.053, format: "0.0%"}],
  ];
  const {observed, refused} = await read(descriptorOf(REGIONAL), rows);
  assert.deepEqual(observed, []);
  assert.deepEqual(
    refused.map(({cell, reason}) => [cell, reason]),
    [["B5", "is shown in per cent, and its unit is not"]],
  );
  const [, , ...below] = rows;
  const share = await read(descriptorOf(REGIONAL), [["Доля"], ["Всего; в процентах"], ...below]);
  assert.deepEqual(
    share.observed.map(({value}) => value),
    [5.3],
  );
});

test("a cell in per cent or in money of a table without a unit lacks the unit, and no cell is called wrong for a unit that nobody named [described.unit]", async () => {
  const table = {columns: ["year"], rows: ["class"], fixed: {territory: "643"}} as const;
  const rows = [
    [null, 2022, 2023],
    ["Хлеб", "12,9%", {number: 0.053, format: "0.0%"}],
    ["Соль", {number: 2, format: '0.0"р."'}, "-"],
  ];
  const {observed, refused} = await read(descriptorOf(table), rows);
  assert.deepEqual(observed, []);
  assert.deepEqual(
    refused.map(({cell, kind, reason}) => [cell, kind, reason?.slice(0, 11)]),
    ["B2", "C2", "B3", "C3"].map((cell) => [cell, "unit", "has no unit"]),
  );
});
