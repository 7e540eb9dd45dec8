// A table means what its descriptor says: small workbooks of our own, one for each trap.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayText} from "../../statistics/time/day.ts";
import type {FixtureSheet} from "../workbook/workbook.fixture.ts";
import {descriptorOf, locations, plain, REGIONAL, read} from "./described.fixture.ts";
import type {TableDescription} from "./descriptor/descriptor.ts";

test("a year applies to all its months, and beside cumulative words January is cumulative too (FIX-rosstat-02, FIX-rosstat-05) [described.period]", async () => {
  const {observed, refused, missing, metadata} = await read(
    descriptorOf(REGIONAL),
    [
      ["Оборот"],
      ["Всего; млн. рублей"],
      [null, "2015 год", null, "2016 год6"],
      [null, "январь", "январь-        \n февраль", "январь"],
      ["Российская Федерация 1", 10, "1 884,5 3", "…"],
      ["    г.Москва4", "-", 5, 6],
    ],
    ["B3:C3"],
  );
  assert.deepEqual(refused, []);
  assert.deepEqual(plain({observed}), [
    ["vsego", "level_ytd", "миллион_рублей", "M", "643", 2015 * 12, 10],
    ["vsego", "level_ytd", "миллион_рублей", "M", "643", 2015 * 12 + 1, 1884.5],
    ["vsego", "level_ytd", "миллион_рублей", "M", "45000000000", 2015 * 12 + 1, 5],
    ["vsego", "level_ytd", "миллион_рублей", "M", "45000000000", 2016 * 12, 6],
  ]);
  assert.deepEqual(missing, ["not-available", "none"]);
  assert.equal(dayText(metadata.publishedAt), "2024-03-03");
  assert.deepEqual(metadata.classes, [{code: "vsego", name: "Всего", note: null}]);
});

test("cells under unknown words are refused with sheet and place, and never guessed [described.refuses]", async () => {
  const {observed, refused} = await read(descriptorOf(REGIONAL), [
    ["Оборот"],
    ["млн. попугаев"],
    [null, "2015 год", "2015 год", "2015 год"],
    [null, "январь", "февраль", "мартобрь"],
    ["Российская Федерация", 10, 11, 12],
    ["Беловодье", 1, 2, 3],
  ]);
  assert.deepEqual(observed, []);
  assert.deepEqual(locations(refused), [
    ["1!B5", "unit", "has no unit: neither title nor header nor row names one", ""],
    ["1!C5", "unit", "has no unit: neither title nor header nor row names one", ""],
    ["1!D5", "period", "unknown words for a period", "мартобрь"],
    ["1!A6", "territory", "unknown territory", "Беловодье"],
  ]);
});

test("a known misspelling is read, and a month between cumulative spans is refused (FIX-rosstat-03) [described.period]", async () => {
  const {observed, refused} = await read(descriptorOf(REGIONAL), [
    ["Оборот"],
    ["тыс.рублей"],
    [null, "2015 год", "2015 год"],
    [null, "авугст", "июля"],
    ["Российская Федерация", 10, 11],
  ]);
  assert.deepEqual([refused, observed.map(({period}) => period)], [[], [2015 * 12 + 7, 2015 * 12 + 6]]);
  const mixed = await read(descriptorOf(REGIONAL), [
    ["Оборот"],
    ["тыс.рублей"],
    [null, "2015 год", "2015 год"],
    [null, "январь-март", "апрель"],
    ["Российская Федерация", 10, 11],
  ]);
  assert.match(mixed.refused[0]!.reason, /is not cumulative/);
});

test("a row in another unit has the unit after its name (FIX-rosstat-04) [described.unit]", async () => {
  const {observed} = await read(descriptorOf(REGIONAL), [
    ["Оборот"],
    ["Млн. рублей"],
    [null, "2015 год"],
    [null, "январь"],
    ["Российская Федерация млрд. рублей ¹", 1.5],
    ["Московская область ²", 20],
  ]);
  assert.deepEqual(
    observed.map(({series, value}) => [series.territory, series.unit, value]),
    [
      ["643", "миллиард_рублей", 1.5],
      ["46000000000", "миллион_рублей", 20],
    ],
  );
});

