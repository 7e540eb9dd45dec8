// Cells that are not what they look like: numbers over several rows or columns, names without a text.
import assert from "node:assert/strict";
import {test} from "node:test";
import {descriptorOf, locations, read} from "./described.fixture.ts";
import type {TableDescription} from "./descriptor/descriptor.ts";

const TABLE: TableDescription = {
  columns: ["year"],
  rows: ["class"],
  fixed: {unit: "миллион рублей", territory: "643"},
};
const HEADER = ["", "2022 год", "2023 год"];
const values = ({observed}: Awaited<ReturnType<typeof read>>) => observed.map(({value}) => value);

test("a number in a cell that is merged over several rows or columns belongs to none of them alone and is refused (FIX-rosstat-56) [described.refuses]", async () => {
  const rows = [HEADER, ["Хлеб", 10, null], ["Соль", 20, 30], ["Мёд", null, 40]];
  const found = await read(descriptorOf(TABLE), rows, ["B2:C2", "B3:B4"]);
  assert.deepEqual(values(found), [30, 40]);
  assert.deepEqual(locations(found.refused), [
    ["1!B2", "cell", "is one number for several rows or columns", "10"],
    ["1!B3", "cell", "is one number for several rows or columns", "20"],
  ]);
});

test("a merged number under a header that is merged over the same columns, or beside a label that is merged over the same rows, is one value (FIX-rosstat-56) [described.refuses]", async () => {
  const rows = [
    ["№", "", "2022 год", null, "2023 год"],
    [1, "Хлеб", 10, null, 20],
    [2, null, null, null, null],
    [3, "Соль", 30, null, 40],
  ];
  const table = {...TABLE, rows: ["ignore", "class"] as const};
  const found = await read(descriptorOf(table), rows, ["C1:D1", "C2:D2", "B2:B3", "E2:E3", "C4:D4"]);
  assert.deepEqual([values(found), found.refused], [[10, 20, 30, 40], []]);
});

test("a merged number is one value under a number or beside one that is merged over the same cells (FIX-rosstat-56) [described.refuses]", async () => {
  const rows = [
    ["", 2022, null, 2023],
    ["Хлеб", 10, null, 20],
    [7, 30, null, 40],
    [null, null, null, null],
  ];
  const found = await read(descriptorOf(TABLE), rows, ["B1:C1", "B2:C2", "A3:A4", "D3:D4"]);
  assert.deepEqual([values(found), found.refused], [[10, 20, 30, 40], []]);
});

test("the nearest of the units of two tables counts, and two units above one table are refused (FIX-rosstat-66) [described.refuses]", async () => {
  const table: TableDescription = {
    ...TABLE,
    fixed: {territory: "643"},
    repeated: true,
    lines: [{match: "^\\(", as: "unit"}],
  };
  const two = [["(млрд рублей)"], HEADER, ["Хлеб", 1, 2], ["(млн рублей)"], HEADER, ["Соль", 3, 4]];
  const found = await read(descriptorOf(table), two);
  assert.deepEqual(
    found.observed.map(({series, value}) => [series.unit, value]),
    [
      ["миллиард_рублей", 1],
      ["миллиард_рублей", 2],
      ["миллион_рублей", 3],
      ["миллион_рублей", 4],
    ],
  );
  const one = await read(descriptorOf(table), [["(млрд рублей)"], ["(млн рублей)"], HEADER, ["Хлеб", 1, 2]]);
  assert.deepEqual([values(one), one.refused.map(({kind}) => kind)], [[], ["unit"]]);
});

test("a label or a header that is a formula without its value is no name: its values are refused, and an exception may give what it says (FIX-rosstat-57) [described.refuses]", async () => {
  const rows = [
    ["", "2022 год", {formula: "B1+1"}],
    ["Хлеб", 1, 2],
    [{formula: "A9"}, 3, 4],
  ];
  const found = await read(descriptorOf(TABLE), rows);
  assert.deepEqual(values(found), [1]);
  const reason = "is a formula without its value: open the file in a spreadsheet and save it";
  assert.deepEqual(locations(found.refused), [
    ["1!C2", "period", reason, "=B1+1"],
    ["1!A3", "cell", reason, "=A9"],
  ]);
  const exceptions = [{cells: "C2:C3", set: {year: 2023}, because: "a formula"}];
  assert.deepEqual(values(await read(descriptorOf({...TABLE, exceptions}), rows)), [1, 2]);
});

test("words beside a label stand for its values and are refused; a heading or a note over columns is none of them (FIX-rosstat-63) [described.refuses]", async () => {
  const rows = [
    HEADER,
    ["Хлеб", "данные за год уточняются", null],
    ["Соль", "не публикуется", null],
    [null, "Прочие товары и услуги", null],
    ["Мёд", 1, 2],
    ["1)", "По данным за неполный год", null],
    ["Источник:", "расчёты по данным Росстата", null],
  ];
  const found = await read(descriptorOf({...TABLE, section: "class"}), rows, ["B3:C3", "B4:C4"]);
  assert.deepEqual(
    found.observed.map(({series, value}) => [series.classification, value]),
    [
      ["prochie_tovary_i_uslugi~med", 1],
      ["prochie_tovary_i_uslugi~med", 2],
    ],
  );
  assert.deepEqual(
    locations(found.refused).map(([at, , , text]) => [at, text]),
    [
      ["1!B2", "данные за год уточняются"],
      ["1!B3", "не публикуется"],
    ],
  );
});

