import assert from "node:assert/strict";
import {test} from "node:test";
import {parsePeriod} from "../statistics/time/day.ts";
import {readClaimWords} from "./claim-words.ts";

const MAY = parsePeriod("2016-05");

function read(text: string, given: Parameters<typeof readClaimWords>[1] = null) {
  return readClaimWords(text, given);
}

test("the words of a claim are taken apart into subject, period, base, change, unit and country [verify.words]", () => {
  const told = read("ВВП России в первом квартале 2016 года сократился г/г на");
  assert.deepEqual(told.subjects.at(-1)?.split(" ").includes("ввп"), true);
  assert.deepEqual(told.period, parsePeriod("2016-Q1"));
  assert.deepEqual([told.base, told.change, told.country, told.isPerCent], ["yoy", "down", "RU-00", true]);
  const amount = read("nominal GDP in 2016, RUB bn");
  assert.deepEqual(amount.unit, {plain: "рубль", mult: 1e9, isPerCent: false});
  assert.deepEqual([amount.isPerCent, amount.period], [false, parsePeriod("2016")]);
});

test("units are read with their multiplier in any order, and words of the subject are no unit [verify.words]", () => {
  const unitOf = (text: string) => read(text).unit;
  assert.deepEqual(unitOf("население, тыс. человек"), {plain: "человек", mult: 1000, isPerCent: false});
  assert.deepEqual(unitOf("основные фонды, трлн руб."), {plain: "рубль", mult: 1e12, isPerCent: false});
  assert.deepEqual(unitOf("Perm has a population of, million"), {plain: null, mult: 1e6, isPerCent: false});
  assert.equal(unitOf("безработица, %")?.isPerCent, true);
  assert.equal(unitOf("средняя цена квадратного метра в Москве"), null);
  assert.equal(unitOf("добыча тонны угля"), null);
});

test("a change is told by its verb unless the words say up to which level [verify.words]", () => {
  const changeOf = (text: string) => read(text).change;
  assert.equal(changeOf("ВВП вырос на"), "up");
  assert.equal(changeOf("retail sales fell by"), "down");
  assert.equal(changeOf("сахар подешевел за неделю на"), "down");
  assert.equal(changeOf("безработица снизилась до"), null);
  assert.equal(changeOf("inflation rose in annual terms to"), null);
});

test("the period in the words: day, month, quarter and year in both languages [verify.words]", () => {
  const periodOf = (text: string) => read(text).period;
  assert.deepEqual(periodOf("ставка 18 апреля 2024 года"), parsePeriod("2024-04-18"));
  assert.deepEqual(periodOf("rate on March 5, 2024"), parsePeriod("2024-03-05"));
  assert.deepEqual(periodOf("инфляция в мае 2016-го"), MAY);
  assert.deepEqual(periodOf("GDP in Q3 2002"), parsePeriod("2002-Q3"));
  assert.deepEqual(periodOf("ВВП за IV квартал 2011 г."), parsePeriod("2011-Q4"));
  assert.deepEqual(periodOf("инфляция за 1998 год, декабрь к декабрю"), parsePeriod("1998"));
});

test("what cannot be compared with a series is unclear: other times, spans, points, a change of a rate, no subject [verify.words]", () => {
  for (const text of [
    "ВВП в 2014-2016 годах",
    "ВВП за январь-август 2016 года",
    "ВВП за 9 месяцев 2016 года",
    "ВВП в первом полугодии 2016 года",
    "ключевая ставка выросла на",
    "inflation fell by 3 percentage points",
    "годовая инфляция ускорилась",
    "цены",
    "ВВП не вырос на",
    "показатель вырос на",
  ])
    assert.equal(read(text).isUnclear, true, text);
  assert.equal(read("инфляция в 2015 году", MAY).isUnclear, true);
  assert.equal(read("инфляция в 2016 году", MAY).isUnclear, false);
  assert.equal(read("инфляция в мае 2016 года", MAY).isUnclear, false);
  assert.equal(read("ВВП вырос на").isUnclear, false);
});
