// Lines inside a table that the descriptor does not read, and the values below them.
import assert from "node:assert/strict";
import {test} from "node:test";
import {descriptorOf, locations, read} from "./described.fixture.ts";
import type {TableDescription} from "./descriptor/descriptor.ts";

const TABLE: TableDescription = {
  columns: ["year"],
  rows: ["class"],
  fixed: {unit: "миллион рублей", territory: "643"},
};
const HEADER = ["Товар", "2022 год", "2023 год"];
type Rows = Parameters<typeof read>[1];

async function found(rows: Rows, table: Partial<TableDescription> = {}) {
  const {observed, refused} = await read(descriptorOf({...TABLE, ...table}), rows);
  const lost = refused.map(({values}) => values ?? 1).reduce((sum, one) => sum + one, 0);
  return {values: observed.map(({value}) => value), refused: locations(refused), lost};
}

test("values below a unit, a base, a year or a territory that the descriptor does not read are refused and counted (FIX-rosstat-58) [described.refuses]", async () => {
  const body = (line: string): Rows => [
    ["", "январь", "февраль"],
    ["Хлеб", 1, 2],
    [line],
    ["Соль", 3, 4],
    ["Мёд", 5, null],
  ];
  const table: Partial<TableDescription> = {columns: ["period"], fixed: {...TABLE.fixed, year: 2022}};
  for (const [line, kind, words] of [
    ["млрд рублей", "unit", "a unit"],
    ["(тонн)", "unit", "a unit"],
    ["в % к предыдущему месяцу", "unit", "a unit"],
    ["2023 год", "period", "a year"],
    ["Республика Крым", "territory", "a territory"],
  ] as const) {
    const {values, refused, lost} = await found(body(line), table);
    const reason = `is below ${words} that the descriptor does not read`;
    assert.deepEqual(values, [1, 2], line);
    assert.deepEqual([refused.map((one) => one.slice(1)), lost], [[1, 2].map(() => [kind, reason, line]), 3], line);
  }
});

test("the unit of the table once more, other headings, and facts that rows or exceptions give refuse nothing (FIX-rosstat-58) [described.refuses]", async () => {
  const body: Rows = [
    HEADER,
    ["Хлеб", 1, 2],
    ["(млрд рублей)"],
    ["Соль", 3, 4],
    ["млн. рублей"],
    ["Прочее:"],
    ["Мёд", 5, 6],
  ];
  assert.deepEqual((await found(body)).values, [1, 2, 5, 6]);
  const exceptions = [{cells: "B4:C4", set: {unit: "миллиард рублей"}, because: "its unit is above it"}];
  assert.deepEqual((await found(body, {exceptions})).values, [1, 2, 3, 4, 5, 6]);
  const withUnits = body.map(([label = null, ...rest]) => [label, rest.length > 0 ? "тонн" : null, ...rest]);
  withUnits[0] = ["", "", "2022 год", "2023 год"];
  assert.deepEqual((await found(withUnits, {rows: ["class", "unit"]})).values, [1, 2, 3, 4, 5, 6]);
  assert.deepEqual((await found(body, {section: "unit"})).refused.length, 1, "Прочее: is no unit");
});

test("a header that comes again is no row, and values below another header are refused (FIX-rosstat-58) [described.refuses]", async () => {
  const again: Rows = [HEADER, ["Хлеб", 1, 2], HEADER, ["Соль", 3, 4]];
  assert.deepEqual(await found(again), {values: [1, 2, 3, 4], refused: [], lost: 0});
  const years: Rows = [
    ["Товар", 2022, 2023],
    ["Хлеб", 1, 2],
    ["Товар", 2022, 2023],
    ["Соль", 3, 4],
  ];
  assert.deepEqual(await found(years), {values: [1, 2, 3, 4], refused: [], lost: 0});
  for (const other of [
    ["Товар", "2020 год", "2021 год"],
    ["Товар", 2015, 2020],
  ] as const) {
    const {values, refused, lost} = await found([HEADER, ["Хлеб", 1, 2], other, ["Соль", 3, 4], HEADER, ["Мёд", 5, 6]]);
    const reason = "is in or below another header, in row 3, that the descriptor does not read";
    assert.deepEqual(values, [1, 2, 5, 6]);
    assert.deepEqual(
      [refused.map(([at, , why]) => [at, why]), lost],
      [
        [
          ["1!A3", reason],
          ["1!A4", reason],
        ],
        4,
      ],
    );
  }
  const below = await found([HEADER, ["Хлеб", 1, 2], ["Другая таблица"], ["Область", 2020, 2021], ["Соль", 3, 4]]);
  assert.deepEqual([below.values, below.lost], [[1, 2], 4]);
});

test("values that look like years or like numbers of columns are values (FIX-rosstat-58) [described.refuses]", async () => {
  const rows: Rows = [HEADER, ["Хлеб", 2020, 2021], ["Прочее:"], ["Соль", 1999, 2005], ["Мёд", 2022, 2022]];
  assert.deepEqual(await found(rows), {values: [2020, 2021, 1999, 2005, 2022, 2022], refused: [], lost: 0});
  const numbered: Rows = [HEADER, ["А", 1, 2], ["Хлеб", 1, 2]];
  assert.deepEqual(await found(numbered, {columns: ["year", "ignore"]}), {values: [1, 2], refused: [], lost: 0});
});

