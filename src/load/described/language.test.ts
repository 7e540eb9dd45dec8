// What a descriptor can say in a line about tables that differ from the usual layout.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Refusal} from "../../service/refusal.ts";
import {builtInDescriptors, described} from "../sources/described-workbooks.ts";
import {fixtureFile, NO_HINTS, recordingSink} from "../sources/fedstat/emiss-message.fixture.ts";
import {xlsxOf} from "../workbook/workbook.fixture.ts";
import {descriptorOf, locations, plain, REGIONAL, read} from "./described.fixture.ts";
import type {Descriptor, TableDescription} from "./descriptor/descriptor.ts";
import {readDescriptor} from "./descriptor/descriptor-json.ts";
import {datasetOf} from "./read-described.ts";

const MILLION = {unit: "миллион рублей", territory: "643"};

test("a label column of the kind `class?` may be empty, as in a total; without the question mark the row is refused (FIX-rosstat-39) [described.language]", async () => {
  const rows = [
    ["", "", "2023 год"],
    ["Жильё", "новое", 7],
    ["Жильё", null, 9],
  ];
  const table = (last: "class" | "class?"): TableDescription => ({
    columns: ["year"],
    rows: ["class", last],
    fixed: MILLION,
  });
  const found = await read(descriptorOf(table("class?")), rows);
  assert.deepEqual(
    plain(found).map(([name, , , , , , value]) => [name, value]),
    [
      ["zhile~novoe", 7],
      ["zhile", 9],
    ],
  );
  const {observed, refused} = await read(descriptorOf(table("class")), rows);
  assert.equal(observed.length, 1);
  assert.deepEqual(locations(refused), [["1!B3", "cell", "has nothing in column B", ""]]);
});

test("rows below a row belong to it, after a row without values too; with no row above them they are refused (FIX-rosstat-39) [described.language]", async () => {
  const table: TableDescription = {
    columns: ["year"],
    rows: ["territory"],
    fixed: {unit: "миллион рублей"},
    below: {match: "^в (рублях|валюте)$", as: "class"},
  };
  const rows = [
    ["", "2023 год"],
    ["в рублях", 1],
    ["Республика Крым", 9],
    ["в рублях", 5],
    ["в валюте", 4],
    ["г. Москва", null],
    ["в рублях", 8],
  ];
  const found = await read(descriptorOf(table), rows);
  assert.deepEqual(
    found.observed.map(({series, value}) => [series.territory, series.classification, value]),
    [
      ["35000000000", null, 9],
      ["35000000000", "v_rublyah", 5],
      ["35000000000", "v_valyute", 4],
      ["45000000000", "v_rublyah", 8],
    ],
  );
  assert.deepEqual(locations(found.refused), [
    ["1!A2", "cell", "is a part of the row above it, and there is none", "в рублях"],
  ]);
});

test("words say the meaning of a whole text, in headers and labels, and the explanation of a value says so [described.language]", async () => {
  const rows = [
    ["(млн рублей)"],
    ["", "2023 год", "2023 год"],
    ["", "январь-сенртябрь", "январь-ноября"],
    ["Чукотка", 1, 2],
  ];
  const words = {"январь-сенртябрь": "январь-сентябрь", Чукотка: "Чукотский автономный округ"};
  const {observed, explained, refused} = await read(
    {...descriptorOf({...REGIONAL, lines: [{as: "mixed"}]}), words},
    rows,
  );
  assert.deepEqual(
    observed.map(({series, period, value}) => [series.territory, period, value]),
    [["77000000000", 2023 * 12 + 8, 1]],
  );
  assert.deepEqual(explained[0]!.steps, [
    '"январь-сенртябрь" means "январь-сентябрь", as the descriptor says',
    '"Чукотка" means "Чукотский автономный округ", as the descriptor says',
  ]);
  assert.deepEqual(locations(refused), [["1!C4", "period", "unknown words for a period", "январь-ноября"]]);
});

test("an exception gives the period of a header, and the unit or territory of a label, that can't be read (FIX-rosstat-38) [described.exceptions]", async () => {
  const rows = [
    ["(млн рублей)"],
    ["", "2023 год", "2023 год"],
    ["", "январь", "фквраль"],
    ["Республика Крым", 1, 2],
    ["Крайний север", 3, 4],
  ];
  const exceptions = [
    {cells: "C4", set: {period: "февраль"}, because: "a misspelt February"},
    {cells: "B5:C5", set: {territory: "77000000000", period: "февраль"}, because: "the publisher's own name"},
  ];
  const table = {...REGIONAL, cumulative: "never" as const, lines: [{as: "mixed" as const}], exceptions};
  const {observed, refused} = await read(descriptorOf(table), rows);
  const month = 2023 * 12;
  assert.deepEqual(refused, []);
  assert.deepEqual(
    observed.map(({series, period, value}) => [series.territory, period, value]),
    [
      ["35000000000", month, 1],
      ["35000000000", month + 1, 2],
      ["77000000000", month + 1, 3],
      ["77000000000", month + 1, 4],
    ],
  );
});

