// Sheets with several tables that nobody described.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {FixtureSheet} from "../workbook/workbook.fixture.ts";
import {previewOfRows} from "./preview.fixture.ts";

const MILK = [["Производство молока, тысяча тонн"], [], [null, 2021, 2022, 2023], ["Курская область", 10, 11, 12]];
const EGGS = [["Производство яиц, миллион штук"], [null, 2022, 2023, 2024], ["Орловская область", 100, 110, 120]];

test("a second header below a title is another table, with its own years and unit: its values were those of the first one (FIX-rosstat-50) [described.proposal]", async (t) => {
  const {descriptor, examples, values, losses} = await previewOfRows(t, [...MILK, [], ...EGGS]);
  assert.deepEqual([values, losses], [6, []]);
  assert.deepEqual(
    descriptor.tables.map(({headerRow = null, lines, exceptions = []}) => [headerRow, lines, exceptions[0]?.cells]),
    [
      [null, [{row: 1, as: "mixed"}], "A6:XFD1048576"],
      [7, [{row: 6, as: "mixed"}], undefined],
    ],
  );
  assert.deepEqual(
    examples.map(({location: at, period, unit, class: name}) => [at, period, unit, name]),
    [
      ["1!B4", "A 2021-01-01", "тысяча_тонн", "proizvodstvo_moloka"],
      ["1!B8", "A 2022-01-01", "миллион_штук", "proizvodstvo_yaic"],
    ],
  );
});

test("a header that comes again without a title is that of the next page, and rows of values such as 1950 are no headers (FIX-rosstat-50) [described.proposal]", async (t) => {
  const {descriptor, values, losses} = await previewOfRows(t, [
    ["Население, тысяча человек"],
    ["Показатель", 2021, 2022, 2023],
    ["Город", 1950, 1990, 2010],
    ["Показатель", 2021, 2022, 2023],
    ["Село", 1960, 1970, 1985],
    ["Показатель", 2021, 2022, 2023],
    ["в том числе:"],
    ["Мужчины", 1900, 1890, 1880],
  ]);
  assert.deepEqual(
    descriptor.tables.map(({repeated, exceptions}) => [repeated, exceptions![0]!.cells]),
    [[undefined, "A4:XFD4, A6:XFD6"]],
  );
  assert.deepEqual([values, losses], [9, []]);
});

/** Tables below each other: their titles, three years, and rows of labels with values. */
function tablesBelow(titles: readonly (readonly string[])[], above: FixtureSheet["rows"] = []): FixtureSheet["rows"] {
  const tables = titles.flatMap((lines, at) => [
    ...lines.map((line) => [line]),
    [null, 2021 + at, 2022 + at, 2023 + at],
    ["в городе", 10.5 + at, 11.5 + at, 12.5 + at],
    ["в селе", 20.5 + at, 21.5 + at, 22.5 + at],
  ]);
  return [...above, ...tables];
}

test("many tables with a unit in each title are one description, and give the values, units and names of a description for each [described.proposal]", async (t) => {
  const cases: [readonly string[][], readonly string[], boolean][] = [
    [[["Молоко, тысяча тонн"], ["Яйца, миллион штук"], ["Мясо, тысяча тонн"]], ["mixed"], false],
    [[["Молоко (тысяча тонн)"], ["Яйца (миллион штук)"], ["Мясо (тонна)"]], ["indicator (mixed)"], true],
    [
      [
        ["Молоко", "(тысяча тонн)"],
        ["Яйца", "(миллион штук)"],
        ["Мясо", "(тонна)"],
      ],
      ["indicator", "mixed"],
      true,
    ],
  ];
  for (const [titles, kinds, isIndicator] of cases) {
    const one = await previewOfRows(t, tablesBelow(titles));
    assert.deepEqual([one.values, one.losses, one.descriptor.tables.length], [18, [], 1]);
    assert.deepEqual([one.descriptor.tables[0]!.titles, one.descriptor.tables[0]!.repeated], [kinds, true]);
    const alone = await Promise.all(titles.map((title) => previewOfRows(t, tablesBelow([title]))));
    assert.deepEqual(
      one.examples.map(({unit, value}) => [unit, value]),
      alone.flatMap(({examples}, at) => examples.map(({unit, value}) => [unit, String(Number(value) + at)])),
    );
    assert.equal(one.examples[0]!.class, isIndicator ? "v_gorode" : "moloko~v_gorode");
  }
});

test("a unit of the first title is none of the other tables, which name no unit and are asked [described.proposal]", async (t) => {
  const {values, examples, guesses, losses} = await previewOfRows(
    t,
    tablesBelow([["Молоко, тысяча тонн"], ["Яйца"], ["Мясо"]]),
  );
  assert.equal(values, 6);
  assert.deepEqual(
    examples.map(({unit}) => unit),
    ["тысяча_тонн", "тысяча_тонн"],
  );
  assert.ok(guesses.some(({what, certainty}) => certainty === null && what.startsWith("which unit?")));
  assert.deepEqual(
    losses.map(({kind, values: lost}) => [kind, lost]),
    [["unit", 12]],
  );
});

