// The index of a series by its age and its frequency, among series with like words.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {buildIndex, type Dataset, LAST} from "../search.fixture.ts";

const YEARS = 365;

function titled(label: string, frequency: Frequency, last = LAST): Dataset {
  return {name: label, indicators: {x: {label}}, families: [{frequency}], last};
}

/** The frequencies of the series that are found, in order. */
function ordered(datasets: readonly Dataset[], text: string): string[] {
  const {find, held} = buildIndex(
    datasets,
    "курс доллара; доллар США официальный курс\nбезработица; уровень безработицы",
  );
  return find(text).keys.map((key) => {
    const {dataset, dimensions} = held.get(key)!;
    return `${dataset} ${dimensions.frequency}`;
  });
}

test("of series of one name the finer comes first: daily, weekly, monthly, quarterly, yearly [search.recent]", () => {
  const families = (["A", "Q", "M", "W", "D"] as const).map((frequency) => ({frequency}));
  const dataset = {indicators: {x: {label: "Ключевая ставка"}}, families};
  assert.deepEqual(ordered([dataset], "ключевая ставка"), ["d1 D", "d1 W", "d1 M", "d1 Q", "d1 A"]);
});

test("a live series comes before one of like words that ended years ago, whatever the order of loading [search.recent]", () => {
  const live = titled("Официальный курс, доллар США", "D");
  const ended = titled("Средний курс доллара", "A", LAST - 9 * YEARS);
  assert.equal(ordered([ended, live], "курс доллара")[0], "d2 D");
  assert.equal(ordered([live, ended], "курс доллара")[0], "d1 D");
  const [monthly, yearly] = [titled("Уровень безработицы", "M"), titled("Безработица", "A", LAST - 9 * YEARS)];
  assert.equal(ordered([yearly, monthly], "безработица")[0], "d2 M");
});

test("age and frequency do not outweigh words: a series of another subject that has the words stays behind [search.recent]", () => {
  const ended = titled("Численность населения", "A", LAST - 6 * YEARS);
  const other = titled("Численность населения - женщин по возрасту на начало года", "M");
  assert.equal(ordered([other, ended], "численность населения")[0], "d2 A");
});

test("a question about a year does not ask for the newest: age takes nothing then [search.recent search.times]", () => {
  const [old, live] = [titled("Добыча угля", "A", LAST - 9 * YEARS), titled("Добыча угля, всего", "A")];
  assert.equal(ordered([live, old], "добыча угля")[0], "d1 A");
  assert.equal(ordered([live, old], "добыча угля 2014")[0], "d2 A");
});

test("yearly forecasts do not make all series old: the newest month is told by series of a month and finer [search.recent]", () => {
  const forecast = titled("Население по прогнозу", "A", LAST + 20 * YEARS);
  const [ended, live] = [titled("Безработица", "M", LAST - 9 * YEARS), titled("Уровень безработицы", "M")];
  assert.equal(ordered([ended, live], "безработица")[0], "d2 M");
  assert.equal(ordered([ended, live, forecast], "безработица")[0], "d2 M");
});

test("without a word of a name the series of a dataset keep the order of their titles, at the age of its newest [search.recent]", () => {
  const families = (["A", "M"] as const).map((frequency, at) => ({frequency, indicator: at === 0 ? "x" : "y"}));
  const named = {name: "Сборник", indicators: {x: {label: "Альфа"}, y: {label: "Бета"}}, families};
  assert.deepEqual(ordered([{...named, last: LAST - 9 * YEARS}, named], "сборник"), ["d2 A", "d2 M", "d1 A", "d1 M"]);
});
