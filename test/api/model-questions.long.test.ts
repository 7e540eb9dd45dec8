// A hundred questions in Russian and English with the words of a search, the series and the value that must come out (model-questions.tsv).
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {countTokens, MOST_TOKENS} from "../../src/api/mcp/answer-budget.ts";
import {callTool, openSample, withToken} from "./model-calls.ts";

interface Question {
  readonly question: string;
  readonly words: string;
  /** The series_ref. */
  readonly series: string;
  readonly period: string;
  readonly value: string;
}

interface FoundSeries {
  readonly id: string;
  readonly dataset: string;
  readonly [code: string]: string | null;
}

function readQuestions(): readonly Question[] {
  const [, ...lines] = readFileSync(new URL("model-questions.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const [, question, words, series, period, value] = line.split("\t") as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    return {question, words, series, period, value};
  });
}

const CODES = ["class", "measure", "transformation", "unit", "freq", "geo"];

function isSeries({dataset, ...codes}: FoundSeries, {series}: Question): boolean {
  const ending = CODES.map((name) => codes[name] ?? "-").join(".");
  return series.startsWith(`${dataset}/`) && series.endsWith(`.${ending}`);
}

test("of 100 questions in Russian and English at least 80 are answered in two calls, with the published value and its claim, and no answer is above 4,000 tokens [models.tools models.budget]", async (t) => {
  const api = await openSample(t);
  const questions = readQuestions();
  assert.equal(questions.length, 100);
  const missed: string[] = [];
  for (const question of questions) {
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const found = await callTool(api, "search", {query: question.words}, withToken(api));
    const series = (found.structuredContent.results as FoundSeries[]).find((one) => isSeries(one, question));
    assert.ok(countTokens(found.content[0].text) <= MOST_TOKENS, question.question);
    if (series === undefined) {
      missed.push(question.words);
      continue;
    }
    const {period, value} = question;
    const given = await callTool(api, "data", {series: [series.id], start: period, end: period}, withToken(api));
    const [observation] = given.structuredContent.series[0].observations;
    assert.deepEqual([observation.period, observation.value], [period, value], question.question);
    assert.ok(given.content[0].text.includes(observation.claim));
  }
  t.diagnostic(`${100 - missed.length} of 100 in two calls; not found: ${missed.join("; ")}`);
  assert.ok(missed.length <= 20, missed.join("; "));
});