test("a year with a superscript as a character is that year (FIX-rosstat-70) [described.period]", async () => {
  const {observed, refused} = await read(descriptorOf(REGIONAL), [
    ["Оборот"],
    ["Млн. рублей"],
    [null, "2015²", "2016¹⁾"],
    [null, "январь", "январь"],
    ["Московская область", 20, 21],
  ]);
  assert.deepEqual([refused, observed.map(({period}) => period)], [[], [2015 * 12, 2016 * 12]]);
});

test("times are hundreds of per cent, and every value has its cell, its text and its steps (FIX-rosstat-01) [described.explain]", async () => {
  const {explained, observed} = await read(descriptorOf(REGIONAL), [
    ["Индекс"],
    ["В % к соответствующему месяцу предыдущего года"],
    [null, "2015 год", "2015 год", "2015 год"],
    [null, "январь", "февраль", "март"],
    ["Российская Федерация", "в 2,9р.", {text: "103,29", raised: "2)"}, 104.5],
  ]);
  assert.deepEqual(
    observed.map(({series, value}) => [series.transformation, value]),
    [
      ["pct_yoy", 290],
      ["pct_yoy", 103.29],
      ["pct_yoy", 104.5],
    ],
  );
  assert.deepEqual(
    explained.map(({locator, raw, steps}) => [locator.sheet, locator.cell, raw, steps]),
    [
      ["1", "B5", "в 2,9р.", ["times 100: the table is in per cent", "read from text"]],
      ["1", "C5", "103,292)", ["a superscript dropped", "read from text"]],
      ["1", "D5", "104.5", []],
    ],
  );
});

test("a footnote gives the real period of its value; a value whose footnote names no period is refused (FIX-rosstat-07) [described.footnote]", async () => {
  const table: TableDescription = {
    columns: ["year"],
    rows: ["period"],
    section: "base",
    footnotes: "period",
    fixed: {territory: "643"},
  };
  const rows: FixtureSheet["rows"] = [
    ["Индексы"],
    [null, 2025, 2026],
    ["к декабрю предыдущего года"],
    ["декабрь", 105.5, {text: "102,97", raised: "2)"}],
    ["1)другое\n2)март 2026 г. в % к декабрю 2025 г."],
  ];
  const {observed, explained} = await read(descriptorOf(table), rows, ["A3:C3"]);
  assert.deepEqual(
    observed.map(({series, period, value}) => [series.transformation, period, value]),
    [
      ["pct_ytd", 2025 * 12 + 11, 105.5],
      ["pct_ytd", 2026 * 12 + 2, 102.97],
    ],
  );
  assert.equal(explained[1]!.steps.at(-1), "of март 2026, as footnote 2) says");
  const without = await read(descriptorOf(table), rows.slice(0, 4), ["A3:C3"]);
  assert.deepEqual(locations(without.refused)[0]!.slice(0, 1), ["1!C4"]);
});

test("weeks are numbered by the dates of the source; the first week of a year has another base (FIX-rosstat-08) [described.weeks]", async () => {
  const table: TableDescription = {
    columns: ["date"],
    rows: ["class"],
    marks: {"**": {base: "к концу предыдущего года"}},
    fixed: {territory: "643", base: "к предыдущей дате регистрации", unit: "процент", year: 2022},
  };
  const {observed, metadata} = await read(descriptorOf(table, {frequency: "W"}), [
    ["Наименование", "на 10 января **", "на 14 января", "26 декабря"],
    ["Говядина, кг", 100.58, 100.25, 100.26],
  ]);
  assert.deepEqual(
    observed.map(({series, period, value}) => [series.transformation, series.frequency, period - 2022 * 54, value]),
    [
      ["pct_ytd", "W", 0, 100.58],
      ["pct_wow", "W", 1, 100.25],
      ["pct_wow", "W", 2, 100.26],
    ],
  );
  assert.deepEqual(
    metadata.weeks?.map(({week, day}) => [week, dayText(day)]),
    [
      [1, "2022-01-10"],
      [2, "2022-01-14"],
      [3, "2022-12-26"],
    ],
  );
});