test("a number with commas between thousands says that the other numbers of a table may have them (FIX-rosstat-64) [described.refuses]", async () => {
  const reason = async (text: string) =>
    (await read(descriptorOf(TABLE), [HEADER, ["Хлеб", text, 1]])).refused[0]?.reason;
  for (const text of ["2,345,678", "-1,234,567.8", "1,234.5"])
    assert.match((await reason(text)) ?? "", /^has commas/, text);
  for (const text of ["1,23,456", "1,2,3"]) assert.equal(await reason(text), "is not a number", text);
  assert.equal(await reason("1,234"), undefined);
});

test("a value whose base is per cent of another time and whose unit is another one is refused, and an exception gives both (FIX-rosstat-65) [described.unit]", async () => {
  const rows = [
    ["в % к предыдущему году"],
    ["", "2022 год", "2022 год"],
    ["", "в процентах", "тонн"],
    ["Хлеб", 101, 5],
    ["Соль", 102, 6],
  ];
  const table: TableDescription = {
    ...TABLE,
    fixed: {territory: "643"},
    lines: [{as: "base"}],
    columns: ["year", "unit"],
  };
  const found = await read(descriptorOf(table), rows);
  assert.deepEqual(values(found), [101, 102]);
  assert.deepEqual(
    locations(found.refused).map(([at, kind, reason]) => [at, kind, reason?.slice(0, 18)]),
    ["1!C4", "1!C5"].map((at) => [at, "unit", "is in a unit (тонн"]),
  );
  const exceptions = [{header: "^тонн$", set: {base: "level", unit: "тонна"}, because: "tonnes beside the index"}];
  const both = await read(descriptorOf({...table, exceptions}), rows);
  assert.deepEqual(
    both.observed.map(({series, value}) => [series.transformation, value]),
    [
      ["pct_yoy", 101],
      ["level", 5],
      ["pct_yoy", 102],
      ["level", 6],
    ],
  );
});

test("a line with two units, and two lines with different ones, do not say the unit of the values below (FIX-rosstat-66) [described.unit]", async () => {
  const of = async (lines: readonly string[], kind: "mixed" | "unit") => {
    const rows = [...lines.map((line) => [line]), HEADER, ["Хлеб", 1, 2]];
    const table: TableDescription = {...TABLE, fixed: {territory: "643"}, lines: [{as: kind}]};
    const found = await read(descriptorOf(table), rows);
    return [values(found).length, ...locations(found.refused).map(([, kind, reason]) => [kind, reason])];
  };
  const several = ["unit", "names several units"];
  assert.deepEqual(await of(["Оборот; млн рублей; в % к предыдущему году"], "mixed"), [0, several]);
  assert.deepEqual(await of(["в % к предыдущему году; Оборот, млн рублей"], "mixed"), [0, several]);
  const another = ["unit", "is another unit than that of the lines above it"];
  assert.deepEqual(await of(["млн рублей", "тонн"], "unit"), [0, another]);
  assert.deepEqual(await of(["млн рублей", "(миллионов рублей)"], "unit"), [2]);
  assert.deepEqual(await of(["Оборот; млн рублей"], "mixed"), [2]);
});

test("a word that a hyphen of its line breaks is one word (FIX-rosstat-66) [described.classes]", async () => {
  const rows = [HEADER, ["Хлеб белый", 1, null], ["Хле\u00adб бе\u00ad\nлый", null, 2]];
  const found = await read(descriptorOf(TABLE), rows);
  assert.deepEqual(
    found.observed.map(({series}) => series.classification),
    ["hleb_belyy", "hleb_belyy"],
  );
});

test("a number of times among increments is refused, by its text and by its format, and is per cent of the base elsewhere [described.refuses]", async () => {
  const rows = (title: string) => [
    [title],
    ["", "2022 год", "2023 год"],
    ["Хлеб", 10, "в 2,5 раза"],
    ["Соль", 20, {number: 3.5, format: '"в "0.0" раза"'}],
  ];
  const table: TableDescription = {...TABLE, fixed: {territory: "643", unit: "процент"}, lines: [{as: "base"}]};
  const increments = await read(descriptorOf(table), rows("Темп прироста, в % к предыдущему году"));
  assert.deepEqual(values(increments), [10, 20]);
  assert.deepEqual(
    locations(increments.refused).map(([at, kind, reason]) => [at, kind, reason?.slice(0, 42)]),
    ["1!C3", "1!C4"].map((at) => [at, "cell", "is a number of times in a series of increm"]),
  );
  const index = await read(descriptorOf(table), rows("Темп роста, в % к предыдущему году"));
  assert.deepEqual(values(index), [10, 250, 20, 350]);
});