test("an exception without effect is refused with its place, unless it is for another file [described.exceptions]", async () => {
  const parse = (exceptions: TableDescription["exceptions"]) => {
    const {published: _, ...descriptor} = descriptorOf({
      columns: ["year"],
      rows: ["territory"],
      fixed: {unit: "рубль"},
    });
    const [table] = descriptor.tables;
    const text = JSON.stringify({...descriptor, tables: [{...table, exceptions}]});
    const book = xlsxOf([
      {
        name: "1",
        rows: [
          ["", "2023 год"],
          ["Республика Крым", 7],
        ],
      },
    ]);
    const files = [fixtureFile("book.xlsx", book), fixtureFile("descriptor.json", text)];
    return described.parse(files, {...NO_HINTS, publishedAt: "2024-03-03"}, recordingSink());
  };
  const idle = {cells: "B3", ignore: true as const, because: "a stray dash"};
  await assert.rejects(parse([idle]), (error: Refusal) => {
    return error instanceof Refusal && error.message.includes('{"cells":"B3"} (a stray dash)');
  });
  await parse([{...idle, cells: "B2"}]);
  await parse([{...idle, file: "^another"}]);
});

test("a descriptor gives English names by the published ones [names.descriptor]", async () => {
  const table: TableDescription = {columns: ["year"], rows: ["class"], fixed: MILLION};
  const rows = [
    ["", "2023 год"],
    ["Жильё", 7],
  ];
  const {metadata} = await read({...descriptorOf(table), english: {Жильё: "Housing", Дача: "Dacha"}}, rows);
  assert.deepEqual(metadata.english, [
    ["Дача", "Dacha"],
    ["Жильё", "Housing"],
  ]);
  assert.equal((await read(descriptorOf(table), rows)).metadata.english, undefined);
});

test("units and territories of the descriptor's own are read by their texts, and may not have the code of a listed one [described.language]", async () => {
  const own: Partial<Descriptor> = {units: {"тыс. кочек": {name: "тысяча кочек", mult: 1000}}};
  const territories = {"^Кудыкина гора$": {code: "kudykina", name: "Кудыкина гора", level: "region" as const}};
  const table: TableDescription = {columns: ["year"], rows: ["territory", "unit"], territories};
  const rows = [
    ["", "", "2023 год"],
    ["Кудыкина гора", "тыс. кочек", 7],
  ];
  const {observed, metadata} = await read({...descriptorOf(table), ...own}, rows);
  assert.deepEqual(plain({observed}), [[null, "level", "тысяча_кочек", "A", "kudykina", 2023, 7]]);
  assert.deepEqual(metadata.units, [{code: "тысяча_кочек", name: "тысяча кочек", okei: null, mult: 1000}]);
  const listed = {
    ...table,
    territories: {"^Гора$": {code: "35000000000", name: "Гора", level: "region"}},
    fixed: {unit: "кочка"},
  };
  const text = JSON.stringify({...descriptorOf(table), tables: [listed], units: {к: {name: "кочка"}}});
  assert.throws(
    () => readDescriptor(text, new Map()),
    (error: Refusal) => {
      assert.match(error.message, /territories\.\^Гора\$\.code: is the code of a listed territory/);
      return !error.message.includes("fixed.unit");
    },
  );
});

test("`addedTables` are read beside the tables of the extended descriptor, and need one [described.language]", () => {
  const {tables} = builtInDescriptors().get("ruonia")!;
  const added = {columns: ["year"], rows: ["territory"]};
  const own = {extends: "ruonia", family: "own", dataset: {code: "own"}, addedTables: [added]};
  assert.deepEqual(readDescriptor(JSON.stringify(own), builtInDescriptors()).tables, [added, ...tables]);
  const alone = JSON.stringify({...descriptorOf(added as TableDescription), addedTables: [added]});
  assert.throws(() => readDescriptor(alone, builtInDescriptors()), /"addedTables" is not a known field/);
});

test("a descriptor of a newer version of the language is refused; 1 is the version of one without it [described.language]", () => {
  const of = (version: number) => JSON.stringify({version, ...descriptorOf({columns: ["year"], rows: ["territory"]})});
  assert.equal(readDescriptor(of(1), new Map()).version, 1);
  assert.throws(
    () => readDescriptor(of(2), new Map()),
    /written in version 2 of the language, and this program reads version 1/,
  );
});

test("a family takes any workbook whose dataset --dataset names, and the message names the word that extends takes (FIX-rosstat-46) [described.language]", () => {
  const family: Descriptor = {
    ...descriptorOf({columns: ["year"], rows: []}),
    key: "compendium",
    members: {"^06": {code: "bread", name: "Хлеб"}},
  };
  const dataset = (file: string, code: string | null) => {
    const {code: found, name} = datasetOf(family, file, {...NO_HINTS, dataset: code});
    return [found, name];
  };
  assert.deepEqual(dataset("06.xlsx", null), ["bread", "Хлеб"]);
  assert.deepEqual(dataset("07.xlsx", "bread"), ["bread", "Хлеб"]);
  assert.deepEqual(dataset("07.xlsx", "milk"), ["milk", "milk"]);
  assert.throws(() => dataset("06.xlsx", "milk"), Refusal);
  assert.throws(
    () => dataset("07.xlsx", null),
    (error: Refusal) => error.hint!.includes('"extends": "compendium"'),
  );
});

test("the longest mark at the end of a column's name counts, in any order of the marks (FIX-rosstat-43) [described.unit]", async () => {
  const marks = {_rub: {unit: "рубль"}, _bln_rub: {unit: "миллиард рублей"}};
  const found = await read(descriptorOf({columns: ["indicator"], rows: ["year"], marks, fixed: {territory: "643"}}), [
    [null, "GDP_bln_rub", "WAGE_rub"],
    [2020, 100, 50],
    [2021, 110, 51],
  ]);
  assert.deepEqual([...new Set(found.observed.map(({series}) => series.unit))], ["миллиард_рублей", "рубль"]);
});