test("a unit inside the table counts for the columns whose header names none (FIX-rosstat-58) [described.refuses]", async () => {
  const body: Rows = [["", "Всего", "Доля, %"], ["Хлеб", 1, 2], ["млрд рублей"], ["Соль", 3, 4]];
  const table: Partial<TableDescription> = {columns: ["mixed"], fixed: {...TABLE.fixed, year: 2022}};
  const {values, refused, lost} = await found(body, table);
  assert.deepEqual([values, lost], [[1, 2, 4], 1]);
  assert.deepEqual(refused[0]!.slice(1), ["unit", "is below a unit that the descriptor does not read", "млрд рублей"]);
});

test("an exception must give all that the lines above a row change (FIX-rosstat-58) [described.refuses]", async () => {
  const body: Rows = [["", "январь", "февраль"], ["Хлеб", 1, 2], ["млрд рублей"], ["2023 год"], ["Соль", 3, 4]];
  const table: Partial<TableDescription> = {columns: ["period"], fixed: {...TABLE.fixed, year: 2022}};
  const set = {unit: "миллиард рублей"};
  const valuesWith = async (facts: typeof set & {year?: number}) =>
    (await found(body, {...table, exceptions: [{cells: "B5:C5", set: facts, because: "lines above it"}]})).values;
  assert.deepEqual(await valuesWith(set), [1, 2]);
  assert.deepEqual(await valuesWith({...set, year: 2023}), [1, 2, 3, 4]);
});

test("a section with a note in a column that is left out is a section, and one with words over several columns is asked (FIX-rosstat-63) [described.refuses]", async () => {
  const noted: Rows = [
    ["", "2022 год", "2023 год", "Примечание"],
    ["Хлеб", 1, 2, null],
    ["Растениеводство", null, null, "данные без новых территорий"],
    ["Соль", 3, 4, null],
  ];
  const exceptions = [{cells: "D2:D4", ignore: true as const, because: "notes"}];
  const {metadata} = await read(
    descriptorOf({...TABLE, columns: ["mixed"], section: "class", exceptions, fixed: {...TABLE.fixed, year: 2022}}),
    noted,
  );
  assert.ok(metadata.classes!.some(({name}) => name.startsWith("Растениеводство / ")));
  const wide: Rows = [
    HEADER,
    ["Раздел I"],
    ["Хлеб", 1, 2],
    ["Раздел II", "Растениеводство", null],
    ["Соль", 3, 4],
    ["Раздел III"],
    ["Мёд", 5, 6],
  ];
  const {observed, refused} = await read(descriptorOf({...TABLE, section: "class"}), wide, ["B4:C4"]);
  assert.deepEqual(
    observed.map(({value}) => value),
    [1, 2, 5, 6],
  );
  assert.ok(refused.some(({reason}) => reason === "is below row 4, which may be a section or a row without values"));
});

test("the lower level of a header under another upper level refuses the rows below, and the whole header once more is left out (FIX-rosstat-58) [described.refuses]", async () => {
  const table: Partial<TableDescription> = {columns: ["year", "period"]};
  const quarters = ["", "I квартал", "II квартал"];
  const page = (year: string): Rows => [["", year, null], quarters];
  const twice = async (year: string) => {
    const rows: Rows = [...page("2022 год"), ["Хлеб", 1, 2], ...page(year), ["Соль", 3, 4]];
    const {observed} = await read(descriptorOf({...TABLE, ...table}), rows, ["B1:C1", "B4:C4"]);
    return observed.map(({value}) => value);
  };
  assert.deepEqual(await twice("2022 год"), [1, 2, 3, 4]);
  assert.deepEqual(await twice("2023 год"), [1, 2]);
  const months: Rows = [
    ["", "Январь", null],
    ["", "тонна", "процент"],
    ["Хлеб", 1, 2],
    ["", "Март", null],
    ["", "тонна", "процент"],
    ["Соль", 3, 4],
  ];
  const monthly = descriptorOf({...TABLE, columns: ["period", "unit"], fixed: {territory: "643", year: 2022}});
  const {observed} = await read(monthly, months, ["B1:C1", "B4:C4"]);
  assert.deepEqual(
    observed.map(({value}) => value),
    [1, 2],
  );
});

test("a header with footnote marks once more is left out, and other years with marks refuse the rows below (FIX-rosstat-58) [described.refuses]", async () => {
  const header = ["Товар", 2021, 2022, "2023*"];
  const table: Partial<TableDescription> = {columns: ["year"]};
  assert.deepEqual(
    (await found([header, ["Хлеб", 1, 2, 3], header, ["Соль", 4, 5, 6]], table)).values,
    [1, 2, 3, 4, 5, 6],
  );
  const others = ["Товар", 2018, 2019, "2020*"];
  assert.deepEqual((await found([header, ["Хлеб", 1, 2, 3], others, ["Соль", 4, 5, 6]], table)).values, [1, 2, 3]);
});

test("a unit behind a name or in brackets refuses the values below it, also below sections that are names [described.refuses]", async () => {
  for (const line of ["Расходы, тыс. руб.", "Расходы (тысяча рублей)", "в % к предыдущему году"])
    for (const section of [undefined, "class"] as const) {
      const body: Rows = [HEADER, ["Доходы, млн рублей"], ["Хлеб", 1, 2], [line], ["Соль", 3, 4]];
      const {values, lost} = await found(body, section === undefined ? {} : {section});
      assert.deepEqual([values, lost], [[1, 2], 2], `${line} ${section}`);
    }
});
