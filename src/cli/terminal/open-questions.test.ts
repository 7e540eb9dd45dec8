// The questions of a proposal as options.
import assert from "node:assert/strict";
import {test} from "node:test";
import {answeringCommand, plainQuestion, questionsOf, quotedForShell} from "./open-questions.ts";

const question = (what: string, sheet = "") => ({sheet, what, certainty: null});
const DAY = {day: "2026-03-05", because: "the workbook was last saved on it"};

test("each option is asked once, the day before the unit, and what no option answers comes last [load.dialogue]", () => {
  const guesses = [
    {sheet: "", what: "rows: label column 1 has the kind year", certainty: 1},
    question("per cent of what? give it with --base, or in fixed.base"),
    question("another row has the same labels: see exceptions"),
    question("which unit? give it with --unit", "1"),
    question("which unit? give it with --unit", "2"),
    question("which unit have A_x? give it with --unit COLUMN=UNIT, or in marks", "3"),
    question("on which day was it published? give it with --published"),
  ];
  const questions = questionsOf(guesses, DAY);
  assert.deepEqual(
    questions.map(({option}) => option),
    ["published", "unit", "base", null],
  );
  assert.deepEqual(questions[1]!.texts, [
    "which unit? give it with --unit (1 and 1 more sheet)",
    "which unit have A_x? give it with --unit COLUMN=UNIT, or in marks (3)",
  ]);
});

test("the guess of a day comes from the file, that of a unit from the table; a territory has none [load.dialogue]", () => {
  const guesses = [
    question("on which day was it published? give it with --published"),
    question("which territory? no text names one: give it with --territory 643 or another code"),
    question("which unit? give it with --unit; no list has kg CO2: define such a unit in units"),
  ];
  assert.deepEqual(
    questionsOf(guesses, DAY).map(({guess, because}) => [guess, because]),
    [
      ["2026-03-05", "the workbook was last saved on it"],
      [null, null],
      ["kg CO2", "the words of the table"],
    ],
  );
});

test("one command has all answers, in words that a shell takes as one [load.dialogue]", () => {
  const questions = questionsOf(
    [
      question("on which day was it published? give it with --published"),
      question("which territory? give it with --territory"),
      question("which unit? give it with --unit; no list has kg CO2: define such a unit in units"),
      question("another row has the same labels: see exceptions"),
    ],
    DAY,
  );
  assert.equal(
    answeringCommand("o'hare 1.csv", ["--provider me"], questions),
    `ryad load 'o'\\''hare 1.csv' --describe --provider me --published 2026-03-05 --territory TERRITORY --unit 'kg CO2' --leave-out`,
  );
  assert.equal(quotedForShell("a/b-1.csv"), "a/b-1.csv");
});

test("a question at a terminal has the columns that it is about, and no options [load.dialogue]", () => {
  const unit = 'which unit? give it with --unit, of columns with --unit "A b=UNIT; C=UNIT", or in fixed.unit (Sheet 1)';
  assert.equal(plainQuestion(unit), "which unit? columns: A b; C (Sheet 1)");
  assert.equal(
    plainQuestion("on which day was it published? give it with --published"),
    "on which day was it published?",
  );
  assert.equal(
    plainQuestion("another row has the same labels: see exceptions"),
    "another row has the same labels: see exceptions",
  );
});
