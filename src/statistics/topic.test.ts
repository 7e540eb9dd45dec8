import assert from "node:assert/strict";
import {test} from "node:test";
import {createTopicFinder} from "./topic.ts";

const topicsOf = createTopicFinder([
  {code: "prices", parent: null, phrases: ["цен*", "price*"], datasets: []},
  {code: "consumer", parent: "prices", phrases: ["потребительск* цен*", "cpi"], datasets: []},
  {code: "budget", parent: null, phrases: [], datasets: ["roskazna/*", "own/debt"]},
]);
const named = (name: string, code = "x", provider = "own") => topicsOf({provider, code, name});

test("a dataset has the topics whose phrases are in its name, and the topics above them [site.topics]", () => {
  assert.deepEqual(named("Индексы потребительских цен"), ["prices", "consumer"]);
  assert.deepEqual(named("CPI, monthly"), ["prices", "consumer"]);
  assert.deepEqual(named("Средние цены"), ["prices"]);
  assert.deepEqual(named("Producer Prices"), ["prices"]);
  assert.deepEqual(named("Процент и оценка"), [], "only a word that begins so");
  assert.deepEqual(named("Потребительский спрос, цены"), ["prices"], "only words side by side");
});

test("a topic may list a dataset, or a provider [site.topics]", () => {
  assert.deepEqual(named("Отчёт", "0507011", "roskazna"), ["budget"]);
  assert.deepEqual(named("Отчёт", "debt"), ["budget"]);
  assert.deepEqual(named("Отчёт", "other"), []);
});
