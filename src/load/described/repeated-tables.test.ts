// Several tables below each other, tables without a period, exceptions by the words above a value.
import assert from "node:assert/strict";
import {test} from "node:test";
import {fileOf, PLAIN_HINTS, watchingSink} from "../input/shared-file.fixture.ts";
import {type FixtureSheet, xlsxOf} from "../workbook/workbook.fixture.ts";
import type {Descriptor, TableDescription} from "./descriptor/descriptor.ts";
import {readDescribed} from "./read-described.ts";

const day = (number: number) => ({number, format: "dd.mm.yyyy"});
const [JANUARY, FEBRUARY, MARCH] = [day(45_292), day(45_323), day(45_352)];

async function read(tables: readonly TableDescription[], sheets: readonly FixtureSheet[]) {
  const descriptor: Descriptor = {
    family: "fixtures",
    provider: "cbr",
    dataset: {code: "survey", name: "Опрос", partial: true},
    tables,
  };
  const sink = watchingSink();
  const file = fileOf("book.xlsx", xlsxOf(sheets));
  const {metadata} = await readDescribed(descriptor, file, {...PLAIN_HINTS, publishedAt: "2024-03-31"}, sink);
  const values = sink.values.map(({series, period, value}) => [series.classification, series.unit, period, value]);
  return {metadata, values, refused: sink.refused.map(({cell, reason}) => [cell, reason])};
}

const SURVEY: TableDescription = {
  columns: ["date"],
  rows: ["class"],
  section: "class",
  dates: "month",
  repeated: true,
  fixed: {territory: "643", unit: "процент"},
  exceptions: [
    {section: "^Индекс", set: {unit: "балл"}, because: "an index"},
    {header: "^среднее", ignore: true, because: "the mean of the months beside it"},
  ],
};

test("a repeated header begins a new table with the title above it (FIX-cbr-12) [described.repeated]", async () => {
  const {values, refused, metadata} = await read(
    [SURVEY],
    [
      {
        name: "Данные",
        rows: [
          ["Данные в % от всех опрошенных"],
          ["Как изменились цены?12) (Карточка.)"],
          [null, JANUARY, FEBRUARY, "среднее за год"],
          ["выросли", 61.3, 48.7, 55],
          ["снизились", 0.1, null, 0.05],
          ["Индекс настроений"],
          [null, FEBRUARY, MARCH],
          ["индекс", 101.5, 102],
          ["1) Сноска."],
        ],
      },
    ],
  );
  assert.deepEqual(refused, []);
  const question = "kak_izmenilis_ceny_kartochka";
  assert.deepEqual(values, [
    [`${question}~vyrosli`, "процент", "2024-01-01", 61.3],
    [`${question}~vyrosli`, "процент", "2024-02-01", 48.7],
    [`${question}~snizilis`, "процент", "2024-01-01", 0.1],
    ["indeks_nastroeniy~indeks", "балл", "2024-02-01", 101.5],
    ["indeks_nastroeniy~indeks", "балл", "2024-03-01", 102],
  ]);
  assert.equal(metadata.partial, true);
});

test("a table without a period has the newest date of another sheet, or is refused if there is none [described.repeated]", async () => {
  const table: TableDescription = {
    sheets: "^Группы$",
    columns: ["class", "class"],
    headerRow: 1,
    rows: ["class"],
    newest: {sheet: "^Годы$", row: 1},
    dates: "month",
    fixed: {territory: "643", unit: "процент"},
  };
  const groups: FixtureSheet = {
    name: "Группы",
    rows: [
      [null, "Пол", null],
      [null, "мужчины", "женщины"],
      ["выросли", 45.9, 60.4],
    ],
    merges: ["B1:C1"],
  };
  const found = await read([table], [groups, {name: "Годы", rows: [[null, FEBRUARY, MARCH, JANUARY]]}]);
  assert.deepEqual(found.values, [
    ["pol~muzhchiny~vyrosli", "процент", "2024-03-01", 45.9],
    ["pol~zhenschiny~vyrosli", "процент", "2024-03-01", 60.4],
  ]);
  const lost = await read([table], [groups, {name: "Годы", rows: [["слова"]]}]);
  assert.deepEqual(lost.values, []);
  assert.deepEqual(lost.refused, [[undefined, "has no date, and row 1 of another sheet has none"]]);
});

test("a row of values that look like years is no repeated header; one with the same years or labels is [described.repeated]", async () => {
  const table: TableDescription = {
    columns: ["year"],
    rows: ["territory", "class"],
    headerRow: 1,
    repeated: true,
    fixed: {unit: "единица"},
  };
  const rows = [
    ["Регион", "Вид", 2021, 2022, 2023],
    ["Томская область", "Малые", 1100, 1080, 1000],
    ["Томская область", "Средние", 2010, 1995, 1900],
    ["Омская область", "Средние", 2005, 2001, 2011],
    ["Омская область", "Малые", 20000, 17000, 19000],
    ["Омская область", "Прочие", "2010*", "1995*", "2005*"],
    ["Регион", "Вид", 2010, 2015, 2020],
    ["Тульская область", "Малые", 1200, 1190, 1111],
  ];
  const {values, refused} = await read([table], [{name: "Данные", rows}]);
  assert.deepEqual(refused, []);
  assert.deepEqual(
    values.map(([series, , period, value]) => [series, String(period).slice(0, 4), value]),
    [
      ["malye", "2021", 1100],
      ["malye", "2022", 1080],
      ["malye", "2023", 1000],
      ["srednie", "2021", 2010],
      ["srednie", "2022", 1995],
      ["srednie", "2023", 1900],
      ["srednie", "2021", 2005],
      ["srednie", "2022", 2001],
      ["srednie", "2023", 2011],
      ["malye", "2021", 20000],
      ["malye", "2022", 17000],
      ["malye", "2023", 19000],
      ["prochie", "2021", 2010],
      ["prochie", "2022", 1995],
      ["prochie", "2023", 2005],
      ["malye", "2010", 1200],
      ["malye", "2015", 1190],
      ["malye", "2020", 1111],
    ],
  );
});

test("a row of years without a label is a header only where they go on or no values are right above it [described.repeated]", async () => {
  const table: TableDescription = {
    columns: ["year"],
    rows: ["territory"],
    headerRow: 1,
    repeated: true,
    fixed: {unit: "человек"},
  };
  const rows = [
    ["Регион", 2021, 2022],
    ["Томская область", 8000, 7800],
    [null, 20000, 17000],
    ["Омская область", 9000, 8800],
    ["Старые годы"],
    [null, 2011, 2012],
    ["Тульская область", 9100, 9200],
  ];
  const {values, refused} = await read([table], [{name: "Данные", rows}]);
  assert.deepEqual(refused, [["A3", "has nothing in column A"]]);
  assert.deepEqual(
    values.map(([, , period, value]) => [String(period).slice(0, 4), value]),
    [
      ["2021", 8000],
      ["2022", 7800],
      ["2021", 9000],
      ["2022", 8800],
      ["2011", 9100],
      ["2012", 9200],
    ],
  );
});
