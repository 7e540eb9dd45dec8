// Parts of a descriptor that would have no effect, and facts of exceptions that must have one.
import assert from "node:assert/strict";
import {test} from "node:test";
import {Refusal} from "../../service/refusal.ts";
import {builtInDescriptors, described} from "../sources/described-workbooks.ts";
import {fixtureFile, NO_HINTS, recordingSink} from "../sources/fedstat/emiss-message.fixture.ts";
import {type FixtureSheet, xlsxOf} from "../workbook/workbook.fixture.ts";
import {descriptorOf, locations, read} from "./described.fixture.ts";
import type {Descriptor, TableDescription} from "./descriptor/descriptor.ts";
import {readDescriptor} from "./descriptor/descriptor-json.ts";

const TABLE: TableDescription = {
  columns: ["year"],
  rows: ["class"],
  fixed: {unit: "миллион рублей", territory: "643"},
};
const ROWS = [
  ["", "2022 год", "2023 год"],
  ["Хлеб", 1, 2],
  ["Соль", 3, 4],
];

function refusal(own: Partial<Descriptor>): string {
  try {
    readDescriptor(JSON.stringify({...descriptorOf(TABLE), ...own}), builtInDescriptors());
    return "";
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.message;
  }
}

async function load(own: Partial<Descriptor>, sheets: readonly FixtureSheet[], hints = {}) {
  const sink = recordingSink();
  const descriptor: Descriptor = {...descriptorOf(TABLE), ...own};
  const files = [
    fixtureFile("book.xlsx", xlsxOf(sheets)),
    fixtureFile("descriptor.json", Buffer.from(JSON.stringify(descriptor))),
  ];
  await described.parse(files, {...NO_HINTS, publishedAt: "2026-01-01", ...hints}, sink);
  return {values: sink.observed.map(({value}) => value), refused: sink.refused};
}

test("an exception that neither sets nor ignores, or does both, is refused (FIX-rosstat-61) [described.exceptions]", () => {
  const of = (exception: object) =>
    refusal({tables: [{...TABLE, exceptions: [{cells: "B2", because: "a reason", ...exception}]}]});
  assert.match(of({}), /tables\[0\]\.exceptions\[0\]: has neither "set" nor "ignore"/);
  assert.match(of({set: {}}), /has neither "set" nor "ignore"/);
  assert.match(of({set: {year: 2020}, ignore: true}), /has both "set" and "ignore"/);
  assert.deepEqual([of({set: {year: 2020}}), of({ignore: true})], ["", ""]);
});

test("a unit of one's own under a listed name has the multiplier of the list, or the descriptor is refused (FIX-rosstat-61) [described.language]", () => {
  assert.match(
    refusal({units: {"тыс р": {name: "рубль", mult: 1000}}}),
    /units\.тыс р: "рубль" is in the reference lists/,
  );
  for (const unit of [{name: "рубль"}, {name: "тысяча рублей", mult: 1000}, {name: "тысяча кочек", mult: 1000}])
    assert.equal(refusal({units: {"тыс р": unit}}), "");
});

test("a table whose sheet has another name or is hidden holds the run, unless the dataset is partial (FIX-rosstat-61) [described.refuses]", async () => {
  const tables = ["^1$", "^2$", "^3$"].map((sheets) => ({...TABLE, sheets}));
  const sheets = [
    {name: "1", rows: ROWS},
    {name: "2", rows: ROWS.slice(0, 2), hidden: true},
    {name: "Таблица 3", rows: ROWS},
  ];
  const own = {tables, published: {text: "Обновлено"}};
  const {values, refused} = await load(own, sheets);
  assert.deepEqual(values, [1, 2, 3, 4]);
  assert.deepEqual(
    refused.map(({reason, text}) => [reason, text]),
    ["^2$", "^3$"].map((text) => ["no visible sheet has the name that a table of the descriptor is for", text]),
  );
  const {dataset} = descriptorOf(TABLE);
  assert.deepEqual((await load({...own, dataset: {...dataset, partial: true}}, sheets)).refused, []);
});

test("a table whose end is not on the sheet is not read into the next one (FIX-rosstat-61) [described.refuses]", async () => {
  const rows = [["Таблица 1"], ...ROWS.slice(0, 2), ["Таблица 2"], ["Соль", 3, 4]];
  const between = (to: string) => read(descriptorOf({...TABLE, between: ["Таблица 1", to]}), rows);
  assert.deepEqual((await between("Таблица 2")).observed.length, 2);
  const {observed, refused} = await between("Таблица 3");
  assert.deepEqual([observed, locations(refused).length], [[], 1]);
});

test("an exception for cells and a label is refused when the rows have moved (FIX-rosstat-59) [described.exceptions]", async () => {
  const exceptions = [{cells: "B3:C3", label: "^соль$", set: {unit: "тонна"}, because: "salt is weighed"}];
  const own = {tables: [{...TABLE, exceptions}], published: {text: "Обновлено"}};
  assert.deepEqual((await load(own, [{name: "1", rows: ROWS}])).values, [1, 2, 3, 4]);
  const moved = [ROWS[0]!, ["Мёд", 5, 6], ...ROWS.slice(1)];
  await assert.rejects(load(own, [{name: "1", rows: moved}]), /"label":"\^соль\$"\} \(salt is weighed\)/);
});

test("the year and the period that an exception gives count before a date of the header (FIX-rosstat-60) [described.exceptions]", async () => {
  const day = (number: number) => ({number, format: "dd.mm.yyyy"});
  const rows = [
    ["", day(44_957), day(99_000), day(44_985)],
    ["Хлеб", 1, 2, 3],
  ];
  const exceptions = [
    {cells: "B2", set: {year: 2024}, because: "the year is wrong"},
    {cells: "C2", set: {year: 2023, period: "февраль"}, because: "the date is wrong"},
  ];
  const table: TableDescription = {...TABLE, columns: ["date"], dates: "in month", exceptions};
  const {observed, refused} = await read(descriptorOf(table), rows);
  assert.deepEqual(refused, []);
  assert.deepEqual(
    observed.map(({period}) => period - 2023 * 12),
    [12, 1, 1],
  );
});

test("a month with two digits of a year is no month with a footnote, and a footnote may still be there (FIX-rosstat-60) [described.period]", async () => {
  const rows = [
    ["", "2023 год", null, null, null, null],
    ["", "ноябрь1)", "декабрь12)", "октябрь 2", "сентябрь3", "январь 24"],
    ["Хлеб", 1, 2, 3, 4, 5],
  ];
  const {observed, refused} = await read(descriptorOf({...TABLE, columns: ["year", "period"]}), rows, ["B1:F1"]);
  assert.deepEqual(
    observed.map(({period}) => period - 2023 * 12),
    [10, 11, 9, 8],
  );
  assert.deepEqual(locations(refused), [["1!F3", "period", "unknown words for a period", "январь 24"]]);
});

test("a day of publication in a form that is not read is not replaced by the next date on the sheet (FIX-rosstat-62) [described.refuses]", async () => {
  const sheets = [
    {name: "Содержание", rows: [["Обновлено: 26.11.25"], ["Следующее: 26.12.2025"]]},
    {name: "1", rows: ROWS},
  ];
  await assert.rejects(load({}, sheets, {publishedAt: null}), /there is no day after "Обновлено"/);
});
