// Tables that have planned and expected values beside those of what was.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {countryOf} from "../../country/countries.ts";
import {parseDay} from "../../statistics/time/day.ts";
import type {FixtureSheet} from "../workbook/workbook.fixture.ts";
import type {Answers} from "./answers.ts";
import {withoutQuestions} from "./guesses.ts";
import {previewOfRows} from "./preview.fixture.ts";
import {previewDescriptor} from "./preview.ts";

const DAY = parseDay("2025-01-31")!;

async function seen(t: TestContext, lines: readonly string[], answers: Partial<Answers> = {}) {
  const path = join(await temporaryFolder(t), "table.csv");
  await writeFile(path, `${lines.join("\n")}\n`);
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "a_table"};
  const options = {country: countryOf("RU")!, given: DAY, today: DAY, ...names};
  const said = {territory: null, unit: "процент", ...answers};
  const {descriptor, guesses, values, examples} = await previewDescriptor(path, {...options, answers: said});
  const open = withoutQuestions(descriptor).comments!.filter((line) => line.startsWith("question: "));
  return {asked: guesses.filter(({certainty}) => certainty === null).map(({what}) => what), open, values, examples};
}

test("the values of a column that says which are expected are asked about and left out: a forecast was published as a class of what was [described.plain]", async (t) => {
  for (const [header, was, will] of [
    ["Type", "Actual", "Forecast"],
    ["Вид", "Факт", "Прогноз"],
    ["Kind", "Estimate", "Projection"],
    ["Scenario", "Actual", "Baseline forecast"],
    ["Kind", "Actual", "Budget"],
    ["status", "A", "F"],
    ["status", "final", "forecast"],
  ] as const) {
    const rows = [
      `country,year,${header},value`,
      `France,2023,${was},5`,
      `France,2024,${will},6`,
      `Italy,2023,${was},7`,
    ];
    for (const units of [undefined, new Map([[header, "-"]])]) {
      const {asked, open, values, examples} = await seen(t, rows, units && {units});
      const question = `are the values of ${will} planned or expected? they say nothing of what was: see exceptions`;
      assert.deepEqual([asked, open, values], [[question], [], 2]);
      const shown = examples.map(({territory, period, value}) => `${territory} ${period} ${value}`);
      assert.deepEqual(shown, ["FR A 2023-01-01 5", "IT A 2023-01-01 7"]);
    }
  }
  const {examples} = await seen(t, ["country,year,Type,value", "France,2023,Actual,5", "France,2024,Forecast,6"]);
  assert.deepEqual(
    examples.map((one) => one.class),
    [""],
  );
});

test("a column of expected values is asked about and left out, unless a person leaves it out [described.plain]", async (t) => {
  const rows = ["country,year,Actual,Forecast", "France,2023,5,6", "Italy,2023,7,8"];
  const {asked, values} = await seen(t, rows);
  assert.match(asked.join(), /^are the values of Forecast planned or expected\?/);
  assert.equal(values, 2);
  assert.deepEqual((await seen(t, rows, {units: new Map([["Forecast", "-"]])})).asked, []);
});

test("a word of plans inside a name is no forecast: pension plans, targets and budgets have values [described.plain]", async (t) => {
  const rows = ["country,year,item,value", "France,2023,Pension plan,5", "France,2023,Inflation target,6"];
  assert.deepEqual((await seen(t, [...rows, "France,2023,Budget,7"])).asked, []);
});

test("headers, rows and sections of plans are asked about and left out below headers of several levels [described.proposal]", async (t) => {
  const regions = ["Белгородская область", "Курская область"];
  const tables: {rows: FixtureSheet["rows"]; merges?: string[]; read: string[]}[] = [
    {
      rows: [
        ["Регион", 2022, null, 2023, null],
        [null, "Факт", "Прогноз", "Факт", "Прогноз"],
        ...regions.map((one, at) => [one, at + 5, 1, at + 7, 2]),
      ],
      merges: ["B2:C2", "D2:E2"],
      read: ["5", "6"],
    },
    {
      rows: [
        ["Регион", "Вид", 2022, 2023],
        ...regions.flatMap((one, at) => [
          [one, "Факт", at + 5, 6],
          [one, "План", 1, 2],
        ]),
      ],
      read: ["5", "6"],
    },
    {
      rows: [
        ["Регион", 2022, 2023],
        ["Факт"],
        ...regions.map((one, at) => [one, at + 5, 6]),
        ["Прогноз"],
        ...regions.map((one) => [one, 1, 2]),
      ],
      read: ["5", "6"],
    },
  ];
  for (const {rows, merges, read} of tables) {
    const {guesses, values, examples} = await previewOfRows(t, [["Добыча, тонн"], ...rows], "RU", merges);
    const asked = guesses.filter(({what}) => /planned or expected/.test(what));
    assert.deepEqual([asked.map(({certainty}) => certainty), values], [[null], 4]);
    assert.deepEqual(
      examples.map(({value}) => value),
      read,
    );
  }
});
