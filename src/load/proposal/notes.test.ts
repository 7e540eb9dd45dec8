// Columns of notes in tables that nobody described.
import assert from "node:assert/strict";
import {test} from "node:test";
import {previewOfRows as preview} from "./preview.fixture.ts";

test("a column of notes hides neither years nor units, and is left out of a proposal (FIX-rosstat-49) [described.proposal]", async (t) => {
  const years = await preview(
    t,
    [
      ["Employment (thousand persons)"],
      ["State", 2023, null, 2024, null, "Remark"],
      [null, "Q1", "Q2", "Q1", "Q2"],
      ["Alabama", 100, 101, 102, 103, "sum of counties"],
      ["Texas", 200, 201, "-", 203],
      ["Ohio", 300, 301, 302, 303, "since 2023 without students"],
    ],
    "US",
    ["B2:C2", "D2:E2", "F2:F3"],
  );
  assert.deepEqual(years.descriptor.tables[0]!.columns, ["year", "period"]);
  assert.deepEqual(years.descriptor.tables[0]!.exceptions, [
    {cells: "F4:F1048576", ignore: true, because: "a column of notes"},
  ]);
  assert.deepEqual([years.values, years.losses], [11, []]);

  const units = await preview(t, [
    ["Год", "Население, тыс. человек", "Оборот, млн руб.", "Примечание"],
    ["2022", 1100.5, 200, "оценка"],
    ["2023", 1090, 210, null],
    ["2024", 1080, 220, "оценка"],
  ]);
  assert.deepEqual(units.descriptor.tables[0]!.columns, ["class, unit"]);
  assert.deepEqual([units.values, units.losses], [6, []]);
});

test("a label column that its header calls notes is no class, and a column of texts that begin with digits is no column of notes (FIX-rosstat-49) [described.proposal]", async (t) => {
  const {descriptor, values, losses} = await preview(t, [
    ["Выпуск, тысяча тонн"],
    ["Субъект", "Примечание", "2021 г.", "2022 г.", "2023 г.", "2024 г.", "Итог"],
    ["Белгородская область", "с 2023 г. новая методика", 10, 11, 12, 13, "21 тысяча"],
    ["Курская область", null, 20, 21, 22, 23, "42 тысячи"],
  ]);
  assert.deepEqual(descriptor.tables[0]!.rows, ["territory", "ignore"]);
  assert.equal(descriptor.tables[0]!.exceptions, undefined);
  assert.equal(values, 8);
  assert.deepEqual(
    losses.map(({kind, text, values: lost}) => [kind, text, lost]),
    [["period", "Итог", 2]],
  );
});

test("a rate beside two years hides neither of them, and its column is refused [described.proposal]", async (t) => {
  const {descriptor, values, losses} = await preview(t, [
    ["Добыча, тысяча тонн"],
    ["Показатель", "2023", "2024", "2024 в % к 2023"],
    ["Уголь", 100, 110, 110],
    ["Руда", 200, 190, 95],
  ]);
  assert.deepEqual(descriptor.tables[0]!.columns, ["year"]);
  assert.deepEqual(
    [values, losses.map(({kind, text, values: lost}) => [kind, text, lost])],
    [4, [["period", "2024 в % к 2023", 2]]],
  );
});

test("a column of words below a period is no column of notes: each cell is refused [described.proposal]", async (t) => {
  const {descriptor, values, losses} = await preview(t, [
    ["Индекс цен, в % к предыдущему году"],
    ["Регион", "2021", "2022", "2023"],
    ["Омская область", 101.5, 102.5, "уточняется"],
    ["Томская область", 101.1, 102.1, "уточняется"],
  ]);
  assert.equal(descriptor.tables[0]!.exceptions, undefined);
  assert.equal(values, 4);
  assert.deepEqual([losses.length > 0, JSON.stringify(losses).includes("уточняется")], [true, true]);
});

test("rows below a line about a part of the whole have its class; they are asked where notes or territories stand among such lines [described.proposal]", async (t) => {
  const table = (...lines: string[]) =>
    preview(t, [
      ["Население, человек"],
      ["Регион", 2022, 2023, 2024],
      ["Курская область", 5, 6, 7],
      ...lines.map((line) => [line]),
      ["Омская область", 1879548, 1832064, 1818093],
      ["Томская область", 1062666, 1052106, 1043385],
    ]);
  const classesOf = ({examples}: Awaited<ReturnType<typeof table>>) => examples.map((one) => one.class);
  for (const line of ["из общей численности — городское", "Городское население", "Сельские жители"]) {
    const found = await table(line);
    const [whole, ...parts] = classesOf(found);
    assert.deepEqual([found.values, found.guesses.some(({what}) => what.includes("part"))], [9, false], line);
    assert.ok(parts.length === 2 && parts.every((one) => one.startsWith(`${whole}~`)), classesOf(found).join());
  }
  for (const line of ["в том числе:", "1) Без учёта военнослужащих", "Примечание. Оценка.", "(продолжение)"]) {
    const found = await table(line);
    assert.equal(new Set(classesOf(found)).size, 1, line);
    assert.equal(found.values, 9, line);
  }
  const asked = await table("1) Без учёта военнослужащих", "Городское население");
  assert.equal(asked.values, 3);
  assert.ok(JSON.stringify(asked.descriptor.tables[0]!.exceptions).includes("values of a part"));
});
