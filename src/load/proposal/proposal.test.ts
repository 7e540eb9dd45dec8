// A proposal for a workbook without a descriptor: its guesses, its questions, and the preview of its values.
import assert from "node:assert/strict";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {countryOf} from "../../country/countries.ts";
import {type FixtureSheet, xlsxOf} from "../workbook/workbook.fixture.ts";
import {previewDescriptor} from "./preview.ts";
import type {Answers} from "./proposal.ts";

const ROWS: FixtureSheet["rows"] = [
  ["Добыча руды (тысяча тонн)"],
  [],
  [null, 2024, 2024],
  [null, "январь", "февраль"],
  ["Белгородская область", 34.7, 35.1],
  ["Курская область", 12.5, 12.75],
  ["Нигдейская область", 1, 2],
  ["Тверская область", 3, 4],
  ["Орловская область", 5, 6],
  ["Курская область", 12.5, 99],
];

const ORES: FixtureSheet["rows"] = [
  [null, 2023, 2024],
  ["Руда", 1.5, 2.5],
  ["Уголь", 3.5, 4.5],
];

async function preview(
  t: TestContext,
  rows: FixtureSheet["rows"],
  country = "RU",
  answers: Answers = {territory: null, unit: null},
) {
  const path = join(await temporaryFolder(t), "ore.xlsx");
  await writeFile(path, xlsxOf([{name: "1", rows}]));
  const terms = {
    publishedAt: "2026-02-01",
    descriptor: null,
    builtIn: new Map(),
    provider: "miners",
    dataset: "ore",
    answers,
  };
  return {path, ...(await previewDescriptor(path, {country: countryOf(country)!, ...terms}))};
}

test("header rows, label columns and the unit of a title are proposed with their certainty, and the preview reads with them [described.proposal]", async (t) => {
  const {descriptor, guesses, values, examples, losses} = await preview(t, ROWS);
  assert.deepEqual(descriptor.tables, [
    {
      sheets: "^1$",
      headerRow: 3,
      columns: ["year", "period"],
      rows: ["territory"],
      lines: [{row: 1, as: "indicator (mixed)"}],
      rest: "class",
    },
  ]);
  assert.deepEqual(
    guesses.map(({what}) => what),
    [
      "header row 3 has the kind year",
      "header row 4 has the kind period",
      "label column 1 has the kind territory",
      "line 1 has the unit тысяча тонн",
    ],
  );
  // The January of Kursk is repeated with the same value; its February is contradicted.
  assert.equal(values, 7);
  assert.deepEqual(
    examples.slice(0, 2).map(({place, text, period, territory}) => [place, text, period, territory]),
    [
      ["1!B5", "34.7", "M 2024-01-01", "14000000000"],
      ["1!B6", "12.5", "M 2024-01-01", "38000000000"],
    ],
  );
  const lost = losses.map(({kind, text, values: count}) => [kind, text, count]);
  assert.deepEqual(lost[0], ["territory", "Нигдейская область", 2]);
  assert.equal(losses.filter(({reason}) => reason.includes("two values")).length, 2);
});

test("a unit, a territory or a period that no text names is asked, and its values are refused and not guessed [described.proposal]", async (t) => {
  const {guesses, values, losses} = await preview(t, ORES);
  const questions = guesses.filter(({certainty}) => certainty === null).map(({what}) => what);
  assert.deepEqual(
    questions.map((what) => what.split("?")[0]),
    ["which territory", "which unit"],
  );
  assert.equal(values, 0);
  const answered = await preview(t, ORES, "RU", {territory: "643", unit: "тонна"});
  assert.equal(answered.values, 4);
  assert.deepEqual(answered.descriptor.tables[0]!.fixed, {territory: "643", unit: "тонна"});
  assert.deepEqual(
    losses.map(({kind, text, values: count}) => [kind, text, count]),
    [["territory", "", 4]],
  );
});

test("separators and days that two countries read differently are asked [described.proposal]", async (t) => {
  const {guesses} = await preview(
    t,
    [["03/04/2024"], [null, 2023, 2024], ["Texas", "1,234", "2,345"], ["Ohio", "3,456", 4.5]],
    "US",
  );
  const questions = guesses.filter(({certainty}) => certainty === null).map(({what}) => what);
  assert.ok(
    questions.some((what) => /comma.*3 texts, such as B3 1,234/.test(what)),
    questions.join("; "),
  );
  assert.ok(questions.some((what) => /the day or the month\? \(1 texts, such as A1 03\/04\/2024/.test(what)));
});

test("ryad describe prints guesses, questions and a preview, writes the descriptor, and loads nothing [described.proposal]", async (t) => {
  const {path} = await preview(t, ROWS.slice(0, 6));
  const target = join(await temporaryFolder(t), "ore.json");
  const {code, stdout} = await ryad(["describe", path, "--published", "2026-02-01", "--write", target]);
  assert.equal(code, 0);
  assert.match(stdout, /100 % {2}1: label column 1 has the kind territory/);
  assert.match(stdout, /4 values of ore\.xlsx would be read:/);
  const data = await temporaryFolder(t);
  const loaded = await ryad(["load", path, "--descriptor", target, "--published", "2026-02-01", "--data", data]);
  assert.match(loaded.stdout, /me\/proposed of 2026-02-01: 4 new values/);
  assert.match(JSON.parse(await readFile(target, "utf8")).family, /proposed/);
});
