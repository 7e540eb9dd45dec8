// Plain tables that have planned and expected values beside those of what was.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder} from "../../../../test/warehouse.ts";
import {countryOf} from "../../../country/countries.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import type {Answers} from "../answers.ts";
import {withoutQuestions} from "../guesses.ts";
import {previewDescriptor} from "../preview.ts";

const DAY = parseDay("2025-01-31")!;

async function questionsOf(t: TestContext, lines: readonly string[], answers: Partial<Answers> = {}) {
  const path = join(await temporaryFolder(t), "table.csv");
  await writeFile(path, `${lines.join("\n")}\n`);
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "a_table"};
  const options = {country: countryOf("RU")!, given: DAY, today: DAY, ...names};
  const said = {territory: null, unit: "процент", ...answers};
  const {descriptor, guesses} = await previewDescriptor(path, {...options, answers: said});
  const left = withoutQuestions(descriptor).comments ?? [];
  return {
    asked: guesses.filter(({certainty}) => certainty === null).map(({what}) => what),
    stays: left.some((line) => line.startsWith("question: are the values of ")),
  };
}

test("a column that says which values are expected is asked about, and leaving it out is no answer: a forecast was published as a class of what was [described.plain]", async (t) => {
  for (const [header, was, will] of [
    ["Type", "Actual", "Forecast"],
    ["Вид", "Факт", "Прогноз"],
    ["Kind", "Estimate", "Projection"],
    ["Scenario", "Actual", "Baseline forecast"],
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
      const {asked, stays} = await questionsOf(t, rows, units && {units});
      assert.ok(
        asked.some((what) => what.startsWith(`are the values of "${will}" in the column ${header} of what was?`)),
        asked.join("; ") || `${header} was not asked about`,
      );
      assert.ok(stays);
    }
  }
});

test("a column of expected values is asked about until a person leaves it out [described.plain]", async (t) => {
  const rows = ["country,year,Actual,Forecast", "France,2023,5,6", "Italy,2023,7,8"];
  const question = /^are the values of the column Forecast of what was\?/;
  assert.ok((await questionsOf(t, rows)).asked.some((what) => question.test(what)));
  const {asked} = await questionsOf(t, rows, {units: new Map([["Forecast", "-"]])});
  assert.ok(!asked.some((what) => question.test(what)), asked.join("; "));
});

test("a word of plans inside a name is no forecast: pension plans and targets have values [described.plain]", async (t) => {
  const rows = ["country,year,item,value", "France,2023,Pension plan,5", "France,2023,Inflation target,6"];
  assert.deepEqual((await questionsOf(t, rows)).asked, []);
});
