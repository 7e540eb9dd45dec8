// Territories in the header of a plain table, with periods below, and the workbooks that have such sheets beside lists of codes.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder} from "../../../../test/warehouse.ts";
import {countryOf} from "../../../country/countries.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import {type FixtureCell, type FixtureSheet, xlsxOf} from "../../workbook/workbook.fixture.ts";
import type {Answers} from "../answers.ts";
import {previewDescriptor} from "../preview.ts";

const DAY = parseDay("2022-01-31")!;

async function proposed(
  t: TestContext,
  table: readonly string[] | readonly FixtureSheet[],
  answers: Partial<Answers> = {},
) {
  const isText = typeof table[0] === "string";
  const path = join(await temporaryFolder(t), isText ? "table.csv" : "table.xlsx");
  await writeFile(path, isText ? `${table.join("\n")}\n` : xlsxOf(table as readonly FixtureSheet[]));
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "a_table"};
  const options = {country: countryOf("RU")!, given: DAY, today: DAY, ...names};
  const preview = await previewDescriptor(path, {...options, answers: {territory: null, unit: "kWh", ...answers}});
  const questions = preview.guesses.filter(({certainty}) => certainty === null).map(({what}) => what);
  const told = preview.guesses.filter(({certainty}) => certainty !== null).map(({what}) => what);
  const shown = preview.examples.map((one) => `${one.territory} ${one.period} ${one.value}`);
  return {...preview, questions, told, shown};
}

const wide = (...headers: string[]): string[] => [
  ["year", ...headers].join(","),
  ...[2019, 2020].map((year) => [year, ...headers.map((_, at) => at + 0.5)].join(",")),
];

test("groups among countries across are territories of the table's own up to a fifth, and asked above it [described.across]", async (t) => {
  const four = ["France", "Spain", "Italy", "World"];
  const fifth = await proposed(t, wide(...four, "Old lands"));
  assert.deepEqual([fifth.questions, fifth.values], [[], 10]);
  assert.deepEqual(fifth.shown.slice(3), ["WLD A 2019-01-01 3.5", "old_lands A 2019-01-01 4.5"]);
  assert.ok(
    fifth.told.includes("territories: 1 member of the header is in no list, and becomes a group of its own: Old lands"),
  );

  const more = wide(...four, "Old lands", "New lands");
  const asked = await proposed(t, more);
  assert.match(
    asked.questions.join("; "),
    /^which territory\? 2 of 6 headers are in no list, such as Old lands, New lands: .*--territories/,
  );
  assert.equal(asked.values, 8);
  const answered = await proposed(t, more, {territories: "US"});
  assert.deepEqual([answered.questions, answered.values], [[], 12]);
  assert.ok(answered.shown.includes("US-x-old_lands A 2019-01-01 4.5"), answered.shown.join("; "));
  const left = await proposed(t, more, {
    units: new Map([
      ["Old lands", "-"],
      ["New lands", "-"],
    ]),
  });
  assert.deepEqual([left.questions, left.values], [[], 8]);
});

test("headers are names unless more than half of them are countries, and two names of one country are asked [described.across]", async (t) => {
  const half = await proposed(t, wide("France", "Georgia", "Apples", "Pears"), {territory: "FR"});
  assert.deepEqual([half.descriptor.tables[0]!.columns, half.questions], [["indicator"], []]);
  assert.match((await proposed(t, wide("France", "Georgia", "Pears"))).questions.join("; "), /1 of 3 headers/);
  const said = await proposed(t, wide("France", "Georgia"), {territory: "FR"});
  assert.match(said.questions.join("; "), /the headers name territories, and --territory says FR/);
  const twice = await proposed(t, wide("France", "Russia", "Russian Federation"));
  assert.ok(
    twice.questions.some((one) =>
      one.startsWith(
        'which territory? Russia and Russian Federation are one: leave one of them out with --unit "Russian Federation=-"',
      ),
    ),
  );
});

const NOTES: readonly FixtureCell[][] = [
  [null, "Emissions by country"],
  [null, "All values are estimates of this test, which nobody published"],
  ["MtC/yr"],
];
const VALUES: readonly FixtureCell[][] = [
  [2019, 1.5, 2.5, "NaN", 4.5, 5.5, "NaN"],
  [2020, 1.75, 2.75, 3.75, 4.75, 5.75, "NaN"],
  [2021, 1.25, 2.25, 3.25, 4.25, 5.25, "NaN"],
];
const NAMES = ["France", "Spain", "Italy", "World", "Old lands", "Andorra"];
const CODES: FixtureSheet = {
  name: "Codes",
  rows: [
    ["Countries of the table"],
    ["Number", "Code", "Name", "Since"],
    ...NAMES.map((name, at): FixtureCell[] => [at + 1, name.slice(0, 3).toUpperCase(), name, 1950 + at * 7]),
  ],
};