test("names nest by their leading blanks, and lead-ins name nothing [described.classes]", async () => {
  const {observed} = await read(
    descriptorOf({
      columns: ["class"],
      headerRow: 1,
      rows: ["class"],
      nest: "blanks",
      fixed: {territory: "643", unit: "рубль", year: 2023},
    }),
    [
      [null, "Федеральный бюджет"],
      ["Доходы - всего", 10],
      ["\u00a0\u00a0из них:"],
      ["налог на добавленную стоимость:"],
      ["   на товары1)", 4],
      ["   на услуги", 3],
      ["Расходы", 12],
    ],
  );
  assert.deepEqual(
    observed.map(({series, value}) => [series.classification, value]),
    [
      ["federalnyy_byudzhet~dohody_vsego", 10],
      ["federalnyy_byudzhet~nalog_na_dobavlennuyu_stoimost~na_tovary", 4],
      ["federalnyy_byudzhet~nalog_na_dobavlennuyu_stoimost~na_uslugi", 3],
      ["federalnyy_byudzhet~rashody", 12],
    ],
  );
});

test("a sum below details has the path of its neighbours, however many blanks are before it (FIX-rosstat-42) [described.classes]", async () => {
  const table = {columns: ["year"], rows: ["class"], nest: "blanks", fixed: {territory: "643", unit: "рубль"}} as const;
  const {metadata} = await read(descriptorOf(table), [
    [null, 2020],
    ["Депозиты", 10],
    ["   в рублях", 6],
    ["   в валюте", 4],
    ["        Всего", 10],
    ["   прочие", 1],
    ["Итого", 11],
  ]);
  assert.deepEqual(
    metadata.classes?.map(({name}) => name),
    ["Депозиты", "Депозиты / в рублях", "Депозиты / в валюте", "Депозиты / Всего", "Депозиты / прочие", "Итого"],
  );
});

test("numbers are rounded to the shown decimals only if the descriptor says so [described.decimals]", async () => {
  const rows: FixtureSheet["rows"] = [
    [null, 2023],
    ["Всего", {number: 96.39223331445275, format: "0.0"}],
  ];
  const table: TableDescription = {columns: ["year"], rows: ["class"], fixed: {territory: "643", unit: "процент"}};
  assert.equal((await read(descriptorOf(table), rows)).observed[0]!.value, 96.39223331445275);
  const shown = await read(descriptorOf({...table, decimals: "shown"}), rows);
  assert.equal(shown.observed[0]!.value, 96.4);
  assert.deepEqual(shown.explained[0]!.steps, ["rounded to 1 decimals, as its format shows"]);
});

test("an exception gives the facts of a place, or says that it has no values [described.exceptions]", async () => {
  const {observed, explained} = await read(
    descriptorOf({
      columns: ["year"],
      rows: ["territory"],
      fixed: {unit: "рубль"},
      exceptions: [
        {cells: "C2", set: {unit: "тысяча рублей"}, because: "the line says so"},
        {cells: "D2", ignore: true, because: "left behind"},
      ],
    }),
    [
      [null, 2021, 2022, 2023],
      ["Российская Федерация", 1, 2, 3],
    ],
  );
  assert.deepEqual(
    observed.map(({series, value}) => [series.unit, value]),
    [
      ["рубль", 1],
      ["тысяча_рублей", 2],
    ],
  );
  assert.deepEqual(explained[1]!.steps, ["the line says so"]);
});

test("a changed layout is refused, and not partly read [described.refuses]", async () => {
  const {refused} = await read(descriptorOf(REGIONAL), [["Оборот"], ["млн. рублей"], ["Россия", 1, 2]]);
  assert.deepEqual(locations(refused)[0]!.slice(1, 3), [
    "cell",
    "the header that the descriptor describes is not on this sheet",
  ]);
});