test("a unit above all tables counts, and a title with another unit is an exception in a line [described.proposal]", async (t) => {
  const {descriptor, values, losses, examples} = await previewOfRows(
    t,
    tablesBelow(
      [["Где живут?"], ["Где работают?"], ["Доход (рубль)"], ["Где учатся?"]],
      [["Тысяча человек"], [null, 2020, 2021, 2022]],
    ),
  );
  assert.deepEqual([values, losses, descriptor.tables.length], [24, [], 1]);
  assert.deepEqual(
    descriptor.tables[0]!.exceptions!.map(({section, set}) => [section, set]),
    [["^(?:Доход \\(рубль\\))$", {unit: "рубль"}]],
  );
  const income = examples.filter(({class: name}) => name.startsWith("dohod"));
  assert.deepEqual(new Set(income.map(({unit}) => unit)), new Set(["рубль"]));
});

test("a base above all tables is none of a title with another unit, and units that no list has are asked beside a general one [described.proposal]", async (t) => {
  const shares = await previewOfRows(
    t,
    tablesBelow([["Хлеб"], ["Доля городских, %"], ["Рыба"]], [["в % к предыдущему году"], [null, 2020, 2021, 2022]]),
  );
  for (const {unit, class: name, transformation} of shares.examples as readonly Record<string, string>[])
    if (name!.startsWith("dolya")) assert.notEqual([unit, transformation].join(), "процент,pct_yoy");
  const barrels = await previewOfRows(
    t,
    tablesBelow(
      [
        ["Молоко", "(тысяча бидонов)"],
        ["Яйца", "(тысяча бидонов)"],
        ["Мясо", "(тысяча бидонов)"],
      ],
      [["Все таблицы, тысяча тонн"]],
    ),
  );
  assert.ok(barrels.guesses.some(({certainty}) => certainty === null));
  assert.deepEqual(
    barrels.examples.filter(({unit}) => unit === "тысяча_тонн" && barrels.descriptor.tables.length === 1),
    [],
  );
});

test("tables whose titles differ in more than names and units keep a description of their own; values that may be years are no header [described.proposal]", async (t) => {
  const growing = await previewOfRows(
    t,
    tablesBelow([["Индекс цен, %"], ["Яйца, миллион штук"], ["Мясо, тысяча тонн"]]),
  );
  assert.equal(growing.descriptor.tables.length, 3);
  assert.equal(growing.values, 12);
  const rows = [...tablesBelow([["Молоко, тысяча тонн"], ["Яйца, миллион штук"], ["Мясо, тысяча тонн"]])];
  const years = await previewOfRows(t, [...rows, ["в горах", 1950, 1990, 2010]]);
  assert.equal(years.descriptor.tables.length, 1);
  assert.deepEqual([years.values, years.losses], [21, []]);
});

test("a name and a unit that no list has are titles of each table: the name of the first one was that of all, and tables of one unit were one [described.proposal]", async (t) => {
  const titles = [
    ["Молоко", "(тысяча бидонов)"],
    ["Яйца", "(тысяча лотков)"],
    ["Мясо", "(тысяча бидонов)"],
  ];
  const {descriptor, guesses, examples} = await previewOfRows(t, tablesBelow(titles));
  assert.deepEqual(
    descriptor.tables.map((table) => [table.titles, table.lines]),
    [[["indicator", "mixed"], undefined]],
  );
  const question = guesses.find(({what}) => what.startsWith("which unit?"))!;
  assert.match(question.what, /no list has \(тысяча бидонов\), \(тысяча лотков\): /);
  assert.deepEqual(
    examples.map(({indicator, unit}) => [indicator, unit]),
    ["moloko", "moloko", "yayca", "yayca", "myaso", "myaso"].map((name) => [name, "?"]),
  );
});

test("a title over the first header names the first table alone [described.proposal]", async (t) => {
  const {examples} = await previewOfRows(t, tablesBelow([["Молоко"], ["Яйца"], ["Мясо"]]));
  assert.deepEqual(
    examples.map(({class: name}) => name),
    ["moloko", "yayca", "myaso"].flatMap((name) => [`${name}~v_gorode`, `${name}~v_sele`]),
  );
  assert.equal(new Set(examples.map(({indicator}) => indicator)).size, 1);
});

test("a second header with one date begins a table [described.proposal]", async (t) => {
  const day = (number: number) => ({number, format: "mmm-yy"});
  const {examples, losses} = await previewOfRows(t, [
    ["Кредиты, рубль"],
    [null, day(45_292), day(45_323)],
    ["банк", 10.5, 11.5],
    ["Вклады, рубль"],
    [null, day(45_352)],
    ["вклад", 12.5],
  ]);
  assert.deepEqual(losses, []);
  assert.deepEqual(
    examples.map(({location: at, period}) => [at, period]),
    [
      ["1!B3", "M 2024-01-01"],
      ["1!B6", "M 2024-03-01"],
    ],
  );
});

test("tables below each other with numbers of their own are each read between two numbers, and the first is not taken for the tenth [described.proposal]", async (t) => {
  const table = (number: number, what: string, value: number) => [
    [`Таблица ${number}`],
    [`Добыча ${what}, тысяча тонн`],
    ["Субъект", "2023", "2024"],
    ["Белгородская область", value, value + 1],
    ["Курская область", value + 2, value + 3],
  ];
  const {descriptor, values, losses} = await previewOfRows(t, [
    ...table(1, "угля", 10),
    ...table(2, "нефти", 20),
    ...table(10, "руды", 30),
  ]);
  assert.equal(descriptor.tables.length, 3, JSON.stringify(descriptor.tables));
  assert.deepEqual([values, losses], [12, []]);
});