test("a sheet with countries below notes is read, its unit is proposed, and a list of codes beside it asks nothing [described.across]", async (t) => {
  const rows = [...NOTES, [null, ...NAMES.map((name) => name.toUpperCase())], [null, ...NAMES], ...VALUES];
  const workbook: FixtureSheet[] = [{name: "Emissions", rows}, CODES];
  const asked = await proposed(t, workbook, {unit: null});
  assert.equal(asked.questions.length, 1, asked.questions.join("; "));
  assert.match(asked.questions[0]!, /^which unit\? .*; no list has MtC\/yr: /);
  assert.ok(asked.told.includes("left out: the sheet is a list, without numbers beside periods"));
  const {questions, values, losses, shown, examples} = await proposed(t, workbook, {unit: "MtC/yr"});
  assert.deepEqual([questions, values, losses], [[], 14, []]);
  assert.deepEqual(
    [shown[0], examples[0]!.location, examples[0]!.unit],
    ["FR A 2019-01-01 1.5", "Emissions!B6", "MtC/yr"],
  );
});

test("a sheet with one other number is no list of codes, and one that is alone stays what it is [described.across]", async (t) => {
  const rows = [[null, ...NAMES], ...VALUES];
  const other = {...CODES, rows: [...CODES.rows, [7, "OTH", "Other", 12.5]]};
  const {questions} = await proposed(t, [{name: "Emissions", rows}, other]);
  assert.ok(questions.length > 0);
  const alone = await proposed(t, [CODES]).catch((error: Error) => error);
  assert.ok(alone instanceof Error || alone.questions.length > 0);
});

test("words in a column below a period are refused values, and make it no column of names [described.across]", async (t) => {
  for (const text of ["103.5p", "confidential", "123000 e"]) {
    const table = ["country,2021,2022,2023", "Spain,101.5,102.5,103.5", `Italy,101.1,102.1,${text}`];
    const {descriptor, values, losses} = await proposed(t, table);
    assert.deepEqual([descriptor.tables[0]!.rows.length, values], [1, 5], text);
    assert.deepEqual([losses.length, JSON.stringify(losses).includes(text)], [1, true], text);
  }
});

test("months or quarters across and years down are periods of both, in full and in short words; a total of the year beside them is refused [described.across]", async (t) => {
  for (const [headers, first] of [
    [["январь", "февраль", "март"], "M"],
    [["янв.", "февр.", "мар."], "M"],
    [["Jan", "Feb", "Mar"], "M"],
    [["Q1", "Q2", "Q3", "Q4"], "Q"],
    [["I кв.", "II кв.", "III кв.", "IV кв."], "Q"],
  ] as const) {
    const {questions, shown, values} = await proposed(t, wide(...headers), {territory: "643"});
    assert.deepEqual(
      [questions, values, shown[0]],
      [[], headers.length * 2, `643 ${first} 2019-01-01 0.5`],
      headers[0],
    );
  }
  const total = await proposed(t, wide("Jan", "Feb", "Mar", "Annual"), {territory: "RU"});
  assert.equal(total.values, 6);
  const named = await proposed(t, wide("France", "Jan"), {territory: "RU"});
  assert.ok(
    named.shown.every((one) => one.includes(" A ")),
    named.shown.join("; "),
  );
});

test("in a table with several lines above, short months across are those of the year of the row [described.across]", async (t) => {
  for (const headers of [
    ["янв", "фев", "мар"],
    ["янв.", "февр.", "мар."],
  ]) {
    const rows: FixtureCell[][] = [["Выпуск, тонн"], ["", ...headers], [2022, 11, 12, 13], [2023, 21, 22, 23]];
    const {questions, shown, values} = await proposed(t, [{name: "t", rows}], {territory: "643"});
    assert.deepEqual([questions, values, shown[0]], [[], 6, "643 M 2022-01-01 11"], headers.join());
  }
  // a year and a half-year among the months are refused, and make the months no names of classes
  const rows: FixtureCell[][] = [
    ["Выпуск, тонн"],
    ["", "Jan", "Feb", "Mar", "Annual", "HALF1"],
    [2022, 11, 12, 13, 36, 36],
  ];
  const {shown, values, losses} = await proposed(t, [{name: "t", rows}], {territory: "643"});
  assert.deepEqual([values, shown[0]], [3, "643 M 2022-01-01 11"]);
  assert.deepEqual(losses.map(({text}) => text).sort(), ["Annual", "HALF1"]);
});
