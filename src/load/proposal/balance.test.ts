// Balances and their relatives: indented names, a unit in a corner, what one table of a workbook says for others, and spans of months.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {countryOf} from "../../country/countries.ts";
import {parseDay} from "../../statistics/time/day.ts";
import {type FixtureSheet, xlsxOf} from "../workbook/workbook.fixture.ts";
import {previewOfRows} from "./preview.fixture.ts";
import {type Preview, previewDescriptor} from "./preview.ts";

const YEARS = ["2022", "2023", "2024"];
const COAL = [
  ["Курская область", 10, 11, 12],
  ["Белгородская область", 20, 21, 22],
];

function questions({guesses}: Pick<Preview, "guesses">): string[] {
  return guesses.filter(({certainty}) => certainty === null).map(({what}) => what);
}

async function previewOfSheets(t: TestContext, sheets: readonly FixtureSheet[]): Promise<Preview> {
  const path = join(await temporaryFolder(t), "table.xlsx");
  await writeFile(path, xlsxOf(sheets));
  const day = parseDay("2026-02-01")!;
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "table"};
  const answers = {territory: null, unit: null, ofCountry: true};
  return await previewDescriptor(path, {country: countryOf("RU")!, given: day, today: day, answers, ...names});
}

test("indented lines of a balance belong to the item above them, with values or without [described.proposal]", async (t) => {
  const {examples, values, losses} = await previewOfRows(t, [
    ["Баланс кредитных организаций"],
    ["млн руб.*", ...YEARS],
    ["Кредиты", 10, 11, 12],
    ["  в рублях", 6, 7, 8],
    ["  в иностранной валюте", 4, 4, 4],
    ["Депозиты", null, null, null],
    ["  Депозиты до востребования", 20, 21, 22],
    ["    в рублях", 12, 13, 14],
    ["    в иностранной валюте", 8, 8, 8],
    ["* без учёта филиалов"],
  ]);
  assert.deepEqual([values, losses], [18, []]);
  assert.deepEqual(
    examples.map(({class: name, unit}) => `${name} ${unit}`),
    [
      "kredity",
      "kredity~v_rublyah",
      "kredity~v_inostrannoy_valyute",
      "depozity~depozity_do_vostrebovaniya",
      "depozity~depozity_do_vostrebovaniya~v_rublyah",
      "depozity~depozity_do_vostrebovaniya~v_inostrannoy_valyute",
    ].map((name) => `${name} миллион_рублей`),
  );
});

test("texts between rows that are not deeper stay sections [described.proposal]", async (t) => {
  const {descriptor} = await previewOfRows(t, [
    ["Численность, человек"],
    ["", ...YEARS],
    ["Город"],
    ["мужчины", 1, 2, 3],
    ["  женщины", 4, 5, 6],
    ["Село"],
    ["мужчины", 7, 8, 9],
    ["  женщины", 10, 11, 12],
  ]);
  assert.deepEqual([descriptor.tables[0]!.section, descriptor.tables[0]!.nest], ["class", undefined]);
});

test("a corner with a unit alone gives it to the table, and one with a name of labels does not [described.proposal]", async (t) => {
  const unit = async (corner: string): Promise<string | undefined> =>
    (await previewOfRows(t, [["Производство"], [corner, ...YEARS], ...COAL])).descriptor.tables[0]!.fixed?.unit;
  assert.equal(await unit("млн руб.*"), "миллион рублей");
  assert.equal(await unit("кВт▪ч"), "киловатт-час");
  assert.equal(await unit("Месяц"), undefined);
  assert.equal(await unit("Человек"), undefined);
});

test("a unit that one table of a workbook names is offered for the others, and two units are not [described.proposal]", async (t) => {
  const sheet = (name: string, title: string): FixtureSheet => ({name, rows: [[title], ["", ...YEARS], ...COAL]});
  const one = await previewOfSheets(t, [sheet("1", "Добыча угля, тысяча тонн"), sheet("2", "Добыча нефти")]);
  assert.deepEqual(
    questions(one).map((what) => /other tables have .*/.exec(what)?.[0]),
    ['other tables have "тысяча тонн"'],
  );
  assert.equal(one.values, 6);
  const two = await previewOfSheets(t, [
    sheet("1", "Добыча угля, тысяча тонн"),
    sheet("2", "Добыча газа, миллион кубических метров"),
    sheet("3", "Добыча нефти"),
  ]);
  assert.match(questions(two)[0]!, /^which unit\? (?!.*other tables)/);
});

test("a sheet that describes the others is no table, and its day is that of publication [described.proposal]", async (t) => {
  const found = await previewOfSheets(t, [
    {name: "Данные", rows: [["Добыча угля, тысяча тонн"], ["", ...YEARS], ...COAL]},
    {
      name: "Паспорт",
      rows: [
        ["Дата публикации", "15.03.2025"],
        ["Год", 2024],
        ["Код", 12],
      ],
    },
  ]);
  assert.deepEqual([found.descriptor.tables.length, found.values], [1, 6]);
});

test("spans of months over two years are asked and never read, and a part of a year in a title is offered [described.proposal]", async (t) => {
  const moving = await previewOfRows(t, [
    ["Уровень безработицы, процент"],
    ["", "ноябрь 2015 – январь 2016", "декабрь 2015 – февраль 2016"],
    ["Курская область", 5.1, 5.2],
    ["Белгородская область", 4.1, 4.2],
  ]);
  assert.equal(moving.values, 0);
  assert.match(questions(moving).join(), /the headers are spans of months, such as ноябрь 2015 – январь 2016/);
  const titled = await previewOfRows(t, [
    ["Добыча угля за январь - декабрь 2016 года, тысяча тонн"],
    ["", "Добыча", "Отгрузка"],
    ["Курская область", 120, 10],
    ["Белгородская область", 240, 20],
  ]);
  assert.match(questions(titled).join(), /a title says "2016 январь - декабрь"/);
  const own = await previewOfRows(t, [
    ["Добыча угля"],
    ["за январь - декабрь 2016 года"],
    ["тысяча тонн"],
    ["", "Добыча", "Отгрузка"],
    ["Курская область", 120, 10],
    ["Белгородская область", 240, 20],
  ]);
  assert.deepEqual([own.values, own.examples[0]!.period], [4, "M 2016-12-01"]);
});
