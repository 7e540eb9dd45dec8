import assert from "node:assert/strict";
import {test} from "node:test";
import {isChangeOfCount, isOtherKind, isRestricted} from "./comparable.ts";
import {portionsOf} from "./portions.ts";
import type {SubjectFinder} from "./subject-finder.ts";

const INFLATION = {
  words: ["инфляция"],
  indicators: new Set<string>(),
  classes: new Set<string>(),
  frequencies: new Set<never>(),
  isDoubtful: false,
};

function figureOf(sentence: string, isEnglish: boolean) {
  const portions = portionsOf(sentence, isEnglish);
  return {portions, at: portions.findIndex(({figure}) => figure !== null)};
}

test("forecasts, plans and conditions are not compared [verify.draft]", () => {
  for (const [text, isEnglish] of [
    ["инфляция составит 5,59 %", false],
    ["инфляция, если исключить топливо, составила 5,59 %", false],
    ["inflation may have reached 5.59 percent", true],
    ["our economists pencil in 4.9 percent", true],
  ] as const) {
    const {portions, at} = figureOf(text, isEnglish);
    assert.equal(isOtherKind(portions, at, INFLATION), true, text);
  }
  for (const [text, isEnglish] of [
    ["inflation in May was 5.59 percent", true],
    ["если верить таблице, инфляция была 5,59 %", false],
  ] as const) {
    const {portions, at} = figureOf(text, isEnglish);
    assert.equal(isOtherKind(portions, at, INFLATION), false, text);
  }
});

/** Of one title, which says what it leaves out. */
const FINDER: SubjectFinder = {
  isCut: false,
  find: async () => null,
  areInTitle: async (words) => words.join(" ") === "инфляция без учета новых субъектов",
};

test("what leaves out a part or adjusts is another number, before and behind it, unless the title says so [verify.draft]", async () => {
  for (const [text, isEnglish] of [
    ["net of taxes, inflation was 5.59 percent", true],
    ["inflation was 5.59 percent, excluding food", true],
    ["инфляция с поправкой на налоги составила 5,59 %", false],
  ] as const) {
    const {portions, at} = figureOf(text, isEnglish);
    assert.equal(await isRestricted(portions, at, INFLATION, FINDER), true, text);
  }
  for (const [text, is] of [
    ["инфляция (без учёта новых субъектов) составила 5,59 %", false],
    ["инфляция (без учёта новых магазинов) составила 5,59 %", true],
    ["инфляция (без учёта новых субъектов и Казани) составила 5,59 %", true],
  ] as const) {
    const {portions, at} = figureOf(text, false);
    assert.equal(await isRestricted(portions, at, INFLATION, FINDER), is, text);
  }
});

test("a change of a count is not compared: no series has it [verify.draft]", () => {
  const {portions, at} = figureOf("это на две тысячи меньше", false);
  assert.equal(isChangeOfCount(portions[at]!, []), true);
  const rate = figureOf("это на два процента меньше", false);
  assert.equal(isChangeOfCount(rate.portions[rate.at]!, []), false);
});
