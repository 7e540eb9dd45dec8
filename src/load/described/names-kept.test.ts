// No word of a label is lost, and no two names become one series.
import assert from "node:assert/strict";
import {test} from "node:test";
import {fixtureFile, NO_HINTS, recordingSink} from "../sources/fedstat/emiss-message.fixture.ts";
import {xlsxOf} from "../workbook/workbook.fixture.ts";
import {descriptorOf, read} from "./described.fixture.ts";
import type {TableDescription} from "./descriptor/descriptor.ts";
import {readDescribed} from "./read-described.ts";

const YEARS: TableDescription = {columns: ["year"], rows: ["class, unit"], rest: "class", fixed: {territory: "643"}};
const seen = ({observed}: Pick<Awaited<ReturnType<typeof read>>, "observed">) =>
  observed.map(({series, value}) => [series.classification, series.unit, value]);

test("a label keeps its name where an exception gives the unit that it lacks, in a row and over a column [described.names]", async () => {
  const exceptions = [{cells: "B3:B3", set: {unit: "тысяча тонн"}, because: "the unit of the row above"}];
  const rows = [
    [null, 2020],
    ["Бумага, тыс. тонн", 8],
    ["Газетная бумага", 1],
  ];
  assert.deepEqual(seen(await read(descriptorOf({...YEARS, exceptions}), rows)), [
    ["bumaga", "тысяча_тонн", 8],
    ["gazetnaya_bumaga", "тысяча_тонн", 1],
  ]);
  const columns = {...YEARS, columns: ["class, unit"], rows: ["year"], exceptions} as TableDescription;
  const over = await read(descriptorOf({...columns, exceptions: [{...exceptions[0]!, cells: "C2:C9"}]}), [
    [null, "Бумага, тыс. тонн", "Газетная бумага"],
    [2020, 8, 1],
  ]);
  assert.deepEqual(seen(over), [
    ["bumaga", "тысяча_тонн", 8],
    ["gazetnaya_bumaga", "тысяча_тонн", 1],
  ]);
});

test("the number word before a comma belongs to the unit behind it, or the row is refused [described.names]", async () => {
  const found = await read(descriptorOf(YEARS), [
    [null, 2020],
    ["Доски, тыс., м3", 5],
    ["Плиты, тыс. условных, м3", 8],
    ["Окна, тыс. странных, м3", 9],
    ["Тысяча мелочей, штук", 3],
  ]);
  assert.deepEqual(seen(found), [
    ["doski", "тысяча_кубических_метров", 5],
    ["plity", "тысяча_условных_кубических_метров", 8],
    ["tysyacha_melochey", "штука", 3],
  ]);
  assert.deepEqual(
    found.refused.map(({cell, kind}) => [cell, kind]),
    [["A4", "unit"]],
  );
});

test("two names whose letters differ are never one code: the second is refused with both names, and codes of a person join what they like [described.names]", async () => {
  const table: TableDescription = {columns: ["year"], rows: ["class"], fixed: {territory: "643", unit: "рубль"}};
  const rows = [
    [null, 2020, 2021],
    ["244V200000", 1, null],
    ["244В200000", null, 2],
    ["Хлеб, свежий", 3, null],
    ["Хлеб  свежий", null, 4],
  ];
  const found = await read(descriptorOf(table), rows);
  assert.deepEqual(
    seen(found).map(([name, , value]) => [name, value]),
    [
      ["244v200000", 1],
      ["hleb_svezhiy", 3],
      ["hleb_svezhiy", 4],
    ],
  );
  assert.match(found.refused[0]!.reason, /code of "244V200000"/);
  const names = {"244В200000": {code: "other"}};
  assert.deepEqual((await read(descriptorOf({...table, names}), rows)).refused, []);
  // Codes of names are those of indicators too.
  const indicators = await read(descriptorOf({...table, rows: ["indicator"]}), rows);
  assert.equal(indicators.refused.length, 1);
});

test("sheets whose names differ by a last digit are two classes, and a territory of the descriptor's own is in the release [described.names]", async () => {
  const sheets = ["Оценка", "Оценка2"].map((name, at) => ({
    name,
    rows: [
      [null, 2020 + at],
      ["Нигде", at + 1],
    ],
  }));
  const sink = recordingSink();
  const table: TableDescription = {
    ...{columns: ["year"], rows: ["territory"], sheetName: "class", fixed: {unit: "рубль"}},
    territories: {"^Нигде$": {code: "NOWHERE", name: "Нигде", level: "region"}},
  };
  const {sheets: _, ...all} = descriptorOf(table).tables[0]!;
  const {published: __, ...descriptor} = descriptorOf(table);
  const hints = {...NO_HINTS, publishedAt: "2024-03-03"};
  const file = fixtureFile("book.xlsx", xlsxOf(sheets));
  const {metadata} = await readDescribed({...descriptor, tables: [all]}, file, hints, sink);
  assert.deepEqual(
    sink.observed.map(({series}) => series.classification),
    ["ocenka", "ocenka2"],
  );
  assert.deepEqual(
    metadata.territories?.map(({code}) => code),
    ["NOWHERE"],
  );
});
