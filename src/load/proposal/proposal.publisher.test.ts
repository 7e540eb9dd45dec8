// The proposal for a real survey of fifty tables on one sheet, compared with the descriptor that a person wrote for it.
import assert from "node:assert/strict";
import {DEFAULT_COUNTRY} from "../../country/countries.ts";
import {parseDay} from "../../statistics/time/day.ts";
import {readDescribed} from "../described/read-described.ts";
import {test} from "../input/publisher-test.fixture.ts";
import {needs, PLAIN_HINTS, type SeenValue, sharedFile, watchingSink} from "../input/shared-file.fixture.ts";
import {cbrWorkbooks} from "../sources/described-workbooks.ts";
import {descriptorText} from "./descriptor-text.ts";
import {proposeDescriptor} from "./proposal.ts";

const SURVEY = "cbr/inflation_expectations_vintages/stat_Infl_exp_22-09.xlsx";
const DAY = "2022-09-30";
const MOST_LINES = 80;
const LEAST_SHARE = 0.85;

test("a survey of fifty tables is proposed in at most 80 lines, and each value that its proposal reads is that of its own descriptor [described.proposal]", {
  skip: needs(SURVEY),
}, async () => {
  const file = sharedFile(SURVEY);
  const day = parseDay(DAY)!;
  const names = {provider: "me", dataset: "survey", file: "survey.xlsx"};
  const answers = {territory: null, unit: null, ofCountry: true};
  const {descriptor} = await proposeDescriptor(file, DEFAULT_COUNTRY, {given: day, today: day}, names, answers);
  const {comments: _comments, ...language} = descriptor;
  assert.ok(descriptorText(language).split("\n").length <= MOST_LINES);
  const hints = {...PLAIN_HINTS, publishedAt: DAY};
  const [known, proposed] = [watchingSink(), watchingSink()];
  await cbrWorkbooks.parse([file], hints, known);
  await readDescribed(descriptor, file, hints, proposed);
  const wanted = new Map(known.values.map((value) => [indexOf(value), factsOf(value)]));
  for (const value of proposed.values) assert.equal(factsOf(value), wanted.get(indexOf(value)), indexOf(value));
  assert.ok(proposed.values.length > wanted.size * LEAST_SHARE);
});

function indexOf({explained}: SeenValue): string {
  const {sheet, cell} = explained!.locator;
  return `${sheet}!${cell}`;
}

function factsOf({series, period, value}: SeenValue): string {
  return [series.frequency, series.territory, series.unit, series.transformation, period, value].join(" ");
}
