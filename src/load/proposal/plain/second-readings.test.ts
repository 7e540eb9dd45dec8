// Plain tables whose periods, territories and numbers have a second reading that was published without a word.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder} from "../../../../test/warehouse.ts";
import {countryOf} from "../../../country/countries.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import type {Answers} from "../answers.ts";
import {previewDescriptor} from "../preview.ts";

const DAY = parseDay("2025-01-31")!;

async function proposed(t: TestContext, lines: readonly string[], answers: Partial<Answers> = {}, country = "RU") {
  const path = join(await temporaryFolder(t), "table.csv");
  await writeFile(path, `${lines.join("\n")}\n`);
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "a_table"};
  const options = {country: countryOf(country)!, given: DAY, today: DAY, ...names};
  const said = {territory: null, unit: "процент", ...answers};
  const preview = await previewDescriptor(path, {...options, answers: said});
  const questions = preview.guesses.filter(({certainty}) => certainty === null).map(({what}) => what);
  const shown = preview.examples.map((one) => `${one.territory} ${one.period} ${one.value}`);
  return {questions, shown};
}

const asks = ({questions}: {questions: readonly string[]}, words: RegExp) =>
  assert.ok(
    questions.some((what) => words.test(what)),
    questions.join("; ") || "nothing was asked",
  );

test("days of publication are no periods, and a year beside them is no value: 2021 tonnes were published of 2022 [described.plain]", async (t) => {
  const rows = ["country,period,published,value", "France,2021,2022-03-01,5", "Italy,2021,2022-06-01,6"];
  const {shown, questions} = await proposed(t, rows);
  assert.deepEqual([shown, questions], [["FR A 2021-01-01 5", "IT A 2021-01-01 6"], []]);
  const twice = [...rows, "France,2021,2022-06-01,7"];
  asks(await proposed(t, twice), /^another row has the same labels, as "France; 2021/);
});

test("parts of the year of several kinds beside a year are asked about: each was a class of the whole year [described.plain]", async (t) => {
  const rows = ["country,year,period,value", "France,2021,M01,5", "France,2021,M13,6", "France,2021,M02,7"];
  asks(await proposed(t, rows), /^which period\? the column period has parts of the year of several kinds/);
  const months = ["country,year,period,value", "France,2021,M01,5", "France,2021,M02,7"];
  assert.deepEqual((await proposed(t, months)).shown, ["FR M 2021-01-01 5"]);
});

test("members that a list has in part keep their codes, and the others are named: Russia was a city of the file [described.plain]", async (t) => {
  const rows = ["Регион,2021,2022", "Центральный,5,6", "Южный,1,2", "РФ,6,8"];
  const {shown} = await proposed(t, rows, {territories: "RU"});
  assert.ok(
    shown.some((one) => one.startsWith("643 ")),
    shown.join(),
  );
  const countries = ["Country,2021,2022", "Georgia,5,6", "Armenia,7,8", "New York,3,3"];
  for (const territories of [null, "US", "none"])
    asks(
      await proposed(t, countries, {territories}),
      /^which territory\? 1 of 3 members of Country are no countries that are known, such as New York/,
    );
  const world = await proposed(t, countries, {territories: "world"});
  assert.deepEqual(world.questions, []);
  assert.ok(
    world.shown.some((one) => one.startsWith("GE ")),
    world.shown.join(),
  );
});

test("points with three digits behind each may be between thousands, and apostrophes are [described.plain]", async (t) => {
  const rows = (...values: string[]) => [
    "country;2021;2022",
    `France;${values[0]};${values[1]}`,
    `Italy;${values[2]};${values[3]}`,
  ];
  const german = rows("1.234", "2.100", "12.345", "999");
  asks(await proposed(t, german), /^is the point a decimal point or between thousands\? \(such as 2\.100/);
  const answered = await proposed(t, german, {country: true});
  assert.deepEqual([answered.shown[0], answered.questions], ["FR A 2021-01-01 1234", []]);
  for (const plain of [rows("1.234", "2.1", "12.345", "999"), rows("1.234", "2.345", "12.345", "0.999")])
    assert.deepEqual((await proposed(t, plain)).shown[0], "FR A 2021-01-01 1.234");
  const swiss = rows("1’234’567.5", "2'345.5", "1’000", "999");
  assert.deepEqual((await proposed(t, swiss)).shown, ["FR A 2021-01-01 1234567.5", "IT A 2021-01-01 1000"]);
  assert.deepEqual((await proposed(t, rows("1,5E+03", "2", "7,1e-02", "3"))).shown[0], "FR A 2021-01-01 1500");
});
